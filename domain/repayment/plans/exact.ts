/**
 * Amounts with more precision than cents, for estimates that are rounded once at the end (ruling 41). An exact amount is an
 * integer number of 10^-24 cents. Quotients and powers are cut off beyond that, so that a result is wrong by less than 10^-18
 * cents; rounding takes amounts within 10^-12 cents of a half cent as that half cent.
 */
import { type Cents, roundToCents } from '../../money.ts';

/** An amount of money in 10^-24 cents, or a factor in 10^-24. */
export type Exact = bigint;

/** One cent, or the factor one. */
export const ONE: Exact = 10n ** 24n;

/** `amount` without loss. */
export const exactOf = (amount: Cents): Exact => BigInt(amount) * ONE;

const TO_TIES = 10n ** 12n;

/** Rounds a non-negative amount to the cent, half up. */
export const roundExact = (amount: Exact): Cents => roundToCents((amount + TO_TIES / 2n) / TO_TIES, ONE / TO_TIES);

/** The sum of some amounts. */
export const sumExact = (amounts: Iterable<Exact>): Exact => {
  let total = 0n;
  for (const amount of amounts) total += amount;
  return total;
};

export const minExact = (a: Exact, b: Exact): Exact => (a < b ? a : b);
export const maxExact = (a: Exact, b: Exact): Exact => (a > b ? a : b);

/** `amount` as a whole number to share a sum by (`allocate`): millionths of a cent. */
export const weightOf = (amount: Exact): number => Number(amount / 10n ** 18n);

/** Powers and annuities are computed on fractions of 10^-40, so that a sum over 360 months stays within 10^-30. */
const FINE = 10n ** 40n;
/** A rate is in thousandths of a percent a year: this many make the whole of a month's interest. */
const MONTHLY_WHOLE = 1_200_000n;

/** (1 + rate / 12) ^ months, in 10^-40. */
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

/** The level monthly payment for `balance`: P · i / (1 − (1 + i)^−N). The rate is in thousandths of a percent a year. */
export function levelExact(balance: Cents, rate: number, months: number): Exact {
  checkTerm(rate, months);
  if (rate === 0) return exactOf(balance) / BigInt(months);
  const grown = growth(rate, months);
  return (exactOf(balance) * BigInt(rate) * grown) / (MONTHLY_WHOLE * (grown - FINE));
}

/** Some months of a schedule and the amount of each, as a multiple of the first in 10^-40. */
export interface Step {
  readonly months: number;
  readonly multiple: bigint;
}

/** The first payment of a schedule in steps that repays `balance`. */
export function firstOfSteps(balance: Cents, rate: number, steps: readonly Step[]): Exact {
  let [value, month] = [0n, 0];
  for (const { months, multiple } of steps) {
    checkTerm(rate, months);
    const annuity =
      rate === 0
        ? FINE * BigInt(months)
        : ((FINE - (FINE * FINE) / growth(rate, months)) * MONTHLY_WHOLE) / BigInt(rate);
    const discounted = (annuity * FINE) / growth(rate, month);
    value += (discounted * multiple) / FINE;
    month += months;
  }
  return (exactOf(balance) * FINE) / value;
}

/** The whole square root of a number, by Newton's method. */
function squareRoot(value: bigint): bigint {
  let root = 1n << BigInt(Math.ceil(value.toString(2).length / 2));
  for (;;) {
    const next = (root + value / root) / 2n;
    if (next >= root) return root;
    root = next;
  }
}

/** The fourth root of a whole number, in 10^-40. */
export const fourthRoot = (value: bigint): bigint => squareRoot(squareRoot(value * FINE ** 4n));

/** A multiple in 10^-40 times another. */
export const timesMultiple = (a: bigint, b: bigint): bigint => (a * b) / FINE;

/** The multiple one. */
export const ONE_MULTIPLE = FINE;

/** `amount` times a multiple. */
export const timesExact = (amount: Exact, multiple: bigint): Exact => (amount * multiple) / FINE;
