/**
 * Refunds (ruling 95): the part of a payment that is more than what is owed on its account goes back to the bank account
 * two banking days after the payment is posted.
 */
import { nextBankingDay } from '../banking-days.ts';
import type { PlainDate } from '../calendar.ts';
import type { Cents } from '../money.ts';
import { postingDayOf } from './progress.ts';

/** Returns the day on which a payment's excess is refunded: the second banking day after the payment is posted. */
export const refundDayOf = (effectiveDate: PlainDate): PlainDate =>
  nextBankingDay(nextBankingDay(postingDayOf(effectiveDate)));

/** Returns a refund with its day, as the history stores it. */
export const refundOf = (refunded: Cents, effectiveDate: PlainDate) => ({
  refunded,
  refundedOn: refunded > 0 ? refundDayOf(effectiveDate) : null,
});
