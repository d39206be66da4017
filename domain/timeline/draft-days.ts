/** The days of drafts of auto debit. */
import { isBankingDay, nextBankingDay, previousBankingDay } from '../banking-days.ts';
import type { PlainDate } from '../calendar.ts';

/** The number of banking days before a draft after which a change no longer affects it. */
const LEAD = 3;

/** Returns the day of the draft for a due date: the next banking day if banks are closed on it. */
export const toDraftDay = (dueDate: PlainDate): PlainDate =>
  isBankingDay(dueDate) ? dueDate : nextBankingDay(dueDate);

/** Returns the last day on which a change affects the draft of a day: the third banking day before it. */
export function toLastChangeDay(draftDay: PlainDate): PlainDate {
  let day = draftDay;
  for (let before = 0; before < LEAD; before += 1) day = previousBankingDay(day);
  return day;
}

/** Returns the day of the second attempt at a failed draft: the second banking day after it. */
export const toRetryDay = (draftDay: PlainDate): PlainDate => nextBankingDay(nextBankingDay(draftDay));
