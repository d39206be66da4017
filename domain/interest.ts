/**
 * Simple daily interest, computed exactly on integers in millionths of a cent and rounded to cents once, when it is
 * posted (ruling 19).
 */
import { type PlainDate, daysBetween } from './calendar.ts';
import { type Cents, roundToCents } from './money.ts';

/** Days per year for interest calculation, in hundredths of a day: 365.25 (ruling 20). */
export const DAYS_IN_YEAR = 36_525;

export const MICROS_IN_CENT = 1_000_000n;
/** The denominator of rates, which are in thousandths of a percent. */
export const RATE_WHOLE = 100_000n;

/**
 * Computes simple daily interest in millionths of a cent: principal x rate / days per year x days. `daysInYear` is in
 * hundredths of a day; loan owners with a 365-day year use 36500. Throws a `RangeError` if `days` is negative.
 */
export function interestFor(principal: Cents, rate: number, days: number, daysInYear: number = DAYS_IN_YEAR): bigint {
  if (days < 0) throw new RangeError('The number of days must not be negative');
  const exact = BigInt(principal) * BigInt(rate) * BigInt(days) * 100n * MICROS_IN_CENT;
  const whole = RATE_WHOLE * BigInt(daysInYear);
  return (exact * 2n + whole) / (whole * 2n);
}

/** A lower rate of a loan in a period. */
export interface ReducedRate {
  /** The first day of the period. */
  readonly from: PlainDate;
  /** The first day after the period. Null while its end is not known. */
  readonly until: PlainDate | null;
  /** In thousandths of a percent per year. */
  readonly rate: number;
  /** The day from which the ledger knew it, if that is after `from`; interest of the days before was corrected then. */
  readonly recordedOn?: PlainDate | undefined;
  /** The reason for the lower rate. Omitted where only the rate counts. */
  readonly benefit?: 'scra' | 'hostileDuty' | 'autoDebit' | undefined;
}

/** The fields of a loan that determine its rate on a day. */
export interface RatedLoan {
  /** Without reductions, in thousandths of a percent per year. */
  readonly rate: number;
  /** Omitted without any. */
  readonly reducedRates?: readonly ReducedRate[] | undefined;
}

/** Returns the rate of a loan on a day: the lowest reduced rate of that day, or its own rate. */
export const rateOn = ({ rate, reducedRates = [] }: RatedLoan, day: PlainDate): number =>
  Math.min(
    rate,
    ...reducedRates
      .filter(({ from, until }) => from <= day && (until === null || day < until))
      .map((each) => each.rate),
  );

/** Returns the days on which a loan's reduced rates begin or end, in order. */
export const rateChanges = ({ reducedRates = [] }: RatedLoan): PlainDate[] =>
  reducedRates.flatMap(({ from, until }) => (until === null ? [from] : [from, until])).toSorted();

/** Some days in a row with the same rate. */
export interface RateRun {
  readonly days: number;
  readonly rate: number;
}

/** Returns the rates of a loan from `start` until the day before `end`, in order. */
export function rateRuns(loan: RatedLoan, start: PlainDate, end: PlainDate): RateRun[] {
  const days = [...new Set([start, ...rateChanges(loan).filter((day) => start < day && day < end), end])];
  const runs: RateRun[] = [];
  for (const [index, from] of days.entries()) {
    const to = days[index + 1];
    if (to === undefined) break;
    const [rate, last] = [rateOn(loan, from), runs.at(-1)];
    if (last?.rate === rate) runs[runs.length - 1] = { rate, days: last.days + daysBetween(from, to) };
    else runs.push({ rate, days: daysBetween(from, to) });
  }
  return runs;
}

/**
 * Returns the interest on a loan's principal from `start` until the day before `end`, in millionths of a cent, at the
 * rate of each day. 0 if `end` is not after `start`.
 */
export const interestBetween = (
  loan: RatedLoan & { readonly principal: Cents },
  start: PlainDate,
  end: PlainDate,
  daysInYear?: number,
): bigint =>
  end <= start
    ? 0n
    : rateRuns(loan, start, end).reduce(
        (sum, { rate, days }) => sum + interestFor(loan.principal, rate, days, daysInYear),
        0n,
      );

/** Rounds millionths of a cent to whole cents, half away from zero. */
export const centsOfMicros = (micros: bigint): Cents => roundToCents(micros, MICROS_IN_CENT);

/** A loan with its interest accrued through `interestThrough`. */
export interface LedgerLoan extends RatedLoan {
  readonly loanId: string;
  /** The loan's part of the group's monthly amount, in cents. */
  readonly monthlyPayment: Cents;
  readonly principal: Cents;
  /** Unpaid accrued interest, in millionths of a cent. */
  readonly accruedInterest: bigint;
  readonly fees: Cents;
  readonly interestThrough: PlainDate;
}

/** Returns the loan with interest accrued through `day`. Returns it unchanged if interest is accrued further already. */
export function accrueTo<L extends LedgerLoan>(loan: L, day: PlainDate, daysInYear?: number): L {
  if (day <= loan.interestThrough) return loan;
  const more = interestBetween(loan, loan.interestThrough, day, daysInYear);
  return { ...loan, accruedInterest: loan.accruedInterest + more, interestThrough: day };
}
