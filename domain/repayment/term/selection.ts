/** The plan step: the available plans, the changes, and the consequences of leaving a plan (R §2, §4; ruling 31). */
import * as v from 'valibot';
import type { PlainDate } from '../../calendar.ts';
import { validatedText } from '../../issue.ts';
import { type Cents, sumCents, sumIfKnown } from '../../money.ts';
import type { EligiblePlan, LoanProgram, PlanEstimates, PlanTotal, ProgramEstimates } from '../../plans/shapes.ts';
import type { PlanName } from '../../plan-names.ts';
import type { PlanSelection } from './shapes.ts';

/** An issue with the selection. */
export type SelectionIssue = { readonly code: 'plan.unchanged' };

/** A program in which the borrower owes something, with the field of its plan. */
export interface TermProgram {
  readonly program: LoanProgram;
  readonly field: keyof PlanSelection;
  readonly estimates: ProgramEstimates;
}

/** Returns the programs in which the borrower owes something, in the order in which they are shown. */
export function termPrograms({ directLoans, ffelpLoans }: PlanEstimates): readonly TermProgram[] {
  return [
    ...(directLoans === null
      ? []
      : [{ program: 'Direct', field: 'selectedPlanDirect', estimates: directLoans } as const]),
    ...(ffelpLoans === null ? [] : [{ program: 'FFELP', field: 'selectedPlanFfel', estimates: ffelpLoans } as const]),
  ];
}

/** Returns the plans that a program can change to: the offered plans without the current one. */
export const differentPlans = ({
  eligibleRepaymentPlans,
  currentRepaymentPlan,
}: ProgramEstimates): readonly EligiblePlan[] =>
  eligibleRepaymentPlans.filter(({ planName }) => planName !== currentRepaymentPlan?.planName);

/** Finds a plan of a program with its monthly payment: the present one, or an offered one. Undefined if there is none. */
export function findTermPlan(estimates: PlanEstimates, program: LoanProgram, planName: string): PlanTotal | undefined {
  const own = termPrograms(estimates).find((each) => each.program === program)?.estimates;
  if (own === undefined) return undefined;
  return [own.currentRepaymentPlan, ...differentPlans(own)].find((plan) => plan?.planName === planName) ?? undefined;
}

export const nothingSelected: PlanSelection = { selectedPlanDirect: '', selectedPlanFfel: '' };

const selectedOr = (estimates: PlanEstimates, choose: (program: TermProgram) => string | undefined): PlanSelection => ({
  ...nothingSelected,
  ...Object.fromEntries(
    termPrograms(estimates).map((each) => [
      each.field,
      choose(each) ?? each.estimates.currentRepaymentPlan?.planName ?? '',
    ]),
  ),
});

/** Returns the present plan of each program, the initial selection. */
export const currentSelection = (estimates: PlanEstimates): PlanSelection => selectedOr(estimates, () => undefined);

/** Returns the earlier selection for each program that still offers it, otherwise the current plan. */
export const restoredSelection = (estimates: PlanEstimates, stored: PlanSelection): PlanSelection =>
  selectedOr(estimates, ({ field, estimates: own }) =>
    differentPlans(own).some(({ planName }) => planName === stored[field]) ? stored[field] : undefined,
  );

/** Returns whether a program changes its plan. */
const isChanging = ({ field, estimates }: TermProgram, selection: PlanSelection): boolean =>
  selection[field] !== '' && selection[field] !== estimates.currentRepaymentPlan?.planName;

/** Returns the programs that change their plan. */
export const changingPrograms = (estimates: PlanEstimates, selection: PlanSelection): readonly TermProgram[] =>
  termPrograms(estimates).filter((program) => isChanging(program, selection));

/** Returns whether any program changes its plan: Continue is refused otherwise (R §4). */
export const hasChange = (estimates: PlanEstimates, selection: PlanSelection): boolean =>
  changingPrograms(estimates, selection).length > 0;

