/** How the facts of a payment arrive, or do not. */
import { defineModel } from '../kit/model.ts';
import {
  sampleDates,
  sampleInstructions,
  sampleMethods,
  sampleOverview,
  samplePayment,
  sampleToday,
  sampleUpcoming,
} from '../kit/samples.ts';
import { paymentFacts } from './payment-facts.machine.ts';

const noAnswer = { throws: { kind: 'noAnswer' } };

export default defineModel<typeof paymentFacts>({
  machine: paymentFacts,
  inputs: { 'a borrower': { role: 'borrower' }, 'a payer': { role: 'payer' } },
  events: [],
  outcomes: {
    getOverview: { 'auto debit is off': { answers: sampleOverview }, 'no answer': noAnswer },
    getAvailableDates: { 'two weeks of banking days': { answers: sampleDates }, 'no answer': noAnswer },
    getBorrowerPayment: { 'one account past due': { answers: samplePayment }, 'no answer': noAnswer },
    getToday: {
      'a business day': { answers: sampleToday },
      'the clock cannot be read': { throws: { kind: 'unreadable', detail: 'Unexpected Error' } },
    },
    getAccrualEnd: {
      'a day': { answers: { data: '<p>2026-11-01</p>' } },
      'no such text': { throws: { kind: 'refused', status: 404 } },
    },
    getUpcoming: { 'one scheduled payment': { answers: sampleUpcoming }, 'no answer': noAnswer },
    getInstructions: { 'one account with an instruction': { answers: sampleInstructions }, 'no answer': noAnswer },
    getMethods: { 'two saved methods': { answers: sampleMethods }, 'no answer': noAnswer },
  },
  facts: () => null,
});
