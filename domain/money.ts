/**
 * Money as whole cents. Inside the product an amount is always an integer number of cents; on the wire it is a JSON
 * number of dollars with at most two decimals (ruling 1).
 */
import * as v from 'valibot';
import { onFirstUse } from './on-first-use.ts';

declare const cents: unique symbol;

/** An amount of money in whole US cents, up to 2^46 dollars; negative only for corrections. */
export type Cents = number & { readonly [cents]: true };

/** 2^46 dollars. Beyond it a wire number of dollars, a binary fraction, no longer tells one cent from the next. */
const LIMIT = 2 ** 46 * 100;

const isCents = (value: number): value is Cents => Number.isInteger(value) && Math.abs(value) <= LIMIT;

/** `value` as cents. Throws a RangeError for anything but a whole number of them: a fraction is a programming error. */
export function toCents(value: number): Cents {
  const whole = value === 0 ? 0 : value;
  if (!isCents(whole)) throw new RangeError(`Not a whole number of cents: ${value}`);
  return whole;
}

export const ZERO: Cents = toCents(0);

/** The sum of `amounts`, in cents. */
export function sumCents(amounts: Iterable<Cents>): Cents {
  let total = 0;
  for (const amount of amounts) total += amount;
  return toCents(total);
}

/** The sum of `amounts`, in cents; null if one of them is not known. */
export function sumIfKnown(amounts: readonly (Cents | null)[]): Cents | null {
  const known = amounts.filter((amount) => amount !== null);
  return known.length === amounts.length ? sumCents(known) : null;
}

/** `a` less `b`, in cents. */
export const subtractCents = (a: Cents, b: Cents): Cents => toCents(a - b);

/** The smaller of two amounts. */
export const minCents = (a: Cents, b: Cents): Cents => (a < b ? a : b);

/** The larger of two amounts. */
export const maxCents = (a: Cents, b: Cents): Cents => (a > b ? a : b);

/**
 * `numerator / denominator` rounded to a whole cent, half away from zero (ruling 19). Exact: the division is made on
 * integers, so no binary fraction decides a half cent. `denominator` must be positive.
 */
export function roundToCents(numerator: bigint, denominator: bigint): Cents {
  if (denominator <= 0n) throw new RangeError('The denominator must be positive');
  const sign = numerator < 0n ? -1n : 1n;
  const size = numerator * sign;
  return toCents(Number(sign * ((size * 2n + denominator) / (denominator * 2n))));
}

/**
 * `amount` shared out in proportion to `weights`, to the cent: the shares add up to `amount` exactly. Cents that do not
 * divide go to the largest remainders, the earlier share first where they tie. Weights are not negative; if all are
 * zero the shares are equal.
 */
export function allocate(amount: Cents, weights: readonly number[]): Cents[] {
  if (weights.length === 0) throw new RangeError('Nobody to share the amount between');
  if (weights.some((weight) => !Number.isSafeInteger(weight) || weight < 0)) {
    throw new RangeError('Weights are whole numbers from zero up');
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
 * Cents from a wire number of dollars. Refuses (returns undefined) anything that is not a finite number with at most
 * two decimals, or that is more than cents can be told apart in.
 */
export function centsFromDollars(dollars: number): Cents | undefined {
  if (!Number.isFinite(dollars)) return undefined;
  const written = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(String(dollars));
  if (!written) return undefined;
  const [, sign, whole = '0', fraction = ''] = written;
  const size = Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
  const value = sign ? -size : size;
  return isCents(value) ? toCents(value) : undefined;
}

/** The wire number of dollars for `amount`. */
export const dollarsFromCents = (amount: Cents): number => amount / 100;

/** Wire money: a number of dollars with at most two decimals, read as cents. */
export const MoneyFromWire = v.pipe(
  v.number(),
  v.check(
    (dollars) => centsFromDollars(dollars) !== undefined,
    'Money is a number of dollars with at most two decimals',
  ),
  v.transform((dollars) => centsFromDollars(dollars) ?? ZERO),
);

const usd = onFirstUse(() => new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }));

/** `amount` as a person reads it: `$1,234.50`. */
export const formatUsd = (amount: Cents): string => usd().format(amount / 100);

const wholeUsd = onFirstUse(
  () => new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 }),
);

/** A limit in dollars as a message says it, without cents: `$1,000,000`. */
export const formatWholeUsd = (dollars: number): string => wholeUsd().format(dollars);

/** `amount` as it stands in a field after leaving it: two decimals, no sign, no commas (Y §5.1). */
export function formatTyped(amount: Cents): string {
  const size = Math.abs(amount);
  const fraction = size % 100;
  return `${amount < 0 ? '-' : ''}${(size - fraction) / 100}.${String(fraction).padStart(2, '0')}`;
}

const TYPED = /^\$?(?=[\d.])((?:\d{1,3}(?:,\d{3})+|\d*))(?:\.(\d{0,2}))?$/;

/**
 * An amount as a person types it (rulings 38 and 56): an optional dollar sign, digits with commas as thousands
 * separators only, none to two decimals; `10.`, `10.5` and `.50` are fine. Undefined for anything else: three decimals,
 * `10,50`, a minus sign, other characters, no digit at all, or more than cents can hold exactly.
 */
export function parseTyped(text: string): Cents | undefined {
  const value = readTyped(text);
  return value !== undefined && isCents(value) ? value : undefined;
}

/** Whether what a person types is an amount, but more than cents can hold exactly. */
export function isBeyondCents(text: string): boolean {
  const value = readTyped(text);
  return value !== undefined && !isCents(value);
}

/** The number of cents that is typed, exact or not; undefined where it is no amount. */
function readTyped(text: string): number | undefined {
  const match = TYPED.exec(text.trim());
  if (!match) return undefined;
  const [, whole = '', fraction = ''] = match;
  if (whole === '' && fraction === '') return undefined;
  return Number(whole.replaceAll(',', '') || '0') * 100 + Number(fraction.padEnd(2, '0') || '0');
}
