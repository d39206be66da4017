/** An account number as a form takes it (P §5.3, §5.4, ruling 11); every form that asks for one asks here. */
import { accountDigitsOf } from './accounts/shapes.ts';
import type { Messages } from './issue.ts';

export type AccountNumberIssue =
  | { readonly code: 'accountNumber.required' }
  | { readonly code: 'accountNumber.format' };

/** Validates an account number as typed: nine digits, or a letter or digit before them. */
export function validateAccountNumber(typed: string): AccountNumberIssue | undefined {
  if (typed.trim() === '') return { code: 'accountNumber.required' };
  return accountDigitsOf(typed) === undefined ? { code: 'accountNumber.format' } : undefined;
}

/** The spec's sentences (P §5.3). */
export const accountNumberMessages: Messages<AccountNumberIssue> = {
  'accountNumber.required': () => 'Please enter your account number.',
  'accountNumber.format': () => 'Your account number must be nine digits.',
};
