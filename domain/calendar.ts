/**
 * Plain dates and the business clock. A plain date has no time and no time zone; the business day changes at midnight
 * in New York (ruling 5). Instants are `Date` objects or ISO strings with a zone, and are never mixed with plain dates.
 * `banking-days.ts` decides which dates are banking days.
 */
import * as v from 'valibot';
import { onFirstUse } from './on-first-use.ts';

declare const plainDate: unique symbol;

/** A calendar day without a time, written `YYYY-MM-DD`. Compare plain dates with `<` and `>`. */
export type PlainDate = string & { readonly [plainDate]: true };

const ISO = /^\d{4}-\d{2}-\d{2}$/;
const US = /^(\d{2})\/(\d{2})\/(\d{4})$/;

/** Returns midnight UTC of a day in milliseconds. `text` has the form `YYYY-MM-DD`. */
const toMidnight = (text: string): number =>
  // A third of the time of `Date.parse`; unlike `Date.UTC`, correct for years before 100.
  new Date(0).setUTCFullYear(Number(text.slice(0, 4)), Number(text.slice(5, 7)) - 1, Number(text.slice(8, 10)));

function isPlainDate(text: string): text is PlainDate {
  if (!ISO.test(text)) return false;
  // `Date.parse` accepts 02-30 and returns a day in March, but no 13th month and no 32nd day.
  const day = new Date(`${text}T00:00:00.000Z`);
  return !Number.isNaN(day.getTime()) && day.getUTCDate() === Number(text.slice(8));
}

/**
 * Parses a date written `YYYY-MM-DD`. Returns undefined for any other format and for a day that does not exist (02-30).
 */
export const parseIsoDate = (text: string): PlainDate | undefined => (isPlainDate(text) ? text : undefined);

/** Parses a date like {@link parseIsoDate}, but throws a `RangeError` on failure. For constants and tests. */
export function toPlainDate(text: string): PlainDate {
  const date = parseIsoDate(text);
  if (date === undefined) throw new RangeError(`Not a date: ${text}`);
  return date;
}

/**
 * Parses a date as typed: exactly MM/DD/YYYY (ruling 38). Returns undefined for any other format and for a day that
 * does not exist.
 */
export function parseUsDate(text: string): PlainDate | undefined {
  const [, month, day, year] = US.exec(text.trim()) ?? [];
  return parseIsoDate(`${year}-${month}-${day}`);
}

/** Formats `date` for display: MM/DD/YYYY (Y §9). */
export const formatUsDate = (date: PlainDate): string => `${date.slice(5, 7)}/${date.slice(8, 10)}/${date.slice(0, 4)}`;

const DAY_MS = 86_400_000;

const hasIsoForm = (text: string): text is PlainDate => ISO.test(text);

const twoDigits = (number: number): string => (number < 10 ? `0${number}` : String(number));

/** Returns the day of an instant in UTC. Throws a `RangeError` outside the years 0 to 9999. */
function plain(instant: Date): PlainDate {
  const year = String(instant.getUTCFullYear()).padStart(4, '0');
  const text = `${year}-${twoDigits(instant.getUTCMonth() + 1)}-${twoDigits(instant.getUTCDate())}`;
  if (!hasIsoForm(text)) throw new RangeError(`Not a date: ${text}`);
  return text;
}

/** Returns the date `days` after `date`. A negative number of days goes back. */
export const addDays = (date: PlainDate, days: number): PlainDate => plain(new Date(toMidnight(date) + days * DAY_MS));

/**
 * Returns the same day `months` later, or the last day of that month if it is shorter (31 January + 1 = 28 February).
 */
export const addMonths = (date: PlainDate, months: number): PlainDate => dueDateAfter(date, dayOfMonth(date), months);

/** Compares two texts, such as dates, for a sort in ascending order. */
export const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Returns the number of days from `from` to `to`; negative if `to` is earlier. */
export const daysBetween = (from: PlainDate, to: PlainDate): number => (toMidnight(to) - toMidnight(from)) / DAY_MS;

/** Returns the earliest of `dates`, ignoring nulls; null if there is none. */
export const findEarliest = (dates: readonly (PlainDate | null)[]): PlainDate | null =>
  dates.reduce((earliest, date) => (earliest === null || (date !== null && date < earliest) ? date : earliest), null);

/** Returns the latest of some dates; null if there is none. */
export const findLatest = (dates: readonly (PlainDate | null)[]): PlainDate | null =>
  dates.reduce((latest, date) => (latest === null || (date !== null && date > latest) ? date : latest), null);

