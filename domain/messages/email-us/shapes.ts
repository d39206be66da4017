/** The types of borrowers' messages to the servicer (P §2.1, /email-us; the specification does not list the fields). */
import * as v from 'valibot';
import { AccountNumber } from '../../accounts/shapes.ts';

/** The topics of messages, in display order. */
export const TOPICS = [
  'payments',
  'autoDebit',
  'repaymentPlan',
  'postponement',
  'account',
  'documents',
  'other',
] as const;
export const Topic = v.picklist(TOPICS);
export type Topic = v.InferOutput<typeof Topic>;

/** The form as typed. */
export interface EmailValues {
  readonly topic: string;
  /** The opaque id of the account; empty if the message is about no particular account. */
  readonly accountId: string;
  readonly subject: string;
  readonly text: string;
}

/** The body of a message. `emailSchema` validates the content. */
export const Email = v.strictObject({
  topic: v.pipe(v.string(), v.maxLength(40)),
  accountId: v.pipe(v.string(), v.maxLength(64)),
  subject: v.pipe(v.string(), v.maxLength(1000)),
  text: v.pipe(v.string(), v.maxLength(10_000)),
});
export type Email = v.InferOutput<typeof Email>;

const Instant = v.pipe(v.string(), v.isoTimestamp());

/** The result of sending a message. `tooMany`: the daily limit was reached. */
export const EmailResponse = v.variant('outcome', [
  v.object({ outcome: v.literal('sent'), messageNumber: v.string(), sentAt: Instant }),
  v.object({ outcome: v.literal('tooMany') }),
]);
export type EmailResponse = v.InferOutput<typeof EmailResponse>;

/** The content of a sent message. */
export const EmailRecord = v.object({
  topic: v.string(),
  /** Null if the message is about no particular account. */
  accountNumber: v.nullable(AccountNumber),
  subject: v.string(),
  text: v.string(),
});
export type EmailRecord = v.InferOutput<typeof EmailRecord>;

/** A sent message with its content. */
export const SentEmail = v.object({ ...EmailRecord.entries, messageNumber: v.string(), sentAt: Instant });
export type SentEmail = v.InferOutput<typeof SentEmail>;

/** The data of the page: accounts and earlier messages. */
export const EmailPage = v.object({
  accounts: v.array(
    v.object({
      accountId: v.string(),
      accountNumber: AccountNumber,
      /** The program of the account's loans, for the account's display name. Older servers omit it. */
      loanType: v.optional(v.string()),
    }),
  ),
  /** The latest messages, newest first. */
  messages: v.array(SentEmail),
  /** The total number of sent messages. */
  total: v.pipe(v.number(), v.integer()),
});
export type EmailPage = v.InferOutput<typeof EmailPage>;
