/** Loads the data for the page of one account: its groups and loans, and its notifications. */
import { loans } from '#domain/accounts/loans/calls.ts';
import type { AccountDetails, BorrowerWithAccounts } from '#domain/accounts/loans/shapes.ts';
import { call } from '../../kit/effect.ts';
import { loadParts } from '../../kit/load-parts.machine.ts';
import { type CommonLoanData, type NotificationInput, partsOfLoans } from '../loans/parts-of-loans.ts';

export interface LoanAccountInput extends NotificationInput {
  /** Account id from the URL, not validated. */
  readonly accountId: string;
}

export interface LoanAccountData extends CommonLoanData {
  readonly account: AccountDetails;
  /** Null where they could not be fetched (P §8: ignored). */
  readonly rates: BorrowerWithAccounts | null;
}

export const loanAccountFacts = loadParts<LoanAccountData, LoanAccountInput>({
  id: 'loanAccountFacts',
  description: 'The groups and loans of an account, the interest rates and the notifications',
  parts: (part) => ({
    account: part(call(loans.summary), {
      description: 'The account with its groups and loans',
      request: (_, { accountId }) => ({ params: { accountId } }),
    }),
    rates: part(call(loans.borrowerWithAccounts), {
      description: 'The interest rates, with those before reductions',
      default: null,
    }),
    ...partsOfLoans(part),
  }),
});
