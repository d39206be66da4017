/**
 * Amounts of money. An amount in the product is always an integer number of {@link Cents}. On the wire it is a JSON
 * number of {@link Dollars} with at most two decimals (ruling 1). The compiler refuses one for the other.
 */
import * as v from 'valibot';
import { onFirstUse } from './on-first-use.ts';

declare const cents: unique symbol;
declare const dollars: unique symbol;

/** An amount in whole US cents, at most 2^46 dollars. Only corrections are negative. */
export type Cents = number & { readonly [cents]: true };

/** An amount on the wire: US dollars with at most two decimals. Amounts are never computed in dollars. */
export type Dollars = number & { readonly [dollars]: true };

/** A number without a unit of money. The compiler refuses {@link Cents} and {@link Dollars}. */
export type PlainNumber = number & { readonly [cents]?: never; readonly [dollars]?: never };

/** 2^46 dollars in cents. Above this limit a double can no longer distinguish adjacent cents of a dollar amount. */
const LIMIT = 2 ** 46 * 100;

const isCents = (value: number): value is Cents => Number.isInteger(value) && Math.abs(value) <= LIMIT;

/** Returns `value` as cents. Throws a `RangeError` for a fraction of a cent, which is a programming error. */
export function toCents(value: number & { readonly [dollars]?: never }): Cents {
  const whole = value === 0 ? 0 : value;
  if (!isCents(whole)) throw new RangeError(`Not a whole number of cents: ${value}`);
  return whole;
}

export const ZERO: Cents = toCents(0);

/** Returns the sum of `amounts`. */
export function sumCents(amounts: Iterable<Cents>): Cents {
  let total = 0;
  for (const amount of amounts) total += amount;
  return toCents(total);
}

/** Returns the sum of `amounts`, or null if any of them is unknown. */
export function sumIfKnown(amounts: readonly (Cents | null)[]): Cents | null {
  const known = amounts.filter((amount) => amount !== null);
  return known.length === amounts.length ? sumCents(known) : null;
}

/** Returns `a - b`. */
export const subtractCents = (a: Cents, b: Cents): Cents => toCents(a - b);

export const minCents = (a: Cents, b: Cents): Cents => (a < b ? a : b);

export const maxCents = (a: Cents, b: Cents): Cents => (a > b ? a : b);

/**
 * Divides `numerator` by `denominator` and rounds to a whole cent, half away from zero (ruling 19). The division uses
 * integers, so the rounding is exact. `denominator` must be positive.
 */
export function roundToCents(numerator: bigint, denominator: bigint): Cents {
  if (denominator <= 0n) throw new RangeError('The denominator must be positive');
  const sign = numerator < 0n ? -1n : 1n;
  const size = numerator * sign;
  return toCents(Number(sign * ((size * 2n + denominator) / (denominator * 2n))));
}

/**
 * Splits `amount` in proportion to `weights`. The shares are whole cents and add up to `amount` exactly. Leftover cents
 * go to the shares with the largest remainders; ties go to the earlier share. Weights must not be negative. If all
 * weights are zero, the shares are equal.
 */
export function allocate(amount: Cents, weights: readonly number[]): Cents[] {
  if (weights.length === 0) throw new RangeError('At least one weight is required');
  if (weights.some((weight) => !Number.isSafeInteger(weight) || weight < 0)) {
    throw new RangeError('Weights must be non-negative integers');
  }
  const even = weights.every((weight) => weight === 0);
  const parts = weights.map((weight) => (even ? 1n : BigInt(weight)));
  const whole = parts.reduce((sum, part) => sum + part, 0n);
  const size = BigInt(Math.abs(amount));
  const shares = parts.map((part) => (size * part) / whole);
  const remainders = parts.map((part, index) => ({ index, rest: (size * part) % whole }));
  let left = size - shares.reduce((sum, share) => sum + share, 0n);
  remainders.sort((a, b) => (a.rest === b.rest ? a.index - b.index : a.rest > b.rest ? -1 : 1));
  for (const { index } of remainders) {
    if (left === 0n) break;
    shares[index] = (shares[index] ?? 0n) + 1n;
    left -= 1n;
  }
  return shares.map((share) => toCents(Number(amount < 0 ? -share : share)));
}

