/**
 * The cost of plans over time: identities that hold for any borrower, the current plan, and the comparison on the page.
 */
import * as fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { addMonths, toMonth } from '#domain/calendar.ts';
import { type IdrLimits, normalizeField } from '#domain/repayment/idr/rules.ts';
import { sampleEntry } from '#domain/repayment/idr/samples.ts';
import {
  householdFrom,
  householdWith,
  incomeSlider,
  startingWhatIf,
  whatIfSchema,
} from '#domain/repayment/idr/what-if.ts';
import { findProblems } from '#domain/issue.ts';
import { type Cents, ZERO, formatTyped, formatUsd, sumCents, toCents } from '#domain/money.ts';
import { planEntry } from '#domain/plans/catalogue.ts';
import {
  type ComparedRow,
  PLAN_ORDERS,
  changeAtEnd,
  comparePlans,
  comparedRows,
  dayAfterPayeAndIcr,
  presentPlan,
  sortedRows,
  yearlyPayments,
} from '#domain/plans/comparison.ts';
import type { Household } from '#domain/plans/household.ts';
import {
  type EstimateInput,
  type OfferedPlan,
  toEstimateInput,
  computeEstimates,
  mostToPay,
  computeOffer,
  computeOffers,
  computeSharedDebt,
} from '#domain/plans/estimates.ts';
import { roundExact } from '#domain/plans/exact.ts';
import { explain } from '#domain/plans/explain.ts';
import { type PlanOutlook, computeOutlook } from '#domain/plans/outlook.ts';
import { standardAmount } from '#domain/plans/payments.ts';
import { EstimatesRequest, type PlanData, type PlanLoan, type PresentRepayment } from '#domain/plans/shapes.ts';
import { countsTowardPslf } from '#domain/plans/forgiveness.ts';
import { INCOME_DRIVEN, type IncomeDrivenPlan, PLANS, isTermBased } from '#domain/plan-names.ts';
import { toEstimatesRequest } from '#domain/repayment/idr/estimates.ts';
import {
  TODAY,
  day,
  dollars,
  createInput,
  createFfelpLoan,
  createHousehold,
  createLoan,
  someInput,
  someHousehold,
} from './plan-samples.ts';

const PROGRAMS = ['Direct', 'FFELP'] as const;

const offersFor = (estimate: EstimateInput) =>
  (['IDR', 'Term'] as const).flatMap((type) => PROGRAMS.flatMap((program) => computeOffers(type, program, estimate)));

/** Calls `check` with each offer and its outlook of any borrower. */
const forAnyOutlook = (
  check: (each: {
    readonly offer: ReturnType<typeof offersFor>[number];
    readonly outlook: PlanOutlook;
    readonly estimate: EstimateInput;
  }) => void,
) =>
  fc.assert(
    fc.property(someInput, someHousehold, (facts, household) => {
      const estimate = toEstimateInput(facts, household);
      for (const offer of offersFor(estimate)) {
        const outlook = computeOutlook(offer, estimate);
        if (outlook === undefined) throw new Error('No outlook');
        check({ offer, outlook, estimate });
      }
    }),
    { numRuns: 60 },
  );

const sumBy = (loans: readonly PlanLoan[], amount: (loan: PlanLoan) => Cents): Cents => sumCents(loans.map(amount));

