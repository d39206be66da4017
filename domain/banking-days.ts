/** The days on which payments settle. A separate module, because only payments need the Federal Reserve holidays. */
import { type PlainDate, addDays, isWeekend, toPlainDate, getWeekday } from './calendar.ts';

const SUNDAY = 0;
const MONDAY = 1;
const THURSDAY = 4;

/** The first year in which the Federal Reserve Banks close for Juneteenth (Public Law 117-17). */
const FIRST_JUNETEENTH = 2021;

const dayIn = (year: number, monthAndDay: string): PlainDate =>
  toPlainDate(`${String(year).padStart(4, '0')}-${monthAndDay}`);

/** Returns the nth weekday of the month that begins on `first`. 1 is the first; 0 is the last one before the month. */
const findNthWeekday = (n: number, weekday: number, first: PlainDate): PlainDate =>
  addDays(first, ((weekday - getWeekday(first) + 7) % 7) + 7 * (n - 1));

/** Returns the holidays of a year on their calendar dates, before moving Sunday holidays to Monday. */
const listHolidays = (year: number): PlainDate[] => [
  // New Year's Day
  dayIn(year, '01-01'),
  // Birthday of Martin Luther King, Jr.
  findNthWeekday(3, MONDAY, dayIn(year, '01-01')),
  // Washington's Birthday
  findNthWeekday(3, MONDAY, dayIn(year, '02-01')),
  // Memorial Day: the last Monday in May
  findNthWeekday(0, MONDAY, dayIn(year, '06-01')),
  // Juneteenth National Independence Day
  ...(year < FIRST_JUNETEENTH ? [] : [dayIn(year, '06-19')]),
  // Independence Day
  dayIn(year, '07-04'),
  // Labor Day
  findNthWeekday(1, MONDAY, dayIn(year, '09-01')),
  // Columbus Day
  findNthWeekday(2, MONDAY, dayIn(year, '10-01')),
  // Veterans Day
  dayIn(year, '11-11'),
  // Thanksgiving Day
  findNthWeekday(4, THURSDAY, dayIn(year, '11-01')),
  // Christmas Day
  dayIn(year, '12-25'),
];

/** Cache of the closures by year. Callers check one day at a time. */
const closures = new Map<number, ReadonlySet<string>>();

function getClosures(year: number): ReadonlySet<string> {
  const known = closures.get(year);
  if (known !== undefined) return known;
  const days = new Set(listHolidays(year).map((day) => (getWeekday(day) === SUNDAY ? addDays(day, 1) : day)));
  closures.set(year, days);
  return days;
}

/**
 * Returns whether the Federal Reserve Banks are closed for a holiday on this day (5 U.S.C. 6103). A holiday on a Sunday
 * moves to Monday. A holiday on a Saturday does not move to Friday (ruling 5; Federal Reserve K.8).
 */
export const isBankHoliday = (date: PlainDate): boolean => getClosures(Number(date.slice(0, 4))).has(date);

/** Returns whether payments settle on this day: neither a weekend nor a Federal Reserve holiday. */
export const isBankingDay = (date: PlainDate): boolean => !isWeekend(date) && !isBankHoliday(date);

/** Returns the first banking day after `date`. */
export function nextBankingDay(date: PlainDate): PlainDate {
  let day = addDays(date, 1);
  while (!isBankingDay(day)) day = addDays(day, 1);
  return day;
}

/** Returns `date` if it is a banking day, otherwise the first one after it. */
export const bankingDayFrom = (date: PlainDate): PlainDate => (isBankingDay(date) ? date : nextBankingDay(date));

/** Returns the last banking day before `date`. */
export function previousBankingDay(date: PlainDate): PlainDate {
  let day = addDays(date, -1);
  while (!isBankingDay(day)) day = addDays(day, -1);
  return day;
}

/**
 * Returns the day on which a payment is posted into the history: the second banking day after its effective date (ruling
 * 20).
 */
export const computePostingDay = (effectiveDate: PlainDate): PlainDate => nextBankingDay(nextBankingDay(effectiveDate));
