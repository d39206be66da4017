/** Money: whole cents internally, dollars with at most two decimals on the wire, and amounts as typed. */
import * as fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  MoneyFromWire,
  ZERO,
  allocate,
  centsFromDollars,
  dollarsFromCents,
  formatTyped,
  formatUsd,
  subtractCents,
  maxCents,
  minCents,
  parseTyped,
  roundToCents,
  sumCents,
  toCents,
} from '#domain/money.ts';
import { textFrom } from '#test/support/texts.ts';

/** 2^46 dollars. Above this limit a double cannot distinguish adjacent cents. */
const MOST = 70_368_744_177_664_00;
const someCents = fc.integer({ min: -MOST, max: MOST }).map(toCents);
const noDebt = fc.integer({ min: 0, max: MOST }).map(toCents);
const everyday = fc.integer({ min: -100_000_000, max: 100_000_000 }).map(toCents);

describe('an amount as typed (rulings 38 and 56)', () => {
  it.each([
    ['10', 10_00],
    ['10.', 10_00],
    ['10.5', 10_50],
    ['10.50', 10_50],
    ['.50', 50],
    ['.5', 50],
    ['0', 0],
    ['0.00', 0],
    ['0.01', 1],
    ['007', 7_00],
    ['$5', 5_00],
    ['$.50', 50],
    ['1,234.56', 1_234_56],
    ['$1,234.56', 1_234_56],
    ['1234.56', 1_234_56],
    ['1,234,567.89', 1_234_567_89],
    ['12,345', 12_345_00],
    ['  10.5  ', 10_50],
  ])('may be "%s"', (typed, cents) => {
    expect(parseTyped(typed)).toBe(cents);
  });

  it.each([
    ['', 'nothing'],
    ['   ', 'nothing but spaces'],
    ['.', 'no digit'],
    ['$', 'no digit'],
    ['$.', 'no digit'],
    [',', 'no digit'],
    ['10,50', 'a comma for a point'],
    ['1,23', 'a comma that separates no thousands'],
    ['12,345,67', 'a comma that separates no thousands'],
    ['1,2345', 'a comma that separates no thousands'],
    ['1234,567', 'a comma that separates no thousands'],
    [',123', 'a comma before the first digit'],
    ['1,,234', 'two commas'],
    ['1,234,', 'a comma at the end'],
    ['1.234', 'three decimals'],
    ['0.000', 'three decimals'],
    ['1.2.3', 'two points'],
    ['1.234,56', 'points for thousands'],
    ['-5', 'a minus sign'],
    ['$-5', 'a minus sign'],
    ['(5)', 'a negative amount of accountants'],
    ['+5', 'a plus sign'],
    ['1e3', 'an exponent'],
    ['0x10', 'another base'],
    ['Infinity', 'a word'],
    ['ten', 'a word'],
    [' 1 0', 'a space between digits'],
    ['$ 10', 'a space after the dollar sign'],
    ['10$', 'the dollar sign at the end'],
    ['$$10', 'two dollar signs'],
    ['€10', 'another currency'],
    ['١٢', 'digits of another script'],
    ['\uFF11\uFF10', 'digits of full width'],
    ['10.5\n0', 'two lines'],
  ])('may not be "%s": %s', (typed) => {
    expect(parseTyped(typed)).toBeUndefined();
  });

  it('has an exact upper limit', () => {
    expect(parseTyped('70,368,744,177,664.00')).toBe(MOST);
    expect(parseTyped('70,368,744,177,664.01')).toBeUndefined();
    expect(parseTyped('9'.repeat(400))).toBeUndefined();
  });

  it('is parsed back from its input format, for every amount', () => {
    fc.assert(
      fc.property(noDebt, (cents) => {
        expect(parseTyped(formatTyped(cents))).toBe(cents);
      }),
    );
  });

  it('is parsed back from its display format, for every amount', () => {
    fc.assert(
      fc.property(noDebt, (cents) => {
        expect(parseTyped(formatUsd(cents))).toBe(cents);
      }),
    );
  });

  it('consists of digits, commas between groups of three, and at most two decimals', () => {
    const anything = textFrom('0123456789.,$- e');
    fc.assert(
      fc.property(anything, (typed) => {
        if (parseTyped(typed) === undefined) return;
        const [whole = '', decimals = ''] = typed.trim().replace(/^\$/, '').split('.');
        const groups = whole.split(',');
        expect(groups.slice(1).every((group) => group.length === 3)).toBe(true);
        expect(groups.length === 1 || (groups[0] ?? '').length <= 3).toBe(true);
        expect(groups.join('') + decimals).toMatch(/^\d+$/);
        expect(decimals.length).toBeLessThanOrEqual(2);
      }),
      { numRuns: 5_000 },
    );
  });
});