/** Returns the form schema of the step. The issue of an unchanged selection belongs to the first program. */
export function selectionSchema(estimates: PlanEstimates, selection: PlanSelection): v.GenericSchema {
  const [first] = termPrograms(estimates);
  const isChanged = hasChange(estimates, selection);
  const changed = validatedText(() => (isChanged ? undefined : ({ code: 'plan.unchanged' } satisfies SelectionIssue)));
  return v.looseObject(first === undefined ? {} : { [first.field]: changed });
}

const STANDARD: PlanName = 'STANDARD';

/**
 * Returns whether a program on IBR leaves it for a plan that is neither its own nor the standard plan (R §4). To the
 * standard plan there is neither a warning nor an exit payment (ruling 31).
 */
export const isEnrolledInIbrAndChanging = (estimates: PlanEstimates, selection: PlanSelection): boolean =>
  changingPrograms(estimates, selection).some(
    ({ field, estimates: own }) => own.enrolledInIbr && selection[field] !== STANDARD,
  );

/** The unpaid interest that leaving IBR adds to the principal. */
export interface InterestAdded {
  readonly interest: Cents;
  /** The day for which it is computed. */
  readonly on: PlainDate;
  /** Whether the new plan begins with the exit payment, and not with the approval. */
  readonly isAfterExit: boolean;
}

/** Returns the interest that a selection adds to the principal of loans that leave IBR: with the approval, and after an exit payment. */
export function interestAdded(estimates: PlanEstimates, selection: PlanSelection): readonly InterestAdded[] {
  const leaving = changingPrograms(estimates, selection).flatMap(({ field, estimates: own }) => {
    const added = differentPlans(own).find(({ planName }) => planName === selection[field])?.leavingIbr;
    return added === undefined ? [] : [{ ...added, isAfterExit: selection[field] !== STANDARD }];
  });
  return [false, true].flatMap((isAfterExit) => {
    const same = leaving.filter((each) => each.isAfterExit === isAfterExit && each.interest > 0);
    return same
      .slice(0, 1)
      .map(({ on }) => ({ interest: sumCents(same.map(({ interest }) => interest)), on, isAfterExit }));
  });
}

/** Returns whether a program leaves an income-driven plan that is not IBR. */
export const isEnrolledInIdrAndChanging = (estimates: PlanEstimates, selection: PlanSelection): boolean =>
  changingPrograms(estimates, selection).some(({ estimates: own }) => own.enrolledInIdr && !own.enrolledInIbr);

/** Returns the dialog before the application: `ibr` if both apply, because it contains the required payment. */
export type TermWarning = 'ibr' | 'idr';

/** Returns the warning that a selection requires; undefined if none (R §4). */
export function warningFor(estimates: PlanEstimates, selection: PlanSelection): TermWarning | undefined {
  if (isEnrolledInIbrAndChanging(estimates, selection)) return 'ibr';
  return isEnrolledInIdrAndChanging(estimates, selection) ? 'idr' : undefined;
}

/** Returns the borrower's current monthly payment in a program, in cents. Its loans may be on several plans. */
const getPresentAmount = ({ currentLoans, currentRepaymentPlan }: ProgramEstimates): Cents | null =>
  currentLoans.length > 0
    ? sumCents(currentLoans.map(({ currentAmount }) => currentAmount))
    : (currentRepaymentPlan?.total ?? null);

/**
 * Returns the monthly cost of a program under the selection, in cents: its current payment if the plan does not change;
 * otherwise the plan's payment plus the current payments of loans that the plan does not cover. Null if unknown.
 */
export function getMonthlyAmount({ field, estimates }: TermProgram, selection: PlanSelection): Cents | null {
  const plan = differentPlans(estimates).find(({ planName }) => planName === selection[field]);
  if (plan === undefined) return getPresentAmount(estimates);
  return sumIfKnown([plan.total, ...plan.ineligibleLoans.map(({ currentAmount }) => currentAmount)]);
}

/**
 * Returns the total monthly payment of all programs under the selection, in cents (`termTotalAmount`, R §3). A program that
 * does not change counts with its present amount (ruling 31). Null where an amount is not known.
 */
export const termTotalAmount = (estimates: PlanEstimates, selection: PlanSelection): Cents | null =>
  sumIfKnown(termPrograms(estimates).map((program) => getMonthlyAmount(program, selection)));
