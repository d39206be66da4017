/** The plans offered for different loans, and their estimates. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Cents, ZERO, sumCents, toCents } from '#domain/money.ts';
import {
  catalogue,
  getForgivenAfter,
  hasFootnote,
  getRecertification,
  getSubmitCode,
} from '#domain/plans/catalogue.ts';
import { toEligibilityInput, findPlanIneligibility } from '#domain/plans/eligibility.ts';
import { type Household, getFamilySize } from '#domain/plans/household.ts';
import { toEstimateInput, computeEstimates, computeOffer } from '#domain/plans/estimates.ts';
import { explain } from '#domain/plans/explain.ts';
import { limitProblems } from '#domain/plans/limits.ts';
import { listAssumptions, computeOutlook, rapMonth } from '#domain/plans/outlook.ts';
import { planParameters } from '#domain/plans/parameters/parameters.ts';
import { type PlanData, type PlanLoan } from '#domain/plans/shapes.ts';
import { PLANS, type PlanName } from '#domain/plan-names.ts';
import { toThreshold } from '#domain/repayment/term/qualification.ts';
import {
  day,
  dollars,
  elsewhere,
  createInput,
  createFfelpLoan,
  createHousehold,
  createLoan,
  someInput,
  someHousehold,
} from './plan-samples.ts';

/** The plans that cover a loan whose borrower has `others` as well. */
const plansFor = (loan: PlanLoan, { others = [], on }: { others?: readonly PlanLoan[]; on?: string } = {}) => {
  const facts = createInput([loan, ...others], on === undefined ? {} : { asOf: day(on) });
  const eligibility = toEligibilityInput(facts, []);
  return PLANS.filter((plan) => findPlanIneligibility(plan, loan, eligibility) === undefined);
};

const old = day('2009-09-01');
const FIXED: readonly PlanName[] = ['STANDARD', 'GRADUATED'];
const direct = (parts: Partial<PlanLoan> = {}) => createLoan({ disbursedOn: old, ...parts });
const ffelp = createFfelpLoan;
const parentPlus = { loanType: 'Direct PLUS (Parent)', isParentPlus: true };
const consolidatedParentPlus = { ...parentPlus, isConsolidation: true };
const newLoan = { disbursedOn: day('2026-07-01') };

