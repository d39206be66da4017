/** How somebody arrives, signs in, stays and leaves. */
import { defineModel } from '../kit/model.ts';
import { samplePerson as person } from '../kit/samples.ts';
import { session } from './session.machine.ts';

const unreachable = { throws: { kind: 'noAnswer' } };

export default defineModel<typeof session>({
  machine: session,
  inputs: {
    'somebody opens the portal': { isReturning: false },
    'somebody comes back from the provider': { isReturning: true },
  },
  events: [
    {
      event: { type: 'signIn.wanted', returnTo: '/dashboard' },
      gesture: { action: 'click', role: 'button', name: 'Log In' },
    },
    { event: { type: 'retry.wanted' }, gesture: { action: 'click', role: 'button', name: 'Log In' } },
    { event: { type: 'page.left' } },
    {
      event: { type: 'signOut.wanted' },
      gesture: {
        action: 'click',
        role: 'button',
        name: 'Log Out',
        first: { action: 'click', role: 'button', name: 'Avery' },
      },
    },
    { event: { type: 'session.timedOut' } },
    { event: { type: 'session.ended', end: 'elsewhere' } },
    { event: { type: 'session.ended', end: 'expired' } },
    { event: { type: 'person.arrived' } },
  ],
  outcomes: {
    renewSilently: {
      'still signed in': { answers: person },
      'nobody is signed in': { answers: null },
      'the provider does not answer': unreachable,
    },
    finishSignIn: {
      'signed in': { answers: { person, returnTo: '/payments/payflow/schedule' } },
      'the code is refused': unreachable,
    },
    leaveForSignIn: { 'on the way': { answers: undefined }, 'the provider does not answer': unreachable },
    leaveForSignOut: { 'on the way': { answers: undefined }, 'the provider does not answer': unreachable },
    forgetTokens: { forgotten: { answers: undefined }, 'could not be forgotten': unreachable },
  },
  facts: ({ isReturning, person: who, returnTo, end }) => ({ isReturning, signedIn: who !== null, returnTo, end }),
});
