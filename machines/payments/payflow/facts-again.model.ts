/** Model of reloading the facts of a payment. It has no screen. */
import { toPlainDate } from '#domain/calendar.ts';
import { paymentWithDraft, sampleUpcoming } from '#domain/payments/samples.ts';
import { ZERO, toCents } from '#domain/money.ts';
import type { BorrowerPayment, ScheduledPayment } from '#domain/payments/shapes.ts';
import { createLoadingModel } from '../../kit/expected-loading.ts';
import { type ChangingPaymentData, factsAgain } from './facts-again.machine.ts';

/** The payment that had been scheduled, and later payments on the dates of the models' payments. */
const cameSince: readonly ScheduledPayment[] = sampleUpcoming.flatMap((payment) => [
  payment,
  ...['2026-11-20', '2026-11-25'].map((date) => ({
    ...payment,
    paymentId: date,
    paymentDetailId: date,
    effectiveDate: toPlainDate(date),
  })),
]);

/** Later payments on another account, or canceled. */
const cameElsewhere: readonly ScheduledPayment[] = sampleUpcoming.flatMap((payment) => [
  payment,
  { ...payment, paymentId: 'elsewhere', paymentDetailId: 'elsewhere', accountNumber: 'D100200302' },
  { ...payment, paymentId: 'canceled', paymentDetailId: 'canceled', description: 'Cancelled' },
]);

/** {@link paymentWithDraft} after the past-due amount was paid. */
const paymentPaidSince: BorrowerPayment = {
  ...paymentWithDraft,
  totalDue: toCents(20_625),
  borrowerAccountPayments: paymentWithDraft.borrowerAccountPayments.map((account) => ({
    ...account,
    totalDue: toCents(20_625),
    pastDueAmt: ZERO,
  })),
};

export const unchanged: ChangingPaymentData = { payment: paymentWithDraft, upcoming: sampleUpcoming };
export const withPayments: ChangingPaymentData = { ...unchanged, upcoming: cameSince };
export const withPaymentsElsewhere: ChangingPaymentData = { ...unchanged, upcoming: cameElsewhere };
/** The past-due amount was paid and posted. */
export const withLessDue: ChangingPaymentData = { ...unchanged, payment: paymentPaidSince };

const model = createLoadingModel(factsAgain, {
  inputs: { 'a payment': {} },
  parts: {
    payment: { answers: { 'one account past due': paymentWithDraft, 'less is due': paymentPaidSince } },
    upcoming: {
      answers: {
        'one scheduled payment': sampleUpcoming,
        'payments that came since': cameSince,
        'payments that came since elsewhere': cameElsewhere,
      },
    },
  },
});

export default {
  ...model,
  title: 'Make a Payment: Facts Read Again',
  place: 'Behind the steps of a payment',
} satisfies typeof model;
