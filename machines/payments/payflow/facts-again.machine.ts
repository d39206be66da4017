/**
 * Reloads the facts that another tab or person may have changed since a payment began (ruling 90): the amounts due and
 * the payments in process. The server refuses a date that has passed.
 */
import { paymentReads } from '#domain/payments/read-calls.ts';
import { withoutPaid } from '#domain/payments/rules.ts';
import { call } from '../../kit/effect.ts';
import { loadParts } from '../../kit/load-parts.machine.ts';
import type { PaymentData } from './payment-facts.machine.ts';

/** Facts of a payment that can change while the borrower enters it. */
export type ChangingPaymentData = Pick<PaymentData, 'payment' | 'upcoming'>;

export const factsAgain = loadParts<ChangingPaymentData>({
  id: 'factsAgain',
  description: 'The facts of a payment that can change while it is made load again',
  parts: (part) => ({
    payment: part(call(paymentReads.borrowerPayment), {
      description: 'Amounts due for each account',
      select: withoutPaid,
    }),
    upcoming: part(call(paymentReads.scheduled), { description: 'Payments in process' }),
  }),
});