describe('eligibility (reference 1.2)', () => {
  it.each<[string, PlanLoan, readonly PlanName[]]>([
    ['Direct of a borrower before 2014', direct(), [...FIXED, 'IBR_15', 'ICR', 'RAP']],
    ['Direct of a new borrower', createLoan(), [...FIXED, 'IBR_10', 'PAYE', 'ICR', 'RAP']],
    [
      'Direct from before 1 July 2014',
      createLoan({ disbursedOn: day('2014-06-30') }),
      [...FIXED, 'IBR_15', 'PAYE', 'ICR', 'RAP'],
    ],
    [
      'Direct from 1 July 2014',
      createLoan({ disbursedOn: day('2014-07-01') }),
      [...FIXED, 'IBR_10', 'PAYE', 'ICR', 'RAP'],
    ],
    ['Direct of 30 September 2011', createLoan({ disbursedOn: day('2011-09-30') }), [...FIXED, 'IBR_15', 'ICR', 'RAP']],
    ['Parent PLUS', direct(parentPlus), FIXED],
    ['consolidation with Parent PLUS', direct(consolidatedParentPlus), [...FIXED, 'ICR']],
    [
      'consolidation with Parent PLUS on ICR',
      direct({ ...consolidatedParentPlus, currentPlanName: 'ICR' }),
      [...FIXED, 'IBR_15', 'ICR', 'RAP'],
    ],
    ['FFELP', ffelp(), [...FIXED, 'IBR_15']],
    ['FFELP Parent PLUS', ffelp(parentPlus), FIXED],
    ['FFELP consolidation with Parent PLUS', ffelp(consolidatedParentPlus), FIXED],
    ['Direct from 1 July 2026', createLoan(newLoan), ['TIERED_STANDARD', 'RAP']],
    ['Parent PLUS from 1 July 2026', createLoan({ ...newLoan, ...parentPlus }), ['TIERED_STANDARD']],
    ['a loan that is paid in full', direct({ principal: ZERO }), []],
    ['a loan in default', direct({ isInDefault: true }), []],
  ])('%s', (_, loan, expected) => {
    expect(plansFor(loan)).toEqual(expected);
  });

  it('closes the old fixed plans and IBR at 10 % to borrowers with a Direct Loan from 1 July 2026 on', () => {
    expect(plansFor(createLoan(), { others: [createLoan(newLoan)] })).toEqual([
      'TIERED_STANDARD',
      'IBR_15',
      'PAYE',
      'ICR',
      'RAP',
    ]);
    expect(plansFor(ffelp(), { others: [createLoan(newLoan)] })).toEqual([...FIXED, 'IBR_15']);
  });

  it.each([
    [30_000, false],
    [30_000.01, true],
  ])('offers extended for $%d of one program: %s', (balance, isOffered) => {
    const plans = plansFor(direct({ principal: dollars(balance) }));
    expect(['EXTENDED_FIXED', 'EXTENDED_GRADUATED'].every((plan) => plans.some((each) => each === plan))).toBe(
      isOffered,
    );
  });

  it('takes the least debt of extended from the configuration, which the question on other loans uses as well', () => {
    const reasonFrom = (extendedAbove: Cents) =>
      findPlanIneligibility(
        'EXTENDED_FIXED',
        direct({ principal: dollars(20_000) }),
        toEligibilityInput(createInput([direct({ principal: dollars(20_000) })], { extendedAbove }), []),
      );
    expect([reasonFrom(toThreshold(20_000)), reasonFrom(toThreshold(19_999.99))]).toEqual(['balanceTooLow', undefined]);
  });

  it('never adds the programs for extended, but loans elsewhere of the same one', () => {
    expect(plansFor(direct(), { others: [ffelp()] })).not.toContain('EXTENDED_FIXED');
    const facts = createInput([direct()]);
    const reasonWith = (program: 'Direct' | 'FFEL', owner: 'Borrower' | 'Spouse' = 'Borrower') =>
      findPlanIneligibility(
        'EXTENDED_FIXED',
        direct(),
        toEligibilityInput(facts, [elsewhere({ program, owner, balance: toCents(1) })]),
      );
    expect([reasonWith('Direct'), reasonWith('FFEL'), reasonWith('Direct', 'Spouse')]).toEqual([
      undefined,
      'balanceTooLow',
      'balanceTooLow',
    ]);
  });

  it('offers PAYE and ICR until 30 June 2028, to those on them, and to others until 1 July 2027', () => {
    const on = (date: string, currentPlanName: string) =>
      plansFor(createLoan({ currentPlanName }), { on: date }).filter((plan) => plan === 'PAYE' || plan === 'ICR');
    expect(on('2027-07-01', 'STANDARD')).toEqual(['PAYE', 'ICR']);
    expect(on('2027-07-02', 'STANDARD')).toEqual([]);
    expect(on('2028-06-30', 'ICR')).toEqual(['ICR']);
    expect(on('2028-07-01', 'ICR')).toEqual([]);
  });

  it('starts RAP on 1 July 2026', () => {
    expect(plansFor(direct(), { on: '2026-06-30' })).not.toContain('RAP');
    expect(plansFor(direct(), { on: '2026-07-01' })).toContain('RAP');
  });
});

const idr = (facts: PlanData, household: Partial<Household> = {}) =>
  computeEstimates(facts, { ...createHousehold(household), planType: 'IDR' });
const term = (facts: PlanData, household: Partial<Household> = {}) =>
  computeEstimates(facts, { ...createHousehold(household), planType: 'Term' });
const totals = (estimates: ReturnType<typeof computeEstimates>) =>
  Object.fromEntries(
    (estimates.directLoans?.eligibleRepaymentPlans ?? []).map(({ planName, total }) => [planName, (total ?? -1) / 100]),
  );

