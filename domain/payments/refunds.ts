/**
 * Refunds (ruling 95): the part of a payment that is more than what is owed on its account goes back to the bank account
 * two banking days after the payment is posted.
 */
import { nextBankingDay } from '../banking-days.ts';
import type { PlainDate } from '../calendar.ts';
import { type Cents, ZERO } from '../money.ts';

/** What of a payment is refunded, as the history stores it. */
export interface StoredRefund {
  readonly refunded: Cents;
  /** The day on which it is refunded. Null without a refund, or in payments from before the day was recorded. */
  readonly refundedOn: PlainDate | null;
}

/** Returns the refund of a payment that is posted on `day`: it is made on the second banking day after it. */
export const refundOf = (refunded: Cents, day: PlainDate): StoredRefund => ({
  refunded,
  refundedOn: refunded > 0 ? nextBankingDay(nextBankingDay(day)) : null,
});

/**
 * Returns what of a payment was sent back before `day`. It stays refunded, also if more is owed afterwards. A refund of the
 * day itself is sent after the returns of that day.
 */
export const sentBackBefore = ({ refunded, refundedOn }: StoredRefund, day: PlainDate): Cents =>
  refundedOn === null || refundedOn < day ? refunded : ZERO;

/** Returns the refund of a payment whose account was computed again on `day`. An announced day that is to come stays. */
export function refundAgain(before: StoredRefund, refunded: Cents, day: PlainDate): StoredRefund {
  const { refundedOn } = before;
  if (refunded === before.refunded) return { refunded, refundedOn };
  return refunded > 0 && refundedOn !== null && refundedOn >= day ? { refunded, refundedOn } : refundOf(refunded, day);
}
