/** How the facts of a payment arrive, or do not (Y §7). What is only shown beside the steps may be missing. */
import type { ContextFrom } from 'xstate';
import { plainDateOf } from '#domain/calendar.ts';
import { type Outcome, type Then, defineModel } from '../kit/model.ts';
import {
  sampleDates,
  sampleInstructions,
  sampleMethods,
  sampleOverview,
  samplePayment,
  sampleToday,
  sampleUpcoming,
} from '../kit/samples.ts';
import { type PaymentFacts, paymentFacts } from './payment-facts.machine.ts';

type Context = ContextFrom<typeof paymentFacts>;

/** The regions, each with its state once it is answered, in their order. */
const answered = {
  overview: 'asking.overview.overviewKnown',
  amounts: 'asking.amountsDue.amountsKnown',
  methods: 'asking.methods.methodsKnown',
  today: 'asking.today.todayKnown',
  accrualEnd: 'asking.accrualEnd.accrualEndKnown',
  upcoming: 'asking.upcoming.upcomingKnown',
  instructions: 'asking.instructions.instructionsKnown',
} as const;
type Region = keyof typeof answered;

/** Everything that is asked for, as it comes. */
export const wholeFacts: PaymentFacts = {
  overview: sampleOverview,
  dates: sampleDates,
  payment: samplePayment,
  methods: sampleMethods,
  today: sampleToday,
  accrualEnd: plainDateOf('2026-11-01'),
  upcoming: sampleUpcoming,
  // STANDARD is ignored (Y §3).
  instructions: sampleInstructions.filter(({ specialPaymentInstructionsCode: code }) => code !== 'STANDARD'),
};

/** A region is answered by this fact, or by none; the last of them ends the machine (defaults: Y §4.2). */
function loaded(region: Region, fact: Partial<PaymentFacts>): Then<Context> {
  const others = Object.values(answered).filter((state) => state !== answered[region]);
  return [
    {
      with: others,
      state: 'answered',
      context: fact,
      output: ({ accrualEnd, upcoming, instructions }) => ({
        ...wholeFacts,
        accrualEnd: accrualEnd ?? '1900-01-01',
        upcoming: upcoming ?? [],
        instructions: instructions ?? [],
        ...fact,
      }),
    },
    { state: answered[region], context: fact },
  ];
}

const noAnswer = { throws: { kind: 'noAnswer' } } as const;
/** Without it nobody can pay. */
const missing: Outcome<Context> = { ...noAnswer, then: { state: 'factsMissing', output: null } };

const nothingYet = {
  overview: null,
  dates: null,
  payment: null,
  methods: null,
  today: null,
  accrualEnd: null,
  upcoming: null,
  instructions: null,
};
const askedAtOnce = {
  getOverview: {},
  getAvailableDates: {},
  getMethods: {},
  getToday: {},
  getAccrualEnd: { params: { section: 'payments', name: 'interest-accrual-end-date' }, query: {} },
  getUpcoming: {},
};
const firstQuestions = [
  'asking.overview.askingForOverview',
  'asking.amountsDue.askingForDates',
  'asking.methods.askingForMethods',
  'asking.today.askingForToday',
  'asking.accrualEnd.askingForAccrualEnd',
  'asking.upcoming.askingForUpcoming',
];

export default defineModel<typeof paymentFacts>({
  machine: paymentFacts,
  title: 'What a Payment Is Made From',
  inputs: {
    'a borrower': {
      input: { role: 'borrower' },
      then: {
        state: [...firstQuestions, 'asking.instructions.askingForInstructions'],
        context: { role: 'borrower', ...nothingYet },
        calls: { ...askedAtOnce, getInstructions: {} },
      },
    },
    // Payers are not shown special instructions (Y §2.1, §6).
    'a payer': {
      input: { role: 'payer' },
      then: {
        state: [...firstQuestions, answered.instructions],
        context: { role: 'payer', ...nothingYet },
        calls: askedAtOnce,
      },
    },
  },
  events: [],
  outcomes: {
    getOverview: {
      'auto debit is off': { answers: sampleOverview, then: loaded('overview', { overview: sampleOverview }) },
      'no answer': missing,
    },
    getAvailableDates: {
      'two weeks of banking days': {
        answers: sampleDates,
        then: {
          state: 'asking.amountsDue.askingForAmounts',
          context: { dates: sampleDates },
          calls: { getBorrowerPayment: {} },
        },
      },
      'no answer': missing,
    },
    getBorrowerPayment: {
      'one account past due': { answers: samplePayment, then: loaded('amounts', { payment: samplePayment }) },
      'no answer': missing,
    },
    getToday: {
      'a business day': { answers: sampleToday, then: loaded('today', { today: sampleToday }) },
      'the clock cannot be read': { ...missing, throws: { kind: 'unreadable', detail: 'Unexpected Error' } },
    },
    getAccrualEnd: {
      'a day': {
        answers: { data: '<p>2026-11-01</p>' },
        then: loaded('accrualEnd', { accrualEnd: wholeFacts.accrualEnd }),
      },
      'no such text': { throws: { kind: 'refused', status: 404 }, then: loaded('accrualEnd', {}) },
    },
    getUpcoming: {
      'one scheduled payment': { answers: sampleUpcoming, then: loaded('upcoming', { upcoming: sampleUpcoming }) },
      'no answer': { ...noAnswer, then: loaded('upcoming', {}) },
    },
    getInstructions: {
      'one account with an instruction': {
        answers: sampleInstructions,
        then: loaded('instructions', { instructions: wholeFacts.instructions }),
      },
      'no answer': { ...noAnswer, then: loaded('instructions', {}) },
    },
    getMethods: {
      'two saved methods': { answers: sampleMethods, then: loaded('methods', { methods: sampleMethods }) },
      'no answer': missing,
    },
  },
  claims: {
    'nobody pays without all that a payment is made from': {
      never: ({ isIn, context: { overview, dates, payment, methods, today } }) =>
        isIn('answered') && [overview, dates, payment, methods, today].includes(null),
      brokenBy: 'asking.overview.askingForOverview -> getOverview done: action keepOverview removed',
    },
    'a payer is not asked about special instructions': {
      never: ({ context, waitingFor }) => context.role === 'payer' && waitingFor.includes('getInstructions'),
      brokenBy: 'guard isBorrower: always true',
    },
  },
  facts: ({ role }) => ({ role }),
});
