/** The rules for messages to the servicer. Form and server use the same rules. */
import * as v from 'valibot';
import { type Issue, validatedText } from '../../issue.ts';
import { normalizedText } from '../../typed-text.ts';
import { type Email, type EmailResponse, type EmailValues, Topic } from './shapes.ts';

/** The maximum number of characters of subject and message. */
export const LONGEST_SUBJECT = 100;
export const LONGEST_TEXT = 4000;

/** The maximum number of messages that a borrower may send within 24 hours. */
export const MAX_PER_DAY = 20;

/** The number of latest messages in the list. */
export const LISTED_MESSAGES = 10;

export type EmailIssue =
  | { readonly code: 'topic.required' }
  | { readonly code: 'accountId.unknown' }
  | { readonly code: 'subject.required' }
  | { readonly code: 'subject.tooLong'; readonly max: number }
  | { readonly code: 'text.required' }
  | { readonly code: 'text.tooLong'; readonly max: number; readonly length: number }
  | { readonly code: 'text.socialSecurityNumber' };

/** The data that a message is validated against. */
export interface EmailDeps {
  /** The borrower's accounts with their opaque ids. */
  readonly accounts: readonly { readonly accountId: string }[];
}

/** Three, two and four digits with a hyphen or a space between them: the format of a Social Security number. */
const SOCIAL_SECURITY_NUMBER = /(?<!\d)\d{3}([- ])\d{2}\1\d{4}(?!\d)/;

const hasSocialSecurityNumber = (typed: string): boolean => SOCIAL_SECURITY_NUMBER.test(normalizedText(typed));

/** Returns the trimmed length of a text. A line break counts as one character. */
export const countCharacters = (typed: string): number => typed.replaceAll('\r\n', '\n').trim().length;

function validateSubject(typed: string): EmailIssue | undefined {
  if (countCharacters(typed) === 0) return { code: 'subject.required' };
  if (countCharacters(typed) > LONGEST_SUBJECT) return { code: 'subject.tooLong', max: LONGEST_SUBJECT };
  return hasSocialSecurityNumber(typed) ? { code: 'text.socialSecurityNumber' } : undefined;
}

function validateText(typed: string): EmailIssue | undefined {
  const length = countCharacters(typed);
  if (length === 0) return { code: 'text.required' };
  if (length > LONGEST_TEXT) return { code: 'text.tooLong', max: LONGEST_TEXT, length };
  return hasSocialSecurityNumber(typed) ? { code: 'text.socialSecurityNumber' } : undefined;
}

/** Creates the schema of the form. */
export const emailSchema = ({ accounts }: EmailDeps) =>
  v.looseObject({
    topic: validatedText((chosen): Issue | undefined => (v.is(Topic, chosen) ? undefined : { code: 'topic.required' })),
    accountId: validatedText((chosen) =>
      chosen === '' || accounts.some(({ accountId }) => accountId === chosen)
        ? undefined
        : { code: 'accountId.unknown' },
    ),
    subject: validatedText(validateSubject),
    text: validatedText(validateText),
  });

export const emptyEmail: EmailValues = { topic: '', accountId: '', subject: '', text: '' };

/** Converts the form to the message that the portal sends and the server stores. Validate the form first. */
export const toEmail = ({ topic, accountId, subject, text }: EmailValues): Email => ({
  topic,
  accountId,
  subject: subject.trim(),
  text: text.replaceAll('\r\n', '\n').trim(),
});

/** Returns whether the message was sent. */
export const isSent = ({ outcome }: EmailResponse): boolean => outcome === 'sent';