describe('a formatted amount', () => {
  it.each([
    [0, '$0.00', '0.00'],
    [1, '$0.01', '0.01'],
    [10_50, '$10.50', '10.50'],
    [1_234_50, '$1,234.50', '1234.50'],
    [1_234_567_89, '$1,234,567.89', '1234567.89'],
    [MOST - 1, '$70,368,744,177,663.99', '70368744177663.99'],
    [MOST, '$70,368,744,177,664.00', '70368744177664.00'],
  ])('of %i cents is %s, and %s in an input', (cents, read, written) => {
    expect(formatUsd(toCents(cents))).toBe(read);
    expect(formatTyped(toCents(cents))).toBe(written);
  });

  it('in an input does not depend on locale data', () => {
    const prototype: { readonly format: unknown } = Intl.NumberFormat.prototype;
    const format = vi.spyOn(prototype, 'format', 'get').mockReturnValue(() => '1\u202F234,50');
    onTestFinished(() => format.mockRestore());
    expect(formatTyped(toCents(1_234_50))).toBe('1234.50');
  });

  it('has its sign before the dollar sign', () => {
    expect(formatUsd(toCents(-5_00))).toBe('-$5.00');
  });

  it('of zero has no sign', () => {
    expect(formatUsd(toCents(-0))).toBe('$0.00');
  });
});

describe('wire money (ruling 1)', () => {
  it.each([
    [0, 0],
    [-0, 0],
    [0.1, 10],
    [0.07, 7],
    [1.1, 1_10],
    [8.29, 8_29],
    [19.99, 19_99],
    [1_234.5, 1_234_50],
    [-0.01, -1],
    [70_368_744_177_663.99, MOST - 1],
    [70_368_744_177_664, MOST],
  ])('of %d dollars is %i cents', (dollars, cents) => {
    expect(centsFromDollars(dollars)).toBe(cents);
  });

  it.each([
    0.001,
    0.005,
    10.005,
    -1.234,
    1e-7,
    0.1 + 0.2,
    1.1 * 3,
    1e21,
    1e300,
    2 ** 46 + 1,
    Number.NaN,
    Infinity,
    -Infinity,
  ])('of %d dollars is rejected', (dollars) => {
    expect(centsFromDollars(dollars)).toBeUndefined();
    expect(v.safeParse(MoneyFromWire, dollars).success).toBe(false);
  });

  it.each(['10.50', null, undefined, true, [10], { amount: 10 }])('cannot be %j', (value) => {
    expect(v.safeParse(MoneyFromWire, value).success).toBe(false);
  });

  it('is parsed to the same amount, for every amount', () => {
    fc.assert(
      fc.property(someCents, (cents) => {
        const received: unknown = JSON.parse(JSON.stringify(dollarsFromCents(cents)));
        expect(v.parse(MoneyFromWire, received)).toBe(cents);
      }),
      { numRuns: 5_000 },
    );
  });

  it('is rejected with any three decimals', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 1, max: 9 }), (cents, third) => {
        expect(centsFromDollars((cents * 10 + Math.sign(cents || 1) * third) / 1000)).toBeUndefined();
      }),
    );
  });
});

describe('cents', () => {
  it.each([0.5, 1e-9, MOST + 1, -MOST - 1, Number.NaN, Infinity])('cannot be %d', (value) => {
    expect(() => toCents(value)).toThrow(RangeError);
  });

  it('have no negative zero', () => {
    expect(Object.is(toCents(-0), 0)).toBe(true);
    expect(Object.is(sumCents([]), ZERO)).toBe(true);
  });

  it('add up to the same sum in any order (ruling 19)', () => {
    const shuffled = fc
      .array(everyday)
      .chain((given) =>
        fc.tuple(fc.constant(given), fc.shuffledSubarray(given, { minLength: given.length, maxLength: given.length })),
      );
    fc.assert(
      fc.property(shuffled, ([given, other]) => {
        expect(sumCents(other)).toBe(sumCents(given));
      }),
    );
  });

  it('add up exactly or throw', () => {
    expect(sumCents([toCents(10), toCents(20), toCents(-5)])).toBe(25);
    expect(() => sumCents([toCents(MOST), toCents(1)])).toThrow(RangeError);
  });

  it('are subtracted and compared', () => {
    fc.assert(
      fc.property(everyday, everyday, (a, b) => {
        expect(sumCents([subtractCents(a, b), b])).toBe(a);
        expect([minCents(a, b), maxCents(a, b)]).toEqual([Math.min(a, b), Math.max(a, b)]);
      }),
    );
  });
});

