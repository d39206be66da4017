/** The call that returns the signed-in person's web account (P §7). */
import { defineCall } from '../call.ts';
import { WebAccount } from './shapes.ts';

export const identity = {
  webAccount: defineCall({
    id: 'identity.webAccount',
    method: 'GET',
    path: 'web-account',
    summary:
      'The web account of the person who is signed in, for whom an authorized payer pays, and whose account an impersonator sees',
    access: ['borrower', 'payer'],
    timeLimit: 'read',
    response: WebAccount,
  }),
};