/** Returns the earlier of two dates. */
export const earlier = (one: PlainDate, other: PlainDate): PlainDate => (one < other ? one : other);

/** Returns the later of two dates. */
export const later = (one: PlainDate, other: PlainDate): PlainDate => (one > other ? one : other);

/** Returns the day of the month, 1 to 31. */
export const dayOfMonth = (date: PlainDate): number => Number(date.slice(8, 10));

/** Returns the month of `date` as `YYYY-MM`. */
export const toMonth = (date: PlainDate): string => date.slice(0, 7);

/**
 * Returns the due date in the month that is `months` after the month of `date`: day `dueDay`, or the last day of a
 * shorter month.
 */
export function dueDateAfter(date: PlainDate, dueDay: number, months: number): PlainDate {
  const day = new Date(toMidnight(`${toMonth(date)}-01`));
  // Day 0 is the last day of the month before.
  day.setUTCMonth(day.getUTCMonth() + months + 1, 0);
  if (dueDay < day.getUTCDate()) day.setUTCDate(dueDay);
  return plain(day);
}

/** Returns the last day of the month of a date. */
export const monthEnd = (date: PlainDate): PlainDate => dueDateAfter(date, 31, 0);

/** Returns the first due date on `date` or after it, for installments that are due on day `dueDay` of each month. */
export function dueDateFrom(date: PlainDate, dueDay: number): PlainDate {
  const same = dueDateAfter(date, dueDay, 0);
  return same >= date ? same : dueDateAfter(date, dueDay, 1);
}

/**
 * Creates a New York time formatter on first use. Callers read only its parts, because engines join the parts
 * differently.
 */
const inNewYork = (options: Intl.DateTimeFormatOptions) =>
  onFirstUse(() => new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', ...options }));

const newYorkDay = inNewYork({ year: 'numeric', month: '2-digit', day: '2-digit' });
const newYorkHour = inNewYork({ hour: '2-digit', hourCycle: 'h23' });
const newYorkTime = inNewYork({ hour: 'numeric', minute: '2-digit' });

type DateParts = Partial<Record<Intl.DateTimeFormatPartTypes, string>>;

/** Returns the parts of the formatted instant, keyed by type. */
const toDateParts = (format: Intl.DateTimeFormat, instant: Date): DateParts =>
  Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]));

/** Returns the business day of an instant: its plain date in New York (ruling 5). */
export function businessDate(instant: Date): PlainDate {
  const { year, month, day } = toDateParts(newYorkDay(), instant);
  return toPlainDate(`${year}-${month}-${day}`);
}

/** Formats an instant for display: '11/20/2026, 10:00 AM Eastern Time'. */
export function formatUsInstant(instant: Date): string {
  const { hour, minute, dayPeriod } = toDateParts(newYorkTime(), instant);
  return `${formatUsDate(businessDate(instant))}, ${hour}:${minute} ${dayPeriod} Eastern Time`;
}

/** Returns the hour of an instant in New York, from 0 to 23. */
export const getNewYorkHour = (instant: Date): number => Number(toDateParts(newYorkHour(), instant).hour);

/** The hour in New York from which a payment no longer counts for the same day (ruling 5). */
export const CUTOFF_HOUR = 17;

/**
 * Returns whether a payment made at `instant` still counts for the same business day: before 17:00 in New York (ruling
 * 5).
 */
export const isBeforeCutoff = (instant: Date): boolean => getNewYorkHour(instant) < CUTOFF_HOUR;

/** Returns the day of the week, from 0 for Sunday to 6 for Saturday. */
export const getWeekday = (date: PlainDate): number => new Date(toMidnight(date)).getUTCDay();

/** Returns whether `date` is a Saturday or a Sunday. */
export function isWeekend(date: PlainDate): boolean {
  const day = getWeekday(date);
  return day === 0 || day === 6;
}

/** Schema of a wire date, `YYYY-MM-DD`. */
export const PlainDateFromWire = v.pipe(
  v.string(),
  v.check((text) => parseIsoDate(text) !== undefined, 'A date is written YYYY-MM-DD'),
  v.transform((text) => toPlainDate(text)),
);

/** Converts a date to the wire format of a payment's effective date: midnight UTC as an ISO string (Y §3). */
export const toEffectiveDate = (date: PlainDate): string => `${date}T00:00:00.000Z`;

/**
 * Parses the effective date of a payment. Returns undefined unless the text is exactly midnight UTC of an existing day.
 */
export function plainDateOfEffective(text: string): PlainDate | undefined {
  const date = parseIsoDate(text.slice(0, 10));
  return date !== undefined && text === toEffectiveDate(date) ? date : undefined;
}
