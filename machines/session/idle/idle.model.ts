/**
 * Specification of the idle watch (P §2.5, §4, §9): twenty minutes without activity, then thirty seconds of warning,
 * with a check every second.
 */
import { answers } from 'xstate-workbench/model';
import { spec, words } from '../../kit/spec.ts';
import { type IdleEnd, idle } from './idle.machine.ts';

const { to, press, hears, given } = words<typeof idle>();
type Case = ReturnType<typeof to>;

const SECOND = 1_000;
const TWENTY_MINUTES = 1_200 * SECOND;

const measures = to('active.measuring', undefined, { calls: { measureIdleTime: {} } });
const measuresTimeLeft = to('warned.measuring', undefined, { calls: { measureTimeLeft: {} } });
/** It counts as activity, and the watch continues. */
const stays: Case = { ...measures, emits: [{ type: 'activity.counted' }] };
const waits = to('active.waiting', undefined, { waits: [SECOND] });
const countsAndWaits: Case = { ...waits, emits: [{ type: 'activity.counted' }] };
const ends = (end: IdleEnd) => to(end, { end }, { output: { end } });
const warns = (secondsLeft: number) =>
  to(
    'warned.counting',
    { secondsLeft },
    {
      waits: [SECOND],
      reads: [`Seconds until you're logged out: ${secondsLeft}`],
    },
  );

const isWarningLong = ({ idleTimeout }: { readonly idleTimeout: number }) => idleTimeout === 30;

/** Results of a measurement: in time, after twenty minutes, and if the time cannot be measured. */
const measured = (
  inTime: Case,
  afterTwentyMinutes: (secondsLeft: number) => Case = () => inTime,
  unmeasured: readonly Case[] = [inTime],
) =>
  ({
    measureIdleTime: {
      'active a moment ago': [answers({ idleFor: 400 }), inTime],
      'not yet twenty minutes': [answers({ idleFor: TWENTY_MINUTES - 1 }), inTime],
      'nothing for twenty minutes': [
        answers({ idleFor: TWENTY_MINUTES }),
        given(isWarningLong, afterTwentyMinutes(30)),
        afterTwentyMinutes(1),
      ],
      'all but 1.4 seconds of the warning have passed': [
        answers({ idleFor: TWENTY_MINUTES + 28_600 }),
        given(isWarningLong, afterTwentyMinutes(2)),
        ends('timedOut'),
      ],
      'the warning is over': [answers({ idleFor: TWENTY_MINUTES + 30_000 }), ends('timedOut')],
      'slept for hours': [answers({ idleFor: 10 * TWENTY_MINUTES }), ends('timedOut')],
      'cannot be measured': [{ throws: { kind: 'unreadable', detail: 'no storage' } }, ...unmeasured],
    },
  }) as const;

const starts = (idleTimeout: number) => {
  const input = { idleSeconds: 1200, idleTimeout };
  return [input, { ...measures, context: input }] as const;
};

export default spec(idle, {
  title: 'Idle Time-Out',
  place: 'every page, signed in',
  starts: { 'a signed-in person': starts(30), 'a warning of a second': starts(1) },
  states: {
    active: {
      on: [
        hears('activity.noticed', to('active.noticingActivity', undefined, { calls: { measureBeforeActivity: {} } })),
        hears('check.requested', measures),
      ],
    },
    // A measurement is under way already.
    'active.noticingActivity': { on: [hears('check.requested', {})], when: measured(countsAndWaits, warns) },
    'active.measuring': { when: measured(waits, warns) },
    'active.waiting': { after: { [SECOND]: measures } },
    warned: {
      shows: ['Are you still there?', 'when nothing has happened for a while.', 'Log Out', 'Stay Logged In'],
      on: [
        hears('check.requested', measuresTimeLeft),
        press(
          'Stay Logged In',
          'stay.requested',
          to('warned.staying', undefined, { calls: { measureBeforeStaying: {} } }),
        ),
        press('Log Out', 'logOut.requested', ends('loggedOut')),
      ],
    },
    'warned.counting': { after: { [SECOND]: measuresTimeLeft } },
    'warned.measuring': {
      // In time: the person chose to stay in another tab. The warning counts down even if nothing can be measured.
      when: measured(measures, warns, [
        to('warned.counting', ({ secondsLeft }) => ({ secondsLeft: secondsLeft - 1 }), {
          when: ({ secondsLeft }) => secondsLeft > 1,
          waits: [SECOND],
        }),
        { ...ends('timedOut'), context: { secondsLeft: 0, end: 'timedOut' } },
      ]),
    },
    'warned.staying': {
      on: [hears('check.requested', {}), press('Stay Logged In', 'stay.requested', {})],
      when: measured(stays),
    },
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
      brokenBy: 'warned -> logOut.requested: action setLoggedOut removed',
    },
  },
});
