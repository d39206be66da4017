/** How somebody logs in: from the log-in page, as an employee, and with the federal identity. */
import { defineModel } from '../kit/model.ts';
import { login } from './login.machine.ts';

export default defineModel<typeof login>({
  machine: login,
  inputs: {
    'a visitor at the log-in page': { way: 'ordinary' },
    'an employee who is to see what a borrower sees': { way: 'impersonation' },
    'somebody with the federal identity': { way: 'federal' },
  },
  events: [
    { event: { type: 'signIn.wanted' }, gesture: { action: 'click', role: 'button', name: 'Log In' } },
    { event: { type: 'retry.wanted' }, gesture: { action: 'click', role: 'button', name: 'Try again' } },
  ],
  outcomes: {
    getSignInSwitch: {
      'the sign-in works': { answers: { data: 'false' } },
      'the sign-in is out of order': { answers: { data: 'true' } },
      'no answer in time': { throws: { kind: 'noAnswer' } },
    },
    leaveForSignIn: {
      'on the way': { answers: undefined },
      'the provider does not answer': { throws: { kind: 'noAnswer' } },
    },
  },
  facts: ({ way }) => ({ way }),
});
