/** Model of reading the payments in process again, which has no screen of its own. */
import { plainDateOf } from '#domain/calendar.ts';
import { sampleUpcoming } from '#domain/payments/samples.ts';
import type { ScheduledPayment } from '#domain/payments/shapes.ts';
import { defineModel } from '../../kit/model.ts';
import { paymentsUnderWay } from './payments-under-way.machine.ts';

/** Payments that came since the facts loaded, on the dates of the models' payments. */
export const cameSince: readonly ScheduledPayment[] = ['2026-11-20', '2026-11-25'].flatMap((date) =>
  sampleUpcoming.map((payment) => ({
    ...payment,
    paymentId: date,
    paymentDetailId: date,
    effectiveDate: plainDateOf(date),
  })),
);

const failure = { kind: 'noAnswer' } as const;

export default defineModel<typeof paymentsUnderWay>({
  machine: paymentsUnderWay,
  title: 'Payments in Process, Read Again',
  place: 'Below the review of a payment',
  inputs: {
    'a review': {
      input: {},
      then: { state: 'readingPayments', calls: { getUpcoming: {} }, context: { upcoming: null } },
    },
  },
  events: [],
  outcomes: {
    getUpcoming: {
      'payments that came since': {
        answers: cameSince,
        then: { state: 'paymentsRead', context: { upcoming: cameSince }, output: cameSince },
      },
      'no answer in time': {
        throws: failure,
        then: {
          state: 'paymentsRead',
          context: { upcoming: null },
          output: null,
          emits: [{ type: 'failure.ignored', what: 'The payments in process were not read again', failure }],
        },
      },
    },
  },
  screens: {},
  claims: {
    'payments that have loaded are passed on': {
      reaching: ({ isIn, context }) => isIn('paymentsRead') && context.upcoming === null,
      needs: (by) => by.kind === 'outcome' && by.outcome === 'no answer in time',
      brokenBy: 'readingPayments -> getUpcoming done: action keepUpcoming removed',
    },
  },
  facts: ({ upcoming }) => ({ isRead: upcoming !== null }),
});
