/** The cost of a pause, the covered loans and the income test: with figures computed by hand and with random loans. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, daysBetween } from '#domain/calendar.ts';
import { getMessage } from '#domain/issue.ts';
import { sumCents, toCents } from '#domain/money.ts';
import { GRANT_MONTHS, costOfPausing, monthsOfPause } from '#domain/repayment/postponement/cost.ts';
import {
  type PostponableGroup,
  areInSchoolOrGrace,
  computePostponementCoverage,
  mayApplyFor,
  monthsLeft,
  findPostponementIneligibility,
} from '#domain/repayment/postponement/coverage.ts';
import { isBeforeRepayment } from '#domain/repayment-start.ts';
import { highestYearlyIncome, isIncomeLowEnough } from '#domain/repayment/postponement/income.ts';
import { applicationMessages } from '#domain/repayment/postponement/messages.ts';
import { closesOthers, inProcessFlags } from '#domain/repayment/postponement/rules.ts';
import { ApplicationKind } from '#domain/applications/shapes.ts';
import { POSTPONEMENTS, type Postponement, isForbearance } from '#domain/postponement-kinds.ts';
import { toGuidelineRegion, povertyGuideline } from '#domain/plans/parameters/parameters.ts';
import { TODAY, day, dollars, createInput, createGroup, createLoan, monthsUsed } from './postponement-samples.ts';

const computeCost = (kind: Postponement, start: string, ...groups: readonly PostponableGroup[]) =>
  costOfPausing(kind, { startDate: day(start) }, createInput(...groups));

describe('the cost of a pause', () => {
  it('is simple daily interest for end minus start days (ruling 75)', () => {
    // 10,000 x 6 % / 365.25 x 181 = 297.33; 111.03 x 10,297.33 / 10,000 = 114.3313.
    expect(computeCost('unemployment', '2026-11-20', createGroup())).toEqual({
      startDate: '2026-11-20',
      endDate: '2027-05-20',
      countedFrom: '2026-11-20',
      days: 181,
      interestAdded: dollars(297.33),
      groups: [
        {
          accountNumber: 'E100000001',
          groupId: 'A',
          loanType: 'Direct Unsubsidized',
          accountLoanType: 'Direct',
          countedFrom: '2026-11-20',
          loans: [{ principal: dollars(10_000), rate: 6000, isSubsidized: false, interest: dollars(297.33) }],
          interestAdded: dollars(297.33),
          isCapitalized: true,
          capitalized: dollars(297.33),
          paymentNow: dollars(111.03),
          paymentAfter: dollars(114.34),
        },
      ],
    });
  });

  it('is rounded for each loan and added up in cents', () => {
    // 3,333.33 x 4.99 % / 365.25 x 181 = 82.4266; 2,666.67 x 5.5 % / 365.25 x 181 = 72.6809.
    const cost = computeCost(
      'unemployment',
      '2026-11-20',
      createGroup({
        loans: [
          createLoan({ principal: dollars(3333.33), rate: 4990 }),
          createLoan({ principal: dollars(2666.67), rate: 5500 }),
          createLoan({ principal: dollars(0) }),
        ],
      }),
      createGroup({ groupId: 'B' }),
    );
    expect(cost.groups.map(({ loans }) => loans.map(({ interest }) => interest))).toEqual([
      [dollars(82.43), dollars(72.68)],
      [dollars(297.33)],
    ]);
    expect(cost.groups.map(({ interestAdded }) => interestAdded)).toEqual([dollars(155.11), dollars(297.33)]);
    expect(cost.interestAdded).toBe(dollars(452.44));
  });

  it('is zero for subsidized loans in a deferment, but not in a forbearance', () => {
    const group = createGroup({ loans: [createLoan({ isSubsidized: true })] });
    for (const kind of POSTPONEMENTS.filter((each) => !isForbearance(each))) {
      expect(computeCost(kind, '2026-11-20', group)).toMatchObject({
        interestAdded: 0,
        groups: [{ interestAdded: 0, paymentAfter: group.monthlyPayment }],
      });
    }
    // 10,000 x 6 % / 365.25 x 365.
    for (const kind of ['hardship', 'mandatoryForbearance'] as const) {
      expect(computeCost(kind, '2026-11-20', group).interestAdded).toBe(dollars(599.59));
    }
  });

  it('for a year on the loans of the demo user avery is $1,158.89 in a forbearance and $671.42 in a deferment', () => {
    const of = (
      accountNumber: string,
      loans: readonly (readonly [principal: number, rate: number])[],
      isSubsidized = false,
    ) =>
      createGroup({
        accountNumber,
        loans: loans.map(([principal, rate]) => createLoan({ principal: dollars(principal), rate, isSubsidized })),
      });
    const groups = [
      of(
        'E104882913',
        [
          [2542.37, 4530],
          [3195.1, 2750],
        ],
        true,
      ),
      of('E104882913', [
        [1674.86, 4530],
        [5710.36, 3730],
      ]),
      of(
        'D207715340',
        [
          [1832.79, 6800],
          [2355.04, 6800],
        ],
        true,
      ),
      of('D207715340', [[5632.49, 6800]]),
    ];
    const forbearance = computeCost('mandatoryForbearance', '2026-11-24', ...groups);
    // Principal x rate / 365.25 x 365 of each loan, such as 2,542.37 x 4.53 % / 365.25 x 365 = 115.0906.
    expect(forbearance.groups.map(({ loans }) => loans.map(({ interest }) => interest))).toEqual([
      [dollars(115.09), dollars(87.81)],
      [dollars(75.82), dollars(212.85)],
      [dollars(124.54), dollars(160.03)],
      [dollars(382.75)],
    ]);
    expect(forbearance.groups.map(({ isCapitalized }) => isCapitalized)).toEqual([false, false, true, true]);
    expect(forbearance).toMatchObject({ endDate: '2027-11-24', days: 365, interestAdded: dollars(1158.89) });
    expect(computeCost('military', '2026-11-24', ...groups)).toMatchObject({
      days: 365,
      interestAdded: dollars(671.42),
    });
  });

  it.each([
    ['economicHardship', 'E100000001', true],
    ['economicHardship', 'D100000001', true],
    ['inSchool', 'E100000001', true],
    ['hardship', 'E100000001', false],
    ['hardship', 'D100000001', true],
    ['mandatoryForbearance', 'E100000001', false],
    ['mandatoryForbearance', 'D100000001', true],
  ] as const)('of %s on %s is capitalized: %s', (kind, accountNumber, isCapitalized) => {
    // 111.03 x 10,599.59 / 10,000 = 117.6872.
    expect(computeCost(kind, '2026-11-20', createGroup({ accountNumber })).groups[0]).toMatchObject({
      isCapitalized,
      interestAdded: dollars(599.59),
      paymentAfter: isCapitalized ? dollars(117.69) : dollars(111.03),
    });
  });

  it('does not change the payment on IBR, which depends on income', () => {
    expect(computeCost('rehabilitation', '2026-11-20', createGroup({ plan: 'IBR' })).groups[0]).toMatchObject({
      isCapitalized: true,
      interestAdded: dollars(599.59),
      paymentAfter: dollars(111.03),
    });
  });

  it.each([
    ['2026-11-20', 12, '2027-11-20', 365],
    ['2027-03-01', 12, '2028-03-01', 366],
    ['2028-02-29', 12, '2029-02-28', 365],
    ['2026-11-30', 6, '2027-05-30', 181],
    ['2027-08-31', 6, '2028-02-29', 182],
    ['2026-12-01', 6, '2027-06-01', 182],
  ])('from %s for %d months ends on %s after %d days', (start, months, end, days) => {
    const kind = months === 6 ? 'unemployment' : 'hardship';
    expect(computeCost(kind, start, createGroup())).toMatchObject({ startDate: start, endDate: end, days });
  });

  it('is limited by the remaining months of the covered loans', () => {
    const used = (unemployment: number, economicHardship: number) => ({
      monthsUsed: monthsUsed({ unemployment, economicHardship }),
    });
    expect(GRANT_MONTHS).toMatchObject({ unemployment: 6, economicHardship: 12, rehabilitation: 12, inSchool: 12 });
    expect(
      monthsOfPause(computePostponementCoverage('unemployment', createInput(createGroup(used(30, 36)))), TODAY),
    ).toBe(6);
    expect(
      monthsOfPause(computePostponementCoverage('unemployment', createInput(createGroup(used(31, 36)))), TODAY),
    ).toBe(5);
    expect(
      monthsOfPause(
        computePostponementCoverage(
          'economicHardship',
          createInput(createGroup(used(0, 30)), createGroup(used(0, 35))),
        ),
        TODAY,
      ),
    ).toBe(1);
    // A group without remaining months is not covered and has no effect.
    expect(
      monthsOfPause(
        computePostponementCoverage('economicHardship', createInput(createGroup(used(0, 36)), createGroup())),
        TODAY,
      ),
    ).toBe(12);
    expect(
      monthsOfPause(computePostponementCoverage('rehabilitation', createInput(createGroup(used(36, 36)))), TODAY),
    ).toBe(12);
    const after = (hardship: number) => createInput(createGroup({ monthsUsed: monthsUsed({ hardship }) }));
    expect(
      [24, 25, 35].map((months) => monthsOfPause(computePostponementCoverage('hardship', after(months)), TODAY)),
    ).toEqual([12, 11, 1]);
  });

  it.each([
    // A military deferment lasts through day 180 after the last day of active duty, at most 12 months (R §9).
    ['military', '2026-11-20', '2026-12-31', '2027-06-30', 222],
    ['military', '2026-11-20', '2026-11-21', '2027-05-21', 182],
    ['military', '2026-12-02', '2027-06-04', '2027-12-02', 365],
    // The latest end is a year after the start (R §5); after 29 February it is 28 February (ruling 33).
    ['military', '2026-12-02', '2027-12-02', '2027-12-02', 365],
    ['military', '2026-12-02', '2027-12-03', '2027-12-02', 365],
    ['military', '2028-02-29', '2029-03-01', '2029-02-28', 365],
    ['unemployment', '2026-11-20', '2027-12-31', '2027-05-20', 181],
  ] as const)(
    'of %s from %s, with a requested end on %s, ends on %s after %d days',
    (kind, start, named, end, days) => {
      const period = { startDate: day(start), endDate: day(named) };
      // 10,000 x 6 % / 365.25 a day.
      expect(costOfPausing(kind, period, createInput(createGroup()))).toMatchObject({
        ...period,
        endDate: end,
        days,
        interestAdded: Math.round((60_000 / 365.25) * days),
      });
    },
  );

  it.each([
    // The pause began earlier, began yesterday, begins today, and has ended.
    ['2026-09-02', '2027-03-02', '2026-11-20', 102],
    ['2026-11-19', '2026-11-21', '2026-11-20', 1],
    ['2026-11-20', '2026-11-21', '2026-11-20', 1],
    ['2025-11-02', '2026-03-02', '2026-03-02', 0],
  ])('from %s to %s counts from %s: %d days (ruling 68)', (start, end, countedFrom, days) => {
    const period = { startDate: day(start), endDate: day(end) };
    expect(costOfPausing('unemployment', period, createInput(createGroup()))).toMatchObject({
      ...period,
      countedFrom,
      days,
      interestAdded: Math.round((60_000 / 365.25) * days),
    });
  });

  it.each([
    // Paid ahead until August: 138 days count, July 5 through November 19, and the interest of all 365 is
    // capitalized.
    ['2026-11-20', '2027-08-05', '2027-07-05', 138, 365],
    // The typed start is later than the month of the first payment.
    ['2027-07-20', '2027-08-05', '2027-07-20', 366, 366],
    ['2026-12-10', '2027-01-05', '2026-12-10', 365, 365],
    // The bill of December is paid.
    ['2026-11-20', '2027-01-05', '2026-12-05', 350, 365],
    // The month of the first payment begins after the pause, or none is due.
    ['2026-11-20', '2028-01-05', '2027-11-20', 0, 365],
    ['2026-11-20', null, '2027-11-20', 0, 365],
  ] as const)(
    'from %s with the first payment on %s counts from %s: %d days, and capitalizes %d',
    (start, firstDue, countedFrom, days, capitalizedDays) => {
      const group = createGroup({ firstDue: firstDue === null ? null : day(firstDue) });
      const interest = (ofDays: number) => Math.round((60_000 / 365.25) * ofDays);
      const cost = computeCost('inSchool', start, group);
      expect(cost).toMatchObject({
        startDate: start,
        countedFrom: start,
        days: capitalizedDays,
        interestAdded: interest(days),
        groups: [{ countedFrom, interestAdded: interest(days), capitalized: interest(capitalizedDays) }],
      });
    },
  );

  it('counts a due day that shorter months do not have from the last day of the month before', () => {
    const group = createGroup({ dueDay: 31, firstDue: day('2027-03-31') });
    expect(computeCost('inSchool', '2026-11-20', group).groups[0]).toMatchObject({ countedFrom: '2027-02-28' });
  });

  it('is zero if no loan is covered', () => {
    expect(computeCost('hardship', '2026-11-20', createGroup({ isFederal: false }))).toMatchObject({
      groups: [],
      interestAdded: 0,
    });
  });

  const anyLoan = fc.record({
    disbursedOn: fc.constant(day('2020-09-01')),
    principal: fc.integer({ min: 0, max: 20_000_000 }).map(toCents),
    rate: fc.integer({ min: 0, max: 12_000 }),
    isSubsidized: fc.boolean(),
  });
  const anyGroup = fc
    .record({
      accountNumber: fc.constantFrom('E100000001', 'D100000001', 'J100000001'),
      plan: fc.constantFrom('STANDARD' as const, 'IBR' as const),
      monthlyPayment: fc.integer({ min: 1, max: 500_000 }).map(toCents),
      totalDue: fc.constantFrom(0, 5_000).map(toCents),
      unemployment: fc.integer({ min: 0, max: 40 }),
      loans: fc.array(anyLoan, { minLength: 1, maxLength: 5 }),
    })
    .map(({ unemployment, ...parts }) =>
      createGroup({
        ...parts,
        isFederal: !parts.accountNumber.startsWith('J'),
        payoff: sumCents(parts.loans.map(({ principal }) => principal)),
        monthsUsed: monthsUsed({ unemployment }),
      }),
    );
  const anyKind = fc.constantFrom(...POSTPONEMENTS);

  it('adds up, includes exactly the covered groups, and never lowers a payment', () => {
    fc.assert(
      fc.property(
        fc.array(anyGroup, { maxLength: 6 }),
        anyKind,
        fc.integer({ min: -180, max: 60 }),
        (groups, kind, at) => {
          const start = addDays(TODAY, at);
          const facts = createInput(...groups);
          const { eligible, ineligible } = computePostponementCoverage(kind, facts);
          expect(eligible.length + ineligible.length).toBe(groups.length);
          expect(groups.filter((group) => eligible.includes(group))).toEqual(eligible);
          const cost = costOfPausing(kind, { startDate: start }, facts);
          expect(cost.groups.map(({ groupId }) => groupId)).toEqual(eligible.map(({ groupId }) => groupId));
          expect(cost.days).toBe(daysBetween(cost.countedFrom, cost.endDate));
          expect(cost.countedFrom).toBe(cost.endDate < TODAY ? cost.endDate : start < TODAY ? TODAY : start);
          expect(cost.interestAdded).toBe(sumCents(cost.groups.map((group) => group.interestAdded)));
          for (const [index, group] of cost.groups.entries()) {
            expect(group.interestAdded).toBe(sumCents(group.loans.map(({ interest }) => interest)));
            for (const { principal, rate, isSubsidized, interest } of group.loans) {
              const isFree = isSubsidized && kind !== 'hardship' && kind !== 'mandatoryForbearance';
              const exact = isFree ? 0 : (principal * (rate / 100_000) * cost.days) / 365.25;
              expect(Math.abs(interest - exact)).toBeLessThanOrEqual(0.501);
            }
            const principal = sumCents(group.loans.map((loan) => loan.principal));
            const grows = group.isCapitalized && eligible[index]?.plan === 'STANDARD';
            const exact = grows ? group.paymentNow * (1 + group.interestAdded / principal) : group.paymentNow;
            expect(group.paymentAfter).toBeGreaterThanOrEqual(exact - 1e-6);
            expect(group.paymentAfter).toBeLessThan(exact + 1 + 1e-6);
          }
        },
      ),
    );
  });
});

describe('the coverage', () => {
  it.each([
    ['in repayment', {}, undefined],
    ['commercial', { accountNumber: 'J100000001', isFederal: false }, 'commercial'],
    ['paid in full', { payoff: dollars(0) }, 'paidInFull'],
    ['269 days past due', { daysPastDue: 269 }, undefined],
    ['in default', { daysPastDue: 270 }, 'inDefault'],
    ['in default, and postponed', { daysPastDue: 270, postponedThrough: TODAY }, 'inDefault'],
    ['private and a year past due', { isFederal: false, daysPastDue: 365 }, 'commercial'],
    ['in grace', { repaymentStarts: day('2026-12-20') }, 'inSchoolOrGrace'],
    ['with its first bill', { repaymentStarts: day('2026-12-19') }, undefined],
    ['long in repayment', { repaymentStarts: day('2020-01-31') }, undefined],
    ['paused for more than 60 days', { postponedThrough: day('2027-01-20') }, 'postponed'],
    ['paused for 60 days (ruling 98)', { postponedThrough: day('2027-01-19') }, undefined],
    ['paused through today', { postponedThrough: TODAY }, undefined],
    ['paused through yesterday', { postponedThrough: day('2026-11-19') }, undefined],
    ['paid ahead', { totalDue: dollars(0) }, undefined],
    ['last made in June 2027', { loans: [createLoan({ disbursedOn: day('2027-06-30') })] }, undefined],
    [
      'made in part in July 2027',
      { loans: [createLoan(), createLoan({ disbursedOn: day('2027-07-01') })] },
      'madeTooLate',
    ],
    ['35 months used', { monthsUsed: monthsUsed({ unemployment: 35, economicHardship: 35 }) }, undefined],
    ['36 months used', { monthsUsed: monthsUsed({ unemployment: 36, economicHardship: 36 }) }, 'limitReached'],
    ['more than that', { monthsUsed: monthsUsed({ unemployment: 40, economicHardship: 40 }) }, 'limitReached'],
  ] as const)('of a group %s, for unemployment and economic hardship', (_, parts, reason) => {
    const group = createGroup(parts);
    for (const kind of ['unemployment', 'economicHardship'] as const) {
      expect(findPostponementIneligibility(group, kind, createInput(group))).toBe(reason);
      expect(mayApplyFor(kind, createInput(group))).toBe(reason === undefined);
    }
    // The date of the loan and the used months do not matter for the other postponements.
    const isLimit = reason === 'madeTooLate' || reason === 'limitReached';
    for (const kind of ['rehabilitation', 'inSchool', 'military', 'mandatoryForbearance'] as const) {
      expect(findPostponementIneligibility(group, kind, createInput(group))).toBe(isLimit ? undefined : reason);
    }
    const isPaidAhead = reason === undefined && group.totalDue === 0;
    expect(findPostponementIneligibility(group, 'hardship', createInput(group))).toBe(
      isPaidAhead ? 'paidAhead' : isLimit ? undefined : reason,
    );
  });

  it('counts the months of each postponement separately', () => {
    const group = createGroup({ monthsUsed: monthsUsed({ unemployment: 36, economicHardship: 4 }) });
    expect(mayApplyFor('unemployment', createInput(group))).toBe(false);
    expect(monthsLeft(group, 'economicHardship', createInput(group), TODAY)).toBe(32);
    expect(monthsLeft(group, 'unemployment', createInput(group), TODAY)).toBe(0);
    expect(monthsLeft(group, 'hardship', createInput(group), TODAY)).toBe(36);
    expect(monthsLeft(group, 'rehabilitation', createInput(group), TODAY)).toBeUndefined();
  });

  it('allows 24 months of unemployment for FFELP loans of borrowers from before July 1993', () => {
    const used = { monthsUsed: monthsUsed({ unemployment: 24, economicHardship: 24 }) };
    const old = (first: string) =>
      createGroup({ accountNumber: 'D200000002', loans: [createLoan({ disbursedOn: day(first) })] });
    const ffelp = createGroup({ accountNumber: 'D100000001', ...used });
    const direct = createGroup(used);
    const reasons = (kind: Postponement, first: string) =>
      [ffelp, direct].map((group) =>
        findPostponementIneligibility(group, kind, createInput(ffelp, direct, old(first))),
      );
    expect(reasons('unemployment', '1993-06-30')).toEqual(['limitReached', undefined]);
    expect(reasons('unemployment', '1993-07-01')).toEqual([undefined, undefined]);
    expect(reasons('economicHardship', '1993-06-30')).toEqual([undefined, undefined]);
  });

  it('preserves the order of the groups, and one covered group is enough to apply', () => {
    const groups = [
      createGroup({ groupId: 'A', payoff: dollars(0) }),
      createGroup({ groupId: 'B' }),
      createGroup({ groupId: 'C' }),
    ];
    const { eligible, ineligible } = computePostponementCoverage('inSchool', createInput(...groups));
    expect([eligible, ineligible].map((each) => each.map(({ groupId }) => groupId))).toEqual([['B', 'C'], ['A']]);
    expect(ineligible).toEqual([{ ...groups[0], reason: 'paidInFull' }]);
    expect(mayApplyFor('inSchool', createInput(...groups))).toBe(true);
    expect(mayApplyFor('inSchool', createInput())).toBe(false);
  });
});

describe('loans in school or grace', () => {
  const starting = (first: string, parts: Partial<PostponableGroup> = {}) =>
    createGroup({ repaymentStarts: day(first), ...parts });

  it('stay there until their first bill is issued', () => {
    // A bill is issued the day after the previous due date would have been.
    expect(isBeforeRepayment(starting('2027-03-31'), day('2027-02-28'))).toBe(true);
    expect(isBeforeRepayment(starting('2027-03-31'), day('2027-03-01'))).toBe(false);
    expect(isBeforeRepayment(createGroup(), TODAY)).toBe(false);
  });

  it('include commercial loans, but not those paid in full', () => {
    const before = starting('2027-05-01');
    expect(areInSchoolOrGrace([before, starting('2027-06-01')], TODAY)).toBe(true);
    expect(areInSchoolOrGrace([before, createGroup({ isFederal: false })], TODAY)).toBe(false);
    expect(areInSchoolOrGrace([starting('2027-05-01', { isFederal: false })], TODAY)).toBe(true);
    expect(areInSchoolOrGrace([before, createGroup({ payoff: dollars(0) })], TODAY)).toBe(true);
    expect(areInSchoolOrGrace([createGroup({ payoff: dollars(0) })], TODAY)).toBe(false);
    expect(areInSchoolOrGrace([], TODAY)).toBe(false);
  });
});

describe('the income test', () => {
  it.each([
    ['contiguous', 1, 15_960],
    ['contiguous', 2, 21_640],
    ['contiguous', 8, 55_720],
    ['contiguous', 9, 61_400],
    ['alaska', 1, 19_950],
    ['alaska', 8, 69_650],
    ['hawaii', 1, 18_360],
    ['hawaii', 8, 64_070],
  ] as const)('has the guideline of %s for %d: $%d', (region, size, amount) =>
    expect(povertyGuideline({ size, region }, TODAY)).toBe(dollars(amount)),
  );

  it.each([0, -1, 1.5])('has no guideline for a family of %d', (size) =>
    expect(() => povertyGuideline({ size, region: 'contiguous' }, TODAY)).toThrow(RangeError),
  );

  it('uses the region of the address: Alaska, Hawaii, or the 48 states for all others, including territories and other countries', () => {
    const regions = (country: string, ...states: string[]) =>
      states.map((state) => toGuidelineRegion({ country, state }));
    expect(regions('US', 'AK', 'HI', 'IL', 'DC', 'PR', '')).toEqual([
      'alaska',
      'hawaii',
      'contiguous',
      'contiguous',
      'contiguous',
      'contiguous',
    ]);
    expect(regions('CA', 'AK')).toEqual(['contiguous']);
    expect(regions('', '')).toEqual(['contiguous']);
  });

  it.each([
    ['contiguous', 1, 1995, 1996],
    ['contiguous', 2, 2705, 2706],
    ['contiguous', 8, 6965, 6966],
    ['contiguous', 9, 7675, 7676],
    // 2,493.75 and 3,381.25 a month.
    ['alaska', 1, 2493, 2494],
    ['alaska', 2, 3381, 3382],
    ['hawaii', 1, 2295, 2296],
  ] as const)('in %s allows a family of %d a monthly income of $%d, but not $%d', (region, size, most, tooMuch) => {
    expect(isIncomeLowEnough(0, { size, region }, TODAY)).toBe(true);
    expect(isIncomeLowEnough(most, { size, region }, TODAY)).toBe(true);
    expect(isIncomeLowEnough(tooMuch, { size, region }, TODAY)).toBe(false);
  });

  it('in a year without guidelines uses the latest ones', () => {
    const family = { size: 1, region: 'contiguous' } as const;
    for (const on of ['2027-01-31', '2027-02-01', '2028-02-01']) {
      expect(isIncomeLowEnough(1995, family, day(on))).toBe(true);
      expect(isIncomeLowEnough(1996, family, day(on))).toBe(false);
    }
    // Those of 2025, the first: 150 % of $15,650 is $1,956.25 a month.
    expect(isIncomeLowEnough(1956, family, day('2026-01-12'))).toBe(true);
    expect(isIncomeLowEnough(1957, family, day('2026-01-12'))).toBe(false);
    expect(() => isIncomeLowEnough(0, family, day('2025-01-14'))).toThrow(
      'The poverty guidelines in effect on 2025-01-14',
    );
  });

  it('allows full-time work at the minimum wage, $15,080 a year, if that is more', () => {
    expect(highestYearlyIncome(dollars(10_000))).toBe(dollars(15_080));
    expect(highestYearlyIncome(dollars(10_053.32))).toBe(dollars(15_080));
    expect(highestYearlyIncome(dollars(10_060))).toBe(dollars(15_090));
  });
});

describe('applications in process', () => {
  it('set their flags; a hardship forbearance also sets its own', () => {
    const flags = (...kinds: Parameters<typeof inProcessFlags>[0]) => {
      const found = inProcessFlags(kinds);
      return [
        found.hasDefermentForbearanceApplicationInProcess,
        found.forbearanceHardshipSummary.hasApplicationInProcess,
        found.idrApplicationSubmitted,
        found.termBasedApplicationSubmitted,
      ];
    };
    expect(flags()).toEqual([false, false, false, false]);
    for (const kind of POSTPONEMENTS.filter((each) => each !== 'hardship')) {
      expect(flags(kind)).toEqual([true, false, false, false]);
    }
    expect(flags('militaryBenefits')).toEqual([false, false, false, false]);
    expect(flags('hardship')).toEqual([true, true, false, false]);
    expect(flags('idr')).toEqual([false, false, true, false]);
    expect(flags('term')).toEqual([false, false, false, true]);
    expect(flags('idr', 'inSchool')).toEqual([true, false, true, false]);
  });

  it('block others until they are decided, except military benefits that postpone nothing (rulings 60, 68, 84)', () => {
    const closing = (status: 'received' | 'inReview' | 'approved' | 'denied') =>
      ApplicationKind.options.filter((kind) => closesOthers({ kind, status }));
    const all = [...POSTPONEMENTS, 'idr', 'term'];
    expect([closing('received'), closing('inReview')]).toEqual([all, all]);
    expect([closing('approved'), closing('denied')]).toEqual([[], []]);
  });

  it('and other rejections have messages', () => {
    for (const code of [
      'application.inProcess',
      'application.noLoans',
      'application.inDefault',
      'application.notEnrolled',
      'monthlyIncome.aboveLimit',
    ] as const) {
      expect(getMessage(applicationMessages, { code })).toMatch(/^[A-Z].*\.$/);
    }
  });
});
