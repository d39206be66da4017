/** The ledger against published figures, and what must hold for any loan and any amount. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type LedgerGroup,
  applyWithinLoan,
  distribute,
  interestOfDay,
  levelPayment,
  owedOn,
  postToGroups,
  postToLoan,
} from '#domain/accounts/ledger.ts';
import { sumAllParts } from '#domain/parts.ts';
import { addDays, toPlainDate } from '#domain/calendar.ts';
import { centsOfMicros, interestFor, type LedgerLoan, accrueTo } from '#domain/interest.ts';
import { type Cents, ZERO, sumCents, toCents } from '#domain/money.ts';
import { shareUpTo } from '#domain/share.ts';

const DAY = toPlainDate('2026-11-20');
const dollars = (amount: number): Cents => toCents(Math.round(amount * 100));
const interest = (principal: number, rate: number, days: number, daysInYear?: number) =>
  centsOfMicros(interestFor(dollars(principal), rate, days, daysInYear));

const createLoan = (parts: Partial<LedgerLoan> = {}): LedgerLoan => ({
  loanId: 'A01',
  rate: 6000,
  monthlyPayment: dollars(100),
  principal: dollars(10_000),
  accruedInterest: 0n,
  fees: ZERO,
  interestThrough: DAY,
  ...parts,
});
const createGroup = (parts: Partial<LedgerGroup> = {}): LedgerGroup => ({
  groupId: 'A',
  plan: 'STANDARD',
  monthlyPayment: dollars(100),
  amountDue: ZERO,
  pastDue: ZERO,
  pastDueSince: null,
  loans: [createLoan()],
  ...parts,
});

describe('simple daily interest', () => {
  it.each([
    [15_000, 6800, 15, 41.89],
    [9_500, 8250, 32, 68.67],
    [10_000, 6000, 30, 49.28],
    [10_000, 6390, 30, 52.48],
  ])('on $%d at %d thousandths of a percent for %d days is $%d', (principal, rate, days, expected) => {
    expect(interest(principal, rate, days)).toBe(dollars(expected));
  });

  it("follows the owner's own count of days", () => expect(interest(10_000, 6390, 30, 36_500)).toBe(dollars(52.52)));

  it('is the same accrued in one step or day by day, to the cent', () => {
    let daily = createLoan({ rate: 6800, principal: dollars(15_000) });
    for (let day = 1; day <= 15; day += 1) daily = accrueTo(daily, addDays(DAY, day));
    expect(centsOfMicros(daily.accruedInterest)).toBe(dollars(41.89));
  });

  it('is rounded to the nearest millionth of a cent, half up', () => {
    // 18 and 19 x 10^8 / 3,652,500,000 = 0.493 and 0.520
    expect([18, 19].map((principal) => interestFor(toCents(principal), 1, 1))).toEqual([0n, 1n]);
  });

  it('is zero for zero days', () => expect(interestFor(toCents(100_000), 5000, 0)).toBe(0n));

  it('does not run backwards', () => {
    expect(accrueTo(createLoan(), addDays(DAY, -1))).toEqual(createLoan());
    expect(() => interestFor(dollars(1), 6000, -1)).toThrow(RangeError);
  });
});

describe('the interest of a day', () => {
  it('equals the amount that the ledger adds on the next day', () => {
    // 10,000.00 x 6 % / 365.25 = 1.64271
    expect(interestOfDay(createLoan(), DAY)).toBe(164_271_047n);
    expect(interestOfDay(createLoan(), addDays(DAY, 40))).toBe(164_271_047n);
  });

  it('is nothing until interest accrues again, and on a loan without principal', () => {
    const deferred = createLoan({ interestThrough: addDays(DAY, 3) });
    const added = [0, 1, 2, 3].map((days) => interestOfDay(deferred, addDays(DAY, days)));
    expect(added).toEqual([0n, 0n, 0n, 164_271_047n]);
    expect(interestOfDay(createLoan({ principal: ZERO, fees: dollars(5) }), DAY)).toBe(0n);
  });

  it('follows a reduced rate on its days', () => {
    const reduced = createLoan({ reducedRates: [{ from: addDays(DAY, 1), until: addDays(DAY, 2), rate: 0 }] });
    const added = [0, 1, 2].map((days) => interestOfDay(reduced, addDays(DAY, days)) > 0n);
    expect(added).toEqual([true, false, true]);
  });

  it('adds up to the accrued interest', () => {
    const rates = fc.array(
      fc.record({ from: fc.nat(60), days: fc.integer({ min: 1, max: 40 }), rate: fc.integer({ min: 0, max: 9_000 }) }),
      { maxLength: 3 },
    );
    fc.assert(
      fc.property(fc.nat(10_000_000), fc.nat(9_000), rates, fc.nat(30), (principal, rate, reduced, paused) => {
        const loan = createLoan({
          principal: toCents(principal),
          rate,
          reducedRates: reduced.map(({ from, days, rate: lower }) => {
            const first = addDays(DAY, from);
            return { from: first, until: addDays(first, days), rate: lower };
          }),
          interestThrough: addDays(DAY, paused),
        });
        let added = 0n;
        for (let days = 0; days < 90; days += 1) added += interestOfDay(loan, addDays(DAY, days));
        expect(added).toBe(accrueTo(loan, addDays(DAY, 90)).accruedInterest);
      }),
    );
  });
});

describe('a payment within a loan', () => {
  it('pays $41.89 of interest and $108.11 of principal from $150.00', () => {
    const loan = createLoan({ rate: 6800, principal: dollars(15_000) });
    const { applied, loan: after, left } = postToLoan(loan, dollars(150), addDays(DAY, 15), 'STANDARD');
    expect(applied).toEqual({ fees: 0, interest: dollars(41.89), principal: dollars(108.11) });
    expect(after).toMatchObject({ principal: dollars(14_891.89), accruedInterest: 0n, interestThrough: '2026-12-05' });
    expect(left).toBe(0);
  });

  const owed = { fees: dollars(5), interest: dollars(20), principal: dollars(100) };
  it.each([
    ['STANDARD', 4, { fees: 4, interest: 0, principal: 0 }],
    ['STANDARD', 15, { fees: 5, interest: 10, principal: 0 }],
    ['STANDARD', 40, { fees: 5, interest: 20, principal: 15 }],
    ['IBR', 15, { fees: 0, interest: 15, principal: 0 }],
    ['IBR', 22, { fees: 2, interest: 20, principal: 0 }],
    ['IBR', 40, { fees: 5, interest: 20, principal: 15 }],
  ] as const)('on %s applies $%d in the order of the plan', (plan, amount, expected) => {
    const { applied } = applyWithinLoan(dollars(amount), owed, plan);
    expect(applied).toEqual({
      fees: dollars(expected.fees),
      interest: dollars(expected.interest),
      principal: dollars(expected.principal),
    });
  });
});

describe('the level payment', () => {
  it.each([
    [30_000, 6000, 120, 333.06],
    [60_000, 6000, 120, 666.12],
    [24_999.99, 6000, 120, 277.55],
    [25_000, 6000, 180, 210.96],
    [50_000, 6000, 240, 358.22],
    [100_000, 6000, 300, 644.3],
    [40_000, 6390, 300, 267.34],
  ])('of $%d at %d over %d months is $%d', (principal, rate, months, expected) => {
    expect(levelPayment(dollars(principal), rate, months, 'nearest')).toBe(dollars(expected));
  });

  it('is rounded up for a schedule', () => {
    expect(levelPayment(dollars(30_000), 6000, 120, 'up')).toBe(dollars(333.07));
    expect(levelPayment(dollars(1_000), 0, 3, 'up')).toBe(dollars(333.34));
    expect(levelPayment(dollars(1_000), 0, 4, 'up')).toBe(dollars(250));
  });

  it('refuses no months', () => expect(() => levelPayment(dollars(1), 6000, 0, 'up')).toThrow(RangeError));
});

/** What each group gets of an amount, in dollars. */
const sums = (amount: number, groups: readonly LedgerGroup[]) =>
  distribute(dollars(amount), groups, DAY).shares.map((shares) => sumCents(shares) / 100);

