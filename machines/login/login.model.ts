/** How somebody logs in (P §2.1, §4, §8, ruling 49): from the log-in page, as an employee, and with the federal identity. */
import { defineModel } from '../kit/model.ts';
import { login } from './login.machine.ts';

const COULD_NOT_SIGN_IN = 'Sorry, we could not log you in.';

/** The switch by which managed content says that the sign-in is out of order. */
const asking = {
  state: 'askingIfSignInIsDown',
  calls: { getSignInFlag: { params: { section: 'globalsite', name: 'auth-service-down' }, query: {} } },
};

/** Whoever signs in here asked for no address, so `/` says where they belong. */
const leaving = {
  state: 'leavingForSignIn',
  calls: ({ way }: { readonly way: string }) => ({ leaveForSignIn: { returnTo: '/', way } }),
};

/** The log-in page waits for Log In; the other two addresses go on at once. */
const isOpen = [
  { when: ({ way }: { readonly way: string }) => way === 'ordinary', state: 'offeringSignIn' },
  { ...leaving },
];

export default defineModel<typeof login>({
  machine: login,
  inputs: {
    'a visitor at the log-in page': { input: { way: 'ordinary' }, then: { ...asking, context: { way: 'ordinary' } } },
    'an employee who is to see what a borrower sees': {
      input: { way: 'impersonation' },
      then: { ...asking, context: { way: 'impersonation' } },
    },
    'somebody with the federal identity': {
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
        { in: 'couldNotLeave', ...leaving, hides: [COULD_NOT_SIGN_IN] },
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
      // Where nobody knows, nobody is kept out.
      'no answer in time': { throws: { kind: 'noAnswer' }, then: isOpen },
    },
    leaveForSignIn: {
      'on the way': { answers: undefined, then: { state: 'atTheProvider' } },
      'the provider does not answer': {
        throws: { kind: 'noAnswer' },
        then: { state: 'couldNotLeave', focus: { place: 'notice', delay: 0 } },
      },
    },
  },
  screens: {
    askingIfSignInIsDown: ['Loading…'],
    signInDown: ['Try again'],
    offeringSignIn: ['Log in to see what you owe', 'Log In', 'Create Online Account'],
    leavingForSignIn: ['Taking you to the log-in page…'],
    couldNotLeave: [COULD_NOT_SIGN_IN, 'The log-in page could not be reached. Please try again.', 'Log In'],
    atTheProvider: ['Log In'],
  },
  claims: {
    'while the sign-in is out of order nobody is offered it or taken to it': {
      reaching: (at) => at.isIn('offeringSignIn') || at.isIn('leavingForSignIn'),
      needs: (by) => by.kind === 'outcome' && by.id === 'getSignInFlag' && by.outcome !== 'the sign-in is out of order',
      brokenBy: 'guard isSignInDown: always false',
    },
    'nobody is kept out unless the switch says that the sign-in is out of order': {
      reaching: (at) => at.isIn('signInDown'),
      needs: (by) => by.kind === 'outcome' && by.outcome === 'the sign-in is out of order',
      brokenBy: 'guard isSignInDown: always true',
    },
    'nobody leaves the log-in page without pressing Log In': {
      reaching: ({ isIn, context: { way } }) => way === 'ordinary' && isIn('leavingForSignIn'),
      needs: (by) => by.kind === 'event' && by.event.type === 'signIn.wanted',
      brokenBy: 'guard isToStartAtOnce: always true',
    },
  },
  facts: ({ way }) => ({ way }),
});
