/** Messages for validation issues, taken from the area of the call. */
import { bankMessages } from '#domain/payments/banking/messages.ts';
import { credentialMessages } from '#domain/session/credentials/messages.ts';
import { documentMessages } from '#domain/documents/messages.ts';
import { draftMessages } from '#domain/portal/drafts/messages.ts';
import { paymentMessages } from '#domain/payments/messages.ts';
import { type Issue, type Messages, getMessage } from '#domain/issue.ts';

type ToMessage = (issue: Issue) => string | undefined;

const area =
  <V extends Issue>(messages: Messages<V>): ToMessage =>
  (issue) =>
    // The schemas of an area raise only the area's own issues, so a code with a message belongs to the area.
    issue.code in messages ? getMessage(messages, issue) : undefined;

const MESSAGES: Readonly<Record<string, ToMessage>> = {
  payments: area(paymentMessages),
  documents: area(documentMessages),
  drafts: area(draftMessages),
  credentials: area(credentialMessages),
  banking: area(bankMessages),
};

/** Returns the borrower's message for `issue` of a call such as `payments.submit`. */
export function messageFor(callId: string, issue: Issue): string {
  const message = MESSAGES[callId.split('.')[0] ?? '']?.(issue);
  const { detail } = issue;
  return message ?? (typeof detail === 'string' ? detail : issue.code);
}
