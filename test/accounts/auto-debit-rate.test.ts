/** The lower interest rate of auto debit (ruling 101): its dated entries, and the interest that they charge. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ReducedTime,
  autoDebitRateOn,
  autoDebitRates,
  toEnrollments,
  reducedSince,
  reductionOn,
} from '#domain/accounts/auto-debit-rate.ts';
import { autoDebitIncentives } from '#domain/accounts/auto-debit-rate.ts';
import { incentiveStatus } from '#domain/accounts/loans/incentives.ts';
import { type PlainDate, addDays, daysBetween, toPlainDate as day } from '#domain/calendar.ts';
import { rateOn, type LedgerLoan, accrueTo } from '#domain/interest.ts';
import { ZERO, toCents } from '#domain/money.ts';

const loan = (more: Partial<LedgerLoan> = {}): LedgerLoan => ({
  loanId: 'A01',
  rate: 5_000,
  monthlyPayment: toCents(40_000),
  principal: toCents(3_652_500),
  accruedInterest: 0n,
  fees: ZERO,
  interestThrough: day('2026-11-20'),
  ...more,
});

const time = (from: string, until: string | null = null, enrolledOn = '2026-09-30'): ReducedTime => ({
  enrolledOn: day(enrolledOn),
  from: day(from),
  until: until === null ? null : day(until),
});

const of2012 = { rate: 5_000, disbursedOn: day('2012-07-01') };

describe('the entries', () => {
  const found = (...times: Parameters<typeof autoDebitRates>) =>
    autoDebitRates(...times).map(({ from, until, rate }) => [from, until, rate]);

  it.each<[string, typeof of2012, ReducedTime, (readonly [string, string | null, number])[]]>([
    [
      'a loan of July 2012, set up by September 2026',
      of2012,
      time('2026-11-02'),
      [
        ['2026-11-02', null, 4_750],
        ['2026-11-02', '2028-07-01', 4_000],
      ],
    ],
    ['an older loan', { ...of2012, disbursedOn: day('2012-06-30') }, time('2026-11-02'), [['2026-11-02', null, 4_750]]],
    ['a later enrollment', of2012, time('2026-11-02', null, '2026-10-01'), [['2026-11-02', null, 4_750]]],
    [
      'a first draft before July 2026',
      of2012,
      time('2024-11-01', null, '2024-10-20'),
      [
        ['2024-11-01', null, 4_750],
        ['2026-07-01', '2028-07-01', 4_000],
      ],
    ],
    [
      'a stop before July 2026',
      of2012,
      time('2024-11-01', '2026-07-01', '2024-10-20'),
      [['2024-11-01', '2026-07-01', 4_750]],
    ],
    [
      'a stop during the higher reduction',
      of2012,
      time('2026-11-02', '2026-12-07'),
      [
        ['2026-11-02', '2026-12-07', 4_750],
        ['2026-11-02', '2026-12-07', 4_000],
      ],
    ],
    ['a first draft after June 2028', of2012, time('2028-07-03'), [['2028-07-03', null, 4_750]]],
    ['a stop on the day of the first draft', of2012, time('2026-11-02', '2026-11-02'), []],
    [
      'a rate below the reduction',
      { ...of2012, rate: 600 },
      time('2026-11-02'),
      [
        ['2026-11-02', null, 350],
        ['2026-11-02', '2028-07-01', 0],
      ],
    ],
    ['a loan without interest', { ...of2012, rate: 0 }, time('2026-11-02'), []],
  ])('of %s', (_, rated, reduced, entries) => {
    expect(found(rated, [reduced])).toEqual(entries);
  });

  it('charge the higher reduction from July 2026 through June 2028, which ends by itself', () => {
    const held = { rate: 5_000, reducedRates: autoDebitRates(of2012, [time('2024-11-01', null, '2024-10-20')]) };
    const onDays = ['2024-10-31', '2024-11-01', '2026-06-30', '2026-07-01', '2028-06-30', '2028-07-01', '2040-01-01'];
    expect(onDays.map((on) => rateOn(held, day(on)))).toEqual([5_000, 4_750, 4_750, 4_000, 4_000, 4_750, 4_750]);
  });

  it('of two enrollments leave the time between them at the rate of the loan', () => {
    const times = [time('2025-03-03', '2026-08-10', '2025-02-10'), time('2026-11-02', null, '2026-10-15')];
    const held = { rate: 5_000, reducedRates: autoDebitRates(of2012, times) };
    const onDays = ['2026-08-09', '2026-08-10', '2026-11-01', '2026-11-02'];
    // The second enrollment was too late for the higher reduction.
    expect(onDays.map((on) => rateOn(held, day(on)))).toEqual([4_000, 5_000, 5_000, 4_750]);
    expect(reducedSince(held)).toBe('2026-11-02');
    expect(reducedSince({ reducedRates: autoDebitRates(of2012, times.slice(0, 1)) })).toBeNull();
  });
});

describe('the times in which auto debit is on', () => {
  const terms = { profileId: 'method-1', extraAmount: ZERO };
  const on = (changedOn: string) => ({ changedOn: day(changedOn), terms });
  const off = (changedOn: string) => ({ changedOn: day(changedOn), terms: null });

  it('begin with an enrollment, and end with a stop, a suspension or the account', () => {
    expect(toEnrollments([])).toEqual([]);
    expect(toEnrollments([on('2026-01-05'), on('2026-03-02')])).toEqual([{ enrolledOn: '2026-01-05', until: null }]);
    expect(toEnrollments([on('2026-01-05'), off('2026-03-02'), off('2026-03-04'), on('2026-03-02')])).toEqual([
      { enrolledOn: '2026-01-05', until: '2026-03-02' },
      { enrolledOn: '2026-03-02', until: null },
    ]);
  });
});

describe('the reduction that the auto debit page shows', () => {
  const charged = { ...of2012, reducedRates: autoDebitRates(of2012, [time('2026-10-09')]) };
  const scra = { from: day('2026-10-01'), until: day('2027-10-01'), rate: 4_500, benefit: 'scra' } as const;
  const enrolled = { enrolledOn: day('2026-09-30'), day: day('2026-11-20') };

  it('is the same before and after the first draft', () => {
    expect([reductionOn(of2012, enrolled), reductionOn(charged, enrolled)]).toEqual([1_000, 1_000]);
    expect(reductionOn(of2012, { ...enrolled, enrolledOn: day('2026-10-01') })).toBe(250);
    expect(reductionOn(charged, { ...enrolled, day: day('2028-07-01') })).toBe(250);
  });

  it('counts the lowest rate when the active-duty limit also applies', () => {
    const both = { ...of2012, reducedRates: [scra, ...charged.reducedRates] };
    expect(rateOn(both, enrolled.day)).toBe(4_000);
    expect(reductionOn(both, enrolled)).toBe(500);
    expect(reductionOn(both, { enrolledOn: day('2026-10-01'), day: enrolled.day })).toBe(0);
    // Plans are estimated without benefits for active duty.
    expect(autoDebitRateOn({ ...of2012, reducedRates: [scra] }, enrolled.day)).toBe(5_000);
    expect(autoDebitRateOn(both, enrolled.day)).toBe(4_000);
  });
});

describe('the benefit on the page of a loan', () => {
  it('states the reduction that is charged, since when, and when it changes', () => {
    const charged = { ...of2012, reducedRates: autoDebitRates(of2012, [time('2026-10-09')]) };
    const benefits = autoDebitIncentives(charged, day('2026-11-20'));
    expect(benefits).toMatchObject([
      {
        incentiveDescription: 'Auto Debit Rate Reduction',
        incentiveDate: '2026-10-09',
        awardedAmount: '1.00%',
        awardedDisclaimer: 'You keep this reduction while auto debit is on. From 07/01/2028, it is 0.25%.',
      },
    ]);
    expect(benefits.map(incentiveStatus)).toEqual(['Awarded']);
    expect(autoDebitIncentives(charged, day('2028-07-01'))).toMatchObject([
      { awardedAmount: '0.25%', awardedDisclaimer: 'You keep this reduction while auto debit is on.' },
    ]);
  });

  it('is missing before the first draft, after a stop, and without auto debit', () => {
    const stopped = { ...of2012, reducedRates: autoDebitRates(of2012, [time('2026-10-09', '2026-11-01')]) };
    const coming = { ...of2012, reducedRates: autoDebitRates(of2012, [time('2026-12-09')]) };
    for (const each of [stopped, coming, of2012]) expect(autoDebitIncentives(each, day('2026-11-20'))).toEqual([]);
  });
});

describe('interest at the lower rate, for any days of first draft and stop, and any payments', () => {
  /** Restates the rule for one day. */
  const chargedOn = (
    { rate, disbursedOn }: { readonly rate: number; readonly disbursedOn: PlainDate },
    { enrolledOn, from, until }: ReducedTime,
    on: PlainDate,
  ): number => {
    if (on < from || (until !== null && on >= until)) return rate;
    const isHigher =
      on >= '2026-07-01' && on <= '2028-06-30' && enrolledOn <= '2026-09-30' && disbursedOn >= '2012-07-01';
    return Math.max(0, rate - (isHigher ? 1_000 : 250));
  };
  const START = day('2026-05-20');
  const anyCase = fc.record({
    rate: fc.integer({ min: 0, max: 9_000 }),
    isOld: fc.boolean(),
    first: fc.integer({ min: -20, max: 900 }),
    enrolledBefore: fc.nat({ max: 200 }),
    lasts: fc.option(fc.nat({ max: 800 })),
    // Each pays a part of the principal.
    payments: fc.array(fc.record({ after: fc.nat({ max: 900 }), amount: fc.integer({ min: 1, max: 40_000 }) }), {
      maxLength: 6,
    }),
    length: fc.integer({ min: 1, max: 900 }),
  });
  type Case = typeof anyCase extends fc.Arbitrary<infer T> ? T : never;
  const getParts = ({ rate, isOld, first, enrolledBefore, lasts }: Case) => {
    const from = addDays(START, first);
    const until = lasts === null ? null : addDays(from, lasts);
    const reduced: ReducedTime = { enrolledOn: addDays(from, -enrolledBefore), from, until };
    return { reduced, rated: { rate, disbursedOn: day(isOld ? '2010-09-01' : '2022-09-01') } };
  };
  const pay = (held: LedgerLoan, { amount }: Case['payments'][number]): LedgerLoan => ({
    ...held,
    principal: toCents(held.principal - amount),
  });

  it('is the same day by day and in jumps, and the sum of the interest of each day at its rate', () => {
    fc.assert(
      fc.property(anyCase, (given) => {
        const { reduced, rated } = getParts(given);
        const end = addDays(START, given.length);
        const held = loan({
          rate: given.rate,
          interestThrough: START,
          reducedRates: autoDebitRates(rated, [reduced]),
        });
        const payments = given.payments
          .filter(({ after }) => after < given.length)
          .toSorted((a, b) => a.after - b.after);
        let jumping = held;
        for (const payment of payments) jumping = pay(accrueTo(jumping, addDays(START, payment.after)), payment);
        jumping = accrueTo(jumping, end);
        let daily = held;
        let exact = 0n;
        for (let on = START; on < end; on = addDays(on, 1)) {
          for (const payment of payments) if (daysBetween(START, on) === payment.after) daily = pay(daily, payment);
          exact += BigInt(daily.principal) * BigInt(chargedOn(rated, reduced, on));
          daily = accrueTo(daily, addDays(on, 1));
        }
        // Each step is rounded to a millionth of a cent.
        expect(Math.abs(Number(jumping.accruedInterest - daily.accruedInterest))).toBeLessThanOrEqual(given.length);
        const sum = (exact * 100n * 1_000_000n) / (100_000n * 36_525n);
        expect(Math.abs(Number(jumping.accruedInterest - sum))).toBeLessThanOrEqual(given.payments.length + 6);
      }),
    );
  });
});
