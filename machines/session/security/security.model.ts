/** Model of the security page (rulings 7, 116 and 118). */
import type { ContextFrom } from 'xstate';
import { sampleSecurity } from '#domain/session/security/samples.ts';
import type { OwnSession, OwnUsername, SecurityOverview } from '#domain/session/security/shapes.ts';
import { COULD_NOT_LOAD, TRY_AGAIN, toNotice } from '../../kit/expected-page.ts';
import { defineModel } from '../../kit/model.ts';
import { security, type Wanted } from './security.machine.ts';

type Context = ContextFrom<typeof security>;

const [, username] = sampleSecurity.usernames as [OwnUsername, OwnUsername];
const [current, session] = sampleSecurity.sessions as [OwnSession, OwnSession];
const wanted = {
  username: { end: 'username', username },
  session: { end: 'session', session },
  others: { end: 'otherSessions' },
} as const satisfies Readonly<Record<string, Wanted>>;

/** The page after everything but the current username and session was ended. */
const alone: SecurityOverview = {
  ...sampleSecurity,
  usernames: sampleSecurity.usernames.filter(({ isCurrent }) => isCurrent),
  sessions: [current],
};
/** The page of an employee, who can end nothing. */
const ofEmployee: SecurityOverview = { ...alone, sessions: [], logIns: [], changes: [], canEnd: false };

const QUESTIONS = {
  username: 'End the username quist.avery?',
  session: 'Log out in this browser?',
  others: 'Log out in all other browsers?',
};
const ENDED = {
  username: 'The username quist.avery was ended. No one can log in with it any more.',
  session: 'That browser was logged out.',
  others: 'All other browsers were logged out.',
};
const NOT_ENDED = "We couldn't do this. Nothing was changed. Please try again.";
const NOTICES = [...Object.values(ENDED), NOT_ENDED];

const isShown = ({ overview }: Context) => overview === sampleSecurity;
const loads = { state: 'loading', calls: { getOverview: {} } };

const endPressed = (what: keyof typeof wanted, name: string) => ({
  event: { type: 'end.pressed', wanted: wanted[what] } as const,
  where: isShown,
  gesture: { action: 'click', role: 'button', name } as const,
  then: {
    in: 'showing',
    state: 'confirming',
    context: { wanted: wanted[what], notice: null },
    reads: [QUESTIONS[what]],
    hides: NOTICES,
  },
});

const bodies = {
  username: { end: 'username', usernameId: 'web-2' },
  session: { end: 'session', sessionId: 'session-2' },
  otherSessions: { end: 'otherSessions' },
} as const;

const ended = (what: keyof typeof wanted) => ({
  when: (context: Context) => context.wanted?.end === wanted[what].end,
  state: 'showing',
  context: { overview: alone, notice: 'ended' as const },
  focus: toNotice,
  reads: [ENDED[what]],
  hides: [QUESTIONS[what], 'quist.avery, last used'],
});

export default defineModel<typeof security>({
  machine: security,
  inputs: {
    'a person': { input: {}, then: { ...loads, context: { overview: null, wanted: null, notice: null } } },
  },
  events: [
    {
      event: { type: 'retry.wanted' },
      gesture: { action: 'click', role: 'button', name: TRY_AGAIN },
      then: { in: 'couldNotLoad', ...loads, hides: [COULD_NOT_LOAD] },
    },
    endPressed('username', 'End quist.avery'),
    endPressed('session', 'Log Out quist.avery, last used 11/19/2026, 11:00 AM Eastern Time'),
    endPressed('others', 'Log Out All Other Browsers'),
    {
      event: { type: 'end.confirmed' },
      gesture: { action: 'click', role: 'button', name: 'Yes' },
      then: {
        in: 'confirming',
        state: 'ending',
        calls: (before) => ({ endWanted: { body: bodies[before.wanted?.end ?? 'otherSessions'] } }),
        reads: ['Please wait…'],
      },
    },
    {
      event: { type: 'end.dismissed' },
      gesture: { action: 'click', role: 'button', name: 'No' },
      then: { in: 'confirming', state: 'showing', hides: Object.values(QUESTIONS) },
    },
  ],
  outcomes: {
    getOverview: {
      'a person with several usernames and sessions': {
        answers: sampleSecurity,
        then: {
          state: 'showing',
          context: { overview: sampleSecurity },
          reads: [
            'avery.quist',
            'quist.avery',
            "You're using this one",
            'Log Out All Other Browsers',
            'Wrong password',
            'Contact information changed',
            'Our employee',
            'Bank account saved',
            'Casey Lindqvist',
          ],
        },
      },
      'an employee sees nothing to end': {
        answers: ofEmployee,
        then: {
          state: 'showing',
          context: { overview: ofEmployee },
          reads: [
            'avery.quist',
            'No browsers are logged in.',
            'There are no log-ins yet.',
            'There are no changes yet.',
          ],
          hides: ['Log Out All Other Browsers', 'End quist.avery'],
        },
      },
      'no answer in time': {
        throws: { kind: 'noAnswer' },
        then: { state: 'couldNotLoad', focus: toNotice, reads: [COULD_NOT_LOAD] },
      },
    },
    endWanted: {
      'it is ended': { answers: alone, then: [ended('username'), ended('session'), ended('others')] },
      'the server refuses it': {
        throws: { kind: 'refused', status: 403 },
        then: {
          state: 'showing',
          context: { notice: 'notEnded' },
          focus: toNotice,
          reads: [NOT_ENDED],
          hides: Object.values(QUESTIONS),
        },
      },
    },
  },
  screens: {
    loading: ['Loading…'],
    couldNotLoad: [COULD_NOT_LOAD],
    showing: ['Usernames', "Where you're logged in", 'Latest log-ins', 'Changes to your account'],
    confirming: ['Yes', 'No'],
    ending: ['Please wait…'],
  },
  finish: ['showing'],
  claims: {
    'after something was ended, the page no longer shows it': {
      never: ({ context }) => context.notice === 'ended' && context.overview === sampleSecurity,
      brokenBy: 'ending -> endWanted done: action keepOverview removed',
    },
  },
});
