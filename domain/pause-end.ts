/** The end of a pause of payments, and its texts: people see the last day on which nothing is due (ruling 106). */
import { type PlainDate, addDays, earlier, formatUsDate } from './calendar.ts';

/** Returns the last day of a granted or requested period; `end` is the first day after it, as it is stored (ruling 75). */
export const lastDayOfPause = (end: PlainDate): PlainDate => addDays(end, -1);

/** From this many days before the last day of a pause on, an extension or a plan can be applied for (ruling 98). */
const DAYS_BEFORE_LAST = 60;

/** Returns whether a pause is in its last days, in which the borrower can apply for an extension or a plan (ruling 98). */
export const isEnding = (lastDay: PlainDate, today: PlainDate): boolean =>
  addDays(lastDay, -DAYS_BEFORE_LAST) <= today && today <= lastDay;

/** Returns 'through 05/22/2027'. */
export const throughText = (lastDay: PlainDate): string => `through ${formatUsDate(lastDay)}`;

/** Returns the dates of a period, '11/23/2026 through 05/22/2027'; `end` is the first day after it. */
export const periodText = (start: PlainDate, end: PlainDate): string =>
  `${formatUsDate(start)} ${throughText(lastDayOfPause(end))}`;

/** Returns 'payments start again on 05/23/2027', which follows 'Your'. */
export const startAgainText = (end: PlainDate): string => `payments start again on ${formatUsDate(end)}`;

/** A military deferment lasts this many days longer than the service (HEA 455(f)(2)(C)). */
const DAYS_AFTER_SERVICE = 180;

/** Returns the first day after a military deferment, from the last day of active duty; `latest` at most. */
export const endAfterService = (lastDay: PlainDate, latest: PlainDate): PlainDate =>
  earlier(addDays(earlier(lastDay, latest), DAYS_AFTER_SERVICE + 1), latest);
