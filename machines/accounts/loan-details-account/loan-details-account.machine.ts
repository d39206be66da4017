/** The groups and loans of the account that the address names (P §2.12). */
import { isNotFound } from '#domain/call.ts';
import { resourceOfParts } from '../../kit/resource.machine.ts';
import { type LoanAccountData, type LoanAccountInput, loanAccountFacts } from './loan-account-facts.machine.ts';
import type { LoansInput } from '../loan-details/loan-details.machine.ts';

export interface LoanDetailsAccountInput extends LoanAccountInput, LoansInput {}

export const loanDetailsAccount = resourceOfParts<LoanAccountData, LoanDetailsAccountInput, LoanAccountInput>({
  id: 'loanDetailsAccount',
  description: 'The groups and loans of one account',
  screen: { path: '/loan-details/account', title: 'My Loans - Account Details' },
  parts: loanAccountFacts,
  isMissing: isNotFound,
  isEmpty: ({ account: { groups } }) => groups.length === 0,
});
