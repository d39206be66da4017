/**
 * Plain dates; which of them are banking days is in `banking-days.ts`. A plain date has no time and no zone; the business
 * reads its clock in New York (ruling 5). Instants are `Date` objects or ISO strings with a zone and never mix with plain dates.
 */
import { UTCDateMini } from '@date-fns/utc/date/mini';
import { addMonths as addWholeMonths } from 'date-fns';
import * as v from 'valibot';
import { onFirstUse } from './on-first-use.ts';

declare const plainDate: unique symbol;

/** A calendar day without a time, written `YYYY-MM-DD`; plain dates compare with `<` and `>`. */
export type PlainDate = string & { readonly [plainDate]: true };

const ISO = /^\d{4}-\d{2}-\d{2}$/;
const US = /^(\d{2})\/(\d{2})\/(\d{4})$/;

/** Midnight UTC of a day, which exists or not, in milliseconds. */
const midnightOf = (text: string): number => Date.parse(`${text}T00:00:00.000Z`);

function isPlainDate(text: string): text is PlainDate {
  if (!ISO.test(text)) return false;
  const midnight = midnightOf(text);
  // 02-30 is read as a day of March.
  return !Number.isNaN(midnight) && new Date(midnight).getUTCDate() === Number(text.slice(8));
}

/** The plain date written `YYYY-MM-DD`, or undefined when it is written otherwise or does not exist (02-30). */
export const parseIsoDate = (text: string): PlainDate | undefined => (isPlainDate(text) ? text : undefined);

/** As {@link parseIsoDate}, for constants and tests: throws a RangeError where the text is no date. */
export function plainDateOf(text: string): PlainDate {
  const date = parseIsoDate(text);
  if (date === undefined) throw new RangeError(`Not a date: ${text}`);
  return date;
}

/** A date as a person types it: exactly MM/DD/YYYY (ruling 38). Undefined for another form or a day that does not exist. */
export function parseUsDate(text: string): PlainDate | undefined {
  const [, month, day, year] = US.exec(text.trim()) ?? [];
  return parseIsoDate(`${year}-${month}-${day}`);
}

/** `date` as a person reads it: MM/DD/YYYY (Y §9). */
export const formatUsDate = (date: PlainDate): string => `${date.slice(5, 7)}/${date.slice(8, 10)}/${date.slice(0, 4)}`;

const DAY_MS = 86_400_000;

const utc = (date: PlainDate): Date => new UTCDateMini(midnightOf(date));
const plain = (date: Date): PlainDate => plainDateOf(date.toISOString().slice(0, 10));

/** The day `days` after `date`; before it when negative. */
export const addDays = (date: PlainDate, days: number): PlainDate => plain(new Date(midnightOf(date) + days * DAY_MS));

/** The same day `months` later; the month's last day where that day does not exist there (31 January + 1 = 28 February). */
export const addMonths = (date: PlainDate, months: number): PlainDate => plain(addWholeMonths(utc(date), months));

/** Whole days from `from` to `to`; negative when `to` is earlier. */
export const daysBetween = (from: PlainDate, to: PlainDate): number => (midnightOf(to) - midnightOf(from)) / DAY_MS;

/** The earliest of some dates; null when there is none. */
export const earliestOf = (dates: readonly (PlainDate | null)[]): PlainDate | null =>
  dates.reduce((earliest, date) => (earliest === null || (date !== null && date < earliest) ? date : earliest), null);

/** The day of the month, 1 to 31. */
export const dayOfMonth = (date: PlainDate): number => Number(date.slice(8, 10));

/** The month a date lies in, `YYYY-MM`. */
export const monthOf = (date: PlainDate): string => date.slice(0, 7);

/** The due date in the month that lies `months` after the one of `date`: `dueDay`, or the month's last day where it is shorter. */
export function dueDateAfter(date: PlainDate, dueDay: number, months: number): PlainDate {
  const first = parseIsoDate(`${monthOf(date)}-01`) ?? date;
  const shifted = addMonths(first, months);
  const day = addDays(shifted, dueDay - 1);
  return monthOf(day) === monthOf(shifted) ? day : addDays(addMonths(first, months + 1), -1);
}

/** Creates a format of New York time on first use. Only its parts are read: engines differ in how a locale joins them. */
const inNewYork = (options: Intl.DateTimeFormatOptions) =>
  onFirstUse(() => new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', ...options }));

const newYorkDay = inNewYork({ year: 'numeric', month: '2-digit', day: '2-digit' });
const newYorkHour = inNewYork({ hour: '2-digit', hourCycle: 'h23' });
const newYorkTime = inNewYork({ hour: 'numeric', minute: '2-digit' });

type Parts = Partial<Record<Intl.DateTimeFormatPartTypes, string>>;

/** Returns the parts of an instant by their types. */
const partsOf = (format: Intl.DateTimeFormat, instant: Date): Parts =>
  Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]));

/** The business day of an instant: the plain date in New York (ruling 5). */
export function businessDate(instant: Date): PlainDate {
  const { year, month, day } = partsOf(newYorkDay(), instant);
  return plainDateOf(`${year}-${month}-${day}`);
}

/** An instant as a person reads it: '11/20/2026, 10:00 AM Eastern Time'. */
export function formatUsInstant(instant: Date): string {
  const { hour, minute, dayPeriod } = partsOf(newYorkTime(), instant);
  return `${formatUsDate(businessDate(instant))}, ${hour}:${minute} ${dayPeriod} Eastern Time`;
}

/** The hour from which a payment made on a day no longer counts for that day, New York time (ruling 5). */
export const CUTOFF_HOUR = 17;

/** Whether the business day of `instant` still takes payments: before 17:00 in New York (ruling 5). */
export const isBeforeCutoff = (instant: Date): boolean => Number(partsOf(newYorkHour(), instant).hour) < CUTOFF_HOUR;

/** The day of the week: 0 for Sunday to 6 for Saturday. */
export const weekdayOf = (date: PlainDate): number => new Date(midnightOf(date)).getUTCDay();

/** Saturday or Sunday. */
export function isWeekend(date: PlainDate): boolean {
  const day = weekdayOf(date);
  return day === 0 || day === 6;
}

/** A wire date, `YYYY-MM-DD`. */
export const PlainDateFromWire = v.pipe(
  v.string(),
  v.check((text) => parseIsoDate(text) !== undefined, 'A date is written YYYY-MM-DD'),
  v.transform((text) => plainDateOf(text)),
);

/** The wire form of a payment's effective date: an ISO date at midnight UTC (Y §3). */
export const effectiveDateOf = (date: PlainDate): string => `${date}T00:00:00.000Z`;

/** The plain date of an effective date; undefined unless it is exactly midnight UTC of a day that exists. */
export function plainDateOfEffective(text: string): PlainDate | undefined {
  const date = parseIsoDate(text.slice(0, 10));
  return date !== undefined && text === effectiveDateOf(date) ? date : undefined;
}
