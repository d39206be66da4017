/** The formulas of repayment plans: published figures, boundaries, and how amounts depend on income and family. */
import * as fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { levelPayment as ledgerLevelPayment } from '#domain/accounts/ledger.ts';
import { type Cents, toCents } from '#domain/money.ts';
import { ONE, roundExact, sumExact } from '#domain/plans/exact.ts';
import {
  PlanParameters,
  icrFactorsOn,
  missingParameters,
  planParameters,
  povertyGuideline,
} from '#domain/plans/parameters/parameters.ts';
import {
  consolidationMonths,
  graduatedPayments,
  icrAmounts,
  icrFactor,
  incomeBasedPayment,
  levelPayment,
  rapPayment,
  rapRounded,
  smallIcr,
  smallIncomeBased,
  standardAmount,
  tieredMonths,
} from '#domain/plans/payments.ts';
import { TODAY, day, dollars } from './plan-samples.ts';

/** Whole dollars as they are published: half a dollar is rounded up. */
const wholeDollars = (amount: Cents): number => Math.floor((amount + 50) / 100);

const guideline = (size: number, region: 'contiguous' | 'alaska' | 'hawaii' = 'contiguous'): Cents => {
  const found = povertyGuideline({ size, region }, TODAY);
  if (found === undefined) throw new Error('The guideline is missing');
  return found;
};

const factors = () => {
  const found = icrFactorsOn(TODAY);
  if (found === undefined) throw new Error('The factors are missing');
  return found;
};

const at6 = (balance: number) => ({ balance: dollars(balance), rate: 6000 });

/** IBR or PAYE of one family, with a debt so large that the standard amount is no cap. */
const incomeBased = (agi: number, size: number, percent: 10 | 15): Cents =>
  smallIncomeBased(
    roundExact(
      incomeBasedPayment(
        { adjustedGrossIncome: dollars(agi), guideline: guideline(size) },
        percent,
        standardAmount([at6(900_000)]),
      ),
    ),
  );

describe('published figures (reference 1.5)', () => {
  it('P2: ICR, single, $60,000 at 6 %, income $41,769', () => {
    const income = { adjustedGrossIncome: dollars(41_769), guideline: guideline(1) };
    const factor = icrFactor(income.adjustedGrossIncome, factors().single);
    const { byFactor, byIncome } = icrAmounts(income, factor, [at6(60_000)]);
    expect([factor, roundExact(byIncome), roundExact(byFactor)]).toEqual([8033, dollars(430.15), dollars(470.34)]);
  });

  it('P3: the factor at $50,000, single, is 86.83 %', () => {
    expect(icrFactor(dollars(50_000), factors().single)).toBe(8683);
  });

  it('P5, P6: standard over 10 years', () => {
    const thirty = roundExact(levelPayment(at6(30_000), 120));
    expect([thirty, wholeDollars(thirty)]).toEqual([dollars(333.06), 333]);
    const sixty = levelPayment(at6(60_000), 120);
    expect([roundExact(sixty), wholeDollars(roundExact(sixty * 120n))]).toEqual([dollars(666.12), 79_935]);
  });

  it('P7: graduated over 10 years, $30,000 at 6 %', () => {
    const runs = graduatedPayments(at6(30_000), 120);
    expect(runs.map(({ months }) => months)).toEqual([24, 24, 24, 24, 24]);
    expect(runs.map(({ payment }) => roundExact(payment))).toEqual(
      [190.46, 250.65, 329.88, 434.14, 571.37].map(dollars),
    );
    expect([runs[0], runs.at(-1)].map((run) => run && wholeDollars(roundExact(run.payment)))).toEqual([190, 571]);
    const total = roundExact(sumExact(runs.map(({ months, payment }) => payment * BigInt(months))));
    expect(wholeDollars(total)).toBe(42_636);
  });

  it('P9: graduated over 10 years, $15,000 at 6 %', () => {
    const runs = graduatedPayments(at6(15_000), 120).map(({ payment }) => roundExact(payment));
    expect([runs[0], runs.at(-1)]).toEqual([dollars(95.23), dollars(285.68)]);
    expect([runs[0], runs.at(-1)].map((amount) => wholeDollars(amount ?? toCents(0)))).toEqual([95, 286]);
  });

  it('P10: extended graduated over 25 years, $60,000 at 6 %, begins with the interest', () => {
    const runs = graduatedPayments(at6(60_000), 300);
    expect(runs.map(({ months }) => months)).toEqual([...Array.from({ length: 12 }, () => 24), 12]);
    const payments = runs.map(({ payment }) => roundExact(payment));
    expect([payments[0], payments.at(-1)]).toEqual([dollars(300), dollars(581.89)]);
    // The published total is $126,168.
    const total = roundExact(sumExact(runs.map(({ months, payment }) => payment * BigInt(months))));
    expect(wholeDollars(total)).toBe(126_173);
  });
});

