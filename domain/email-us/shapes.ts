/** Messages that borrowers write to the servicer (P §2.1, /email-us; the document does not show its fields). */
import * as v from 'valibot';
import { AccountNumber } from '../accounts/shapes.ts';

/** What a message may be about, in the order in which it is offered. */
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
  /** The opaque id of the account that it is about; empty where it is about none, or about all. */
  readonly accountId: string;
  readonly subject: string;
  readonly text: string;
}

/** A message as it is sent. Whether it may be sent is for the rules to say (`emailSchema`). */
export const Email = v.strictObject({
  topic: v.pipe(v.string(), v.maxLength(40)),
  accountId: v.pipe(v.string(), v.maxLength(64)),
  subject: v.pipe(v.string(), v.maxLength(1000)),
  text: v.pipe(v.string(), v.maxLength(10_000)),
});
export type Email = v.InferOutput<typeof Email>;

const Instant = v.pipe(v.string(), v.isoTimestamp());

/** What became of a message: it was sent, or too many were sent within a day. */
export const EmailAnswer = v.variant('outcome', [
  v.object({ outcome: v.literal('sent'), messageNumber: v.string(), sentAt: Instant }),
  v.object({ outcome: v.literal('tooMany') }),
]);
export type EmailAnswer = v.InferOutput<typeof EmailAnswer>;

/** What a message said, as a copy of it shows. */
export const EmailRecord = v.object({
  topic: v.string(),
  /** Null where it is about no account, or about all. */
  accountNumber: v.nullable(AccountNumber),
  subject: v.string(),
  text: v.string(),
});
export type EmailRecord = v.InferOutput<typeof EmailRecord>;

/** A message that has been sent, with what it said. */
export const SentEmail = v.object({ ...EmailRecord.entries, messageNumber: v.string(), sentAt: Instant });
export type SentEmail = v.InferOutput<typeof SentEmail>;

/** What the page is made from: what a message may be about, and what has been sent before. */
export const EmailPage = v.object({
  accounts: v.array(
    v.object({
      accountId: v.string(),
      accountNumber: AccountNumber,
      /** The program of its loans, which names the account; left out by a server that does not send it. */
      loanType: v.optional(v.string()),
    }),
  ),
  /** The latest messages, the newest first. */
  messages: v.array(SentEmail),
  /** How many have been sent in all. */
  total: v.pipe(v.number(), v.integer()),
});
export type EmailPage = v.InferOutput<typeof EmailPage>;

/** What is kept of a message that is under way: its key (ruling 4). Nothing that was typed. */
export const EmailDraft = v.object({ version: v.literal(1), key: v.string() });
export type EmailDraft = v.InferOutput<typeof EmailDraft>;
