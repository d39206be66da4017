/** Specification of a message to the servicer (P §2.1, rulings 3, 4 and 112), new or sent before a reload. */
import type { EmailPage, EmailRecord, SentEmail } from '#domain/messages/email-us/shapes.ts';
import { unless } from '../../kit/expected-form.ts';
import { formPageSpec } from '../../kit/form-page-spec.ts';
import { neverArrived, refusedAs, rejected } from '../../kit/spec-submission.ts';
import { emailPage } from './email-us.machine.ts';

const SUBJECT = 'My payment';
const TEXT = 'When will it be posted?';
const NUMBER_IN_TEXT = 'My number is 123-45-6789.';

const nothing: EmailPage = { accounts: [], messages: [], total: 0 };
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

export default formPageSpec(emailPage, {
  shows: ['Email Us'],
  facts: nothing,
  load: [{}, page, ['My tax form', 'M000000007']],
  form: {
    shows: ['Topic', 'Subject', 'Message'],
    starting: { topic: '', accountId: '', subject: '', text: '' },
    stored: { subject: SUBJECT },
    fields: {
      topic: {
        label: 'Topic',
        role: 'combobox',
        entries: ['payments'],
        errors: { 'topic.required': 'Please select a topic.' },
      },
      accountId: { label: 'Account (optional)', role: 'combobox', entries: ['acct-1'] },
      subject: {
        label: 'Subject',
        entries: [SUBJECT],
        errors: { 'subject.required': 'Please enter a subject.' },
      },
      text: {
        label: 'Message',
        entries: [TEXT, NUMBER_IN_TEXT],
        errors: {
          'text.required': 'Please enter your message.',
          'text.socialSecurityNumber': 'Please remove the Social Security number',
        },
      },
    },
    problems: ({ topic, subject, text }) => [
      ...unless('topic', topic !== '', 'topic.required'),
      ...unless('subject', subject !== '', 'subject.required'),
      ...unless('text', text !== '', 'text.required'),
      ...unless('text', text !== NUMBER_IN_TEXT, 'text.socialSecurityNumber'),
    ],
    button: 'Send Message',
  },
  submission: {
    texts: {
      sending: 'Sending your message…',
      outcomeUnknown: "We're checking what happened to your message",
      explanation: "We haven't heard back yet. Please don't write again: a message is sent only once.",
      asking: 'Checking what happened to your message…',
    },
    body: (values) => values,
    accepted: [{ outcome: 'sent', ...numbered }, record],
    notAccepted: {
      'too many messages in a day': [rejected({ outcome: 'tooMany' }), 'tooMany'],
      'the server refuses the request': [refusedAs({ kind: 'refused', status: 422 }), 'couldNotSend'],
      'it never arrived': [neverArrived, 'nothingWasSent'],
    },
  },
  notices: {
    tooMany: "You've sent as many messages as we can take in a day.",
    couldNotSend: "We couldn't send your message. Everything you typed is still here.",
    nothingWasSent: "We didn't receive your message. Please send it again.",
  },
  received: {
    shows: ['Thank you. We have received your message', 'M123456789', SUBJECT],
    of: ({ topic, subject, text, accountId }): SentEmail => ({
      ...numbered,
      topic,
      subject,
      text,
      accountNumber: accountId === '' ? null : 'E100200301',
    }),
    onRequest: { ...record, ...numbered },
    again: 'Write another message',
  },
});