describe('derived figures (reference 1.5)', () => {
  it.each([
    [50_000, 1, 325.75, 217.17],
    [60_000, 2, 344.25, 229.5],
    [23_940, 1, 0, 0],
    [50_000, 4, 10, 0],
  ])('IBR for an income of $%d and a family of %d: $%d at 15 %%, $%d at 10 %%', (agi, size, at15, at10) => {
    expect([incomeBased(agi, size, 15), incomeBased(agi, size, 10)]).toEqual([dollars(at15), dollars(at10)]);
  });

  it.each([
    [8000, 0, 10],
    [10_000, 0, 10],
    [20_000, 0, 16.67],
    [30_000, 0, 50],
    [50_000, 0, 166.67],
    [50_000, 1, 116.67],
    [50_000, 2, 66.67],
    // Exact multiples are in the lower band: 9 % of $100,000, then 10 %.
    [100_000, 0, 750],
    [100_000.01, 0, 833.33],
    [10_000.01, 0, 10],
    [20_000.01, 0, 33.33],
    [1_000_000, 0, 8333.33],
    [30_000, 9, 10],
  ])('RAP for an income of $%d with %d dependents is $%d', (agi, dependents, expected) => {
    expect(rapRounded(rapPayment(dollars(agi), dependents))).toBe(dollars(expected));
  });

  it.each([
    [24_999.99, 120, 277.55],
    [25_000, 180, 210.96],
    [49_999.99, 180, 421.93],
    [50_000, 240, 358.22],
    [99_999.99, 240, 716.43],
    [100_000, 300, 644.3],
  ])('Tiered Standard for $%d at 6 %% takes %d months of $%d', (balance, months, expected) => {
    expect(tieredMonths(dollars(balance))).toBe(months);
    expect(roundExact(levelPayment(at6(balance), months))).toBe(dollars(expected));
  });

  it.each([
    // The last payment is three times the first.
    [9000, 6, 144, [51.03, 63.56, 79.18, 98.64, 122.88, 153.08], 24],
    [15_000, 6, 180, [78.05, 91.32, 106.83, 124.99, 146.23, 171.07, 200.14, 234.16], 12],
    [30_000, 0, 120, [134.01, 176.37, 232.11, 305.48, 402.03], 24],
    [30_000, 6, 36, [560.88, 1682.64], 12],
    // The first payment is the interest of the first month.
    [30_000, 12, 120, [300, 369.43, 454.93, 560.22, 689.88], 24],
    [30_000, 9, 120, [225, 295.81, 388.9, 511.28, 672.18], 24],
    // There is one step.
    [30_000, 6, 24, [1329.62], 24],
  ])('Graduated for $%d at %d percent over %d months has the steps %j, the last of %d months', (...example) => {
    const [balance, percent, months, steps, last] = example;
    const runs = graduatedPayments({ balance: dollars(balance), rate: percent * 1000 }, months);
    expect(runs.map(({ payment }) => roundExact(payment))).toEqual(steps.map(dollars));
    expect(runs.map((run) => run.months)).toEqual([...steps.slice(1).map(() => 24), last]);
  });

  it('Extended over 25 years, $40,000 at 6.39 %', () => {
    expect(roundExact(levelPayment({ balance: dollars(40_000), rate: 6390 }, 300))).toBe(dollars(267.34));
  });

  it.each([
    [1, 1995],
    [2, 2705],
    [8, 6965],
    [9, 7675],
  ])('a month of 150 %% of the guideline for a family of %d is $%d', (size, expected) => {
    expect((guideline(size) * 1.5) / 12).toBe(dollars(expected));
  });
});

