/** On which days payments settle. Apart from the calendar, since only payments need the Federal Reserve's closures. */
import { allForYear } from '@18f/us-federal-holidays';
import { type PlainDate, addDays, isWeekend } from './calendar.ts';

/** The closures of a year, kept because the library computes them anew at each question. */
const closures = new Map<number, ReadonlySet<string>>();

function closuresOf(year: number): ReadonlySet<string> {
  const known = closures.get(year);
  if (known !== undefined) return known;
  const holidays = allForYear(year, { shiftSaturdayHolidays: false, shiftSundayHolidays: true });
  const days = new Set(holidays.map(({ dateString }) => dateString));
  closures.set(year, days);
  return days;
}

/**
 * A day on which the Federal Reserve Banks are closed for a holiday. A holiday on a Sunday moves to Monday, one on a
 * Saturday does not move to Friday (ruling 5; Federal Reserve K.8).
 */
export const isBankHoliday = (date: PlainDate): boolean => closuresOf(Number(date.slice(0, 4))).has(date);

/** A day on which payments settle: no weekend, no Federal Reserve closure. */
export const isBankingDay = (date: PlainDate): boolean => !isWeekend(date) && !isBankHoliday(date);

/** The first banking day after `date`. */
export function nextBankingDay(date: PlainDate): PlainDate {
  let day = addDays(date, 1);
  while (!isBankingDay(day)) day = addDays(day, 1);
  return day;
}

/** The last banking day before `date`. */
export function previousBankingDay(date: PlainDate): PlainDate {
  let day = addDays(date, -1);
  while (!isBankingDay(day)) day = addDays(day, -1);
  return day;
}