describe('any outlook', () => {
  it('has a schedule that begins with the estimate and adds up', () => {
    forAnyOutlook(({ offer, outlook: { schedule, totalPaid, months, firstPayment, endMonth } }) => {
      expect(firstPayment).toBe(offer.total);
      expect(sumCents(schedule.map((run) => toCents(run.months * run.payment)))).toBe(totalPaid);
      expect(schedule.reduce((sum, run) => sum + run.months, 0)).toBe(months);
      expect(schedule.every((run) => run.months > 0)).toBe(true);
      if (months > 1) expect(schedule[0]?.payment).toBe(firstPayment);
      expect(endMonth).toBe(toMonth(addMonths(TODAY, months)));
    });
  });

  it('pays principal and interest, less subsidies and forgiveness', () => {
    forAnyOutlook(({ offer: { plan, covered }, outlook: { totalPaid, interestPaid, forgiven, matched, end } }) => {
      const principal = sumBy(covered, (loan) => sumCents([loan.principal, loan.fees]));
      const interestNow = sumBy(covered, ({ interest }) => interest);
      expect(end).toBe(forgiven > 0 ? 'forgiven' : 'paidOff');
      if (end === 'paidOff') {
        expect(totalPaid).toBe(principal + interestPaid - matched);
        // Only RAP, whose last month may round, waives interest; never that of today.
        expect(interestPaid).toBeGreaterThanOrEqual(interestNow - covered.length);
      } else {
        // Principal is paid, matched or forgiven. Interest is forgiven besides.
        expect(totalPaid - interestPaid + matched).toBeLessThanOrEqual(principal);
        expect(totalPaid - interestPaid + matched + forgiven).toBeGreaterThanOrEqual(principal - 1);
        // RAP waives the interest that a payment does not cover, so the amount owed never grows.
        if (plan === 'RAP') expect(forgiven).toBeLessThanOrEqual(principal + interestNow - matched + 1);
      }
    });
  });

  it('ends at the limit of its plan at the latest, and forgives only there', () => {
    forAnyOutlook(({ offer: { plan }, outlook: { schedule, months, forgiven, planEndsIn } }) => {
      const getLimit = (name: string) => planEntry(name)?.forgivenAfterMonths ?? Infinity;
      const limit = getLimit(planEndsIn === null ? plan : 'RAP');
      expect(months).toBeLessThanOrEqual(limit);
      if (forgiven > 0) expect(months).toBe(limit);
      const onPlan = schedule.filter(({ planName }) => planName === plan).reduce((sum, run) => sum + run.months, 0);
      if (planEndsIn !== null) expect(toMonth(addMonths(TODAY, onPlan + 1))).toBe('2028-07');
    });
  });

  it('never asks for more than the cap of IBR and PAYE, nor for a higher income-driven payment later', () => {
    forAnyOutlook(({ offer: { plan, covered, total }, outlook: { schedule }, estimate }) => {
      if (isTermBased(plan)) return;
      const onPlan = schedule.filter(({ planName }) => planName === plan);
      expect(Math.max(...onPlan.map(({ payment }) => payment))).toBeLessThanOrEqual(total ?? -1);
      if (plan === 'ICR' || plan === 'RAP') return;
      const { all, ownBalance, allBalance } = computeSharedDebt(plan, covered, estimate);
      const share = (roundExact(standardAmount(all)) * ownBalance) / allBalance;
      // Below $10 the rule on small payments may raise it to $10.
      expect(total).toBeLessThanOrEqual(Math.max(Math.ceil(share), 1000));
    });
  });

  it('is explained by steps that end in the estimate, each with its source', () => {
    forAnyOutlook(({ offer, estimate }) => {
      const steps = explain(offer, estimate);
      expect(steps.at(-1)).toMatchObject({ text: 'Your first payment', value: formatUsd(offer.total ?? ZERO) });
      expect(steps.at(-1)?.source).toMatch(/CFR|USC/);
      expect(steps.length).toBeGreaterThan(2);
      if (!isTermBased(offer.plan)) return;
      // The payments of debts with different rates or terms add up, but for the cent by which each is rounded.
      const debts = steps.filter(({ formula }) => formula !== undefined);
      const parts = debts.map(({ value }) => Math.round(Number(value.replaceAll(/[$,]/g, '')) * 100));
      const sum = parts.reduce((all, part) => all + part, 0);
      const minimum = offer.plan === 'STANDARD' ? 5000 : 0;
      const least = Math.min(Math.max(sum, minimum), mostToPay(offer.covered));
      expect(Math.abs(least - (offer.total ?? -1))).toBeLessThanOrEqual(debts.length);
    });
  });
});

/**
 * Repays one loan by a schedule, independently of the rules. Returns the remaining balance, the principal that the
 * government has paid, and the excess of a payment over the balance with a month of interest.
 */