describe('estimates', () => {
  it('are those of the formulas', () => {
    const facts = createInput([createLoan({ principal: dollars(60_000), disbursedOn: old })]);
    expect(totals(idr(facts, { adjustedGrossIncome: dollars(41_769) }))).toEqual({
      IBR_15: 222.86,
      ICR: 430.15,
      RAP: 139.23,
    });
    expect(totals(term(facts))).toEqual({
      STANDARD: 666.12,
      GRADUATED: 380.91,
      EXTENDED_FIXED: 386.58,
      EXTENDED_GRADUATED: 300,
    });
  });

  it('counts a spouse in the family only where they file jointly', () => {
    const sizes = ([1, 2, 3, 5] as const).map((maritalStatus) =>
      getFamilySize(createHousehold({ maritalStatus, numberOfChildDependents: 1, numberOfOtherDependents: 2 })),
    );
    expect(sizes).toEqual([4, 5, 4, 4]);
  });

  it('computes ICR of a parent who is not married, or separated, as of a head of household (ruling 102)', () => {
    const facts = createInput([createLoan()]);
    const computeIcr = (parts: Partial<Household>) => {
      const estimate = toEstimateInput(facts, createHousehold(parts));
      const offer = computeOffer('ICR', 'Direct', estimate);
      const texts = offer === undefined ? [] : explain(offer, estimate).map(({ text, value }) => `${text}: ${value}`);
      return texts.find((text) => text.startsWith('Income percentage factor'));
    };
    const [single, married] = [
      'Income percentage factor for a single person: 86.83%',
      'Income percentage factor for a married person, or a head of household (not married or separated, with a dependent): 84.76%',
    ];
    const parent = { numberOfChildDependents: 1 };
    expect(computeIcr({})).toBe(single);
    expect(computeIcr(parent)).toBe(married);
    expect(computeIcr({ numberOfOtherDependents: 1 })).toBe(married);
    expect(computeIcr({ ...parent, maritalStatus: 5 })).toBe(married);
    expect(computeIcr({ ...parent, maritalStatus: 3 })).toBe(single);
    expect(computeIcr({ maritalStatus: 2 })).toBe(married);
  });

  it('shares the payment with loans elsewhere, and with those of a spouse who files jointly', () => {
    const facts = createInput([direct()]);
    const ibr = (parts: Partial<Household>) => totals(idr(facts, parts))['IBR_15'];
    // 325.75 for a family of one; 30,000 of 40,000 are here.
    expect(ibr({ externalLoanProfiles: [elsewhere()] })).toBe(244.31);
    expect(ibr({ externalLoanProfiles: [elsewhere({ owner: 'Spouse' })] })).toBe(325.75);
    expect(ibr({ maritalStatus: 3, externalLoanProfiles: [elsewhere({ owner: 'Spouse' })] })).toBe(325.75);
    // A family of two: 15 % of 50,000 - 32,460, a twelfth: 219.25.
    expect(ibr({ maritalStatus: 2 })).toBe(219.25);
    expect(ibr({ maritalStatus: 2, externalLoanProfiles: [elsewhere({ owner: 'Spouse' })] })).toBe(164.44);
    expect(ibr({ externalLoanProfiles: [elsewhere({ loanType: 'Direct PLUS Loan for parents' })] })).toBe(325.75);
  });

  it('splits IBR between Direct and FFELP loans by the amounts owed, each rounded separately', () => {
    const { directLoans, ffelpLoans } = idr(createInput([direct(), ffelp({ principal: dollars(10_000) })]));
    const findIbr = (program: typeof directLoans) =>
      program?.eligibleRepaymentPlans.find(({ planName }) => planName === 'IBR_15')?.total;
    expect([findIbr(directLoans), findIbr(ffelpLoans)]).toEqual([dollars(244.31), dollars(81.44)]);
  });

  it('caps IBR at the 10-year standard amount', () => {
    const facts = createInput([direct()]);
    expect(totals(idr(facts, { adjustedGrossIncome: dollars(1_000_000) }))).toMatchObject({ IBR_15: 333.06 });
  });

  it('caps IBR at the 10-year standard amount of the day on which it was entered, where that is known', () => {
    const rich = { adjustedGrossIncome: dollars(1_000_000) };
    const loan = (parts: Partial<PlanLoan>) => createLoan({ currentPlanName: 'IBR_15', disbursedOn: old, ...parts });
    const ibr = (...loans: readonly PlanLoan[]) => totals(idr(createInput(loans), rich))['IBR_15'];
    expect(ibr(loan({ ibrCap: dollars(412.5) }))).toBe(412.5);
    expect(ibr(loan({ ibrCap: dollars(150) }))).toBe(150);
    // The cap of the other loan is computed from today's balance.
    expect(ibr(loan({ ibrCap: dollars(412.5) }), loan({ loanNumber: 'A02' }))).toBe(745.56);
    expect(ibr(loan({ ibrCap: dollars(412.5), currentPlanName: 'STANDARD' }))).toBe(333.06);
    const onPaye = createLoan({ currentPlanName: 'PAYE', ibrCap: dollars(412.5) });
    expect(totals(idr(createInput([onPaye]), rich))).toMatchObject({ IBR_10: 333.06, PAYE: 333.06 });
  });

  it('never exceeds the balance plus a month of interest (ruling 96)', () => {
    const rich = { adjustedGrossIncome: dollars(200_000) };
    const little = direct({ principal: dollars(20), interest: dollars(1), fees: dollars(2) });
    // 6 % of $20.00, a twelfth.
    expect(totals(idr(createInput([little]), rich))).toEqual({ IBR_15: 23.1, ICR: 5, RAP: 23.1 });
    expect(totals(term(createInput([little])))).toMatchObject({ STANDARD: 23.1 });
    expect(totals(idr(createInput([direct({ principal: dollars(3) })]), rich))).toMatchObject({ ICR: 3.02 });
    // The payment of PAYE would be $50.00, like the one of the standard plan, and so it is not offered.
    expect(totals(idr(createInput([createLoan({ principal: dollars(20) })]), rich))).not.toHaveProperty('PAYE');
  });

  it('shares a payment so that no loan gets more than is owed on it', () => {
    const loans = [
      direct({ principal: dollars(100), rate: 0 }),
      direct({ principal: dollars(100), rate: 12_000, loanNumber: 'A02' }),
    ];
    const sharesAt = (adjustedGrossIncome: number) =>
      idr(createInput(loans), { adjustedGrossIncome: dollars(adjustedGrossIncome) })
        .directLoans?.eligibleRepaymentPlans.find(({ planName }) => planName === 'RAP')
        ?.eligibleLoans.map(({ newEstimatedAmount }) => newEstimatedAmount);
    // 4 % of $45,000, 5 % of $48,120 and of $60,000, a twelfth of it; $201.00 is owed.
    expect(sharesAt(45_000)).toEqual([75, 75].map(dollars));
    expect(sharesAt(48_120)).toEqual([80.2, 80.2].map(dollars));
    expect(sharesAt(60_000)).toEqual([100, 101].map(dollars));
  });

  it('offers PAYE only below the standard amount, but to those on it always', () => {
    const rich = { adjustedGrossIncome: dollars(200_000) };
    expect(totals(idr(createInput([createLoan()]), rich))).not.toHaveProperty('PAYE');
    expect(totals(idr(createInput([createLoan({ currentPlanName: 'PAYE' })]), rich))).toMatchObject({ PAYE: 333.06 });
  });

  it('takes the term of a consolidation loan from all education debt', () => {
    const consolidation = direct({ isConsolidation: true, principal: dollars(15_000) });
    expect(totals(term(createInput([consolidation])))).toMatchObject({ STANDARD: 126.58 });
    expect(totals(term(createInput([consolidation, ffelp({ principal: dollars(45_000) })])))).toMatchObject({
      STANDARD: 89.93,
    });
  });

  it('suggests the lowest payment; of the same, the present plan, then the one that lasts', () => {
    const probe = { adjustedGrossIncome: ZERO };
    const at = (currentPlanName: string, household: Partial<Household> = probe) =>
      idr(createInput([createLoan({ currentPlanName })]), household).directLoans;
    expect(at('STANDARD')?.suggestedPlan).toEqual({ planName: 'IBR_10', total: 0 });
    expect(at('ICR')).toMatchObject({ suggestedPlan: { planName: 'ICR', total: 0 }, enrolledInLowestIdr: true });
    expect(at('RAP')).toMatchObject({ enrolledInLowestIdr: false, enrolledInIdr: true, enrolledInIbr: false });
    expect(at('STANDARD', {})?.suggestedPlan).toEqual({ planName: 'RAP', total: dollars(166.67) });
    expect(term(createInput([createLoan()])).directLoans?.suggestedPlan).toBeNull();
  });

  it('returns the current enrollment', () => {
    const mixed = createInput([createLoan({ currentPlanName: 'SAVE' }), ffelp({ currentPlanName: 'IBR_15' })]);
    expect(idr(mixed)).toMatchObject({
      enrolledInMultipleIdrPlans: true,
      enrolledInSaveAlt: true,
      ineligibleForIdr: false,
      directLoans: { enrolledInIdr: true, enrolledInIbr: false },
      ffelpLoans: { enrolledInIbr: true },
    });
    expect(idr(createInput([createLoan({ currentPlanName: 'IBR_10' })]))).toMatchObject({
      enrolledInMultipleIdrPlans: false,
      enrolledInSaveAlt: false,
      ffelpLoans: null,
    });
  });

  it('offers nothing by income to a parent, or for Parent PLUS loans alone', () => {
    expect(idr(createInput([createLoan()], { borrowerType: 3 }))).toMatchObject({
      ineligibleForIdr: true,
      directLoans: { eligibleRepaymentPlans: [], suggestedPlan: null },
    });
    expect(idr(createInput([direct(parentPlus)])).ineligibleForIdr).toBe(true);
    expect(term(createInput([createLoan()], { borrowerType: 3 })).directLoans?.eligibleRepaymentPlans).not.toEqual([]);
  });

  it('leaves a loan that the plan does not cover at its present amount', () => {
    const plus = direct({ ...parentPlus, loanNumber: 'B01', groupId: 'B', currentAmount: dollars(77) });
    const rap = idr(createInput([direct(), plus])).directLoans?.eligibleRepaymentPlans.find(
      ({ planName }) => planName === 'RAP',
    );
    expect(rap?.eligibleLoans.map(({ loanNumber }) => loanNumber)).toEqual(['A01']);
    expect(rap?.ineligibleLoans).toMatchObject([{ loanNumber: 'B01', newEstimatedAmount: dollars(77) }]);
    const almostPaid = idr(createInput([direct(), { ...plus, principal: dollars(40) }])).directLoans;
    // $40.00 and 6 % of it, a twelfth.
    expect(almostPaid?.eligibleRepaymentPlans.flatMap(({ ineligibleLoans }) => ineligibleLoans)).toEqual(
      almostPaid?.eligibleRepaymentPlans.map(() => expect.objectContaining({ newEstimatedAmount: dollars(40.2) })),
    );
  });

  it('leaves a loan in default on its plan, which is not the present plan of the others (ruling 97)', () => {
    const defaulted = direct({ loanNumber: 'B01', groupId: 'B', isInDefault: true, currentPlanName: 'IBR_15' });
    const facts = createInput([direct(), defaulted]);
    for (const { directLoans } of [idr(facts), term(facts)]) {
      expect(directLoans).toMatchObject({
        enrolledInIbr: false,
        currentRepaymentPlan: { planName: 'STANDARD', total: dollars(333.07) },
      });
      expect(directLoans?.eligibleRepaymentPlans.length).toBeGreaterThan(1);
      for (const { eligibleLoans, ineligibleLoans } of directLoans?.eligibleRepaymentPlans ?? []) {
        expect(eligibleLoans.map(({ loanNumber }) => loanNumber)).toEqual(['A01']);
        expect(ineligibleLoans).toMatchObject([{ loanNumber: 'B01', isInDefault: true }]);
      }
    }
    expect(idr(createInput([defaulted]))).toMatchObject({
      ineligibleForIdr: true,
      directLoans: { eligibleRepaymentPlans: [], currentRepaymentPlan: { planName: 'IBR_15' } },
    });
  });

  it('estimates no payment if a parameter of the year is missing, and suggests no plan', () => {
    const parameters = { ...planParameters(), guidelines: [] };
    const estimates = computeEstimates(createInput([direct()]), { ...createHousehold(), planType: 'IDR' }, parameters);
    expect(estimates.directLoans?.suggestedPlan).toBeNull();
    expect(estimates.directLoans?.eligibleRepaymentPlans.map(({ planName, total }) => [planName, total])).toEqual([
      ['IBR_15', null],
      ['ICR', null],
      ['RAP', dollars(166.67)],
    ]);
    expect(estimates.directLoans?.eligibleRepaymentPlans[0]?.eligibleLoans[0]?.newEstimatedAmount).toBeNull();
  });
});

