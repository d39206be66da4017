/**
 * Model of logging in (P §2.1, §4, §8, ruling 49): from the log-in page, as an employee, and with a federal identity.
 */
import { defineModel } from '../../kit/model.ts';
import { login } from './login.machine.ts';

const COULD_NOT_SIGN_IN = "Sorry, we couldn't log you in.";

/** Expected request for the managed content flag for a sign-in outage. */
const asking = {
  state: 'askingIfSignInIsDown',
  calls: { getSignInFlag: { params: { section: 'globalsite', name: 'auth-service-down' }, query: {} } },
};

/**
 * Expected result of leaving for the sign-in page. No other address was requested, so `/` later redirects the person to
 * their home page.
 */
const leaving = {
  state: 'leavingForSignIn',
  calls: ({ way }: { readonly way: string }) => ({ leaveForSignIn: { returnTo: '/', way } }),
};

/**
 * Expected results with a working sign-in: the log-in page waits for Log In, the other two URLs redirect immediately.
 */
const isOpen = [
  { when: ({ way }: { readonly way: string }) => way === 'ordinary', state: 'offeringSignIn' },
  { ...leaving },
];

export default defineModel<typeof login>({
  machine: login,
  inputs: {
    'a visitor at the log-in page': { input: { way: 'ordinary' }, then: { ...asking, context: { way: 'ordinary' } } },
    "an employee who sees a borrower's view": {
      input: { way: 'impersonation' },
      then: { ...asking, context: { way: 'impersonation' } },
    },
    'a person with a federal identity': {
      input: { way: 'federal' },
      then: { ...asking, context: { way: 'federal' } },
    },
  },
  events: [
    {
      event: { type: 'signIn.wanted' },
      gesture: { action: 'click', role: 'button', name: 'Log In' },
      then: [
        { in: ['offeringSignIn', 'atTheProvider'], ...leaving },
        { in: ['couldNotLeave', 'withoutStorage'], ...leaving, hides: [COULD_NOT_SIGN_IN] },
      ],
    },
    {
      event: { type: 'retry.wanted' },
      gesture: { action: 'click', role: 'button', name: 'Try again' },
      then: { in: 'signInDown', ...asking },
    },
  ],
  outcomes: {
    getSignInFlag: {
      'the sign-in works': { answers: { data: 'false' }, then: isOpen },
      'the sign-in is out of order': { answers: { data: 'true' }, then: { state: 'signInDown' } },
      // If the flag is unknown, the sign-in stays available.
      'no answer in time': { throws: { kind: 'noAnswer' }, then: isOpen },
    },
    leaveForSignIn: {
      'on the way': { answers: undefined, then: { state: 'atTheProvider' } },
      'the provider does not answer': {
        throws: { kind: 'noAnswer' },
        then: { state: 'couldNotLeave', focus: { place: 'notice', delay: 0 } },
      },
      'the browser stores nothing': {
        answers: { isStorageMissing: true },
        then: { state: 'withoutStorage', focus: { place: 'notice', delay: 0 } },
      },
    },
  },
  screens: {
    askingIfSignInIsDown: ['Loading…'],
    signInDown: ['Try again'],
    offeringSignIn: ['Log in to see what you owe', 'Log In', 'Create Online Account'],
    leavingForSignIn: ['Taking you to the log-in page…'],
    couldNotLeave: [COULD_NOT_SIGN_IN, "We couldn't reach the log-in page. Please try again.", 'Log In'],
    withoutStorage: [COULD_NOT_SIGN_IN, 'Logging in needs cookies and site data.', 'Log In'],
    atTheProvider: ['Log In'],
  },
  finish: ['atTheProvider'],
  claims: {
    'during a sign-in outage the sign-in page is neither offered nor opened': {
      reaching: (at) => at.isIn('offeringSignIn') || at.isIn('leavingForSignIn'),
      needs: (by) => by.kind === 'outcome' && by.id === 'getSignInFlag' && by.outcome !== 'the sign-in is out of order',
      brokenBy: 'guard isSignInDown: always false',
    },
    'the sign-in is closed only if the flag says so': {
      reaching: (at) => at.isIn('signInDown'),
      needs: (by) => by.kind === 'outcome' && by.outcome === 'the sign-in is out of order',
      brokenBy: 'guard isSignInDown: always true',
    },
    'the log-in page is left only after Log In': {
      reaching: ({ isIn, context: { way } }) => way === 'ordinary' && isIn('leavingForSignIn'),
      needs: (by) => by.kind === 'event' && by.event.type === 'signIn.wanted',
      brokenBy: 'guard isToStartAtOnce: always true',
    },
  },
});
