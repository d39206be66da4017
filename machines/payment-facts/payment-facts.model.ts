/** How the facts of a payment arrive, or do not. */
import { defineModel } from '../kit/model.ts';
import { sampleDates, sampleMethods, sampleOverview, samplePayment } from '../kit/samples.ts';
import { paymentFacts } from './payment-facts.machine.ts';

const noAnswer = { throws: { kind: 'noAnswer' } };

export default defineModel<typeof paymentFacts>({
  machine: paymentFacts,
  inputs: { 'anyone who pays': {} },
  events: [],
  outcomes: {
    getOverview: { 'auto debit is off': { answers: sampleOverview }, 'no answer': noAnswer },
    getAvailableDates: { 'two weeks of banking days': { answers: sampleDates }, 'no answer': noAnswer },
    getBorrowerPayment: { 'one account past due': { answers: samplePayment }, 'no answer': noAnswer },
    getMethods: { 'two saved methods': { answers: sampleMethods }, 'no answer': noAnswer },
  },
  facts: () => null,
});
