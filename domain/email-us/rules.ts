/** The rules for messages to the servicer, asked by the form and checked again by the server. */
import * as v from 'valibot';
import { type Issue, validatedText } from '../issue.ts';
import { type Email, type EmailAnswer, type EmailValues, Topic } from './shapes.ts';

/** The most characters of a subject and of a message. */
export const LONGEST_SUBJECT = 100;
export const LONGEST_TEXT = 4000;

/** The most messages that one borrower may send within 24 hours. */
export const MOST_A_DAY = 20;

/** How many of the latest messages are listed. */
export const LISTED_MESSAGES = 10;

export type EmailIssue =
  | { readonly code: 'topic.required' }
  | { readonly code: 'accountId.unknown' }
  | { readonly code: 'subject.required' }
  | { readonly code: 'subject.tooLong'; readonly max: number }
  | { readonly code: 'text.required' }
  | { readonly code: 'text.tooLong'; readonly max: number; readonly length: number }
  | { readonly code: 'text.socialSecurityNumber' };

/** What a message is validated against. */
export interface EmailFacts {
  /** The borrower's accounts, by their opaque ids. */
  readonly accounts: readonly { readonly accountId: string }[];
}

/** Three, two and four digits with a hyphen or a space between them: what a Social Security number looks like. */
const SOCIAL_SECURITY_NUMBER = /(?<!\d)\d{3}([- ])\d{2}\1\d{4}(?!\d)/;

/** How long a text is, line breaks counted once. */
export const lengthOf = (typed: string): number => typed.replaceAll('\r\n', '\n').trim().length;

function validateSubject(typed: string): EmailIssue | undefined {
  if (lengthOf(typed) === 0) return { code: 'subject.required' };
  if (lengthOf(typed) > LONGEST_SUBJECT) return { code: 'subject.tooLong', max: LONGEST_SUBJECT };
  return SOCIAL_SECURITY_NUMBER.test(typed) ? { code: 'text.socialSecurityNumber' } : undefined;
}

function validateText(typed: string): EmailIssue | undefined {
  const length = lengthOf(typed);
  if (length === 0) return { code: 'text.required' };
  if (length > LONGEST_TEXT) return { code: 'text.tooLong', max: LONGEST_TEXT, length };
  return SOCIAL_SECURITY_NUMBER.test(typed) ? { code: 'text.socialSecurityNumber' } : undefined;
}

/** The schema of the form, its fields in their order. */
export const emailSchema = ({ accounts }: EmailFacts) =>
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

/** A message as it is sent and stored. The form must have been validated. */
export const emailOf = ({ topic, accountId, subject, text }: EmailValues): Email => ({
  topic,
  accountId,
  subject: subject.trim(),
  text: text.replaceAll('\r\n', '\n').trim(),
});

/** Whether something has been typed or chosen. */
export const isBegun = (values: EmailValues): boolean =>
  [values.topic, values.accountId, values.subject, values.text].some((value) => value.trim() !== '');

/** Whether an answer says that the message was sent. */
export const isSent = ({ outcome }: EmailAnswer): boolean => outcome === 'sent';
