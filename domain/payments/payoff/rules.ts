/** The rules of payoff quotes (ruling 79): the days that can be quoted, and the amounts on a day. */
import * as v from 'valibot';
import { bankingDayFrom } from '../../banking-days.ts';
import { type PlainDate, addDays, parseUsDate } from '../../calendar.ts';
import { type PlainIssue, validatedText } from '../../issue.ts';
import { type Parts, sumParts, wholeOf } from '../../parts.ts';
import type { PayoffValues } from './shapes.ts';

/** Days from today to the default day of a quote, and to the last one (ruling 2). */
const PAYOFF_DEFAULT_DAYS = 10;
export const PAYOFF_MAX_DAYS = 30;

export type PayoffIssue =
  | PlainIssue<'payoffDate.required' | 'payoffDate.format'>
  | { code: 'payoffDate.past'; earliest: PlainDate }
  | { code: 'payoffDate.tooLate'; latest: PlainDate };

/** The first and last day that can be quoted. */
export interface QuotableDays {
  readonly earliest: PlainDate;
  readonly latest: PlainDate;
}

/** Returns the days that can be quoted: today and the next 30 days. */
export const quotableDays = (today: PlainDate): QuotableDays => ({
  earliest: today,
  latest: addDays(today, PAYOFF_MAX_DAYS),
});

/** Returns the day of a quote if the borrower did not choose one: the first banking day on or after day 10. */
export const defaultPayoffDate = (today: PlainDate): PlainDate => bankingDayFrom(addDays(today, PAYOFF_DEFAULT_DAYS));

/** Validates a day for a quote. Weekends and holidays are valid. */
export function validatePayoffDay(day: PlainDate, { earliest, latest }: QuotableDays): PayoffIssue | undefined {
  if (day < earliest) return { code: 'payoffDate.past', earliest };
  return day > latest ? { code: 'payoffDate.tooLate', latest } : undefined;
}

/** Validates the day as typed. A day that does not exist is a format error (ruling 43). */
export function validateTypedPayoffDay(typed: string, days: QuotableDays): PayoffIssue | undefined {
  if (typed.trim() === '') return { code: 'payoffDate.required' };
  const day = parseUsDate(typed);
  return day === undefined ? { code: 'payoffDate.format' } : validatePayoffDay(day, days);
}

/** The schema of the form. */
export const payoffSchema = (days: QuotableDays): v.GenericSchema<PayoffValues> =>
  v.object({ account: v.string(), date: validatedText((typed) => validateTypedPayoffDay(typed, days)) });

/** Returns the amounts of a quote from the amounts owed on each loan on its day. */
export const quotedAmounts = (owed: readonly Parts[]) => {
  const parts = sumParts(owed);
  return { ...parts, total: wholeOf(parts) };
};
