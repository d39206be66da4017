/** Specification of the security page (rulings 7, 116 and 118). */
import type { ContextFrom } from 'xstate';
import { sampleSecurity } from '#domain/session/security/samples.ts';
import type { OwnSession, OwnUsername, SecurityOverview } from '#domain/session/security/shapes.ts';
import { answers } from 'xstate-workbench/model';
import { failed, spec, words } from '../../kit/spec.ts';
import { type Selected, security } from './security.machine.ts';

type Context = ContextFrom<typeof security>;
const { to, loads, notLoaded, press, where } = words<typeof security>();

const [, username] = sampleSecurity.usernames as [OwnUsername, OwnUsername];
const [current, session] = sampleSecurity.sessions as [OwnSession, OwnSession];

/** The page after everything but the current username and session was ended. */
const alone: SecurityOverview = {
  ...sampleSecurity,
  usernames: sampleSecurity.usernames.filter(({ isCurrent }) => isCurrent),
  sessions: [current],
};
/** The page of an employee, who can end nothing. */
const ofEmployee: SecurityOverview = { ...alone, sessions: [], logIns: [], changes: [], canEnd: false };

/** The request, the question and the notice for each value of `end`. */
const ENDS = {
  username: {
    body: { end: 'username', usernameId: 'web-2' },
    question: 'End the username quist.avery?',
    ended: 'The username quist.avery was ended. No one can log in with it any more.',
  },
  session: {
    body: { end: 'session', sessionId: 'session-2' },
    question: 'Log out in this browser?',
    ended: 'That browser was logged out.',
  },
  otherSessions: {
    body: { end: 'otherSessions' },
    question: 'Log out in all other browsers?',
    ended: 'All other browsers were logged out.',
  },
} as const;
const ofSelected = ({ selected }: Pick<Context, 'selected'>) => ENDS[selected?.end ?? 'otherSessions'];
const QUESTIONS = Object.values(ENDS).map(({ question }) => question);

const ends = (button: string, selected: Selected) =>
  press(
    button,
    { type: 'end.pressed', selected },
    to('confirming', { selected, notice: null }, { reads: [ENDS[selected.end].question] }),
  );

export default spec(security, {
  starts: {
    'a person': [{}, to('loading', { overview: null, selected: null, notice: null }, { calls: { getOverview: {} } })],
  },
  notices: {
    ended: (_, context) => [ofSelected(context).ended],
    notEnded: "We couldn't do this. Nothing was changed. Please try again.",
  },
  states: {
    ...loads('loading', { getOverview: {} }),
    loading: {
      shows: ['Loading…'],
      when: {
        getOverview: {
          'a person with several usernames and sessions': [
            answers(sampleSecurity),
            to(
              'showing',
              { overview: sampleSecurity },
              {
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
            ),
          ],
          'an employee sees nothing to end': [
            answers(ofEmployee),
            to(
              'showing',
              { overview: ofEmployee },
              {
                reads: [
                  'avery.quist',
                  'No browsers are logged in.',
                  'There are no log-ins yet.',
                  'There are no changes yet.',
                ],
                hides: ['Log Out All Other Browsers', 'End quist.avery'],
              },
            ),
          ],
          'no answer in time': notLoaded(),
        },
      },
    },
    showing: {
      shows: ['Usernames', "Where you're logged in", 'Latest log-ins', 'Changes to your account'],
      on: [
        where(
          ({ overview }) => overview === sampleSecurity,
          ends('End quist.avery', { end: 'username', username }),
          ends('Log Out quist.avery, last used 11/19/2026, 11:00 AM Eastern Time', { end: 'session', session }),
          ends('Log Out All Other Browsers', { end: 'otherSessions' }),
        ),
      ],
    },
    confirming: {
      over: true,
      shows: ['Yes', 'No'],
      on: [
        press(
          'Yes',
          'end.confirmed',
          to('ending', undefined, { calls: (before) => ({ endSelected: { body: ofSelected(before).body } }) }),
        ),
        press('No', 'end.dismissed', to('showing', undefined, { hides: QUESTIONS })),
      ],
    },
    ending: {
      over: true,
      shows: ['Please wait…'],
      when: {
        endSelected: {
          'it is ended': [
            answers(alone),
            to('showing', { overview: alone, notice: 'ended' }, { hides: [...QUESTIONS, 'quist.avery, last used'] }),
          ],
          'the server refuses it': [failed(403), to('showing', { notice: 'notEnded' }, { hides: QUESTIONS })],
        },
      },
    },
  },
  finish: ['showing'],
  claims: {
    'after something was ended, the page no longer shows it': {
      never: ({ context }) => context.notice === 'ended' && context.overview === sampleSecurity,
      brokenBy: 'ending -> endSelected done: action setOverview removed',
    },
  },
});
