/** The email address field of forms (P §5.2). All forms with this field share these rules. */
import { RFC_EMAIL_REGEX } from 'valibot';
import type { Messages } from './issue.ts';

export type EmailIssue = { readonly code: 'email.invalid' };

/** The maximum number of characters of an email address (ruling 2). */
export const EMAIL_LENGTH = 100;

/** Validates an email address as typed: required, at most `max` characters, with a period in its domain. */
export function validateEmail(typed: string, max: number = EMAIL_LENGTH): EmailIssue | undefined {
  const email = typed.trim();
  const isEmail = email.length <= max && RFC_EMAIL_REGEX.test(email) && /@[^@]+\.[^@.]{2,}$/.test(email);
  return isEmail ? undefined : { code: 'email.invalid' };
}

/** The message, as quoted in the specification (P §5.2). */
export const emailMessages: Messages<EmailIssue> = {
  'email.invalid': () => 'Please enter a valid email address.',
};
