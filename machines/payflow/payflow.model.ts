/** How a payment is walked. What happens within its steps is walked with their own charts. */
import { toCents } from '#domain/money.ts';
import { defineModel } from '../kit/model.ts';
import {
  sampleDates,
  sampleInstructions,
  sampleMethods,
  sampleOverview,
  samplePayment,
  samplePerson as person,
  sampleToday,
  sampleUpcoming,
} from '../kit/samples.ts';
import type { PaymentFacts } from '../payment-facts/payment-facts.machine.ts';
import type { MethodEntry } from '../payment-method/payment-method.machine.ts';
import type { ScheduleEntry } from '../payment-schedule/payment-schedule.machine.ts';
import type { PayflowInput } from './payflow.context.ts';
import { payflow } from './payflow.machine.ts';

const KEY = '3f2b8c1e-7a54-4d09-9c1b-52f6f0a7d301';

const borrower: PayflowInput = {
  person,
  payerRoleId: 1,
  paymentSourceTypeId: 1,
  userAgent: 'A browser',
  nearPayoffRange: toCents(2_500),
  submitVersion: 2,
  hasNewSidebar: false,
  draft: null,
  limits: { nameOnAccount: { min: 2, max: 22 }, nickname: { min: 2, max: 27 } },
};

/** Somebody whose tab was reloaded while the payment was under way. */
const reloaded: PayflowInput = {
  ...borrower,
  draft: {
    version: 1,
    values: { paymentDate: '11/23/2026', 'option.acct-1': 'MonthlyPayment', 'otherAmount.acct-1': '' },
    methodId: 'method-1',
    completed: ['schedule', 'method'],
    submission: { key: KEY, sent: true },
  },
};

/** The same, but the amounts that were chosen do not hold any more. */
const reloadedTooLate: PayflowInput = {
  ...borrower,
  draft: reloaded.draft && { ...reloaded.draft, values: { ...reloaded.draft.values, paymentDate: '11/19/2026' } },
};

const facts: PaymentFacts = {
  overview: sampleOverview,
  dates: sampleDates,
  payment: samplePayment,
  methods: sampleMethods,
  today: sampleToday,
  accrualEnd: sampleToday,
  upcoming: sampleUpcoming,
  instructions: sampleInstructions,
};

const taken = {
  statusCode: 0,
  statusResultMessage: '',
  paymentConfirmation: { accountNumber: 'E100200301', confirmationNumber: 'LK-4F7Q-22MX' },
  authorizationDate: '2026-11-20T15:00:00.000Z',
};
const refused = {
  statusCode: 1,
  statusResultMessage: 'Your bank account cannot take this payment today.',
  paymentConfirmation: null,
  authorizationDate: null,
};
const record = {
  effectiveDate: sampleDates.earliestPaymentDate,
  total: samplePayment.totalDue,
  accounts: [{ accountNumber: 'E100200301', paymentAmount: samplePayment.totalDue, keepsDueDate: false, groups: [] }],
  methodName: 'Everyday Checking',
  methodAccountNumber: '*****6789',
};

/** What the charts of the steps tell. */
const schedule: ScheduleEntry = {
  form: {
    values: { paymentDate: '11/23/2026', 'option.acct-1': 'MonthlyPayment', 'otherAmount.acct-1': '' },
    touched: [],
    attempted: false,
    problems: [],
    errors: {},
    panel: [],
  },
  cutoff: null,
};
const saved: MethodEntry = { methodId: 'method-1', verified: null, bankAccount: null, takenNickname: null };
const entered: MethodEntry = {
  ...saved,
  methodId: '',
  verified: {
    values: {
      routingNumber: '021000021',
      accountNumber: '4711471147',
      accountHolder: 'Avery Quist',
      accountTypeId: '1',
      savePaymentMethod: false,
      accountNickname: '',
    },
    bankName: 'JPMorgan Chase',
    name: 'JPMorgan Chase',
    savedId: null,
  },
};

export default defineModel<typeof payflow>({
  machine: payflow,
  inputs: {
    'a borrower': borrower,
    'a borrower whose payment is sent in the older form': { ...borrower, submitVersion: 1 },
    'a borrower whose tab was reloaded while the payment was under way': reloaded,
    'the same, with choices that do not hold any more': reloadedTooLate,
  },
  events: [
    { event: { type: 'schedule.entered', entry: schedule } },
    { event: { type: 'schedule.judged', entry: schedule } },
    { event: { type: 'method.entered', entry: saved } },
    { event: { type: 'method.judged', entry: saved } },
    { event: { type: 'method.submitted' } },
    { event: { type: 'method.failed' } },
    {
      event: { type: 'field.entered', field: 'terms', value: true },
      on: ['reviewing'],
      gesture: {
        action: 'check',
        role: 'checkbox',
        name: 'I agree to the terms of the Payment Authorization and Insufficient Funds Statement',
      },
    },
    {
      event: { type: 'field.entered', field: 'terms', value: false },
      on: ['reviewing'],
      gesture: {
        action: 'uncheck',
        role: 'checkbox',
        name: 'I agree to the terms of the Payment Authorization and Insufficient Funds Statement',
      },
    },
    { event: { type: 'previous.pressed' }, gesture: { action: 'click', role: 'button', name: 'Previous' } },
    { event: { type: 'submit.pressed' }, gesture: { action: 'click', role: 'button', name: 'Submit Payment' } },
    { event: { type: 'refusal.closed' }, gesture: { action: 'click', role: 'button', name: 'Close' } },
    {
      event: { type: 'anotherPayment.wanted' },
      gesture: { action: 'click', role: 'button', name: 'Make Another Payment' },
    },
    { event: { type: 'restart.wanted' } },
    { event: { type: 'retry.wanted' }, gesture: { action: 'click', role: 'button', name: 'Try again' } },
  ],
  outcomes: {
    getPaymentFacts: {
      'everything is there': { answers: facts },
      'something is missing': { answers: null },
      'the chart of the facts stops in error': { throws: { kind: 'unreadable', detail: 'Unexpected Error' } },
    },
    chooseSchedule: {
      'a day and amounts': { answers: schedule },
      'the chart of the schedule stops in error': { throws: { kind: 'unreadable', detail: 'Unexpected Error' } },
    },
    chooseMethod: {
      'a saved method': { answers: saved },
      'a new bank account': { answers: entered },
      'the chart of the method stops in error': { throws: { kind: 'unreadable', detail: 'Unexpected Error' } },
    },
    makeSubmissionKey: {
      'a key': { answers: KEY },
      'no key can be made': { throws: { kind: 'unreadable', detail: 'Unexpected Error' } },
    },
    submitPayment: {
      'the payment is taken': { answers: { result: 'taken', answer: taken, record: null } },
      'the payment is taken, as the server says when it is asked': {
        answers: { result: 'taken', answer: taken, record },
      },
      'the payment is refused': { answers: { result: 'refused', answer: refused, failure: null } },
      'the server refuses the request': {
        answers: { result: 'refused', answer: null, failure: { kind: 'refused', status: 422 } },
      },
      'it never arrived': { answers: { result: 'neverArrived' } },
      'the chart of the submission stops in error': { throws: { kind: 'unreadable', detail: 'Unexpected Error' } },
    },
  },
  facts: ({ submitVersion, review, completed, submission, draft }) => ({
    submitVersion,
    terms: review.values.terms,
    completed: completed.length,
    hasSubmission: submission !== null,
    hasBeenSent: submission?.sent === true,
    draft: draft?.values['paymentDate'],
  }),
});