describe('any borrower', () => {
  it('has loans whose amounts add up to the total of each plan', () => {
    fc.assert(
      fc.property(someInput, someHousehold, (facts, household) => {
        const estimates = [idr(facts, household), term(facts, household)];
        for (const program of estimates.flatMap(({ directLoans, ffelpLoans }) => [directLoans, ffelpLoans])) {
          for (const { total, eligibleLoans, ineligibleLoans } of program?.eligibleRepaymentPlans ?? []) {
            expect(sumCents(eligibleLoans.map(({ newEstimatedAmount }) => newEstimatedAmount ?? ZERO))).toBe(total);
            expect(eligibleLoans.length + ineligibleLoans.length).toBe(program?.currentLoans.length);
          }
        }
      }),
    );
  });
});

const outlook = (
  plan: 'STANDARD' | 'GRADUATED' | 'EXTENDED_GRADUATED' | 'IBR_15' | 'ICR' | 'RAP',
  loan: PlanLoan,
  household: Partial<Household> = {},
) => {
  const estimate = toEstimateInput(createInput([loan]), createHousehold(household));
  const offer = computeOffer(plan, 'Direct', estimate);
  const found = offer && computeOutlook(offer, estimate);
  if (found === undefined) throw new Error(`${plan} is not offered`);
  return found;
};

