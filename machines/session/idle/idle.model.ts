/**
 * Model of the idle watch (P §2.5, §4, §9): twenty minutes without activity, then thirty seconds of warning, with a
 * check every second.
 */
import { defineModel } from '../../kit/model.ts';
import { type IdleEnd, idle } from './idle.machine.ts';

const SECOND = 1_000;
const TWENTY_MINUTES = 1_200 * SECOND;

const TITLE = 'Are you still there?';
const countdown = (seconds: number) => `Seconds until you're logged out: ${seconds}`;

const counted = [{ type: 'activity.counted' }];
const nextCheck = [SECOND];

/** Expected result of a start: the idle time is measured immediately. */
const watching = { state: 'active.measuring', calls: { measureIdleTime: {} } };
const warningGone = { ...watching, hides: [TITLE] };

/** Expected result of choosing to stay: it counts as activity, and the watch continues. */
const stayed = { in: 'warned.staying', ...warningGone, emits: counted };

const ended = (state: IdleEnd) => ({ state, context: { end: state }, output: { end: state }, hides: [TITLE] });

const tooLate = { in: ['active', 'warned'], ...ended('timedOut') };

/** Expected results while neither limit has passed. */
const inTime = [
  { in: 'active.noticingActivity', state: 'active.waiting', emits: counted, waits: nextCheck },
  { in: 'active.measuring', state: 'active.waiting', waits: nextCheck },
  // The person chose to stay in another tab.
  { in: 'warned.measuring', ...warningGone },
  stayed,
];

const warnedOf = (secondsLeft: number) => ({
  state: 'warned.counting',
  context: { secondsLeft },
  waits: nextCheck,
  reads: [countdown(secondsLeft)],
});

export default defineModel<typeof idle>({
  machine: idle,
  title: 'Idle Time-Out',
  place: 'every page, signed in',
  inputs: {
    'a signed-in person': {
      input: { idleSeconds: 1200, idleTimeout: 30 },
      then: { ...watching, context: { idleSeconds: 1200, idleTimeout: 30 } },
    },
    'a warning of a second': {
      input: { idleSeconds: 1200, idleTimeout: 1 },
      then: { ...watching, context: { idleSeconds: 1200, idleTimeout: 1 } },
    },
  },
  events: [
    {
      event: { type: 'activity.noticed' },
      then: [
        { in: 'active', state: 'active.noticingActivity', calls: { measureBeforeActivity: {} } },
        // During the warning, interactions do not count as activity.
        { in: 'warned' },
      ],
    },
    {
      event: { type: 'check.wanted' },
      then: [
        { in: ['active.noticingActivity', 'warned.staying'] },
        { in: 'active', ...watching },
        { in: 'warned', state: 'warned.measuring', calls: { measureTimeLeft: {} } },
      ],
    },
    {
      event: { type: 'stay.wanted' },
      gesture: { action: 'click', role: 'button', name: 'Stay Logged In' },
      then: [{ in: 'warned.staying' }, { in: 'warned', state: 'warned.staying', calls: { measureBeforeStaying: {} } }],
    },
    {
      event: { type: 'logOut.wanted' },
      gesture: { action: 'click', role: 'button', name: 'Log Out' },
      then: { in: 'warned', ...ended('loggedOut') },
    },
  ],
  outcomes: {
    measureIdleTime: {
      'active a moment ago': { answers: { idleFor: 400 }, then: inTime },
      'not yet twenty minutes': { answers: { idleFor: TWENTY_MINUTES - 1 }, then: inTime },
      'nothing for twenty minutes': {
        answers: { idleFor: TWENTY_MINUTES },
        then: [
          stayed,
          { when: ({ idleTimeout }) => idleTimeout === 30, ...warnedOf(30) },
          { when: ({ idleTimeout }) => idleTimeout === 1, ...warnedOf(1) },
        ],
      },
      'all but 1.4 seconds of the warning have passed': {
        answers: { idleFor: TWENTY_MINUTES + 28_600 },
        then: [
          { when: ({ idleTimeout }) => idleTimeout === 1, ...tooLate },
          stayed,
          { in: ['active', 'warned.measuring'], ...warnedOf(2) },
        ],
      },
      'the warning is over': { answers: { idleFor: TWENTY_MINUTES + 30_000 }, then: tooLate },
      'slept for hours': { answers: { idleFor: 10 * TWENTY_MINUTES }, then: tooLate },
      'cannot be measured': {
        throws: { kind: 'unreadable', detail: 'no storage' },
        then: [
          { in: 'active.noticingActivity', state: 'active.waiting', emits: counted, waits: nextCheck },
          { in: 'active.measuring', state: 'active.waiting', waits: nextCheck },
          stayed,
          // The warning continues to count down; otherwise it would never end.
          {
            in: 'warned.measuring',
            when: ({ secondsLeft }) => secondsLeft > 1,
            state: 'warned.counting',
            context: ({ secondsLeft }) => ({ secondsLeft: secondsLeft - 1 }),
            waits: nextCheck,
          },
          { in: 'warned.measuring', ...ended('timedOut'), context: { secondsLeft: 0, end: 'timedOut' } },
        ],
      },
    },
  },
  delays: [
    {
      ms: SECOND,
      then: [
        { in: 'active.waiting', ...watching },
        { in: 'warned.counting', state: 'warned.measuring', calls: { measureTimeLeft: {} } },
      ],
    },
  ],
  screens: {
    active: [],
    warned: [TITLE, 'when nothing has happened for a while.', 'Log Out', 'Stay Logged In'],
  },
  claims: {
    'no time-out occurs early, or after the person chose to stay': {
      reaching: (at) => at.isIn('timedOut'),
      needs: (by) =>
        by.kind === 'outcome' &&
        (['all but 1.4 seconds of the warning have passed', 'the warning is over', 'slept for hours'].includes(
          by.outcome,
        ) ||
          (by.id === 'measureTimeLeft' && by.outcome === 'cannot be measured')),
      brokenBy: 'guard isTimedOut: always true',
    },
    'a warning ends even if the time cannot be measured': {
      never: ({ isIn, context: { secondsLeft } }) => isIn('warned') && secondsLeft <= 0,
      brokenBy: 'warned.countingUnmeasured -> always [hasNoTimeLeft]: transition dropped',
    },
    'a log-out by the button is not reported as a time-out': {
      never: ({ isIn, context: { end } }) => isIn('loggedOut') && end !== 'loggedOut',
      brokenBy: 'warned -> logOut.wanted: action setLoggedOut removed',
    },
  },
});
