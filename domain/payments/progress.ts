/** The status of a payment between its date and its posting (ruling 20). */
import { nextBankingDay, previousBankingDay } from '../banking-days.ts';
import { type PlainDate, addDays, businessDate } from '../calendar.ts';
import type { ScheduledPayment } from './shapes.ts';

/** Returns the first effective date whose payments are not posted by `today`. */
export const postedBefore = (today: PlainDate): PlainDate => previousBankingDay(previousBankingDay(addDays(today, 1)));

/**
 * Returns the status of a payment that is not posted: Scheduled until its date, Processing from it, through weekends and
 * holidays, and Pending from the next banking day until it is posted.
 */
export const statusOn = (today: PlainDate, effectiveDate: PlainDate): ScheduledPayment['description'] => {
  if (today < effectiveDate) return 'Scheduled';
  return today < nextBankingDay(effectiveDate) ? 'Processing' : 'Pending';
};

/** Returns whether a submitted payment can be canceled: one for the same day is in process at once (ruling 20). */
export const isCancelable = (effectiveDate: PlainDate, submittedAt: Date): boolean =>
  statusOn(businessDate(submittedAt), effectiveDate) === 'Scheduled';
