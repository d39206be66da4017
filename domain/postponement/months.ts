/** The months of deferment and forbearance of a loan, and the limits that are computed from them (reference §2). */
import { type PlainDate, addMonths } from '../calendar.ts';
import type { DutyRate } from '../pause-effects.ts';
import type { ApplicationKind } from './shapes.ts';

/** A granted period of a loan. `endDate` is the first day after it (ruling 75). */
export interface LoanPeriod {
  readonly kind: ApplicationKind;
  readonly startDate: PlainDate;
  readonly endDate: PlainDate;
  /** The rates that benefits for active duty reduced. Omitted without any. */
  readonly reducedRates?: readonly DutyRate[];
}

/** The longest general forbearance of loans made on or after 1 July 2027 in any window of these months (P.L. 119-21). */
export const GENERAL_FORBEARANCE_MONTHS = 9;
const WINDOW_MONTHS = 24;

/** Returns the number of months from `start` to `end`; a month that has begun counts. */
export function monthsBetween(start: PlainDate, end: PlainDate): number {
  let months = 0;
  while (addMonths(start, months) < end) months += 1;
  return months;
}

/** Returns the months of one kind that a loan has used or been granted here. */
export const monthsOf = (periods: readonly LoanPeriod[], kind: ApplicationKind): number =>
  periods
    .filter((period) => period.kind === kind)
    .reduce((sum, { startDate, endDate }) => sum + monthsBetween(startDate, endDate), 0);

/** Returns the months without interest for duty in hostile areas that a loan has used or been granted here. */
export const hostilePayMonthsOf = (periods: readonly LoanPeriod[]): number =>
  periods
    .flatMap(({ reducedRates = [] }) => reducedRates)
    .filter(({ benefit }) => benefit === 'hostileDuty')
    .reduce((sum, { from, until }) => sum + monthsBetween(from, until), 0);

const later = (one: PlainDate, other: PlainDate): PlainDate => (one > other ? one : other);

/**
 * Returns the longest hardship forbearance from `start` that leaves at most 9 months in any 24 (P.L. 119-21). The window
 * that ends with the new forbearance has the most months of both, because each earlier window loses as many months of
 * the new one as it can gain of earlier ones.
 */
export function generalForbearanceLeft(periods: readonly LoanPeriod[], start: PlainDate): number {
  const earlier = periods.filter(({ kind }) => kind === 'hardship');
  for (let months = GENERAL_FORBEARANCE_MONTHS; months > 0; months -= 1) {
    const windowStart = addMonths(start, months - WINDOW_MONTHS);
    const used = earlier
      .filter(({ endDate }) => endDate > windowStart)
      .reduce((sum, { startDate, endDate }) => sum + monthsBetween(later(startDate, windowStart), endDate), 0);
    if (used + months <= GENERAL_FORBEARANCE_MONTHS) return months;
  }
  return 0;
}
