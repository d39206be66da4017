/** Model of a message to the servicer (P §2.1, rulings 3 and 4), new or sent before a reload. */
import type { ContextFrom } from 'xstate';
import type { EmailPage } from '#domain/messages/email-us/shapes.ts';
import type { FieldProblem } from '#domain/issue.ts';
import { sampleKey } from '#domain/samples.ts';
import { expectedForm, touching, unless } from '../../kit/expected-form.ts';
import { COULD_NOT_LOAD, REVIEW, toErrors, toNotice } from '../../kit/expected-page.ts';
import { defineModel } from '../../kit/model.ts';
import { expectedOnce, isNew } from '../../kit/expected-submission.ts';
import { createSubmissionModel } from '../../kit/submission.model.ts';
import { emailDraft, emailSubmission, emailUs } from './email-us.machine.ts';

type Context = ContextFrom<typeof emailUs>;
type Values = Context['form']['values'];

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

const SENDING = 'Sending your message…';
const NO_TEXT = 'Please enter your message.';
const LEAVE_NUMBER_OUT = 'Please remove the Social Security number';
const CHECKING = 'We are checking what happened to your message';
const NOTICES = {
  tooMany: "You've sent as many messages as we can take in a day.",
  couldNotSend: "We couldn't send your message. Everything you typed is still here.",
  nothingWasSent: "We didn't receive your message. Please send it again.",
} as const;

/** Returns the validation problems of the sample values. */
const problems = (values: Values): FieldProblem[] => [
  ...unless('topic', values.topic !== '', 'topic.required'),
  ...unless('subject', values.subject !== '', 'subject.required'),
  ...unless('text', values.text !== '', 'text.required'),
  ...unless('text', values.text !== NUMBER_IN_TEXT, 'text.socialSecurityNumber'),
];
const isRight = ({ form }: Context) => problems(form.values).length === 0;

type Change = Partial<Pick<Context['form'], 'touched' | 'attempted'>> & { readonly values?: Partial<Values> };

function after({ form: before }: Context, { values, ...change }: Change) {
  const form = { ...before, ...change, values: { ...before.values, ...values } };
  return { form: expectedForm(form.values, problems(form.values), form) };
}

const empty: Values = { topic: '', accountId: '', subject: '', text: '' };
const emptyForm = expectedForm(empty, problems(empty));

const fill = (field: 'subject' | 'text', name: string, value: string) => ({
  event: { type: 'field.changed', field, value } as const,
  on: ['writing'],
  gesture: { action: 'fill', role: 'textbox', name, value } as const,
  then: { in: 'writing', context: (before: Context) => after(before, { values: { [field]: value } }) },
});
const choose = (field: 'topic' | 'accountId', name: string, value: string) => ({
  event: { type: 'field.changed', field, value } as const,
  on: ['writing'],
  gesture: { action: 'choose', role: 'combobox', name, value } as const,
  then: { in: 'writing', context: (before: Context) => after(before, { values: { [field]: value } }) },
});

const submission = expectedOnce<Context>({
  state: 'sending',
  call: 'sendEmail',
  request: ({ form: { values } }) => ({ body: values }),
});

/** Expected result of a failure: a notice appears above the form and the input stays (ruling 3). */
const explained = (notice: keyof typeof NOTICES, context: object = { key: null }) => ({
  state: 'writing',
  context: { ...context, notice },
  focus: toNotice,
  reads: [NOTICES[notice]],
});

const answer = { outcome: 'sent', messageNumber: 'M123456789', sentAt: '2026-11-20T15:00:00.000Z' };
const record = { topic: 'payments', accountNumber: null, subject: SUBJECT, text: TEXT };
const { outcome: _, ...numbered } = answer;
const failed = (status: number) => ({ result: 'refused', answer: null, failure: { kind: 'refused', status } });
const NOT_ANSWERED = 'A message that was sent before a reload is asked about, and that is not answered so.';

const loads = { state: 'loadingPage', calls: { getPage: {} } };
const atFirst = { page: { accounts: [], messages: [], total: 0 }, form: emptyForm, sent: null, notice: null };

const isTyped = ({ form: { values } }: Context) => values.text !== '';

