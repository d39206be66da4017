/** A phone number of the North American plan as a form takes it (P §5.2, ruling 11); every form that asks for one asks here. */
import type { Messages } from './issue.ts';

export type PhoneIssue = { readonly code: 'phone.required' } | { readonly code: 'phone.invalid' };

/** How a phone number is shown and typed. */
export const PHONE_MASK = '000-000-0000';

const SEPARATORS = /[\s().-]/g;

/**
 * The ten digits of a phone number as typed, with or without hyphens, spaces, periods, parentheses and the country code
 * 1. Undefined for anything else, and for numbers that the plan does not have: area code and exchange begin with 2 to 9.
 */
export const phoneDigitsOf = (typed: string): string | undefined =>
  /^(?:\+?1)?([2-9]\d{2}[2-9]\d{6})$/.exec(typed.replace(SEPARATORS, ''))?.[1];

/** A phone number by the mask, as far as it is one; anything else as it stands, without spaces around it. */
export function normalizePhone(typed: string): string {
  const digits = phoneDigitsOf(typed);
  return digits === undefined ? typed.trim() : `${digits.slice(0, 3)}-${digits.slice(3, 6)}-${digits.slice(6)}`;
}

/** Judges a phone number as typed. An empty one is left to the form, which knows whether it has to be there. */
export const validatePhone = (typed: string): PhoneIssue | undefined =>
  typed.trim() === '' || phoneDigitsOf(typed) !== undefined ? undefined : { code: 'phone.invalid' };

/** The spec's sentences (P §5.2). */
export const phoneMessages: Messages<PhoneIssue> = {
  'phone.required': () => 'Please enter your phone number.',
  'phone.invalid': () => 'Invalid phone number.',
};
