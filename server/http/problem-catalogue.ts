/**
 * Catalog of the API's error responses: the meaning of each status and of each field code. It is generated from the
 * server's messages, and appears in the OpenAPI description (`x-problems`) and on the page `/api`.
 */
import { STATUS_CODES } from 'node:http';
import { formatUsDate, toPlainDate } from '#domain/calendar.ts';
import { autoDebitMessages } from '#domain/payments/auto-debit/messages.ts';
import { bankMessages } from '#domain/payments/banking/messages.ts';
import { confirmationMessages } from '#domain/session/confirmation/messages.ts';
import { contactMessages } from '#domain/profile/contact/messages.ts';
import { credentialMessages } from '#domain/session/credentials/messages.ts';
import { defermentMessages } from '#domain/repayment/deferment/messages.ts';
import { documentMessages } from '#domain/documents/messages.ts';
import { draftMessages } from '#domain/portal/drafts/messages.ts';
import { emailUsMessages } from '#domain/messages/email-us/messages.ts';
import { instructionMessages } from '#domain/payments/instructions/messages.ts';
import { SHAPE_CODE } from '#domain/issue.ts';
import { militaryMessages } from '#domain/repayment/military/messages.ts';
import { payerMessages } from '#domain/profile/payers/messages.ts';
import { paymentMessages } from '#domain/payments/messages.ts';
import { payoffMessages } from '#domain/payments/payoff/messages.ts';
import { planMessages } from '#domain/plans/limits.ts';
import { applicationMessages } from '#domain/repayment/postponement/messages.ts';
import { privacyMessages } from '#domain/profile/privacy/messages.ts';
import { recordMessages } from '#domain/accounts/record/messages.ts';
import { termSubmissionMessages } from '#domain/repayment/term/submission.ts';
import { textAlertMessages } from '#domain/messages/text-alerts/messages.ts';
import { KEY_FORMAT, NOT_STORABLE } from './request.ts';

/**
 * The meaning of each error status. The `type` of all problems is `about:blank`; the status, the title and the codes
 * identify the problem.
 */
export const STATUS_MEANINGS: Readonly<Record<number, string>> = {
  400: 'The URL, a header or the format of the body is invalid',
  401: 'The access token is missing or invalid',
  403: 'The caller has no access, or a confirmation is needed first; then `fields` has a code that begins with `confirmation.`',
  404: 'The requested object does not exist, or it belongs to another borrower',
  405: 'The URL does not support this method; `Allow` lists those that it supports',
  409: 'The request conflicts with stored data, or its key was used for another request',
  413: 'The body is too large',
  415: 'The body has an unsupported media type',
  422: 'A rule rejects the input; `fields` lists the reasons',
  429: 'Too many attempts; `Retry-After` contains the number of seconds to wait',
  500: 'An unexpected server error',
  503: 'The access token could not be verified, the database is unavailable, or there are too many requests. Try again later. The outcome of a write is unknown',
};

type AnyMessages = Readonly<Record<string, (issue: never) => string>>;

/** The messages of each API area. */
export const MESSAGES_OF_AREAS: Readonly<Record<string, AnyMessages>> = {
  autoDebit: autoDebitMessages,
  banking: bankMessages,
  confirmation: confirmationMessages,
  contact: contactMessages,
  credentials: credentialMessages,
  deferment: defermentMessages,
  documents: documentMessages,
  drafts: draftMessages,
  emailUs: emailUsMessages,
  instructions: instructionMessages,
  military: militaryMessages,
  payers: payerMessages,
  payments: paymentMessages,
  payoff: payoffMessages,
  plans: planMessages,
  postponement: applicationMessages,
  privacy: privacyMessages,
  record: recordMessages,
  term: termSubmissionMessages,
  textAlerts: textAlertMessages,
};

/** A code for an invalid field. */
export interface ProblemCode {
  /** The areas with this code. Empty if every call can return it. */
  readonly areas: readonly string[];
  /** The message, with parameter names in braces. */
  readonly message: string;
}

/** Replaces each message parameter by its name in braces. */
const NAMES: unknown = new Proxy({}, { get: (_, name) => `{${String(name)}}` });

/** Replaces each parameter of a message that formats dates. Numbers of days are not dates. */
const DAY = toPlainDate('2001-02-03');
const DAYS: unknown = new Proxy({}, { get: (_, name) => (name === 'days' ? '{days}' : DAY) });

/** Matches the result of formatting a placeholder as money. */
const NO_AMOUNT = /\$NaN(?:\.NaN)?/g;

/** Returns the message of a code, with its parameters in braces. */
function formatSentence(write: (issue: never) => string): string {
  const say = (parameters: unknown): string => String(Reflect.apply(write, undefined, [parameters]));
  const dated = say(DAYS);
  const day = formatUsDate(DAY);
  return dated.includes(day) ? dated.replaceAll(day, '{date}') : say(NAMES).replaceAll(NO_AMOUNT, '{amount}');
}

/** Codes that any call can return, independent of its area. */
const OF_EVERY_CALL: Readonly<Record<string, string>> = {
  [KEY_FORMAT.code]: KEY_FORMAT.message,
  [NOT_STORABLE.code]: NOT_STORABLE.message,
  [SHAPE_CODE]: 'The value does not match the schema of the OpenAPI document.',
};

/** Returns all field codes in alphabetical order. */
export function problemCodes(): Record<string, ProblemCode> {
  const codes = new Map<string, { areas: string[]; message: string }>(
    Object.entries(OF_EVERY_CALL).map(([code, message]) => [code, { areas: [], message }]),
  );
  for (const [area, messages] of Object.entries(MESSAGES_OF_AREAS)) {
    for (const [code, write] of Object.entries(messages)) {
      const known = codes.get(code);
      if (known === undefined) codes.set(code, { areas: [area], message: formatSentence(write) });
      else known.areas.push(area);
    }
  }
  return Object.fromEntries([...codes].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Returns the catalog in the format of the API description. */
export const problemCatalogue = () => ({
  type: 'about:blank',
  statuses: Object.fromEntries(
    Object.entries(STATUS_MEANINGS).map(([status, meaning]) => [
      status,
      { title: STATUS_CODES[status] ?? '', meaning },
    ]),
  ),
  codes: problemCodes(),
});
