/** When loans enter repayment. */
import { type PlainDate, addDays, dayOfMonth, dueDateAfter } from './calendar.ts';

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
