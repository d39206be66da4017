/** How a payment is walked: a borrower with one account past due, and a payer who has no saved bank account. */
import { toCents } from '#domain/money.ts';
import type { BankAccountEntry } from '../bank-account/bank-account.machine.ts';
import { defineModel } from '../kit/model.ts';
import type { PaymentFacts } from '../payment-facts/payment-facts.machine.ts';
import {
  sampleAfterCutoff,
  sampleDates,
  sampleInstructions,
  sampleMethods,
  sampleOverview,
  samplePayment,
  samplePerson as person,
  sampleToday,
  sampleUpcoming,
} from '../kit/samples.ts';
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
  failure: null,
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

/** A new bank account as its own chart tells of it. */
const values = {
  routingNumber: '021000021',
  accountNumber: '4711471147',
  accountHolder: 'Avery Quist',
  accountTypeId: '1',
  savePaymentMethod: false,
  accountNickname: '',
} as const;
const entry: BankAccountEntry = {
  form: { values, touched: [], attempted: false, problems: [], errors: {}, panel: [] },
  bank: null,
  refused: null,
  takenNickname: null,
  remark: null,
};
const verified = { values, bank: { routingNumber: '021000021', bankName: 'JPMorgan Chase' }, savedId: null };

export default defineModel<typeof payflow>({
  machine: payflow,
  inputs: {
    'a borrower': borrower,
    'a borrower whose payment is sent in the older form': { ...borrower, submitVersion: 1 },
    'a payer': { ...borrower, person: { ...person, role: 'payer', givenName: 'Casey' } },
    'a borrower whose tab was reloaded while the payment was under way': reloaded,
    'the same, with choices that do not hold any more': reloadedTooLate,
  },
  events: [
    {
      event: { type: 'field.entered', field: 'paymentDate', value: '' },
      on: ['choosingAmounts'],
      gesture: { action: 'fill', role: 'textbox', name: 'Payment Date', value: '' },
    },
    {
      event: { type: 'field.entered', field: 'paymentDate', value: '11/25/2026' },
      on: ['choosingAmounts'],
      gesture: { action: 'fill', role: 'textbox', name: 'Payment Date', value: '11/25/2026' },
    },
    {
      event: { type: 'field.left', field: 'paymentDate' },
      on: ['choosingAmounts'],
      gesture: { action: 'leave', role: 'textbox', name: 'Payment Date' },
    },
    {
      event: { type: 'field.entered', field: 'option.acct-1', value: 'OtherAmount' },
      on: ['choosingAmounts'],
      gesture: { action: 'choose', role: 'radio', name: 'Other amount' },
    },
    {
      event: { type: 'field.entered', field: 'otherAmount.acct-1', value: '0' },
      on: ['choosingAmounts'],
      where: ({ schedule }) => schedule?.values['option.acct-1'] === 'OtherAmount',
      gesture: { action: 'fill', role: 'textbox', name: 'Other amount', value: '0' },
    },
    {
      event: { type: 'field.entered', field: 'otherAmount.acct-1', value: '25.00' },
      on: ['choosingAmounts'],
      where: ({ schedule }) => schedule?.values['option.acct-1'] === 'OtherAmount',
      gesture: { action: 'fill', role: 'textbox', name: 'Other amount', value: '25.00' },
    },
    {
      event: { type: 'field.entered', field: 'methodId', value: 'method-2' },
      on: ['choosingMethod'],
      where: ({ methods }) => methods.length > 0,
      gesture: { action: 'choose', role: 'radio', name: 'Rainy Day Savings' },
    },
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
    { event: { type: 'addMethod.chosen' }, gesture: { action: 'click', role: 'button', name: 'Add Payment Method' } },
    { event: { type: 'bankAccount.entered', entry } },
    { event: { type: 'bankAccount.judged', entry } },
    { event: { type: 'bankAccount.submitted' } },
    { event: { type: 'continue.pressed' }, gesture: { action: 'click', role: 'button', name: 'Continue' } },
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
    getBalancesAfterCutoff: {
      'what is owed after the cutoff': { answers: sampleAfterCutoff },
      'no answer in time': { throws: { kind: 'noAnswer' } },
    },
    getPaymentFacts: {
      'everything is there': { answers: facts },
      'no method is saved': { answers: { ...facts, methods: [] } },
      'something is missing': { answers: { ...facts, payment: null, failure: { kind: 'noAnswer' } } },
      'the chart of the facts stops in error': { throws: { kind: 'unreadable', detail: 'Unexpected Error' } },
    },
    enterBankAccount: {
      'an account that is not saved': { answers: verified },
      'an account that is saved': { answers: { ...verified, savedId: 'method-3' } },
      'the chart of the account stops in error': { throws: { kind: 'unreadable', detail: 'Unexpected Error' } },
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
    submitPaymentV1: {
      'the payment is taken': { answers: { result: 'taken', answer: taken, record: null } },
      'the chart of the submission stops in error': { throws: { kind: 'unreadable', detail: 'Unexpected Error' } },
    },
    settlePayment: {
      'it was taken': { answers: { result: 'taken', answer: taken, record } },
      'it was refused': { answers: { result: 'refused', answer: refused, failure: null } },
      'it never arrived': { answers: { result: 'neverArrived' } },
      'the chart of the submission stops in error': { throws: { kind: 'unreadable', detail: 'Unexpected Error' } },
    },
  },
  facts: ({ submitVersion, schedule, method, review, completed, submission, methods, draft, cutoff }) => ({
    schedule: schedule?.problems.map(({ field }) => field),
    isTypingAmount: schedule?.values['option.acct-1'] === 'OtherAmount',
    isNewMethod: method?.values.methodId === '',
    terms: review.values.terms,
    completed: completed.length,
    hasSubmission: submission !== null,
    hasCutoff: cutoff !== null,
    isLater: schedule?.values.paymentDate === '11/25/2026',
    submitVersion,
    hasMethods: methods.length > 0,
    draft: draft?.values['paymentDate'],
  }),
});
