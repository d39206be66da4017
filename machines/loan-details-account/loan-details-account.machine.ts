/** The groups and loans of the account that the address names (P §2.12). */
import { type CallFailure, isRefusedWith } from '#domain/call.ts';
import { resourceOfParts } from '../kit/resource.machine.ts';
import {
  type LoanAccountFacts,
  type LoanAccountInput,
  loanAccountFacts,
} from '../loan-account-facts/loan-account-facts.machine.ts';
import type { LoansInput } from '../loan-details/loan-details.machine.ts';

export interface LoanDetailsAccountInput extends LoanAccountInput, LoansInput {}

/** An id that no account can have is refused as a wrong request. */
const isMissing = (failure: CallFailure): boolean => isRefusedWith(failure, 404) || isRefusedWith(failure, 400);

export const loanDetailsAccount = resourceOfParts<LoanAccountFacts, LoanDetailsAccountInput, LoanAccountInput>({
  id: 'loanDetailsAccount',
  description: 'The groups and loans of one account',
  screen: { path: '/loan-details/account', title: 'My Loans - Account Details' },
  parts: loanAccountFacts,
  isMissing,
  isEmpty: ({ account: { groups } }) => groups.length === 0,
});