describe('boundaries', () => {
  it.each([
    [7499.99, 120],
    [7500, 144],
    [9999.99, 144],
    [10_000, 180],
    [20_000, 240],
    [40_000, 300],
    [59_999.99, 300],
    [60_000, 360],
    [1_000_000, 360],
  ])('a consolidation loan of $%d takes %d months', (balance, months) => {
    expect(consolidationMonths(dollars(balance))).toBe(months);
  });

  it.each([
    [0, 0, 0],
    [0.01, 0, 5],
    [4.99, 0, 5],
    [5, 10, 5],
    [5.01, 10, 5.01],
    [9.99, 10, 9.99],
    [10, 10, 10],
    [10.01, 10.01, 10.01],
  ])('$%d is a payment of $%d on IBR and PAYE, $%d on ICR', (rounded, incomeBasedAmount, icr) => {
    expect([smallIncomeBased(dollars(rounded)), smallIcr(dollars(rounded))]).toEqual(
      [incomeBasedAmount, icr].map(dollars),
    );
  });

  it('takes the small-payment rule on the rounded amount: 4.995 is 5.00, and so 10.00', () => {
    // 15 % of $399.60 above the threshold, a twelfth of it.
    expect([incomeBased(24_339.6, 1, 15), incomeBased(24_339.59, 1, 15)]).toEqual([dollars(10), 0]);
  });

  it('rounds half a cent up, and less down', () => {
    expect([roundExact(ONE / 2n), roundExact(ONE / 2n - ONE / 10n ** 9n), roundExact((3n * ONE) / 2n)]).toEqual([
      1, 0, 2,
    ]);
    // A third three times is one, though each is cut off.
    const third = ONE / 6n;
    expect(roundExact(third + third + third)).toBe(1);
  });

  it('clamps the ICR factor at both ends of the table', () => {
    const { single, married } = factors();
    const all = [0, 13_717, 352_277, 1_000_000].map((agi) => icrFactor(dollars(agi), single));
    expect(all).toEqual([5500, 5500, 20_000, 20_000]);
    expect([icrFactor(dollars(0), married), icrFactor(dollars(409_433), married)]).toEqual([5052, 20_000]);
  });

  it('asks for at least $50 on the standard plan', () => {
    expect(roundExact(standardAmount([at6(1000)]))).toBe(dollars(50));
    expect(roundExact(standardAmount([at6(4000), at6(2000)]))).toBe(dollars(66.61));
  });

  it('refuses a term of no months and a rate below zero', () => {
    expect(() => levelPayment(at6(1000), 0)).toThrow(RangeError);
    expect(() => levelPayment({ balance: dollars(1000), rate: -1 }, 12)).toThrow(RangeError);
  });
});

const balance = fc.integer({ min: 1, max: 50_000_000 }).map(toCents);
const rate = fc.integer({ min: 0, max: 15_000 });
const months = fc.constantFrom(120, 144, 180, 240, 300, 360);
const agi = fc.integer({ min: 0, max: 100_000_000 }).map(toCents);

