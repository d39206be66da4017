/**
 * Amounts with more precision than cents, for estimates that are rounded once at the end (ruling 41). An exact amount is an
 * integer number of 10^-24 cents. Quotients and powers are cut off beyond that, so that a result is wrong by less than 10^-18
 * cents; rounding takes amounts within 10^-12 cents of a half cent as that half cent.
 */
import { type Cents, roundToCents } from '../money.ts';

/** An amount of money in 10^-24 cents, or a factor in 10^-24. */
export type Exact = bigint;

/** One cent, or the factor one. */
export const ONE: Exact = 10n ** 24n;

/** Converts `amount` without loss of precision. */
export const toExact = (amount: Cents): Exact => BigInt(amount) * ONE;

const TO_TIES = 10n ** 12n;

/** Rounds a non-negative amount to the cent, half up. */
export const roundExact = (amount: Exact): Cents => roundToCents((amount + TO_TIES / 2n) / TO_TIES, ONE / TO_TIES);

/** Returns the sum of some amounts. */
export const sumExact = (amounts: Iterable<Exact>): Exact => {
  let total = 0n;
  for (const amount of amounts) total += amount;
  return total;
};

export const minExact = (a: Exact, b: Exact): Exact => (a < b ? a : b);
export const maxExact = (a: Exact, b: Exact): Exact => (a > b ? a : b);

/** Converts `amount` to a whole-number weight for `allocate`: millionths of a cent. */
export const toWeight = (amount: Exact): number => Number(amount / 10n ** 18n);

/** Powers and annuities are computed on fractions of 10^-40, so that a sum over 360 months stays within 10^-30. */
const FINE = 10n ** 40n;
/** A rate is in thousandths of a percent a year: this many make the whole of a month's interest. */
const MONTHLY_WHOLE = 1_200_000n;

/** Returns (1 + rate / 12) ^ months, in 10^-40. */
function growth(rate: number, months: number): bigint {
  let [base, result] = [FINE + (FINE * BigInt(rate)) / MONTHLY_WHOLE, FINE];
  for (let left = months; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) result = (result * base) / FINE;
    base = (base * base) / FINE;
  }
  return result;
}

function checkTerm(rate: number, months: number): void {
  if (!Number.isSafeInteger(months) || months < 1) throw new RangeError(`Not a number of months: ${months}`);
  if (!Number.isSafeInteger(rate) || rate < 0) throw new RangeError(`Not a rate: ${rate}`);
}

/**
 * Returns the level monthly payment for `balance`: P · i / (1 − (1 + i)^−N). The rate is in thousandths of a percent a year.
 */
export function levelExact(balance: Cents, rate: number, months: number): Exact {
  checkTerm(rate, months);
  if (rate === 0) return toExact(balance) / BigInt(months);
  const grown = growth(rate, months);
  return (toExact(balance) * BigInt(rate) * grown) / (MONTHLY_WHOLE * (grown - FINE));
}

/** Returns the interest of a month on `principal`. The rate is in thousandths of a percent a year. */
export const interestExact = (principal: Cents, rate: number): Exact =>
  (toExact(principal) * BigInt(rate)) / MONTHLY_WHOLE;

/** The factor between the payments of two steps, in 10^-40. */
export type Ratio = bigint;

/** Returns the present value of each step of a schedule if all its payments are one, in 10^-40. */
function stepValues(rate: number, steps: readonly number[]): bigint[] {
  // Today's value of one to be paid at the beginning of the step.
  let discount = FINE;
  return steps.map((months) => {
    checkTerm(rate, months);
    const end = (discount * FINE) / growth(rate, months);
    const value = rate === 0 ? FINE * BigInt(months) : ((discount - end) * MONTHLY_WHOLE) / BigInt(rate);
    discount = end;
    return value;
  });
}

/** Returns the value of a polynomial and of its derivative at `x`, all in 10^-40 (Horner's method). */
function polynomialAt(coefficients: readonly bigint[], x: bigint): { value: bigint; slope: bigint } {
  let [value, slope] = [0n, 0n];
  for (const coefficient of coefficients.toReversed()) {
    slope = (slope * x) / FINE + value;
    value = (value * x) / FINE + coefficient;
  }
  return { value, slope };
}

/**
 * Solves polynomial = `target` by Newton's method. The coefficients are not negative, so the values fall toward the
 * solution from any `start` above it.
 */
function solve(coefficients: readonly bigint[], target: bigint, start: bigint): bigint {
  let x = start;
  for (;;) {
    const { value, slope } = polynomialAt(coefficients, x);
    const next = x - ((value - target) * FINE) / slope;
    if (next >= x) return x;
    x = next;
  }
}

/** Returns the ratio by which payments grow `times` in `steps` steps. */
export function ratioOfGrowth(times: number, steps: number): Ratio {
  if (steps < 2) return FINE;
  // The root in floating point, and a little more, so that the method starts close to the solution and above it.
  const start = BigInt(Math.ceil(times ** (1 / (steps - 1)) * 1e15) + 10) * 10n ** 25n;
  return solve([...Array.from({ length: steps - 1 }, () => 0n), FINE], FINE * BigInt(times), start);
}

/**
 * Returns the ratio of a schedule whose first payments are the interest of the first month. `above` is a ratio at which they
 * would be less. The steps are numbers of months.
 */
export const ratioFromInterest = (rate: number, steps: readonly number[], above: Ratio): Ratio =>
  solve(stepValues(rate, steps), (FINE * MONTHLY_WHOLE) / BigInt(rate), above);

/**
 * Returns the first payment of a schedule that repays `balance` in steps of some months, each `ratio` times the one before.
 */
export const firstOfSteps = (balance: Cents, rate: number, steps: readonly number[], ratio: Ratio): Exact =>
  (toExact(balance) * FINE) / polynomialAt(stepValues(rate, steps), ratio).value;

/** Returns `amount` times a ratio. */
export const timesRatio = (amount: Exact, ratio: Ratio): Exact => (amount * ratio) / FINE;
