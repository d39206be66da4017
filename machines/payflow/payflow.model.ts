/** How a payment is walked: a borrower with one account past due, and a payer who has no saved bank account. */
import { defineModel } from '../kit/model.ts';
import { sampleDates, sampleMethods, sampleOverview, samplePayment, samplePerson as person } from '../kit/samples.ts';
import type { PayflowInput } from './payflow.context.ts';
import { payflow } from './payflow.machine.ts';

const KEY = '3f2b8c1e-7a54-4d09-9c1b-52f6f0a7d301';

const borrower: PayflowInput = {
  person,
  payerRoleId: 1,
  paymentSourceTypeId: 1,
  userAgent: 'A browser',
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

const facts = {
  overview: sampleOverview,
  dates: sampleDates,
  payment: samplePayment,
  methods: sampleMethods,
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
  accounts: [{ accountNumber: 'E100200301', paymentAmount: samplePayment.totalDue }],
  methodName: 'Everyday Checking',
  methodAccountNumber: '*****6789',
};

export default defineModel<typeof payflow>({
  machine: payflow,
  inputs: {
    'a borrower': borrower,
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
    {
      event: { type: 'field.entered', field: 'routingNumber', value: '0210' },
      on: ['choosingMethod'],
      gesture: { action: 'fill', role: 'textbox', name: 'Routing Number', value: '0210' },
    },
    {
      event: { type: 'field.entered', field: 'routingNumber', value: '021000021' },
      on: ['choosingMethod'],
      gesture: { action: 'fill', role: 'textbox', name: 'Routing Number', value: '021000021' },
    },
    {
      event: { type: 'field.left', field: 'routingNumber' },
      on: ['choosingMethod'],
      gesture: { action: 'leave', role: 'textbox', name: 'Routing Number' },
    },
    {
      event: { type: 'field.entered', field: 'accountNumber', value: '4711471147' },
      on: ['choosingMethod'],
      gesture: { action: 'fill', role: 'textbox', name: 'Account Number', value: '4711471147' },
    },
    {
      event: { type: 'field.entered', field: 'accountNumber', value: '4711471148' },
      on: ['choosingMethod'],
      gesture: { action: 'fill', role: 'textbox', name: 'Account Number', value: '4711471148' },
    },
    {
      event: { type: 'field.entered', field: 'accountHolder', value: 'Avery Quist' },
      on: ['choosingMethod'],
      gesture: { action: 'fill', role: 'textbox', name: 'Name on Account', value: 'Avery Quist' },
    },
    {
      event: { type: 'field.entered', field: 'savePaymentMethod', value: true },
      on: ['choosingMethod'],
      where: ({ person: { role } }) => role === 'borrower',
      gesture: { action: 'check', role: 'checkbox', name: 'Save this payment method' },
    },
    {
      event: { type: 'field.entered', field: 'accountNickname', value: 'My Checking Account' },
      on: ['choosingMethod'],
      where: ({ bankAccount }) => bankAccount?.values.savePaymentMethod === true,
      gesture: { action: 'fill', role: 'textbox', name: 'Account Nickname', value: 'My Checking Account' },
    },
    { event: { type: 'continue.pressed' }, gesture: { action: 'click', role: 'button', name: 'Continue' } },
    { event: { type: 'previous.pressed' }, gesture: { action: 'click', role: 'button', name: 'Previous' } },
    { event: { type: 'submit.pressed' }, gesture: { action: 'click', role: 'button', name: 'Submit Payment' } },
    { event: { type: 'outcome.askedAgain' }, gesture: { action: 'click', role: 'button', name: 'Check again now' } },
    { event: { type: 'refusal.closed' }, gesture: { action: 'click', role: 'button', name: 'Close' } },
    {
      event: { type: 'anotherPayment.wanted' },
      gesture: { action: 'click', role: 'button', name: 'Make Another Payment' },
    },
    { event: { type: 'retry.wanted' }, gesture: { action: 'click', role: 'button', name: 'Try again' } },
  ],
  outcomes: {
    getPaymentFacts: {
      'everything is there': { answers: facts },
      'no method is saved': { answers: { ...facts, methods: [] } },
      'something is missing': { answers: { ...facts, payment: null, failure: { kind: 'noAnswer' } } },
      'the chart of the facts stops in error': { throws: { kind: 'unreadable', detail: 'Unexpected Error' } },
    },
    getBankName: {
      'a bank': { answers: { bankName: 'JPMorgan Chase' } },
      'no bank has this number': { answers: { bankName: null } },
      'no answer in time': { throws: { kind: 'noAnswer' } },
    },
    validateBank: {
      'the account can take payments': { answers: { nachaValidationResult: { isSuccessful: true } } },
      'the account cannot be verified': { answers: { nachaValidationResult: { isSuccessful: false } } },
      'no answer in time': { throws: { kind: 'noAnswer' } },
    },
    saveMethod: {
      saved: { answers: { result: 'method-3' } },
      'the nickname is taken': { throws: { kind: 'refused', status: 422 } },
      'no answer in time': { throws: { kind: 'noAnswer' } },
    },
    makeSubmissionKey: {
      'a key': { answers: KEY },
      'no key can be made': { throws: { kind: 'unreadable', detail: 'Unexpected Error' } },
    },
    submitPayment: {
      'the payment is taken': { answers: taken },
      'the payment is refused': { answers: refused },
      'the server refuses the request': { throws: { kind: 'refused', status: 422 } },
      'no answer in time': { throws: { kind: 'noAnswer' } },
    },
    settleSubmission: {
      'it was taken': { answers: { outcome: 'recorded', answer: taken, payment: record } },
      'it was refused': { answers: { outcome: 'recorded', answer: refused, payment: record } },
      'it never arrived': { answers: { outcome: 'closed' } },
      'no answer in time': { throws: { kind: 'noAnswer' } },
    },
  },
  facts: ({ schedule, method, bankAccount, review, completed, submission, methods, draft }) => ({
    schedule: schedule?.problems.map(({ field }) => field),
    isTypingAmount: schedule?.values['option.acct-1'] === 'OtherAmount',
    isNewMethod: method?.values.methodId === '',
    bankAccount: bankAccount?.problems.length,
    isToBeSaved: bankAccount?.values.savePaymentMethod,
    terms: review.values.terms,
    completed: completed.length,
    hasSubmission: submission !== null,
    hasMethods: methods.length > 0,
    draft: draft?.values['paymentDate'],
  }),
});
