/**
 * Loads the data of My Loans: the accounts, the groups, loans and rates if there is only one account, and the
 * notifications.
 */
import { accounts } from '#domain/accounts/calls.ts';
import type { LoanAccounts } from '#domain/accounts/shapes.ts';
import { loans } from '#domain/accounts/loans/calls.ts';
import type { OnlyAccount } from '#domain/accounts/loans/shapes.ts';
import { call } from '../../kit/effect.ts';
import { loadParts } from '../../kit/load-parts.machine.ts';
import { type CommonLoanData, type NotificationInput, partsOfLoans } from '../loans/parts-of-loans.ts';

export interface LoanDetailsData extends CommonLoanData {
  readonly accounts: LoanAccounts;
  readonly only: OnlyAccount;
}

export const loanDetailsFacts = loadParts<LoanDetailsData, NotificationInput>({
  id: 'loanDetailsFacts',
  description: 'The accounts, the details of an only one, and the notifications',
  parts: (part) => ({
    accounts: part(call(accounts.list), { description: 'The accounts, with the amounts due' }),
    only: part(call(loans.onlySummary), {
      description: 'The groups, loans and interest rates of a borrower who has one account only',
    }),
    ...partsOfLoans(part),
  }),
});
