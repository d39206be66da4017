/** The call that returns the signed-in person's web account (P §7). */
import { defineCall } from '../../call.ts';
import { WebAccount } from './shapes.ts';

export const identity = {
  webAccount: defineCall({
    id: 'identity.webAccount',
    method: 'GET',
    path: 'web-account',
    summary:
      'Returns the web account of the signed-in user, with the borrower for whom an authorized payer or an impersonator acts',
    access: ['borrower', 'payer'],
    timeLimit: 'read',
    response: WebAccount,
  }),
};
