/** The types of text alerts: the settings of a borrower, and their changes. */
import * as v from 'valibot';
import { submissionOutcome } from '../../submission.ts';

/** Days from a reminder to the payment or draft. */
export const LEAD_DAYS = 5;

/** The alerts that a borrower can choose, in display order. The server sends each of them. */
export const ALERTS = [
  'paymentDue',
  'draftComing',
  'paymentPosted',
  'paymentReturned',
  'application',
  'letter',
] as const;
export const Alert = v.picklist(ALERTS);
export type Alert = v.InferOutput<typeof Alert>;

/** A number with a code that has not been entered yet. */
const PendingNumber = v.object({
  /** The masked number. */
  phone: v.string(),
  /** The file with the code on a demo server, which sends no texts. Omitted by older servers. */
  outboxFile: v.optional(v.nullable(v.string()), null),
});

/** A text that was sent to the borrower. */
const SentText = v.object({ sentAt: v.string(), text: v.string() });
export type SentText = v.InferOutput<typeof SentText>;

/** The settings of a borrower. Numbers are masked except the suggestion. */
export const TextAlertSettings = v.object({
  /** Whether this server can send texts. */
  isAvailable: v.boolean(),
  /** Whether the signed-in person may change the settings: the borrower, but not an impersonator. */
  canChange: v.boolean(),
  /** The verified number; null if alerts are off. */
  phone: v.nullable(v.string()),
  alerts: v.array(Alert),
  pending: v.nullable(PendingNumber),
  /** The mobile number in the contact information; empty if there is none. */
  suggestedPhone: v.string(),
  /** Identifies the consent text that is in force. */
  consentVersion: v.string(),
  /** Whether letters come to the inbox. */
  isPaperless: v.boolean(),
  /** The latest alerts that were sent, the newest first. */
  sent: v.array(SentText),
});
export type TextAlertSettings = v.InferOutput<typeof TextAlertSettings>;

const Alerts = v.pipe(v.array(Alert), v.maxLength(ALERTS.length));

/** A change of the settings. Numbers and codes are validated by the rules, which report the field. */
export const TextAlertChange = v.variant('change', [
  /** Sends a code to a number. `consentVersion` identifies the text that the borrower has agreed to. */
  v.strictObject({
    change: v.literal('start'),
    phone: v.pipe(v.string(), v.maxLength(30)),
    alerts: Alerts,
    consentVersion: v.pipe(v.string(), v.maxLength(64)),
  }),
  /** Sends another code to the same number. */
  v.strictObject({ change: v.literal('resend') }),
  /** Gives up a number that has not been verified. */
  v.strictObject({ change: v.literal('cancel') }),
  v.strictObject({ change: v.literal('confirm'), code: v.pipe(v.string(), v.maxLength(20)) }),
  v.strictObject({ change: v.literal('choose'), alerts: Alerts }),
  v.strictObject({ change: v.literal('stop') }),
]);
export type TextAlertChange = v.InferOutput<typeof TextAlertChange>;
export type ChangeKind = TextAlertChange['change'];

/** The result of a change. The last four refuse it. */
export const TextAlertAnswer = v.variant('outcome', [
  v.object({ outcome: v.picklist(['codeSent', 'confirmed', 'saved', 'canceled', 'stopped']) }),
  /** The hourly limit of codes. `minutes` is the time until the next code is possible. */
  v.object({ outcome: v.literal('tooManyCodes'), minutes: v.number() }),
  v.object({ outcome: v.literal('wrongCode'), triesLeft: v.number() }),
  /** The code has expired, was used or had too many wrong tries. */
  v.object({ outcome: v.literal('codeOver') }),
  /** There is nothing to change: alerts are off, or no code is pending. */
  v.object({ outcome: v.literal('nothingToChange') }),
]);
export type TextAlertAnswer = v.InferOutput<typeof TextAlertAnswer>;

/** The stored record of a change. It contains neither the number nor the code. */
export const TextAlertRecord = v.object({
  change: v.picklist(['start', 'resend', 'cancel', 'confirm', 'choose', 'stop']),
});
export type TextAlertRecord = v.InferOutput<typeof TextAlertRecord>;

export const TextAlertOutcome = submissionOutcome(TextAlertAnswer, TextAlertRecord);

/** The fields of all forms of the page. Each form uses some of them. */
export interface TextAlertValues extends Readonly<Record<Alert, boolean>> {
  readonly phone: string;
  readonly consent: boolean;
  readonly code: string;
}
