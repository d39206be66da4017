/** Model of Example Form (ruling 4). */
import type { ContextFrom } from 'xstate';
import type { FieldProblem } from '#domain/issue.ts';
import { sampleKey } from '#domain/samples.ts';
import { expectedForm, touching, unless } from '#machines/kit/expected-form.ts';
import { REVIEW, TRY_AGAIN, toErrors, toNotice } from '#machines/kit/expected-page.ts';
import { defineModel } from '#machines/kit/model.ts';
import { expectedOnce } from '#machines/kit/expected-submission.ts';
import { createSubmissionModel } from '#machines/kit/submission.model.ts';
import { exampleForm, exampleFormSubmission } from './example-form.machine.ts';

type Context = ContextFrom<typeof exampleForm>;

const TITLE = 'Example Form';
const LABEL = 'Message';
const TEXT = 'When will my payment be posted?';
const NO_TEXT = 'Please enter your message.';
const SENDING = 'Sending your message…';
const CHECKING = 'We are checking what happened to your message';
const TOO_MANY = "You've sent as many messages as we can take in a day.";
const NOT_SENT = "We couldn't send your message. What you typed is still here.";

const body = { topic: 'other', accountId: '', subject: TITLE, text: TEXT };
const answer = { outcome: 'sent', messageNumber: 'M123456789', sentAt: '2026-11-20T15:00:00.000Z' };
const record = { topic: 'other', accountNumber: null, subject: TITLE, text: TEXT };

/** Returns the validation problems of a text. */
const problems = (text: string): FieldProblem[] => [...unless('text', text !== '', 'text.required')];

/** Returns the form after a change. */
function after({ form }: Context, change: { text?: string; touched?: readonly string[]; attempted?: true }) {
  const { text = form.values.text, ...shown } = change;
  return { form: expectedForm({ text }, problems(text), { ...form, ...shown }) };
}

const submission = expectedOnce<Context>({ state: 'sending', call: 'sendForm', request: () => ({ body }) });

const notSent = (notice: 'tooMany' | 'notSent', reads: string) => ({
  state: 'entering',
  context: { key: null, notice },
  focus: toNotice,
  reads: [reads],
});

const isSent = { state: 'sent', context: { key: null, messageNumber: 'M123456789' }, focus: toNotice };

export default defineModel<typeof exampleForm>({
  machine: exampleForm,
  inputs: {
    'a borrower': {
      input: {},
      then: {
        state: 'entering',
        context: { form: expectedForm({ text: '' }, problems('')), key: null, messageNumber: null, notice: null },
      },
    },
  },
  events: [
    {
      event: { type: 'field.changed', field: 'text', value: TEXT },
      gesture: { action: 'fill', role: 'textbox', name: LABEL, value: TEXT },
      then: { in: 'entering', context: (before) => after(before, { text: TEXT }) },
    },
    {
      event: { type: 'field.left', field: 'text' },
      gesture: { action: 'leave', role: 'textbox', name: LABEL },
      then: [
        {
          in: 'entering',
          when: ({ form }) => form.values.text === '',
          context: (before) => after(before, { touched: touching(before.form.touched, 'text') }),
          reads: [NO_TEXT],
        },
        { in: 'entering', context: (before) => after(before, { touched: touching(before.form.touched, 'text') }) },
      ],
    },
    {
      event: { type: 'submit.pressed' },
      gesture: { action: 'click', role: 'button', name: 'Send Message' },
      then: [
        {
          in: 'entering',
          when: ({ form }) => form.values.text === '',
          context: (before) => ({ ...after(before, { attempted: true }), notice: null }),
          focus: toErrors,
          reads: [REVIEW, NO_TEXT],
        },
        {
          in: 'entering',
          ...submission.sends,
          context: { notice: null },
          reads: [SENDING],
          hides: [TOO_MANY, NOT_SENT],
        },
      ],
    },
    {
      event: { type: 'retry.wanted' },
      gesture: { action: 'click', role: 'button', name: TRY_AGAIN },
      then: submission.retried,
    },
    submission.keyMade,
  ],
  outcomes: {
    sendForm: {
      'it is sent': { answers: { result: 'accepted', answer, record: null }, then: isSent },
      'it was sent, as the server says when it is asked': {
        answers: { result: 'accepted', answer, record },
        then: isSent,
      },
      'too many were sent': {
        answers: { result: 'refused', answer: { outcome: 'tooMany' }, failure: null },
        then: notSent('tooMany', TOO_MANY),
      },
      'the server refuses the request': {
        answers: { result: 'refused', answer: null, failure: { kind: 'refused', status: 422 } },
        then: notSent('notSent', NOT_SENT),
      },
      'it never arrived': { answers: { result: 'neverArrived' }, then: notSent('notSent', NOT_SENT) },
      'it stops in error': {
        throws: { kind: 'unreadable', detail: 'Unexpected Error' },
        then: { state: 'outcomeCheckFailed', focus: toNotice },
      },
    },
  },
  screens: {
    entering: [TITLE, LABEL, 'Send Message'],
    sending: [TITLE],
    outcomeCheckFailed: [TITLE, CHECKING],
    sent: [TITLE, 'Thank you. We have your message. Its number is M123456789.'],
  },
  claims: {
    'only a valid text is sent': {
      never: ({ isIn, context }) => isIn('sending') && context.form.values.text === '',
      brokenBy: 'guard isFormComplete: always true',
    },
    'a text counts as sent only when the server says so': {
      reaching: ({ isIn }) => isIn('sent'),
      needs: (by) => by.kind === 'outcome' && /^it (?:is|was) sent/.test(by.outcome),
      brokenBy: 'guard isSent: always true',
    },
  },
  children: {
    sendForm: createSubmissionModel(exampleFormSubmission, {
      key: sampleKey,
      body,
      accepted: answer,
      rejected: { outcome: 'tooMany' },
      record,
      messages: {
        sending: SENDING,
        outcomeUnknown: CHECKING,
        explanation: "We haven't heard back yet. Please don't send it again: a message is sent only once.",
        asking: 'Checking what happened to your message…',
      },
    }),
  },
  facts: ({ form, notice, key }) => ({
    text: form.values.text,
    isTouched: form.touched.length > 0,
    isAttempted: form.attempted,
    notice,
    hasKey: key !== null,
  }),
});
