/**
 * The phone number field of forms (North American Numbering Plan; P §5.2, ruling 11). All forms with this field share
 * these rules.
 */
import type { Messages } from './issue.ts';

export type PhoneIssue = { readonly code: 'phone.required' } | { readonly code: 'phone.invalid' };

/** The display and input format of phone numbers. */
export const PHONE_MASK = '000-000-0000';

/** The hint of phone fields. */
export const PHONE_HINT = `U.S. number, ${PHONE_MASK}`;

const SEPARATORS = /[\s().-]/g;

/**
 * Returns the ten digits of a phone number as typed, with or without hyphens, spaces, periods, parentheses and country
 * code 1. Returns undefined for any other text and for invalid numbers: area code and exchange begin with 2 to 9.
 */
export const parsePhoneDigits = (typed: string): string | undefined =>
  /^(?:\+?1)?([2-9]\d{2}[2-9]\d{6})$/.exec(typed.replace(SEPARATORS, ''))?.[1];

/** Formats a phone number with the mask. Trims any other text and leaves it unchanged. */
export function normalizePhone(typed: string): string {
  const digits = parsePhoneDigits(typed);
  return digits === undefined ? typed.trim() : `${digits.slice(0, 3)}-${digits.slice(3, 6)}-${digits.slice(6)}`;
}

/** Validates a phone number as typed. Accepts an empty field; the form decides whether a number is required. */
export const validatePhone = (typed: string): PhoneIssue | undefined =>
  typed.trim() === '' || parsePhoneDigits(typed) !== undefined ? undefined : { code: 'phone.invalid' };

/** The messages, as quoted in the specification (P §5.2). */
export const phoneMessages: Messages<PhoneIssue> = {
  'phone.required': () => 'Please enter your phone number.',
  'phone.invalid': () => 'Invalid phone number.',
};
