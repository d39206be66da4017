/** Comparison of plans: yearly cost, and the effect of the end of PAYE and ICR. */
import { type PlainDate, addDays } from '../../calendar.ts';
import { type Cents, sumCents, toCents } from '../../money.ts';
import { loansOnPlan, owedLoans } from './eligibility.ts';
import { type EstimateFacts, type PlanOffer, currentPlanOf, offersOf, presentPaymentOf } from './estimates.ts';
import { type PaymentRun, type PlanOutlook, outlookOf, presentOutlookOf } from './outlook.ts';
import type { EstimatesRequest, LoanProgram, PlanLoan, PlanTotal, PresentRepayment } from './shapes.ts';

/** An offered plan with its outlook. */
export interface ComparedPlan {
  readonly offer: PlanOffer;
  /** Undefined if a parameter of the year is missing. */
  readonly outlook: PlanOutlook | undefined;
}

/** The offered plans of a type for one program, each with its outlook. */
export const comparePlans = (
  type: EstimatesRequest['planType'],
  program: LoanProgram,
  estimate: EstimateFacts,
): readonly ComparedPlan[] =>
  offersOf(type, program, estimate).map((offer) => ({ offer, outlook: outlookOf(offer, estimate) }));

/** The present plan of one program. */
export interface PresentPlan extends PlanTotal {
  /** Undefined if later payments of the plan are not known, or never pay the loans off: only a level payment stays as it is. */
  readonly outlook: PlanOutlook | undefined;
}

const isOfGroup = (loan: PlanLoan, group: PresentRepayment): boolean =>
  loan.accountNumber === group.accountNumber && loan.groupId === group.groupId;

/** Returns the present plan of one program with its outlook; undefined if nothing is owed in it. */
export function presentPlan(program: LoanProgram, { facts }: EstimateFacts): PresentPlan | undefined {
  const owed = loansOnPlan(owedLoans(facts).filter((loan) => loan.program === program));
  const current = currentPlanOf(owed);
  if (current === null) return undefined;
  const loans = owed.filter(({ currentPlanName }) => currentPlanName === current.planName);
  const total = sumCents(loans.map(presentPaymentOf));
  const projected = (facts.present ?? []).filter((group) => loans.some((loan) => isOfGroup(loan, group)));
  const isPaidOff = loans.every((loan) => projected.some((group) => isOfGroup(loan, group)));
  return {
    planName: current.planName,
    total,
    outlook: isPaidOff
      ? presentOutlookOf(current.planName, projected, { firstPayment: total, asOf: facts.asOf })
      : undefined,
  };
}

const MONTHS_A_YEAR = 12;

/**
 * Returns the payments of each year from today on, in cents: twelve payments a year, in the last year the remaining
 * ones.
 */
export function yearlyPayments(schedule: readonly PaymentRun[]): readonly Cents[] {
  const years: Cents[] = [];
  let month = 0;
  for (const { months, payment } of schedule) {
    for (let left = months; left > 0;) {
      const year = Math.floor(month / MONTHS_A_YEAR);
      const inYear = Math.min(left, (year + 1) * MONTHS_A_YEAR - month);
      years[year] = sumCents([years[year] ?? toCents(0), toCents(inYear * payment)]);
      month += inYear;
      left -= inYear;
    }
  }
  return years;
}

/** The first day after PAYE and ICR (34 CFR 685.209(c)(7)). */
export const dayAfterPayeAndIcr = ({ parameters }: Pick<EstimateFacts, 'parameters'>): PlainDate =>
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
