/** Simple daily interest, exact on integers: millionths of a cent, rounded to cents once, when it is posted (ruling 19). */
import { type Cents, roundToCents } from './money.ts';

/** The days of a year by which a yearly rate is divided, in hundredths of a day: 365.25 (ruling 20). */
export const DAYS_IN_YEAR = 36_525;

export const MICROS_IN_CENT = 1_000_000n;
/** A rate is in thousandths of a percent: this many make the whole. */
export const RATE_WHOLE = 100_000n;

/**
 * Simple daily interest in millionths of a cent: principal x rate / days in the year x days. `daysInYear` is in
 * hundredths of a day, for owners who count 365 (36500). Refuses a negative number of days.
 */
export function interestFor(principal: Cents, rate: number, days: number, daysInYear: number = DAYS_IN_YEAR): bigint {
  if (days < 0) throw new RangeError('Interest runs forwards only');
  const exact = BigInt(principal) * BigInt(rate) * BigInt(days) * 100n * MICROS_IN_CENT;
  const whole = RATE_WHOLE * BigInt(daysInYear);
  return (exact * 2n + whole) / (whole * 2n);
}

/** Millionths of a cent, rounded to whole cents half away from zero. */
export const centsOfMicros = (micros: bigint): Cents => roundToCents(micros, MICROS_IN_CENT);
