/**
 * Specification of logging in (P §2.1, §4, §8, ruling 49): from the log-in page, as an employee, and with a federal
 * identity.
 */
import type { ContextFrom } from 'xstate';
import { answers } from 'xstate-workbench/model';
import { toNotice } from '../../kit/expected-page.ts';
import { noAnswer, spec, words } from '../../kit/spec.ts';
import { login } from './login.machine.ts';

type Way = ContextFrom<typeof login>['way'];
const { to, given, press } = words<typeof login>();

const COULD_NOT_LOG_IN = "Sorry, we couldn't log you in.";

/** The managed content has a flag for an outage. */
const asks = { calls: { getSignInFlag: { params: { section: 'globalsite', name: 'auth-service-down' }, query: {} } } };
const starts = (way: Way) => [{ way }, to('askingIfSignInIsDown', { way }, asks)] as const;

/** No other address was requested, so `/` later redirects the person to their home page. */
const leaves = to('leavingForSignIn', undefined, {
  calls: ({ way }) => ({ leaveForSignIn: { returnTo: '/', way } }),
  hides: [COULD_NOT_LOG_IN],
});
const logsIn = press('Log In', 'signIn.requested', leaves);
/** The log-in page waits for Log In, the other two URLs redirect immediately. */
const open = [given(({ way }) => way === 'ordinary', to('offeringSignIn')), leaves];

export default spec(login, {
  starts: {
    'a visitor at the log-in page': starts('ordinary'),
    "an employee who sees a borrower's view": starts('impersonation'),
    'a person with a federal identity': starts('federal'),
  },
  states: {
    askingIfSignInIsDown: {
      shows: ['Loading…'],
      when: {
        getSignInFlag: {
          'the sign-in works': [answers({ data: 'false' }), ...open],
          'the sign-in is out of order': [answers({ data: 'true' }), to('signInDown')],
          // If the flag is unknown, the sign-in stays available.
          'no answer in time': [noAnswer, ...open],
        },
      },
    },
    signInDown: {
      shows: ['Try again'],
      on: [press('Try again', 'retry.requested', to('askingIfSignInIsDown', undefined, asks))],
    },
    offeringSignIn: { shows: ['Log in to see what you owe', 'Log In', 'Create Online Account'], on: [logsIn] },
    leavingForSignIn: {
      over: true,
      shows: ['Taking you to the log-in page…'],
      when: {
        leaveForSignIn: {
          'on the way': [answers(undefined), to('atTheProvider')],
          'the provider does not answer': [noAnswer, to('couldNotLeave', undefined, { focus: toNotice })],
          'the browser stores nothing': [
            answers({ isStorageMissing: true }),
            to('withoutStorage', undefined, { focus: toNotice }),
          ],
        },
      },
    },
    couldNotLeave: {
      shows: [COULD_NOT_LOG_IN, "We couldn't reach the log-in page. Please try again.", 'Log In'],
      on: [logsIn],
    },
    withoutStorage: { shows: [COULD_NOT_LOG_IN, 'Logging in needs cookies and site data.', 'Log In'], on: [logsIn] },
    atTheProvider: { shows: ['Log In'], on: [logsIn] },
  },
  finish: ['atTheProvider'],
  claims: {
    'during a sign-in outage the sign-in page is neither offered nor opened': {
      reaching: (at) => at.isIn('offeringSignIn') || at.isIn('leavingForSignIn'),
      needs: (by) => by.kind === 'outcome' && by.id === 'getSignInFlag' && by.outcome !== 'the sign-in is out of order',
      brokenBy: 'guard isSignInDown: always false',
    },
    'the sign-in is closed only if the flag is set': {
      reaching: (at) => at.isIn('signInDown'),
      needs: (by) => by.kind === 'outcome' && by.outcome === 'the sign-in is out of order',
      brokenBy: 'guard isSignInDown: always true',
    },
    'the log-in page is left only after Log In': {
      reaching: ({ isIn, context: { way } }) => way === 'ordinary' && isIn('leavingForSignIn'),
      needs: (by) => by.kind === 'event' && by.event.type === 'signIn.requested',
      brokenBy: 'guard isToStartAtOnce: always true',
    },
  },
});
