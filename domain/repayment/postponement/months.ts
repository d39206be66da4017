/** The months of deferment and forbearance of a loan, and the limits that are computed from them (reference §2). */
import { type PlainDate, addMonths, earlier, later } from '../../calendar.ts';
import type { DutyRate } from '../../pause-effects.ts';
import type { ApplicationKind } from '../../applications/shapes.ts';

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
export const countMonths = (periods: readonly LoanPeriod[], kind: ApplicationKind): number =>
  periods
    .filter((period) => period.kind === kind)
    .reduce((sum, { startDate, endDate }) => sum + monthsBetween(startDate, endDate), 0);

/** Returns the months without interest for duty in hostile areas that a loan has used or been granted here. */
export const countHostilePayMonths = (periods: readonly LoanPeriod[]): number =>
  periods
    .flatMap(({ reducedRates = [] }) => reducedRates)
    .filter(({ benefit }) => benefit === 'hostileDuty')
    .reduce((sum, { from, until }) => sum + monthsBetween(from, until), 0);

type Days = Pick<LoanPeriod, 'startDate' | 'endDate'>;

/** Returns the windows in which the months of some periods are the most: each begins or ends with one of the periods. */
const listWindows = (periods: readonly Days[]): Days[] =>
  periods.flatMap(({ startDate, endDate }) => [
    { startDate, endDate: addMonths(startDate, WINDOW_MONTHS) },
    { startDate: addMonths(endDate, -WINDOW_MONTHS), endDate },
  ]);

const overlap = (one: Days, other: Days): boolean => one.startDate < other.endDate && other.startDate < one.endDate;

/** Returns the months of the periods in a window; a month that has begun counts. */
const monthsWithin = (span: Days, periods: readonly Days[]): number =>
  periods
    .filter((period) => overlap(period, span))
    .reduce(
      (sum, { startDate, endDate }) =>
        sum + monthsBetween(later(startDate, span.startDate), earlier(endDate, span.endDate)),
      0,
    );

/**
 * Returns the longest hardship forbearance from `start` that leaves at most 9 months in any 24 (P.L. 119-21). Moving a
 * window to the nearest day on which a period begins or ends never lowers its number of months.
 */
export function generalForbearanceLeft(periods: readonly LoanPeriod[], start: PlainDate): number {
  const others = periods.filter(({ kind }) => kind === 'hardship');
  for (let months = GENERAL_FORBEARANCE_MONTHS; months > 0; months -= 1) {
    const requested = { startDate: start, endDate: addMonths(start, months) };
    const all = [...others, requested];
    const windows = listWindows(all).filter((span) => overlap(span, requested));
    if (windows.every((span) => monthsWithin(span, all) <= GENERAL_FORBEARANCE_MONTHS)) return months;
  }
  return 0;
}