describe('an amount on an account (ruling 20)', () => {
  it('goes to the group that is past due longest, first', () => {
    const groups = [
      createGroup({ pastDue: dollars(50), pastDueSince: toPlainDate('2026-10-05') }),
      createGroup({ pastDue: dollars(80), pastDueSince: toPlainDate('2026-08-05') }),
      createGroup({ amountDue: dollars(100) }),
    ];
    expect(sums(60, groups)).toEqual([0, 60, 0]);
    expect(sums(100, groups)).toEqual([20, 80, 0]);
  });

  it('then goes to the amounts due in proportion to the monthly amounts', () => {
    const groups = [
      createGroup({ amountDue: dollars(100), monthlyPayment: dollars(100) }),
      createGroup({ amountDue: dollars(300), monthlyPayment: dollars(300) }),
    ];
    expect(sums(200, groups)).toEqual([50, 150]);
    expect(sums(400, groups)).toEqual([100, 300]);
  });

  it('then goes to the loan with the highest rate', () => {
    const dear = createLoan({ rate: 7000, principal: dollars(40) });
    const groups = [
      createGroup({ loans: [createLoan({ rate: 5000 }), dear] }),
      createGroup({ loans: [createLoan({ rate: 6800 })] }),
    ];
    expect(distribute(dollars(100), groups, DAY).shares).toEqual([[0, dollars(40)], [dollars(60)]]);
  });

  it('within a group is shared in proportion to the principal of its loans (ruling 78)', () => {
    const loans = [createLoan({ principal: dollars(2_500) }), createLoan({ principal: dollars(7_500) })];
    expect(distribute(dollars(100), [createGroup({ amountDue: dollars(100), loans })], DAY).shares).toEqual([
      [dollars(25), dollars(75)],
    ]);
  });

  it('divides past due and due together within a group, so odd cents are assigned once (ruling 78)', () => {
    const loans = [createLoan(), createLoan(), createLoan()];
    const group = createGroup({ pastDue: dollars(100.01), amountDue: dollars(100.01), loans });
    expect(distribute(dollars(200.02), [group], DAY).shares).toEqual([
      [dollars(66.68), dollars(66.67), dollars(66.67)],
    ]);
  });

  it('gives odd cents by largest remainder, also if a share reaches the amount due by one (ruling 78)', () => {
    const due = [97.91, 249.54, 73.86, 33.51, 99.1];
    const groups = due.map((amount) => createGroup({ monthlyPayment: dollars(amount), amountDue: dollars(amount) }));
    // Three cents less than is due in all: 0.53, 1.35, 0.40, 0.18 and 0.54 cents less.
    expect(sums(553.89, groups)).toEqual([97.9, 249.53, 73.86, 33.51, 99.09]);
  });

  it('returns the excess over the payoff', () => {
    expect(distribute(dollars(10_000.01), [createGroup()], DAY).left).toBe(1);
  });
});

