/** An e-mail address as a form takes it (P §5.2); every form that asks for one asks here. */
import { RFC_EMAIL_REGEX } from 'valibot';
import type { Messages } from './issue.ts';

export type EmailIssue = { readonly code: 'email.invalid' };

/** The most characters of an e-mail address (ruling 2). */
export const EMAIL_LENGTH = 100;

/** Judges an e-mail address as typed: required, at most `max` characters, with a domain that has a period in it. */
export function validateEmail(typed: string, max: number = EMAIL_LENGTH): EmailIssue | undefined {
  const email = typed.trim();
  const isEmail = email.length <= max && RFC_EMAIL_REGEX.test(email) && /@[^@]+\.[^@.]{2,}$/.test(email);
  return isEmail ? undefined : { code: 'email.invalid' };
}

/** The spec's sentence (P §5.2). */
export const emailMessages: Messages<EmailIssue> = {
  'email.invalid': () => 'Please enter a valid email address.',
};
