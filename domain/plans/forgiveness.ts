/** Forgiveness at the end of income-driven plans: one rule for estimates of plans and for repayment that is projected (ruling 96). */
import { type PlainDate, dueDateAfter, formatUsDate } from '../calendar.ts';
import { planEntry } from './catalogue.ts';
import { planParameters } from './parameters/parameters.ts';
import { type PlanName, isIncomeDriven } from '../plan-names.ts';
import type { LoanProgram } from './shapes.ts';

/** Shown wherever a forgiven amount is shown (ruling 104; 26 USC 108(f)(5) has ended). */
export const FORGIVEN_IS_INCOME = 'Since 2026, a forgiven amount counts as income for your federal taxes.';

/** Shown on plans that qualify for it (ruling 104). */
export const COUNTS_TOWARD_PSLF = 'Payments count toward Public Service Loan Forgiveness (PSLF)';

/**
 * Returns whether the payments of a plan count toward PSLF: of Direct Loans, on an income-driven plan or the 10-year standard
 * plan, which consolidation loans have seldom (34 CFR 685.219; reference 1.3).
 */
export const countsTowardPslf = (planName: string, program: LoanProgram, loanTypes: readonly string[]): boolean => {
  if (program !== 'Direct') return false;
  if (planName === 'STANDARD') return loanTypes.some((loanType) => !/consolidation/i.test(loanType));
  return planName !== 'SAVE' && isIncomeDriven(planName);
};

/** Returns the number of payments after which a plan forgives the rest; `Infinity` if it forgives nothing. */
export const paymentsToForgiveness = (plan: PlanName): number => planEntry(plan)?.forgivenAfterMonths ?? Infinity;

/** Returns the plan by which loans are repaid on a day: RAP after the end of PAYE and ICR (34 CFR 685.209(c)(7), (d)(1)). */
const planOnDay = (plan: PlanName, day: PlainDate): PlanName =>
  (plan === 'PAYE' || plan === 'ICR') && day > planParameters().dates.payeAndIcrThrough ? 'RAP' : plan;

/** The forgiveness of the rest of some loans. */
export interface Forgiveness {
  /** The due date of the last payment before it. */
  readonly on: PlainDate;
  /** The due date of the first payment that is counted. */
  readonly countedFrom: PlainDate;
  /** The number of payments until then. */
  readonly payments: number;
}

/** The due dates whose payments count toward forgiveness. */
export interface CountedDueDates {
  readonly first: PlainDate;
  readonly dueDay: number;
  /** Returns whether the payment of a due date counts: in a pause, none is due. */
  readonly isCounted: (dueDate: PlainDate) => boolean;
}

/**
 * Returns when the rest of the loans is forgiven, assuming that each due payment is paid; null on plans without forgiveness.
 */
export function computeForgiveness(plan: PlanName, { first, dueDay, isCounted }: CountedDueDates): Forgiveness | null {
  if (paymentsToForgiveness(plan) === Infinity) return null;
  let payments = 0;
  for (let months = 0; ; months += 1) {
    const on = dueDateAfter(first, dueDay, months);
    if (isCounted(on)) payments += 1;
    if (payments >= paymentsToForgiveness(planOnDay(plan, on))) return { on, countedFrom: first, payments };
  }
}

/** Returns the number of payments through a day that count toward forgiveness, assuming that each due payment is paid. */
export function paymentsCounted({ first, dueDay, isCounted }: CountedDueDates, through: PlainDate): number {
  let payments = 0;
  for (let months = 0; ; months += 1) {
    const dueDate = dueDateAfter(first, dueDay, months);
    if (dueDate > through) return payments;
    if (isCounted(dueDate)) payments += 1;
  }
}

/** Returns how the day of forgiveness was found. */
export const forgivenessText = ({ countedFrom, payments }: Forgiveness): string =>
  `Your payment depends on your income. After ${payments} payments (${payments / 12} years), what you still owe is forgiven. We count your payments since ${formatUsDate(countedFrom)}.`;