describe('outlooks', () => {
  it('standard: the published total, and a last payment that makes up the cents', () => {
    const { schedule, totalPaid, interestPaid, months, endMonth } = outlook(
      'STANDARD',
      direct({ principal: dollars(60_000) }),
    );
    expect([totalPaid, interestPaid, months, endMonth]).toEqual([
      dollars(79_934.89),
      dollars(19_934.89),
      120,
      '2036-11',
    ]);
    expect(schedule).toEqual([
      { planName: 'STANDARD', months: 119, payment: dollars(666.12) },
      { planName: 'STANDARD', months: 1, payment: dollars(666.61) },
    ]);
  });

  it('extended graduated: the published first and last payments, and the total', () => {
    const { schedule, totalPaid, months } = outlook('EXTENDED_GRADUATED', direct({ principal: dollars(60_000) }));
    expect([schedule[0]?.payment, schedule.at(-2)?.payment, months]).toEqual([dollars(300), dollars(581.89), 300]);
    expect(Math.round(totalPaid / 100)).toBe(126_173);
  });

  it('standard with unpaid interest: it bears no interest, so the last payment is smaller', () => {
    const { schedule, totalPaid } = outlook('STANDARD', direct({ interest: dollars(2000), fees: dollars(10) }));
    // The payment is that of $32,010.00 over 120 months.
    expect(schedule.map(({ months, payment }) => [months, payment])).toEqual([
      [119, dollars(355.38)],
      [1, dollars(257.97)],
    ]);
    expect(totalPaid).toBe(dollars(42_548.19));
  });

  it('graduated: five steps', () => {
    const { schedule, totalPaid } = outlook('GRADUATED', direct());
    expect(schedule.map(({ payment }) => payment / 100)).toEqual([190.46, 250.65, 329.88, 434.14, 571.37, 571.32]);
    expect(Math.round(totalPaid / 100)).toBe(42_636);
  });

  it('ends early where the standard plan asks for its least payment', () => {
    expect(outlook('STANDARD', direct({ principal: dollars(1000), rate: 0 }))).toMatchObject({
      schedule: [{ months: 20, payment: dollars(50) }],
      totalPaid: dollars(1000),
      end: 'paidOff',
    });
  });

  it('IBR without a payment: all is forgiven after 25 years, with the interest', () => {
    expect(outlook('IBR_15', direct(), { adjustedGrossIncome: ZERO })).toMatchObject({
      schedule: [{ months: 300, payment: 0 }],
      totalPaid: 0,
      forgiven: dollars(75_000),
      end: 'forgiven',
      endMonth: '2051-11',
    });
  });

  it('IBR that repays the loan ends when it is paid off', () => {
    const { end, forgiven, months, totalPaid, interestPaid } = outlook('IBR_15', direct(), {
      adjustedGrossIncome: dollars(90_000),
    });
    expect([end, forgiven, months]).toEqual(['paidOff', 0, 121]);
    expect(totalPaid - interestPaid).toBe(dollars(30_000));
  });

  it('ICR gives way to RAP on 1 July 2028', () => {
    const { schedule, planEndsIn } = outlook('ICR', direct(), { adjustedGrossIncome: dollars(30_000) });
    // Due from 20 December 2026 to 20 June 2028: 19 payments.
    expect(schedule.slice(0, 2)).toMatchObject([
      { planName: 'ICR', months: 19 },
      { planName: 'RAP', payment: dollars(50) },
    ]);
    expect(planEndsIn).toBe('2028-07');
  });

  it('RAP: interest that is not covered is waived, and principal matched', () => {
    const month = (principal: number, payment: number) =>
      rapMonth(direct({ principal: dollars(principal) }), dollars(payment));
    expect(month(30_000, 16.67)).toEqual({
      waived: dollars(133.33),
      matched: dollars(16.67),
      principal: dollars(29_983.33),
    });
    expect(month(60_000, 200)).toEqual({ waived: dollars(100), matched: dollars(50), principal: dollars(59_950) });
    expect(month(1000, 60)).toEqual({ waived: 0, matched: 0, principal: dollars(945) });
  });

  it('RAP waives only interest of the month that the whole payment does not cover, whatever older interest is owed', () => {
    // The interest of a month is $108.85.
    const loan = direct({ principal: dollars(21_770), interest: dollars(2438.13) });
    expect(rapMonth(loan, dollars(250))).toEqual({ waived: 0, matched: dollars(50), principal: dollars(21_720) });
    expect(rapMonth(loan, dollars(108.85))).toMatchObject({ waived: 0, matched: dollars(50) });
    expect(rapMonth(loan, dollars(108.84))).toMatchObject({ waived: 1, matched: dollars(50) });
    expect(rapMonth(loan, dollars(30))).toEqual({
      waived: dollars(78.85),
      matched: dollars(30),
      principal: dollars(21_740),
    });
  });

  it('RAP sets a payment against the interest of all loans before it waives any', () => {
    const loans = [
      direct({ principal: dollars(10_000), rate: 0 }),
      direct({ principal: dollars(10_000), rate: 10_000, loanNumber: 'A02' }),
    ];
    const estimate = toEstimateInput(createInput(loans), createHousehold({ adjustedGrossIncome: ZERO }));
    const offer = computeOffer('RAP', 'Direct', estimate);
    // Each month $10.00 pays interest, the rest of it is waived, and $10.00 of principal is matched.
    expect(offer && computeOutlook(offer, estimate)).toMatchObject({
      totalPaid: dollars(3600),
      interestPaid: dollars(3600),
      matched: dollars(3600),
      forgiven: dollars(16_400),
    });
  });

  it('counts the payments so far toward forgiveness, where they are known, for each loan', () => {
    const counted = (countedPayments: number | null) => direct({ countedPayments });
    const poor = { adjustedGrossIncome: ZERO };
    expect(outlook('IBR_15', counted(290), poor)).toMatchObject({ months: 10, forgiven: dollars(31_500) });
    expect(outlook('RAP', counted(290), poor)).toMatchObject({ months: 70, totalPaid: dollars(700) });
    expect(outlook('IBR_15', counted(300), poor)).toMatchObject({ months: 0, forgiven: dollars(30_000) });
    // RAP follows ICR after 19 months, and counts those and the payments before.
    expect(outlook('ICR', counted(290), poor)).toMatchObject({ months: 10, end: 'forgiven', planEndsIn: null });
    expect(outlook('ICR', counted(200), poor)).toMatchObject({ months: 160, end: 'forgiven', planEndsIn: '2028-07' });
    const loans = [counted(299), direct({ countedPayments: 298, loanNumber: 'A02', rate: 0 })];
    const estimate = toEstimateInput(createInput(loans), createHousehold(poor));
    const offer = computeOffer('IBR_15', 'Direct', estimate);
    expect(offer && computeOutlook(offer, estimate)).toMatchObject({ months: 2, forgiven: dollars(60_150) });
  });

  it('lists unknown and omitted inputs: earlier payments, the cap of IBR or PAYE, capitalization on leaving IBR', () => {
    const [count, cap, capitalized] = [
      /before today aren.t counted/,
      /so we use what you owe today/,
      /unpaid interest is added to your principal/,
    ];
    const texts = (parts: Partial<PlanLoan>, type: 'IDR' | 'Term' = 'IDR') => {
      const assumptions = listAssumptions(type, createInput([createLoan(parts)])).join(' ');
      return [count, cap, capitalized].map((text) => text.test(assumptions));
    };
    expect(texts({})).toEqual([true, false, false]);
    expect(texts({ interest: dollars(5) })).toEqual([true, false, false]);
    expect(texts({ currentPlanName: 'IBR_15' })).toEqual([true, true, false]);
    expect(texts({ currentPlanName: 'IBR_10', interest: dollars(5) })).toEqual([true, true, true]);
    expect(texts({ currentPlanName: 'IBR_15', ibrCap: dollars(300), countedPayments: 0 })).toEqual([
      false,
      false,
      false,
    ]);
    expect(texts({ currentPlanName: 'PAYE' })).toEqual([true, true, false]);
    expect(texts({ currentPlanName: 'IBR_15', interest: dollars(5) }, 'Term')).toEqual([false, false, true]);
    expect(texts({ currentPlanName: 'IBR_15', principal: ZERO })).toEqual([false, false, false]);
  });

  it('RAP with the least payment is forgiven after 30 years', () => {
    expect(outlook('RAP', direct(), { adjustedGrossIncome: ZERO })).toMatchObject({
      totalPaid: dollars(3600),
      matched: dollars(3600),
      forgiven: dollars(26_400),
      months: 360,
    });
  });
});