/**
 * Converts a wire amount in dollars to cents. Returns undefined if the number is not finite, has more than two
 * decimals, or exceeds the limit of {@link Cents}.
 */
export function centsFromDollars(amount: number & { readonly [cents]?: never }): Cents | undefined {
  if (!Number.isFinite(amount)) return undefined;
  const written = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(String(amount));
  if (!written) return undefined;
  const [, sign, whole = '0', fraction = ''] = written;
  const size = Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
  const value = sign ? -size : size;
  return isCents(value) ? toCents(value) : undefined;
}

const isInDollars = (value: number, amount: Cents): value is Dollars => isCents(amount) && value === amount / 100;

/** Converts `amount` to dollars for the wire. Throws a `RangeError` for a fraction of a cent. */
export function dollarsFromCents(amount: Cents): Dollars {
  const value = amount / 100;
  if (!isInDollars(value, amount)) throw new RangeError(`Not a whole number of cents: ${amount}`);
  return value;
}

const isDollars = (value: unknown): value is Dollars =>
  typeof value === 'number' && centsFromDollars(value) !== undefined;

/** Schema of {@link Dollars}. */
export const DollarsOnWire = v.custom<Dollars>(isDollars, 'Money is a number of dollars with at most two decimals');

/** Schema of wire money: dollars with at most two decimals, converted to cents. */
export const MoneyFromWire = v.pipe(
  DollarsOnWire,
  v.transform((amount) => centsFromDollars(amount) ?? ZERO),
);

const usd = onFirstUse(() => new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }));

/** Formats `amount` for display: `$1,234.50`. */
export const formatUsd = (amount: Cents): string => usd().format(amount / 100);

const wholeUsd = onFirstUse(
  () => new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 }),
);

/** Formats a limit in whole dollars for a message: `$1,000,000`. */
export const formatWholeUsd = (amount: PlainNumber): string => wholeUsd().format(amount);

/** Formats `amount` for an input field that has lost focus: two decimals, no sign, no commas (Y §5.1). */
export function formatTyped(amount: Cents): string {
  const size = Math.abs(amount);
  const fraction = size % 100;
  return `${amount < 0 ? '-' : ''}${(size - fraction) / 100}.${String(fraction).padStart(2, '0')}`;
}

const TYPED = /^\$?(?=[\d.])((?:\d{1,3}(?:,\d{3})+|\d*))(?:\.(\d{0,2}))?$/;

/**
 * Parses an amount as typed (rulings 38 and 56): an optional dollar sign, digits with commas only as thousands
 * separators, and up to two decimals; `10.`, `10.5` and `.50` are valid. Returns undefined for any other text, such as
 * three decimals, `10,50` or a minus sign, and for amounts above the limit of {@link Cents}.
 */
export function parseTyped(text: string): Cents | undefined {
  const value = readTyped(text);
  return value !== undefined && isCents(value) ? value : undefined;
}

/** Returns whether the typed text is an amount above the limit of {@link Cents}. */
export function isBeyondCents(text: string): boolean {
  const value = readTyped(text);
  return value !== undefined && !isCents(value);
}

/** Parses the typed text to cents without checking the limit. Returns undefined if the text is not an amount. */
function readTyped(text: string): number | undefined {
  const match = TYPED.exec(text.trim());
  if (!match) return undefined;
  const [, whole = '', fraction = ''] = match;
  if (whole === '' && fraction === '') return undefined;
  return Number(whole.replaceAll(',', '') || '0') * 100 + Number(fraction.padEnd(2, '0') || '0');
}
