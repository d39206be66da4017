/** The messages of the issues that a call's schemas carry, from the messages of its area. */
import { bankMessages } from '#domain/banking/messages.ts';
import { credentialMessages } from '#domain/credentials/messages.ts';
import { documentMessages } from '#domain/documents/messages.ts';
import { draftMessages } from '#domain/drafts/messages.ts';
import { paymentMessages } from '#domain/payments/messages.ts';
import { type Issue, type Messages, messageOf } from '#domain/issue.ts';

type ToMessage = (issue: Issue) => string | undefined;

const area =
  <V extends Issue>(messages: Messages<V>): ToMessage =>
  (issue) =>
    // A code that has a message is one of the area's issues: the schemas that carry it are the area's own.
    issue.code in messages ? messageOf(messages, issue) : undefined;

const MESSAGES: Readonly<Record<string, ToMessage>> = {
  payments: area(paymentMessages),
  documents: area(documentMessages),
  drafts: area(draftMessages),
  credentials: area(credentialMessages),
  banking: area(bankMessages),
};

/** The message of `issue` to a person, for a call such as `payments.submit`. */
export function messageFor(callId: string, issue: Issue): string {
  const message = MESSAGES[callId.split('.')[0] ?? '']?.(issue);
  const { detail } = issue;
  return message ?? (typeof detail === 'string' ? detail : issue.code);
}