export default defineModel<typeof emailUs>({
  machine: emailUs,
  inputs: {
    'a borrower': { input: { draft: null }, then: { ...loads, context: { ...atFirst, key: null } } },
    'a borrower whose page was reloaded while a message was under way': {
      input: { draft: { version: 1, key: sampleKey } },
      then: { ...loads, context: { ...atFirst, key: sampleKey } },
    },
  },
  events: [
    choose('topic', 'Topic', 'payments'),
    choose('accountId', 'Account (optional)', 'acct-1'),
    fill('subject', 'Subject', SUBJECT),
    fill('text', 'Message', TEXT),
    fill('text', 'Message', NUMBER_IN_TEXT),
    {
      event: { type: 'field.left', field: 'text' },
      on: ['writing'],
      gesture: { action: 'leave', role: 'textbox', name: 'Message' },
      then: [
        {
          in: 'writing',
          when: ({ form }) => form.values.text === NUMBER_IN_TEXT,
          context: (before) => after(before, { touched: touching(before.form.touched, 'text') }),
          reads: [LEAVE_NUMBER_OUT],
        },
        { in: 'writing', context: (before) => after(before, { touched: touching(before.form.touched, 'text') }) },
      ],
    },
    {
      event: { type: 'submit.pressed' },
      gesture: { action: 'click', role: 'button', name: 'Send Message' },
      then: [
        {
          in: 'writing',
          when: isRight,
          ...submission.sends,
          context: { notice: null },
          reads: [SENDING],
          hides: Object.values(NOTICES),
        },
        {
          in: 'writing',
          when: ({ form }) => form.values.text === '',
          context: (before) => ({ ...after(before, { attempted: true }), notice: null }),
          focus: toErrors,
          reads: [REVIEW, NO_TEXT],
          hides: Object.values(NOTICES),
        },
        {
          in: 'writing',
          context: (before) => ({ ...after(before, { attempted: true }), notice: null }),
          focus: toErrors,
          reads: [REVIEW],
          hides: Object.values(NOTICES),
        },
      ],
    },
    {
      event: { type: 'retry.wanted' },
      gesture: { action: 'click', role: 'button', name: 'Try again' },
      then: [{ in: 'couldNotLoad', ...loads, hides: [COULD_NOT_LOAD] }, ...submission.retried],
    },
    submission.keyMade,
    {
      event: { type: 'another.wanted' },
      gesture: { action: 'click', role: 'button', name: 'Write another message' },
      then: { in: 'sent', ...loads },
    },
  ],
  outcomes: {
    getPage: {
      'an account and a message': {
        answers: page,
        then: [
          {
            when: ({ key }) => key === sampleKey,
            ...submission.asks,
            context: { page, form: emptyForm },
          },
          {
            state: 'writing',
            context: { page, form: emptyForm },
            reads: ['My tax form', 'M000000007'],
          },
        ],
      },
      'no answer in time': {
        throws: { kind: 'noAnswer' },
        then: { state: 'couldNotLoad', focus: toNotice },
      },
    },
    sendEmail: {
      'it is sent': {
        answers: { result: 'accepted', answer, record: null },
        then: [
          {
            when: isTyped,
            state: 'sent',
            context: ({ form: { values } }) => ({
              sent: {
                topic: values.topic,
                subject: values.subject,
                text: values.text,
                accountNumber: values.accountId === '' ? null : 'E100200301',
                ...numbered,
              },
              key: null,
            }),
            reads: ['M123456789', SUBJECT, TEXT],
          },
          {
            state: 'sent',
            context: { sent: { topic: '', subject: '', text: '', accountNumber: null, ...numbered }, key: null },
          },
        ],
      },
      'it is sent, as the server says when it is asked': {
        answers: { result: 'accepted', answer, record },
        then: {
          state: 'sent',
          context: { sent: { ...record, ...numbered }, key: null },
          reads: ['M123456789', SUBJECT, TEXT],
        },
      },
      'too many were sent': {
        answers: { result: 'refused', answer: { outcome: 'tooMany' }, failure: null },
        then: explained('tooMany'),
      },
      'the server refuses the request': { answers: failed(422), then: explained('couldNotSend') },
      'it never arrived': { answers: { result: 'neverArrived' }, then: explained('nothingWasSent') },
      'it stops in error': {
        throws: { kind: 'unreadable', detail: 'Unexpected Error' },
        then: { state: 'outcomeCheckFailed', focus: toNotice },
      },
    },
  },
  screens: {
    loadingPage: ['Email Us', 'Loading…'],
    couldNotLoad: ['Email Us', COULD_NOT_LOAD],
    writing: ['Email Us', 'Topic', 'Subject', 'Send Message'],
    sending: ['Email Us'],
    outcomeCheckFailed: ['Email Us', CHECKING],
    sent: ['Email Us', 'Thank you. We have received your message', 'Message number'],
  },
  claims: {
    'only a valid message is sent': {
      never: ({ isIn, context }) => isIn('sending') && isNew(context) && !isRight(context),
      brokenBy: 'guard isFormComplete: always true',
    },
    'a message counts as sent only when the server says so': {
      reaching: ({ isIn }) => isIn('sent'),
      needs: (by) => by.kind === 'outcome' && by.outcome.startsWith('it is sent'),
      brokenBy: 'guard isSent: always true',
    },
  },
  notOnScreen: {
    'sendEmail "it is sent" (2)': NOT_ANSWERED,
  },
  draft: { of: emailDraft, secrets: [SUBJECT, TEXT, NUMBER_IN_TEXT, 'E100200301', 'acct-1'] },
  children: {
    sendEmail: createSubmissionModel(emailSubmission, {
      key: sampleKey,
      body: { topic: 'payments', accountId: '', subject: SUBJECT, text: TEXT },
      accepted: answer,
      rejected: { outcome: 'tooMany' },
      record,
      messages: {
        sending: SENDING,
        outcomeUnknown: CHECKING,
        explanation: "We haven't heard back yet. Please don't write again: a message is sent only once.",
        asking: 'Checking what happened to your message…',
      },
    }),
  },
  facts: ({ form, key, page: shown, notice, sent }, isIn) => ({
    values: isIn('sent') ? null : form.values,
    shown: form.attempted,
    isKnown: shown.total > 0,
    hasKey: key !== null,
    notice,
    isSent: sent !== null && isIn('sent'),
  }),
});
