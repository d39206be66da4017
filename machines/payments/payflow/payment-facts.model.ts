/** Model of loading the facts for a payment (Y §7). Data that is only displayed is optional. */
import { toPlainDate } from '#domain/calendar.ts';
import { toCents } from '#domain/money.ts';
import {
  sampleDates,
  sampleMethods,
  paymentWithDraft,
  sampleUpcoming,
  upcomingForTotalDue,
} from '#domain/payments/samples.ts';
import type { PaymentOverview, SpecialPaymentInstruction } from '#domain/payments/shapes.ts';
import { sampleToday } from '#domain/samples.ts';
import { createLoadingModel } from '../../kit/expected-loading.ts';
import { type PaymentData, paymentFacts } from './payment-facts.machine.ts';

const overview: PaymentOverview = {
  paymentDate: toPlainDate('2026-12-05'),
  hasMultipleDueDays: false,
  autoDebitFlag: false,
  autoDebitAmount: toCents(0),
};

const instructions: readonly SpecialPaymentInstruction[] = [
  { borrowerAccountNumber: 'E100200301', specialPaymentInstructionsCode: 'LOWEST_BALANCE' },
  { borrowerAccountNumber: 'D200200301', specialPaymentInstructionsCode: 'STANDARD' },
];

/** All facts. */
export const wholeFacts: PaymentData = {
  overview,
  dates: sampleDates,
  payment: paymentWithDraft,
  methods: sampleMethods,
  today: sampleToday,
  accrualEnd: toPlainDate('2026-11-01'),
  upcoming: sampleUpcoming,
  // STANDARD is ignored (Y §3).
  instructions: instructions.filter(({ specialPaymentInstructionsCode: code }) => code !== 'STANDARD'),
};

const model = createLoadingModel(paymentFacts, {
  inputs: { 'a borrower': { role: 'borrower' }, 'a payer': { role: 'payer' } },
  parts: {
    overview: { answers: { 'auto debit is off': overview } },
    dates: { answers: { 'two weeks of banking days': sampleDates } },
    payment: { after: 'dates', answers: { 'one account past due': paymentWithDraft } },
    methods: { answers: { 'two saved methods': sampleMethods } },
    today: {
      answers: { 'a business day': sampleToday },
      failures: { 'the clock cannot be read': { kind: 'unreadable', detail: 'Unexpected Error' } },
    },
    accrualEnd: {
      request: { params: { section: 'payments', name: 'interest-accrual-end-date' }, query: {} },
      answers: { 'a day': { data: '<p>2026-11-01</p>' } },
      stores: wholeFacts.accrualEnd,
      failures: { 'no such text': { kind: 'refused', status: 404 } },
      // Y §4.2.
      default: '1900-01-01',
    },
    upcoming: {
      answers: {
        'one scheduled payment': sampleUpcoming,
        'payments that cover the amount due': upcomingForTotalDue,
      },
      default: [],
    },
    instructions: {
      // Payers do not see special instructions (Y §2.1, §6).
      when: ({ role }) => role === 'borrower',
      answers: { 'one account with an instruction': instructions },
      stores: wholeFacts.instructions,
      default: [],
    },
  },
});

export default {
  ...model,
  title: 'Make a Payment: Initial Data',
  claims: {
    ...model.claims,
    "a payer's special instructions are not requested": {
      never: ({ context, waitingFor }) => context.input.role === 'payer' && waitingFor.includes('instructions'),
      brokenBy: 'guard isLeftOut: always false',
    },
  },
} satisfies typeof model;