describe('rounding to cents (ruling 19)', () => {
  it.each([
    [1n, 2n, 1],
    [-1n, 2n, -1],
    [3n, 2n, 2],
    [-3n, 2n, -2],
    [5n, 2n, 3],
    [-5n, 2n, -3],
    [1n, 3n, 0],
    [2n, 3n, 1],
    [-1n, 3n, 0],
    [-2n, 3n, -1],
    [0n, 7n, 0],
    [10_049n, 100n, 100],
    [10_050n, 100n, 101],
    [4_999_999_999_999_999n, 10_000_000_000_000_000n, 0],
  ])('rounds %i/%i to %i', (numerator, denominator, cents) => {
    expect(roundToCents(numerator, denominator)).toBe(cents);
  });

  it('rounds to the nearest cent, half away from zero, without a negative zero', () => {
    fc.assert(
      fc.property(fc.bigInt(-(10n ** 18n), 10n ** 18n), fc.bigInt(1_000n, 10n ** 9n), (numerator, denominator) => {
        const rounded = roundToCents(numerator, denominator);
        const off = BigInt(rounded) * denominator - numerator;
        const distance = (off < 0n ? -off : off) * 2n;
        expect(distance <= denominator).toBe(true);
        if (distance === denominator) expect(numerator < 0n ? off < 0n : off > 0n).toBe(true);
        expect(Object.is(rounded, -0)).toBe(false);
      }),
    );
  });

  it('rounds every half cent away from zero', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 15n), (whole) => {
        expect(roundToCents(whole * 2n + 1n, 2n)).toBe(Number(whole) + 1);
        expect(roundToCents(-(whole * 2n + 1n), 2n)).toBe(-Number(whole) - 1);
      }),
    );
  });

  it('rounds negative amounts symmetrically', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 15n), fc.bigInt(1n, 10n ** 6n), (numerator, denominator) => {
        expect(roundToCents(-numerator, denominator) + roundToCents(numerator, denominator)).toBe(0);
      }),
    );
  });

  it('requires a positive denominator and a result within the limit', () => {
    expect(() => roundToCents(1n, 0n)).toThrow(RangeError);
    expect(() => roundToCents(1n, -2n)).toThrow(RangeError);
    expect(() => roundToCents(10n ** 20n, 1n)).toThrow(RangeError);
  });
});

describe('allocate', () => {
  const weights = fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 12 });

  it.each([
    [100, [1, 1, 1], [34, 33, 33]],
    [100, [0, 0, 0], [34, 33, 33]],
    [1, [1, 1], [1, 0]],
    [100, [1, 2], [33, 67]],
    [5, [0, 3, 0], [0, 5, 0]],
    [0, [3, 4], [0, 0]],
    [-100, [1, 1, 1], [-34, -33, -33]],
    [1_000_00, [250_00, 150_00, 100_00], [500_00, 300_00, 200_00]],
  ])('splits %i by %j into %j', (amount, by, shares) => {
    expect(allocate(toCents(amount), by)).toEqual(shares);
  });

  it('returns shares that add up to the amount', () => {
    fc.assert(
      fc.property(someCents, weights, (amount, by) => {
        const shares = allocate(amount, by);
        expect(shares).toHaveLength(by.length);
        expect(sumCents(shares)).toBe(amount);
      }),
    );
  });

  it('gives every share its proportion to within a cent', () => {
    fc.assert(
      fc.property(everyday, weights, (amount, by) => {
        const whole = by.reduce((sum, weight) => sum + weight, 0);
        fc.pre(whole > 0);
        for (const [index, share] of allocate(amount, by).entries()) {
          const off = BigInt(share) * BigInt(whole) - BigInt(amount) * BigInt(by[index] ?? 0);
          expect((off < 0n ? -off : off) < BigInt(whole)).toBe(true);
        }
      }),
    );
  });

  it('never gives more to a smaller weight, and gives odd cents to the earlier of equal weights', () => {
    fc.assert(
      fc.property(noDebt, weights, (amount, by) => {
        const shares = allocate(amount, by);
        const share = (index: number): number => shares[index] ?? 0;
        for (const [one, weight] of by.entries()) {
          for (const [other, otherWeight] of by.entries()) {
            if (weight > otherWeight || (weight === otherWeight && one < other)) {
              expect(share(one)).toBeGreaterThanOrEqual(share(other));
            }
          }
        }
      }),
    );
  });

  it('gives nothing to a weight of zero, and equal shares if all weights are zero', () => {
    fc.assert(
      fc.property(noDebt, weights, (amount, by) => {
        const shares = allocate(amount, by);
        if (by.every((weight) => weight === 0)) {
          expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1);
        } else {
          expect(shares.filter((share, index) => by[index] === 0 && share !== 0)).toEqual([]);
        }
      }),
    );
  });

  it('splits a correction like the corrected amount', () => {
    fc.assert(
      fc.property(noDebt, weights, (amount, by) => {
        expect(sumCents([...allocate(amount, by), ...allocate(subtractCents(ZERO, amount), by)])).toBe(0);
        expect(allocate(subtractCents(ZERO, amount), by).map((share) => subtractCents(ZERO, share))).toEqual(
          allocate(amount, by),
        );
      }),
    );
  });

  it.each([[[]], [[1, -1]], [[0.5]], [[Number.NaN]], [[2 ** 53]]])('rejects the weights %j', (by) => {
    expect(() => allocate(toCents(100), by)).toThrow(RangeError);
  });
});
