/** The days on which tax forms are issued: 31 January or the next banking day (ruling 93). */
import { bankingDayFrom } from '../../banking-days.ts';
import { type PlainDate, toPlainDate } from '../../calendar.ts';

/** Returns the year of a day. */
export const getYear = (day: PlainDate): number => Number(day.slice(0, 4));

/** Returns the day on which the tax forms of a year are issued. */
export const taxFormsDay = (year: number): PlainDate =>
  bankingDayFrom(toPlainDate(`${String(year + 1).padStart(4, '0')}-01-31`));

/** Returns the last year whose tax forms are issued by the end of a day. */
export function lastTaxYearOn(day: PlainDate): number {
  const before = getYear(day) - 1;
  return taxFormsDay(before) <= day ? before : before - 1;
}
