/**
 * Simple daily interest, computed exactly on integers in millionths of a cent and rounded to cents once, when it is
 * posted (ruling 19).
 */
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

/** Rounds millionths of a cent to whole cents, half away from zero. */
export const centsOfMicros = (micros: bigint): Cents => roundToCents(micros, MICROS_IN_CENT);
