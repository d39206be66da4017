/** The calls for loan accounts (P §7). */
import { readCall } from '../call.ts';
import { LoanAccounts } from './shapes.ts';

export const accounts = {
  list: readCall({
    id: 'accounts.list',
    path: 'loan-accounts',
    summary: "Returns the borrower's federal and commercial accounts",
    access: ['borrower'],
    response: LoanAccounts,
  }),
};
