/** When loans enter repayment. */
import { type PlainDate, addDays, dayOfMonth, daysBetween, dueDateAfter } from './calendar.ts';

/** Loans that know when their first instalment fell or falls due; null if that is unknown because it was long ago. */
export interface RepaymentStart {
  readonly repaymentStarts: PlainDate | null;
}

/**
 * Returns the day on which loans enter repayment and their first bill is issued: one month before the first due date, plus
 * a day. Null if the first due date is unknown.
 */
export const repaymentEntered = ({ repaymentStarts }: RepaymentStart): PlainDate | null =>
  repaymentStarts && addDays(dueDateAfter(repaymentStarts, dayOfMonth(repaymentStarts), -1), 1);

/** Returns whether the first bill has not been issued yet. */
export function isBeforeRepayment(loans: RepaymentStart, today: PlainDate): boolean {
  const entered = repaymentEntered(loans);
  return entered !== null && today < entered;
}

/** Repayment that begins in more days than these is too far away for another plan (R §9): 91 days are, 90 are not. */
const MOST_DAYS_BEFORE_REPAYMENT = 90;

/** Returns whether loans that enter repayment on `entered` are too far from it to apply for a plan; unknown days are not. */
export const isFarFromRepayment = (entered: PlainDate | null, today: PlainDate): boolean =>
  entered !== null && daysBetween(today, entered) > MOST_DAYS_BEFORE_REPAYMENT;
