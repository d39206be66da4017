/** Model of a message to the servicer (P §2.1, rulings 3, 4 and 112), new or sent before a reload. */
import type { EmailPage, EmailRecord, EmailValues, SentEmail } from '#domain/messages/email-us/shapes.ts';
import { createFormPageModel } from '../../kit/expected-form-page.ts';
import { unless } from '../../kit/expected-form.ts';
import { emailPage } from './email-us.machine.ts';

const SUBJECT = 'My payment';
const TEXT = 'When will it be posted?';
const NUMBER_IN_TEXT = 'My number is 123-45-6789.';

const page: EmailPage = {
  accounts: [{ accountId: 'acct-1', accountNumber: 'E100200301', loanType: 'Direct' }],
  messages: [
    {
      messageNumber: 'M000000007',
      sentAt: '2026-11-12T15:00:00.000Z',
      topic: 'documents',
      accountNumber: null,
      subject: 'My tax form',
      text: 'Where do I find it?',
    },
  ],
  total: 1,
};

const numbered = { messageNumber: 'M123456789', sentAt: '2026-11-20T15:00:00.000Z' };
const record: EmailRecord = { topic: 'payments', accountNumber: null, subject: SUBJECT, text: TEXT };

const fill = (field: 'subject' | 'text', name: string, value: string) =>
  ({ field, value, gesture: { action: 'fill', role: 'textbox', name, value } }) as const;
const choose = (field: 'topic' | 'accountId', name: string, value: string) =>
  ({ field, value, gesture: { action: 'choose', role: 'combobox', name, value } }) as const;

export default createFormPageModel(emailPage, {
  starting: { topic: '', accountId: '', subject: '', text: '' },
  facts: { accounts: [], messages: [], total: 0 },
  load: { request: {}, answer: page, reads: ['My tax form', 'M000000007'] },
  problems: (values: EmailValues) => [
    ...unless('topic', values.topic !== '', 'topic.required'),
    ...unless('subject', values.subject !== '', 'subject.required'),
    ...unless('text', values.text !== '', 'text.required'),
    ...unless('text', values.text !== NUMBER_IN_TEXT, 'text.socialSecurityNumber'),
  ],
  entries: [
    choose('topic', 'Topic', 'payments'),
    choose('accountId', 'Account (optional)', 'acct-1'),
    fill('subject', 'Subject', SUBJECT),
    fill('text', 'Message', TEXT),
    fill('text', 'Message', NUMBER_IN_TEXT),
  ],
  leaves: [
    {
      field: 'text',
      gesture: { action: 'leave', role: 'textbox', name: 'Message' },
      errors: { 'text.socialSecurityNumber': 'Please remove the Social Security number' },
    },
  ],
  kept: { subject: SUBJECT },
  body: (values) => values,
  received: ({ topic, subject, text, accountId }): SentEmail => ({
    ...numbered,
    topic,
    subject,
    text,
    accountNumber: accountId === '' ? null : 'E100200301',
  }),
  receivedEarlier: { ...record, ...numbered },
  answers: {
    accepted: { outcome: 'sent', ...numbered },
    record,
    refused: { answer: { outcome: 'tooMany' }, notice: 'tooMany' },
  },
  notices: {
    tooMany: "You've sent as many messages as we can take in a day.",
    couldNotSend: "We couldn't send your message. Everything you typed is still here.",
    nothingWasSent: "We didn't receive your message. Please send it again.",
  },
  failed: 'couldNotSend',
  neverArrived: 'nothingWasSent',
  texts: {
    sending: 'Sending your message…',
    outcomeUnknown: "We're checking what happened to your message",
    explanation: "We haven't heard back yet. Please don't write again: a message is sent only once.",
    asking: 'Checking what happened to your message…',
  },
  button: 'Send Message',
  again: 'Write another message',
  screens: {
    all: ['Email Us'],
    entering: ['Topic', 'Subject', 'Message'],
    received: ['Thank you. We have received your message', 'M123456789', SUBJECT],
  },
  notOnScreen: {
    'submit "the server refuses the request" (2)':
      'A message that was sent before a reload is asked about, and that is not answered so.',
  },
});
