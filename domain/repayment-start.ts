/** The start of repayment. */
import { type PlainDate, addDays, dayOfMonth, daysBetween, dueDateAfter } from './calendar.ts';

/** Loans with the due date of their first installment; null if that date is so long ago that it is unknown. */
export interface RepaymentStart {
  readonly repaymentStarts: PlainDate | null;
}

/**
 * Returns the day on which loans enter repayment and the server issues their first bill: one month before the first due
 * date, plus a day. Returns null if the first due date is unknown.
 */
export const repaymentEntered = ({ repaymentStarts }: RepaymentStart): PlainDate | null =>
  repaymentStarts && addDays(dueDateAfter(repaymentStarts, dayOfMonth(repaymentStarts), -1), 1);

/** Returns whether the first bill has not been issued yet. */
export function isBeforeRepayment(loans: RepaymentStart, today: PlainDate): boolean {
  const entered = repaymentEntered(loans);
  return entered !== null && today < entered;
}

/**
 * The maximum number of days before repayment starts at which a borrower can apply for another plan (R §9): 90 days is
 * allowed, 91 is not.
 */
const MAX_DAYS_BEFORE_REPAYMENT = 90;

/** Returns whether repayment starts too late to apply for a plan now; false if `entered` is unknown. */
export const isFarFromRepayment = (entered: PlainDate | null, today: PlainDate): boolean =>
  entered !== null && daysBetween(today, entered) > MAX_DAYS_BEFORE_REPAYMENT;
