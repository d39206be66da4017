/** The rules of payoff quotes (ruling 79): the days that can be quoted, and the amounts on a day. */
import * as v from 'valibot';
import { bankingDayFrom } from '../../banking-days.ts';
import { type PlainDate, addDays, daysBetween, parseUsDate } from '../../calendar.ts';
import { type PlainIssue, validatedText } from '../../issue.ts';
import { type Parts, sumParts, sumAllParts } from '../../parts.ts';
import type { PayoffQuoteDays } from '../../portal/shapes.ts';
import type { PayoffValues } from './shapes.ts';

export type PayoffIssue =
  | PlainIssue<'payoffDate.required' | 'payoffDate.format'>
  | { code: 'payoffDate.past'; earliest: PlainDate }
  /** `days` is the number of days from the first to the last day that can be quoted. */
  | { code: 'payoffDate.tooLate'; latest: PlainDate; days: number };

/** The first and last day that can be quoted. */
export interface QuotableDays {
  readonly earliest: PlainDate;
  readonly latest: PlainDate;
}

/** Returns the days that can be quoted: today and the next `max` days. */
export const quotableDays = (today: PlainDate, { max }: PayoffQuoteDays): QuotableDays => ({
  earliest: today,
  latest: addDays(today, max),
});

/** Returns the default day of a quote: the first banking day on or after the configured day. */
export const defaultPayoffDate = (today: PlainDate, days: PayoffQuoteDays): PlainDate =>
  bankingDayFrom(addDays(today, days.default));

/** Validates a day for a quote. Weekends and holidays are valid. */
export function validatePayoffDay(day: PlainDate, { earliest, latest }: QuotableDays): PayoffIssue | undefined {
  if (day < earliest) return { code: 'payoffDate.past', earliest };
  return day > latest ? { code: 'payoffDate.tooLate', latest, days: daysBetween(earliest, latest) } : undefined;
}

/** Validates the day as typed. A day that does not exist is a format error (ruling 43). */
export function validateTypedPayoffDay(typed: string, days: QuotableDays): PayoffIssue | undefined {
  if (typed.trim() === '') return { code: 'payoffDate.required' };
  const day = parseUsDate(typed);
  return day === undefined ? { code: 'payoffDate.format' } : validatePayoffDay(day, days);
}

/** Creates the schema of the form. */
export const payoffSchema = (days: QuotableDays): v.GenericSchema<PayoffValues> =>
  v.object({ account: v.string(), date: validatedText((typed) => validateTypedPayoffDay(typed, days)) });

/** Returns the amounts of a quote from the amounts owed on each loan on its day. */
export const quotedAmounts = (owed: readonly Parts[]) => {
  const parts = sumParts(owed);
  return { ...parts, total: sumAllParts(parts) };
};