const amounts = fc.integer({ min: 0, max: 5_000_000 }).map(toCents);
const small = fc.integer({ min: 0, max: 60_000 }).map(toCents);
const anyLoan: fc.Arbitrary<LedgerLoan> = fc.record({
  loanId: fc.constant('A01'),
  rate: fc.integer({ min: 0, max: 20_000 }),
  monthlyPayment: small,
  principal: amounts,
  accruedInterest: fc.bigInt({ min: 0n, max: 100_000_000_000n }),
  fees: small,
  interestThrough: fc.integer({ min: -800, max: 5 }).map((days) => addDays(DAY, days)),
});
const anyGroup: fc.Arbitrary<LedgerGroup> = fc.record({
  groupId: fc.constantFrom('A', 'B', 'C'),
  plan: fc.constantFrom('STANDARD', 'IBR'),
  monthlyPayment: small,
  amountDue: small,
  pastDue: small,
  pastDueSince: fc.constantFrom(null, toPlainDate('2026-09-01'), toPlainDate('2026-10-01')),
  loans: fc.array(anyLoan, { minLength: 1, maxLength: 5 }),
});
const anyGroups = fc.array(anyGroup, { minLength: 1, maxLength: 4 });
const getPayoff = (loan: LedgerLoan) => sumAllParts(owedOn(loan, DAY));