function repay(loan: PlanLoan, schedule: PlanOutlook['schedule']) {
  let [principal, other, matched, excess] = [Number(loan.principal), loan.interest + loan.fees, 0, 0];
  for (const { planName, payment, months } of schedule) {
    for (let month = 0; month < months; month += 1) {
      const interest = (principal * loan.rate) / 1_200_000;
      excess = Math.max(excess, payment - principal - other - interest);
      const waived = planName === 'RAP' ? Math.max(0, interest - payment) : 0;
      const due = other + interest - waived;
      const toPrincipal = Math.max(0, payment - due);
      other = Math.max(0, due - payment);
      const match = planName === 'RAP' ? Math.max(0, Math.min(5000, payment) - toPrincipal) : 0;
      principal = Math.max(0, principal - toPrincipal);
      matched += Math.min(match, principal);
      principal -= Math.min(match, principal);
    }
  }
  return { left: principal + other, matched, excess };
}

describe('any loan', () => {
  it('repays or forgives the loans, and no payment exceeds the balance plus a month of interest', () => {
    fc.assert(
      fc.property(someInput, someHousehold, ({ loans: [loan], ...facts }, household) => {
        if (loan === undefined) return;
        const estimate = toEstimateInput({ ...facts, loans: [loan] }, household);
        for (const offer of offersFor(estimate)) {
          const outlook = computeOutlook(offer, estimate);
          if (outlook === undefined) throw new Error('No outlook');
          const { left, matched, excess } = repay(loan, outlook.schedule);
          // Half a cent is rounded up.
          expect(excess).toBeLessThan(0.51);
          expect(Math.abs(left - outlook.forgiven)).toBeLessThanOrEqual(1);
          expect(Math.abs(matched - outlook.matched)).toBeLessThanOrEqual(1);
          if (offer.plan !== 'RAP' && outlook.planEndsIn === null) expect(outlook.matched).toBe(0);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('never has a first payment above its balance plus a month of interest, in any estimate', () => {
    const most = ({ principal, interest, fees, rate }: PlanLoan) =>
      principal + interest + fees + (principal * rate) / 1_200_000;
    fc.assert(
      fc.property(someInput, someHousehold, (facts, household) => {
        const all = new Map(facts.loans.map((loan) => [`${loan.program} ${loan.loanNumber}`, most(loan)]));
        for (const planType of ['IDR', 'Term'] as const) {
          const { directLoans, ffelpLoans } = computeEstimates(facts, { ...household, planType });
          for (const [program, estimates] of [
            ['Direct', directLoans],
            ['FFELP', ffelpLoans],
          ] as const) {
            for (const { total, eligibleLoans, ineligibleLoans } of estimates?.eligibleRepaymentPlans ?? []) {
              const findMost = ({ loanNumber }: { loanNumber: string }) => all.get(`${program} ${loanNumber}`) ?? 0;
              const owed = eligibleLoans.reduce((sum, loan) => sum + findMost(loan), 0);
              expect(total).toBeLessThanOrEqual(owed + 0.51);
              for (const loan of [...eligibleLoans, ...ineligibleLoans]) {
                expect(loan.newEstimatedAmount).toBeLessThan(findMost(loan) + 1);
              }
            }
          }
        }
      }),
    );
  });
});

describe('any income-driven payment', () => {
  const totalsFor = (facts: PlanData, household: Household) => {
    const estimate = toEstimateInput(facts, household);
    return (plan: IncomeDrivenPlan, program: (typeof PROGRAMS)[number]) => computeOffer(plan, program, estimate)?.total;
  };
  /** PAYE is offered only while it asks for less than the standard plan. */
  const compare = (facts: PlanData, less: Household, more: Household) => {
    const [low, high] = [totalsFor(facts, less), totalsFor(facts, more)];
    for (const plan of INCOME_DRIVEN) {
      for (const program of PROGRAMS) {
        const [one, other] = [low(plan, program), high(plan, program)];
        if (other == null) continue;
        expect([plan, one]).not.toContain(null);
        expect(one ?? Infinity).toBeLessThanOrEqual(other);
      }
    }
  };

  it('is never lower for a higher income', () => {
    fc.assert(
      fc.property(someInput, someHousehold, fc.integer({ min: 0, max: 10_000_000 }), (facts, household, more) => {
        const raised = toCents(household.adjustedGrossIncome + more);
        compare(facts, household, { ...household, adjustedGrossIncome: raised });
      }),
    );
  });

  it('is never higher for a larger family', () => {
    fc.assert(
      fc.property(someInput, someHousehold, fc.integer({ min: 1, max: 5 }), (facts, household, more) => {
        const others = household.numberOfOtherDependents + more;
        compare(facts, { ...household, numberOfOtherDependents: others }, household);
      }),
    );
  });
});

it('a payment below the interest leaves the principal, and the rest of the interest is forgiven with it', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1_000_000, max: 20_000_000 }),
      fc.integer({ min: 3000, max: 9000 }),
      fc.integer({ min: 0, max: 500_000 }),
      (principal, rate, interest) => {
        const loan = createFfelpLoan({ principal: toCents(principal), rate, interest: toCents(interest) });
        const household = createHousehold({ adjustedGrossIncome: dollars(25_000) });
        const estimate = toEstimateInput(createInput([loan]), household);
        const offer = computeOffer('IBR_15', 'FFELP', estimate);
        const found = offer && computeOutlook(offer, estimate);
        const accrued = (300 * principal * rate) / 1_200_000;
        // 15 % of $25,000 - $23,940, a twelfth.
        expect(found).toMatchObject({
          firstPayment: dollars(13.25),
          totalPaid: dollars(3975),
          interestPaid: dollars(3975),
        });
        expect(found?.forgiven).toBe(Math.round(principal + interest + accrued - 397_500));
      },
    ),
    // Exactly half a cent, which rounds up (ruling 41).
    { examples: [[7_437_190, 9000, 0]] },
  );
});

describe('an explanation', () => {
  const listTexts = (plan: OfferedPlan, loan: PlanLoan) => {
    const estimate = toEstimateInput(createInput([loan]), createHousehold({ adjustedGrossIncome: dollars(200_000) }));
    const offer = computeOffer(plan, loan.program, estimate);
    return offer && explain(offer, estimate).map(({ text, value }) => `${text}: ${value}`);
  };

  it('names the balance as the limit of a larger payment', () => {
    const little = createFfelpLoan({ principal: dollars(20) });
    expect(listTexts('STANDARD', little)?.slice(-3)).toEqual([
      'Least payment on this plan: $50.00',
      'What you owe with a month of interest, which is the most you pay: $20.10',
      'Your first payment: $20.10',
    ]);
    expect(listTexts('RAP', createLoan({ principal: dollars(20) }))).toContain(
      'What you owe with a month of interest, which is the most you pay: $20.10',
    );
    expect(listTexts('STANDARD', createFfelpLoan())?.join()).not.toContain('month of interest');
  });

  it('names the steps of a graduated plan, and a payment that covers only the interest', () => {
    expect(listTexts('GRADUATED', createFfelpLoan())?.slice(2)).toEqual([
      'Payments 1 to 24: $190.46',
      'Payments 25 to 48: $250.65',
      'Payments 49 to 72: $329.88',
      'Payments 73 to 96: $434.14',
      'Payments 97 to 120: $571.37',
      'Your first payment: $190.46',
    ]);
    const getFormula = (plan: OfferedPlan, principal: number) => {
      const estimate = toEstimateInput(createInput([createLoan({ principal: dollars(principal) })]), createHousehold());
      const offer = computeOffer(plan, 'Direct', estimate);
      return offer && explain(offer, estimate).find(({ formula }) => formula !== undefined)?.formula;
    };
    expect(getFormula('GRADUATED', 60_000)).toContain('The last is three times the first.');
    expect(getFormula('EXTENDED_GRADUATED', 60_000)).toContain('The first covers only the interest of a month.');
    // The steps are no rule of the regulation.
    const source = (plan: OfferedPlan) => {
      const estimate = toEstimateInput(createInput([createLoan({ principal: dollars(60_000) })]), createHousehold());
      const offer = computeOffer(plan, 'Direct', estimate);
      return offer && explain(offer, estimate).at(-1)?.source;
    };
    expect(source('EXTENDED_GRADUATED')).toBe('34 CFR 685.208, 682.209(a); steps as published by Federal Student Aid');
  });

  it('names the day of the cap of IBR where that is stored', () => {
    const onIbr = createFfelpLoan({ currentPlanName: 'IBR_15' });
    expect(listTexts('IBR_15', onIbr)).toContain(
      'Your payment on a 10-year standard plan, which is the most you pay: $333.06',
    );
    expect(listTexts('IBR_15', { ...onIbr, ibrCap: dollars(412.5) })).toContain(
      'Your payment on a 10-year standard plan when you entered IBR, which is the most you pay: $412.50',
    );
  });
});

describe('the present plan', () => {
  const { accountNumber, groupId } = createLoan();
  const run = (from: string, months: number, payment: number) => ({
    from: day(from),
    months,
    payment: dollars(payment),
  });
  const group: PresentRepayment = {
    accountNumber,
    groupId,
    interest: dollars(9_000),
    runs: [run('2026-12-07', 119, 333.07), run('2036-11-07', 1, 300)],
  };
  const other: PresentRepayment = { ...group, groupId: 'B', interest: dollars(100), runs: [run('2027-02-20', 3, 50)] };
  const facts = (loans: readonly PlanLoan[], present: PresentRepayment[] = [group, other]) =>
    toEstimateInput(createInput(loans, { present }), createHousehold());

  it('has the projected payments of its groups, which can begin in different months', () => {
    const present = presentPlan(
      'Direct',
      facts([createLoan(), createLoan({ groupId: 'B', currentAmount: dollars(50) })]),
    );
    expect(present).toMatchObject({
      planName: 'STANDARD',
      total: dollars(383.07),
      outlook: { months: 120, endMonth: '2036-11', end: 'paidOff', interestPaid: dollars(9_100) },
    });
    expect(present?.outlook?.schedule.map(({ months, payment }) => [months, payment])).toEqual([
      [2, dollars(333.07)],
      [3, dollars(383.07)],
      [114, dollars(333.07)],
      [1, dollars(300)],
    ]);
    expect(present?.outlook?.totalPaid).toBe(dollars(333.07 * 119 + 300 + 150));
  });

  it('counts the groups on it only, and the months until a payment that is due later', () => {
    const onOther = createLoan({ currentPlanName: 'GRADUATED', principal: dollars(40_000) });
    const small = createLoan({ groupId: 'B', principal: dollars(50_000), currentAmount: dollars(50) });
    expect(presentPlan('Direct', facts([onOther, small]))).toMatchObject({
      planName: 'STANDARD',
      total: dollars(50),
      outlook: { months: 5, endMonth: '2027-04', totalPaid: dollars(150), schedule: [{ months: 2, payment: 0 }, {}] },
    });
  });

  it('has no outlook where its payments change, or where a group is never paid off', () => {
    for (const currentPlanName of ['GRADUATED', 'RAP']) {
      expect(presentPlan('Direct', facts([createLoan({ currentPlanName })]))?.outlook).toBeUndefined();
    }
    const both = [createLoan(), createLoan({ groupId: 'B' })];
    expect(presentPlan('Direct', facts(both, [group]))?.outlook).toBeUndefined();
    expect(presentPlan('Direct', facts(both, []))?.outlook).toBeUndefined();
    expect(presentPlan('FFELP', facts([createLoan()]))).toBeUndefined();
  });

  it('never exceeds the balance plus a month of interest (ruling 96)', () => {
    const little = createLoan({ principal: dollars(100), interest: dollars(2) });
    // $333.07 is the payment; 6 % of $100.00, a twelfth, is added.
    expect(presentPlan('Direct', facts([little]))).toMatchObject({ total: dollars(102.5) });
  });
});

describe('the comparison', () => {
  it('sums payments by calendar year', () => {
    forAnyOutlook(({ outlook }) => {
      const years = yearlyPayments(outlook);
      expect(sumCents(years.map(({ total }) => total))).toBe(outlook.totalPaid);
      expect(years.map(({ year }) => year)).toEqual(years.map((_, index) => (years[0]?.year ?? 0) + index));
      if (outlook.months > 0) expect(years.at(-1)?.year).toBe(Number(outlook.endMonth.slice(0, 4)));
    });
    const estimate = toEstimateInput(createInput([createLoan({ principal: dollars(500) })]), createHousehold());
    const outlook = comparePlans('Term', 'Direct', estimate).find(({ offer }) => offer.plan === 'STANDARD')?.outlook;
    // The first of eleven payments is due in December 2026, and the last one is the remaining balance.
    expect(outlook && yearlyPayments(outlook)).toEqual([
      { year: 2026, monthly: [dollars(50)], total: dollars(50) },
      { year: 2027, monthly: [dollars(50), dollars(14.24)], total: dollars(464.24) },
    ]);
  });

  describe('of income-driven plans', () => {
    const createRows = (parts: Partial<PlanLoan>, income = 50_000) =>
      comparedRows(
        'IDR',
        'Direct',
        toEstimateInput(createInput([createLoan(parts)]), createHousehold({ adjustedGrossIncome: dollars(income) })),
      );

    it('begins with the present plan, whether that is income-driven or not (ruling 114)', () => {
      expect(createRows({})[0]).toMatchObject({ planName: 'STANDARD', total: dollars(333.07), isPresent: true });
      const [onIcr] = createRows({ currentPlanName: 'ICR', currentAmount: dollars(280) });
      expect(onIcr).toMatchObject({ planName: 'ICR', isPresent: true, paidNow: dollars(280) });
      expect(onIcr?.total).not.toBe(dollars(280));
      expect(createRows({}).filter(({ isPresent }) => isPresent)).toHaveLength(1);
    });

    it('recommends the plan with the lowest payment now', () => {
      const recommended = (rows: readonly ComparedRow[]) =>
        rows.filter(({ isRecommended }) => isRecommended).map(({ planName }) => planName);
      expect(recommended(createRows({}))).toEqual(['RAP']);
      // 10 % of the income above 150 % of the guideline is nothing, and RAP asks for $10.00.
      expect(recommended(createRows({}, 20_000))).toEqual(['IBR_10']);
    });

    it('is sorted by the chosen order, with the present plan first', () => {
      const rows = createRows({ currentPlanName: 'ICR', currentAmount: dollars(280) });
      for (const order of PLAN_ORDERS) {
        const [present, ...others] = sortedRows(rows, order);
        expect(present?.planName).toBe('ICR');
        const keys = others.map(({ total, outlook }) =>
          order === 'now' ? total : order === 'total' ? outlook?.totalPaid : outlook?.months,
        );
        expect(keys).toEqual(keys.toSorted((a, b) => (a ?? 0) - (b ?? 0)));
      }
    });
  });

  it('determines the payments that count toward PSLF (ruling 104)', () => {
    const counting = (program: 'Direct' | 'FFELP', loanType: string) =>
      PLANS.filter((plan) => countsTowardPslf(plan, program, [loanType]));
    expect(counting('Direct', 'Direct Unsubsidized')).toEqual(['STANDARD', 'IBR_15', 'IBR_10', 'PAYE', 'ICR', 'RAP']);
    expect(counting('Direct', 'Direct Consolidation')).toEqual(['IBR_15', 'IBR_10', 'PAYE', 'ICR', 'RAP']);
    expect(counting('FFELP', 'Stafford')).toEqual([]);
  });

  it('shows the effect of the end of PAYE and ICR', () => {
    const estimate = toEstimateInput(createInput([createLoan({ currentPlanName: 'PAYE' })]), createHousehold());
    const changes = comparePlans('IDR', 'Direct', estimate).map(({ offer, outlook }) => [
      offer.plan,
      outlook && changeAtEnd(outlook),
    ]);
    const toRap = { kind: 'becomesRap', payment: dollars(166.67) };
    expect(dayAfterPayeAndIcr(estimate)).toBe(day('2028-07-01'));
    expect(changes).toEqual([
      ['IBR_10', { kind: 'none' }],
      ['PAYE', toRap],
      ['ICR', toRap],
      ['RAP', { kind: 'none' }],
    ]);
    const small = toEstimateInput(
      createInput([createLoan({ principal: dollars(500) })]),
      createHousehold({ adjustedGrossIncome: dollars(90_000) }),
    );
    const icr = comparePlans('IDR', 'Direct', small).find(({ offer }) => offer.plan === 'ICR')?.outlook;
    expect(icr && changeAtEnd(icr)).toEqual({ kind: 'becomesRap', payment: expect.any(Number) });
  });
});

describe('the changes in the comparison', () => {
  const limits: IdrLimits = { minDependents: 0, maxDependents: 20, idrAgiMaxAmount: 1_000_000, agiThreshold: 200_000 };

  it('begins with the estimates of the cards, to the cent', () => {
    const entry = fc
      .record({
        marriageStatus: fc.constantFrom('single', 'married', 'marriedSeparated', 'marriedNoAccess'),
        taxFiling: fc.constantFrom('jointly', 'separately'),
        childDependents: fc.integer({ min: 0, max: 20 }).map(String),
        adultDependents: fc.integer({ min: 0, max: 20 }).map(String),
        agi: fc.integer({ min: 0, max: 100_000_000 }).map((cents) => formatTyped(toCents(cents))),
      })
      .map((values) => ({ ...sampleEntry, values }));
    fc.assert(
      fc.property(someInput, entry, (facts, each) => {
        const household = householdFrom(each, limits);
        if (household === undefined) throw new Error('The entry is incomplete');
        const cards = computeEstimates(facts, v.parse(EstimatesRequest, toEstimatesRequest(each)));
        const tried = householdWith(startingWhatIf(household), household, limits);
        if (tried === undefined) throw new Error('The answers are invalid');
        const compared = PROGRAMS.map((program) =>
          comparePlans('IDR', program, toEstimateInput(facts, tried)).map(({ offer }) => [offer.plan, offer.total]),
        );
        expect(compared).toEqual(
          [cards.directLoans, cards.ffelpLoans].map((own) =>
            (own?.eligibleRepaymentPlans ?? []).map(({ planName, total }) => [planName, total]),
          ),
        );
      }),
    );
  });

  it('is held against the limits of the income step, the spouse counted', () => {
    const joint = createHousehold({ maritalStatus: 2, numberOfChildDependents: 1 });
    const listCodes = (agi: string, familySize: string) =>
      findProblems(whatIfSchema(joint, limits), { agi, familySize }).map(({ issue }) => issue.code);
    expect(startingWhatIf(joint)).toEqual({ agi: '50,000.00', familySize: '3' });
    expect(listCodes('1,000,000', '42')).toEqual([]);
    expect(listCodes('1000000.01', '43')).toEqual(['agi.tooHigh', 'familySize.range']);
    expect(listCodes('', '1')).toEqual(['agi.required', 'familySize.range']);
    expect(listCodes('10,50', '2.5')).toEqual(['agi.format', 'familySize.range']);
    expect(householdWith({ agi: '', familySize: '3' }, joint, limits)).toBeUndefined();
    expect(householdWith({ agi: '20,000', familySize: '4' }, joint, limits)).toEqual({
      ...joint,
      adjustedGrossIncome: dollars(20_000),
      numberOfChildDependents: 2,
    });
    expect(householdFrom({ ...sampleEntry, values: { ...sampleEntry.values, agi: '' } }, limits)).toBeUndefined();
    expect(normalizeField('familySize', '')).toBe('');
  });

  it('has a slider to twice the income, at least $150,000 and never beyond the limit', () => {
    const maxAt = (income: number) => incomeSlider(dollars(income), limits).max;
    expect([0, 75_000, 75_000.01, 499_999, 900_000].map(maxAt)).toEqual([
      150_000, 150_000, 151_000, 1_000_000, 1_000_000,
    ]);
  });
});