describe('the formulas', () => {
  it('agree with the ledger on level payments', () => {
    fc.assert(
      fc.property(balance, rate, months, (owed, percent, term) => {
        expect(roundExact(levelPayment({ balance: owed, rate: percent }, term))).toBe(
          ledgerLevelPayment(owed, percent, term, 'nearest'),
        );
      }),
    );
  });

  it('repay the balance by graduated payments that begin with the interest at least, and grow by one ratio up to three times', () => {
    fc.assert(
      fc.property(balance, rate, fc.integer({ min: 1, max: 360 }), (owed, percent, term) => {
        const runs = graduatedPayments({ balance: owed, rate: percent }, term);
        const amounts = runs.map(({ payment }) => Number(payment) / 1e24);
        const [first = 0, last = 0] = [amounts[0], amounts.at(-1)];
        const ratios = amounts.slice(1).map((amount, step) => amount / (amounts[step] ?? 0));
        for (const ratio of ratios) expect(ratio).toBeCloseTo(ratios[0] ?? 0, 9);
        const monthly = percent / 1_200_000;
        const left = runs
          .flatMap((run, step) => Array.from({ length: run.months }, () => amounts[step] ?? 0))
          .reduce((debt, payment) => debt * (1 + monthly) - payment, Number(owed));
        expect(Math.abs(left)).toBeLessThan(1e-4 * Math.max(1, owed / 1000));
        expect(runs.reduce((sum, run) => sum + run.months, 0)).toBe(term);
        // In 10^-24 cents, so that nothing is rounded.
        const interest = (BigInt(owed) * BigInt(percent) * ONE) / 1_200_000n;
        expect((runs[0]?.payment ?? 0n) >= interest).toBe(true);
        expect(last / first).toBeLessThan(3 + 1e-9);
        const isTripled = runs.length === 1 || Math.abs(last / first - 3) < 1e-9;
        expect(isTripled || runs[0]?.payment === interest).toBe(true);
      }),
      { examples: [[toCents(6_000_000), 6000, 300]] },
    );
  });

  it('never lower an income-driven payment when income rises', () => {
    fc.assert(
      fc.property(agi, agi, fc.integer({ min: 1, max: 12 }), balance, (one, other, size, owed) => {
        const [low, high] = one < other ? [one, other] : [other, one];
        const debts = [{ balance: owed, rate: 6000 }];
        const all = (income: Cents) => {
          const facts = { adjustedGrossIncome: income, guideline: guideline(size) };
          const { byFactor, byIncome } = icrAmounts(facts, icrFactor(income, factors().single), debts);
          return [
            smallIncomeBased(roundExact(incomeBasedPayment(facts, 15, standardAmount(debts)))),
            smallIncomeBased(roundExact(incomeBasedPayment(facts, 10, standardAmount(debts)))),
            smallIcr(roundExact(byFactor < byIncome ? byFactor : byIncome)),
            rapRounded(rapPayment(income, size - 1)),
          ];
        };
        const higher = all(high);
        for (const [index, amount] of all(low).entries()) expect(amount).toBeLessThanOrEqual(higher[index] ?? -1);
      }),
    );
  });

  it('never raise IBR and RAP when the family grows, nor IBR at 10 % above that at 15 %', () => {
    fc.assert(
      fc.property(agi, fc.integer({ min: 1, max: 12 }), (income, size) => {
        const debts = [at6(40_000)];
        const ibr = (people: number, percent: 10 | 15) =>
          roundExact(
            incomeBasedPayment(
              { adjustedGrossIncome: income, guideline: guideline(people) },
              percent,
              standardAmount(debts),
            ),
          );
        expect(ibr(size + 1, 15)).toBeLessThanOrEqual(ibr(size, 15));
        expect(ibr(size, 10)).toBeLessThanOrEqual(ibr(size, 15));
        expect(ibr(size, 15)).toBeLessThanOrEqual(roundExact(standardAmount(debts)));
        expect(rapRounded(rapPayment(income, size))).toBeLessThanOrEqual(rapRounded(rapPayment(income, size - 1)));
      }),
    );
  });
});

describe('parameters by year', () => {
  it.each([
    ['2026-01-12', 15_650],
    ['2026-01-13', 15_960],
    ['2027-01-31', 15_960],
    ['2027-02-01', undefined],
    ['2025-01-14', undefined],
  ])('on %s the guideline for one person is %s', (date, expected) => {
    const found = povertyGuideline({ size: 1, region: 'contiguous' }, day(date));
    expect(found).toBe(expected === undefined ? undefined : dollars(expected));
  });

  it.each([
    ['2026-11-20', []],
    ['2027-02-01', ['povertyGuideline']],
    ['2027-07-01', ['povertyGuideline', 'icrFactors']],
    ['2028-07-01', ['povertyGuideline']],
  ])('on %s these are missing: %j', (date, expected) => {
    expect(missingParameters(day(date))).toEqual(expected);
  });

  it('refuses a table of factors that falls', () => {
    const parameters = planParameters();
    const [first] = parameters.icrFactors;
    const falling = { ...first, single: (first?.single ?? []).toReversed() };
    expect(v.safeParse(PlanParameters, { ...parameters, icrFactors: [falling] }).success).toBe(false);
  });
});