describe('whatever is paid on whatever is owed', () => {
  it('the parts add up to the amount, none is negative, and none is more than is owed', () => {
    fc.assert(
      fc.property(amounts, anyGroups, (amount, groups) => {
        const { posted, left } = postToGroups(amount, groups, DAY);
        const owed = sumCents(groups.flatMap((group) => group.loans.map(getPayoff)));
        expect(sumCents([...posted.map((each) => sumAllParts(each.applied)), left])).toBe(amount);
        expect(left).toBe(Math.max(0, amount - owed));
        for (const { applied, group } of posted) {
          expect(Math.min(applied.fees, applied.interest, applied.principal)).toBeGreaterThanOrEqual(0);
          for (const loan of group.loans) {
            expect(Math.min(loan.principal, loan.fees)).toBeGreaterThanOrEqual(0);
            expect(loan.accruedInterest >= 0n).toBe(true);
          }
        }
        const after = sumCents(posted.flatMap((each) => each.group.loans.map(getPayoff)));
        expect(after).toBe(owed - (amount - left));
      }),
    );
  });

  it('no group gets more than is due on it while another one is past due', () => {
    fc.assert(
      fc.property(small, anyGroups, (amount, groups) => {
        const { shares } = distribute(amount, groups, DAY);
        const behind = groups.some((group, index) => {
          const payoff = sumCents(group.loans.map(getPayoff));
          return sumCents(shares[index] ?? []) < Math.min(group.pastDue, payoff);
        });
        if (!behind) return;
        for (const [index, group] of groups.entries()) {
          expect(sumCents(shares[index] ?? [])).toBeLessThanOrEqual(group.pastDue);
        }
      }),
    );
  });

  it('shares with caps give out all that fits', () => {
    const parts = fc.array(fc.record({ weight: fc.nat(1_000), cap: small }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(amounts, parts, (amount, each) => {
        const caps = each.map((part) => part.cap);
        const shares = shareUpTo(
          amount,
          each.map((part) => part.weight),
          caps,
        );
        expect(sumCents(shares)).toBe(Math.min(amount, sumCents(caps)));
        for (const [index, share] of shares.entries()) {
          expect(share).toBeGreaterThanOrEqual(0);
          expect(share).toBeLessThanOrEqual(caps[index] ?? 0);
        }
      }),
    );
  });

  it('a level payment rounded up repays the loan in its term, and a cent less does not', () => {
    const principal = fc.integer({ min: 100_000, max: 20_000_000 }).map(toCents);
    const months = fc.constantFrom(12, 60, 120, 180);
    fc.assert(
      fc.property(principal, fc.integer({ min: 0, max: 12_000 }), months, (borrowed, rate, term) => {
        const payment = levelPayment(borrowed, rate, term, 'up');
        const leftAfterTerm = (monthly: number) => {
          const whole = 1_200_000n;
          let left = BigInt(borrowed);
          for (let month = 1; month <= term; month += 1) {
            left = left * (whole + BigInt(rate)) - BigInt(monthly) * whole ** BigInt(month);
          }
          return left;
        };
        expect(leftAfterTerm(payment) <= 0n).toBe(true);
        expect(leftAfterTerm(payment - 1) > 0n).toBe(true);
      }),
      { numRuns: 30 },
    );
  });
});
