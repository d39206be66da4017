import { addDays, addMonths, daysBetween, toMonth, toPlainDate, getWeekday, type PlainDate } from '#domain/calendar.ts';

/** Returns the weeks of the month of `date`, starting on Sunday. Days of other months are undefined. */
export function toWeeks(date: PlainDate): (PlainDate | undefined)[][] {
  const month = toMonth(date);
  const first = toPlainDate(`${month}-01`);
  const days = daysBetween(first, addMonths(first, 1));
  const start = addDays(first, -getWeekday(first));
  const count = Math.ceil((getWeekday(first) + days) / 7);
  return Array.from({ length: count }, (_, week) =>
    Array.from({ length: 7 }, (__, day) => {
      const each = addDays(start, week * 7 + day);
      return toMonth(each) === month ? each : undefined;
    }),
  );
}

const monthName = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const fullName = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' });

/** Formats a month: 'March 2026'. */
export const formatMonth = (date: PlainDate): string => monthName.format(new Date(date));

/** Formats a day for screen readers: 'Monday, March 2, 2026'. */
export const formatFullDate = (date: PlainDate): string => fullName.format(new Date(date));
