/** The account number field of forms (P §5.3, §5.4, ruling 11). All forms with this field share these rules. */
import type { Messages } from './issue.ts';

export type AccountNumberIssue =
  | { readonly code: 'accountNumber.required' }
  | { readonly code: 'accountNumber.format' };

/** Returns the nine digits of a typed account number, also after a letter or a digit (ruling 11); else undefined. */
export const parseAccountDigits = (typed: string): string | undefined => /^[a-z\d]?(\d{9})$/i.exec(typed.trim())?.[1];

/** Validates an account number as typed: nine digits, optionally preceded by a letter or digit. */
export function validateAccountNumber(typed: string): AccountNumberIssue | undefined {
  if (typed.trim() === '') return { code: 'accountNumber.required' };
  return parseAccountDigits(typed) === undefined ? { code: 'accountNumber.format' } : undefined;
}

/** The messages, as quoted in the specification (P §5.3). */
export const accountNumberMessages: Messages<AccountNumberIssue> = {
  'accountNumber.required': () => 'Please enter your account number.',
  'accountNumber.format': () => 'Your account number must be nine digits.',
};
