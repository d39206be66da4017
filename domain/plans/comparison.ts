/** Comparison of plans: yearly cost, and the effect of the end of PAYE and ICR. */
import { type PlainDate, addDays } from '../calendar.ts';
import { type Cents, ZERO, sumCents } from '../money.ts';
import { loansOnPlan, owedLoans } from './eligibility.ts';
import {
  type EstimateInput,
  type PlanOffer,
  computeCurrentPlan,
  findLowest,
  computeOffers,
  getPresentPayment,
} from './estimates.ts';
import { isIncomeDriven } from '../plan-names.ts';
import { type PlanOutlook, computeOutlook, computePresentOutlook } from './outlook.ts';
import type { LoanProgram, PlanLoan, PlanTotal, PlanType, PresentRepayment } from './shapes.ts';

/** An offered plan with its outlook. */
export interface ComparedPlan {
  readonly offer: PlanOffer;
  /** Undefined if a parameter of the year is missing. */
  readonly outlook: PlanOutlook | undefined;
}

/** Returns the offered plans of a type for one program, each with its outlook. */
export const comparePlans = (type: PlanType, program: LoanProgram, estimate: EstimateInput): readonly ComparedPlan[] =>
  computeOffers(type, program, estimate).map((offer) => ({ offer, outlook: computeOutlook(offer, estimate) }));

/** The present plan of one program. */
export interface PresentPlan extends PlanTotal {
  /** Undefined if later payments of the plan are not known, or never pay the loans off: only a level payment stays as it is. */
  readonly outlook: PlanOutlook | undefined;
}

const isOfGroup = (loan: PlanLoan, group: PresentRepayment): boolean =>
  loan.accountNumber === group.accountNumber && loan.groupId === group.groupId;

/** Returns the present plan of one program with its outlook; undefined if nothing is owed in it. */
export function presentPlan(program: LoanProgram, { facts }: EstimateInput): PresentPlan | undefined {
  const owed = loansOnPlan(owedLoans(facts).filter((loan) => loan.program === program));
  const current = computeCurrentPlan(owed);
  if (current === null) return undefined;
  const loans = owed.filter(({ currentPlanName }) => currentPlanName === current.planName);
  const total = sumCents(loans.map(getPresentPayment));
  const projected = (facts.present ?? []).filter((group) => loans.some((loan) => isOfGroup(loan, group)));
  const isPaidOff = loans.every((loan) => projected.some((group) => isOfGroup(loan, group)));
  return {
    planName: current.planName,
    total,
    outlook: isPaidOff
      ? computePresentOutlook(current.planName, projected, { firstPayment: total, asOf: facts.asOf })
      : undefined,
  };
}

/** A plan in the comparison: the present one, or one that is offered. */
export interface ComparedRow extends PresentPlan {
  readonly isPresent: boolean;
  /** Whether it is recommended: the income-driven plan with the lowest payment now. */
  readonly isRecommended: boolean;
  /** The present payment of the present plan, where its estimate differs; null otherwise. */
  readonly paidNow: Cents | null;
}

/**
 * Returns the present plan of a program, then the offered ones (ruling 114). An income-driven present plan that is still
 * offered has the estimate for the income that is tried out.
 */
export function comparedRows(type: PlanType, program: LoanProgram, estimate: EstimateInput): readonly ComparedRow[] {
  const present = presentPlan(program, estimate);
  const offered = comparePlans(type, program, estimate).map(({ offer: { plan: planName, total }, outlook }) => ({
    planName,
    total,
    outlook,
  }));
  const isPresent = ({ planName }: PlanTotal): boolean => planName === present?.planName;
  const recommended = type === 'IDR' ? findLowest(offered, present ?? null) : null;
  const own = present && ((isIncomeDriven(present.planName) && offered.find(isPresent)) || present);
  return [...(own ? [own] : []), ...offered.filter((each) => !isPresent(each))].map((each) => ({
    ...each,
    isPresent: isPresent(each),
    isRecommended: each.planName === recommended?.planName,
    paidNow: isPresent(each) && present !== undefined && present.total !== each.total ? present.total : null,
  }));
}

/** The criteria for sorting plans: the lowest payment now, the lowest sum of payments, or the earliest last payment. */
export const PLAN_ORDERS = ['now', 'total', 'end'] as const;
export type PlanOrder = (typeof PLAN_ORDERS)[number];

const RANKS: Readonly<Record<PlanOrder, (row: ComparedRow) => number | null | undefined>> = {
  now: ({ total }) => total,
  total: ({ outlook }) => outlook?.totalPaid,
  end: ({ outlook }) => outlook?.months,
};

/** Returns the rows in an order. The present plan stays first, and plans whose figure is unknown come last. */
export function sortedRows(rows: readonly ComparedRow[], order: PlanOrder): readonly ComparedRow[] {
  const getRank = (row: ComparedRow) => (row.isPresent ? -1 : (RANKS[order](row) ?? Infinity));
  return rows.toSorted((a, b) => (getRank(a) === getRank(b) ? 0 : getRank(a) - getRank(b)));
}

/** The payments of a calendar year. */
export interface YearOfPayments {
  readonly year: number;
  /** The monthly payments of the year, each once, in order. */
  readonly monthly: readonly Cents[];
  readonly total: Cents;
}

const MONTHS_A_YEAR = 12;

/** Returns the month of an outlook's first payment, in years: 2026 is January 2026, and a month is a twelfth. */
export function computeStart({ endMonth, months }: Pick<PlanOutlook, 'endMonth' | 'months'>): number {
  const last = Number(endMonth.slice(0, 4)) * MONTHS_A_YEAR + Number(endMonth.slice(5, 7)) - 1;
  return (last - months + 1) / MONTHS_A_YEAR;
}

/** Returns the payments of each calendar year. */
export function yearlyPayments(outlook: PlanOutlook): readonly YearOfPayments[] {
  const years = new Map<number, { monthly: Cents[]; total: Cents }>();
  let month = Math.round(computeStart(outlook) * MONTHS_A_YEAR);
  for (const { months, payment } of outlook.schedule) {
    for (let paid = 0; paid < months; paid += 1) {
      const year = Math.floor(month / MONTHS_A_YEAR);
      const of = years.get(year) ?? { monthly: [], total: ZERO };
      if (of.monthly.at(-1) !== payment) of.monthly.push(payment);
      years.set(year, { ...of, total: sumCents([of.total, payment]) });
      month += 1;
    }
  }
  return [...years].map(([year, of]) => ({ year, ...of }));
}

/** Returns the first day after PAYE and ICR (34 CFR 685.209(c)(7)). */
export const dayAfterPayeAndIcr = ({ parameters }: Pick<EstimateInput, 'parameters'>): PlainDate =>
  addDays(parameters.dates.payeAndIcrThrough, 1);

/** The effect of the end of PAYE and ICR on a plan: the RAP payment from then on, or nothing. */
export type ChangeAtEnd =
  | { readonly kind: 'becomesRap'; readonly payment: Cents }
  /** PAYE or ICR is paid off before it ends. */
  | { readonly kind: 'paidOffBefore' }
  | { readonly kind: 'none' };

/** Returns the effect of the end of PAYE and ICR on a plan. */
export function changeAtEnd({ planName, schedule }: PlanOutlook): ChangeAtEnd {
  if (planName !== 'PAYE' && planName !== 'ICR') return { kind: 'none' };
  const afterwards = schedule.find((run) => run.planName === 'RAP');
  return afterwards === undefined ? { kind: 'paidOffBefore' } : { kind: 'becomesRap', payment: afterwards.payment };
}
