/**
 * Message to the servicer (P §2.1, /email-us). It is sent exactly once (ruling 4), and the borrower receives a copy
 * with its number.
 */
import { emailUs as calls } from '#domain/messages/email-us/calls.ts';
import * as rules from '#domain/messages/email-us/rules.ts';
import type {
  Email,
  EmailPage,
  EmailRecord,
  EmailResponse,
  EmailValues,
  SentEmail,
} from '#domain/messages/email-us/shapes.ts';
import type { SubmissionResult } from '#domain/submission.ts';
import { call } from '../../kit/effect.ts';
import { formPage } from '../../kit/form-page.machine.ts';
import { submission } from '../../kit/submission.machine.ts';

type Result = SubmissionResult<EmailResponse, EmailRecord>;

export const emailSubmission = submission('emailSubmission', {
  send: call(calls.send),
  settle: call(calls.settle),
  isAccepted: rules.isSent,
});

/** Returns the entered message for the borrower's copy. */
function toRecord(values: EmailValues, { accounts }: EmailPage): EmailRecord {
  const { accountId, ...email } = rules.toEmail(values);
  const account = accounts.find((each) => each.accountId === accountId);
  return { ...email, accountNumber: account?.accountNumber ?? null };
}

/** Returns the notice for a message that was not sent. */
function toNotice(result: Result): 'tooMany' | 'couldNotSend' | 'nothingWasSent' {
  if (result.result === 'neverArrived') return 'nothingWasSent';
  return result.result === 'refused' && result.answer?.outcome === 'tooMany' ? 'tooMany' : 'couldNotSend';
}

export const emailPage = formPage({
  id: 'emailUs',
  description: 'A borrower writes a message to the servicer, sends it once and receives a copy',
  screen: { path: '/email-us', title: 'Email Us' },
  form: {
    schema: rules.emailSchema,
    normalize: (_, value) => (typeof value === 'string' ? value.trim() : value),
    starting: rules.emptyEmail,
    facts: { accounts: [], messages: [], total: 0 } as EmailPage,
  },
  load: { what: "the borrower's accounts and earlier messages", call: call(calls.sent), request: {} },
  what: 'the message',
  submission: emailSubmission,
  body: (values): Email => rules.toEmail(values),
  received: ({ answer, record }, values, page): SentEmail | null =>
    answer.outcome === 'sent'
      ? { ...(record ?? toRecord(values, page)), messageNumber: answer.messageNumber, sentAt: answer.sentAt }
      : null,
  notice: toNotice,
  again: true,
});
export const emailUs = emailPage.machine;
