/** Rules for the payment history: search, periods, and payments that count as paid (Y §4.7, §4.8). */
import { type PlainDate, addDays, addMonths, parseIsoDate, parseUsDate } from '../calendar.ts';
import { type Cents, toCents } from '../money.ts';
import { type HistoryQuery, type HistoryView, LONGEST_SEARCH, type PaymentHistoryItem } from './history-shapes.ts';
import { normalizedText } from '../typed-text.ts';
import { CANCELED, RETURNED } from './payment-types.ts';

/** The descriptions of canceled and returned payments. They are listed, but excluded from totals. */
export const NOT_PAID = [CANCELED, RETURNED] as const;

/** Returns whether a payment in the history counts as paid: not canceled, not returned. */
export const isPaid = (description: string): boolean => !NOT_PAID.some((each) => each === description);

/** Returns whether a payment was refunded in full (ruling 95). */
export const isRefundedInFull = (item: Pick<PaymentHistoryItem, 'sumOfPaymentAmount' | 'refund'>): boolean =>
  item.refund?.amount === item.sumOfPaymentAmount;

/** Returns the first day of 'Last 12 Months': the same day of the month a year ago, which counts (ruling 42). */
export const recentFrom = (today: PlainDate): PlainDate => addMonths(today, -12);

/** The history as it is first shown: the last 12 months, the newest payment first. */
export const FIRST_VIEW: HistoryView = { period: 'recent', search: '', sort: 'date', order: 'desc', page: 1 };

/** Returns the query for a view of the history. A longer search text than the API accepts finds nothing, also when cut. */
export const toHistoryQuery = ({ search, period, sort, order }: HistoryView): HistoryQuery => ({
  period,
  search: search.trim() === '' ? null : search.trim().slice(0, LONGEST_SEARCH),
  sort,
  order,
});

/** A range of dates or amounts. Both ends count. */
interface Range<T> {
  readonly from: T;
  readonly to: T;
}

/** The possible meanings of a search text. A payment is found if it matches any of them. */
export interface HistorySearch {
  /** Trimmed and in lower case; matched against the type and the account number. */
  readonly text: string;
  readonly dates: Range<PlainDate> | null;
  /** A month, or a day of a month, in any year. */
  readonly monthAndDay: { readonly month: number; readonly day: number | null } | null;
  readonly amounts: Range<Cents> | null;
}

const DAY = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;
const MONTH_OF_YEAR = /^(\d{1,2})\/(\d{4})$/;
const YEAR = /^(?:19|20)\d{2}$/;
const MONTH_AND_DAY = /^(\d{1,2})\/(\d{1,2})?\/?$/;
const AMOUNT = /^\$?(\d{1,3}(?:,\d{3})+|\d{1,9})(\.\d{0,2})?$/;

const padded = (digits: string): string => digits.padStart(2, '0');

const datesFrom = (from: PlainDate | undefined, to: PlainDate | undefined): Range<PlainDate> | null =>
  from === undefined || to === undefined ? null : { from, to };

/** Returns the range of dates for a search text: a day, a month or a year. */
function datesIn(text: string): Range<PlainDate> | null {
  const [, month = '', day = '', yearOfDay = ''] = DAY.exec(text) ?? [];
  if (yearOfDay !== '') {
    const date = parseUsDate(`${padded(month)}/${padded(day)}/${yearOfDay}`);
    return datesFrom(date, date);
  }
  const [, monthOfYear = '', year = ''] = MONTH_OF_YEAR.exec(text) ?? [];
  if (year !== '') {
    const first = parseIsoDate(`${year}-${padded(monthOfYear)}-01`);
    return first === undefined ? null : monthFrom(first);
  }
  return YEAR.test(text) ? datesFrom(parseIsoDate(`${text}-01-01`), parseIsoDate(`${text}-12-31`)) : null;
}

/** Returns the days of the month that begins on `first`. */
const monthFrom = (first: PlainDate): Range<PlainDate> => ({ from: first, to: addDays(addMonths(first, 1), -1) });

function monthAndDayIn(text: string): HistorySearch['monthAndDay'] {
  const [whole, month = '', day] = MONTH_AND_DAY.exec(text) ?? [];
  if (whole === undefined || Number(month) < 1 || Number(month) > 12) return null;
  if (day !== undefined && (Number(day) < 1 || Number(day) > 31)) return null;
  return { month: Number(month), day: day === undefined ? null : Number(day) };
}

/** Returns the amounts that start with the typed digits: `206` is 206.00 to 206.99, `206.2` is 206.20 to 206.29. */
function amountsIn(text: string): Range<Cents> | null {
  const [, whole, decimals = ''] = AMOUNT.exec(text) ?? [];
  if (whole === undefined) return null;
  const typed = decimals.slice(1);
  const cents = (filler: string) => toCents(Number(whole.replaceAll(',', '') + typed.padEnd(2, filler)));
  return { from: cents('0'), to: cents('9') };
}

/** Reads a search text: a date or a part of one, an amount, a payment type or an account number. */
export function readSearch(typed: string): HistorySearch {
  const text = normalizedText(typed).trim().toLowerCase();
  return { text, dates: datesIn(text), monthAndDay: monthAndDayIn(text), amounts: amountsIn(text) };
}
