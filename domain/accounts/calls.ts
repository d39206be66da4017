/** The calls for loan accounts (P §7). */
import { defineCall } from '../call.ts';
import { LoanAccounts } from './shapes.ts';

export const accounts = {
  list: defineCall({
    id: 'accounts.list',
    method: 'GET',
    path: 'loan-accounts',
    summary: "Returns the borrower's federal and commercial accounts",
    access: ['borrower'],
    timeLimit: 'read',
    response: LoanAccounts,
  }),
};