describe('the catalogue', () => {
  it('has submit codes, 99 for plans without one, and "Unknown" for unlisted plans', () => {
    expect(catalogue.map(({ name, submitCode }) => [name, submitCode])).toEqual([
      ['STANDARD', 1],
      ['GRADUATED', 2],
      ['EXTENDED_FIXED', 3],
      ['EXTENDED_GRADUATED', 4],
      ['TIERED_STANDARD', 5],
      ['IBR_15', 10],
      ['IBR_10', 10],
      ['PAYE', 11],
      ['ICR', 12],
      ['RAP', 13],
      ['SAVE', 99],
      ['INCOME_SENSITIVE', 99],
    ]);
    expect([getSubmitCode('OTHER'), getRecertification('OTHER'), getForgivenAfter('OTHER')]).toEqual([
      99,
      'Unknown',
      'Unknown',
    ]);
  });

  it('marks the terms that are longer for consolidation loans', () => {
    expect([hasFootnote(['RAP', 'STANDARD']), hasFootnote(['EXTENDED_FIXED', 'RAP', 'OTHER'])]).toEqual([true, false]);
  });
});

it('holds a request against the limits, which are inclusive (ruling 42)', () => {
  const limits = { minDependents: 0, maxDependents: 20, idrAgiMaxAmount: 1_000_000 };
  const problems = (parts: Partial<Household>) =>
    limitProblems(createHousehold(parts), limits).map(({ field }) => field);
  expect(problems({ adjustedGrossIncome: dollars(1_000_000), numberOfChildDependents: 20 })).toEqual([]);
  expect(problems({ adjustedGrossIncome: dollars(1_000_000.01), numberOfOtherDependents: 21 })).toEqual([
    'adjustedGrossIncome',
    'numberOfOtherDependents',
  ]);
});
