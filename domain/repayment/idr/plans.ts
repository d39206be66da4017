/** The plan step and the summary of loans: which plans are offered, chosen and left (R §2, §4 IDR, §9). */
import { type Cents, sumCents, sumIfKnown } from '../../money.ts';
import {
  type EstimatedLoan,
  type LoanProgram,
  type PlanEstimates,
  type PlanTotal,
  type ProgramEstimates,
} from '../../plans/shapes.ts';
import { isIbr } from '../../plan-names.ts';
import type { ChosenPlans } from './shapes.ts';

/** The programs, in the order in which they are shown. */
export const PROGRAMS = ['Direct', 'FFELP'] as const satisfies readonly LoanProgram[];

/** Returns the estimates of a program; null if the borrower owes nothing in it. */
export const getEstimates = (estimates: PlanEstimates, program: LoanProgram): ProgramEstimates | null =>
  program === 'Direct' ? estimates.directLoans : estimates.ffelpLoans;

/** A plan as a card shows it. Amounts are monthly payments in cents. */
export interface PlanCard {
  readonly planName: string;
  /**
   * The first payment for all loans that the plan covers, for the entered data; null if unknown. For a current plan
   * that is no longer offered, the current payment.
   */
  readonly total: Cents | null;
  readonly role: 'recommended' | 'current' | 'other';
  /** The payment as it is now, of the current plan; null for any other plan. */
  readonly currentTotal: Cents | null;
  /** Whether the payment is an estimate for the entered data. */
  readonly isEstimate: boolean;
}

/**
 * Returns the cards of a program: the recommended plan, the current one, then all others that can be chosen, the lowest
 * payment first. A current plan that is also recommended has one card.
 */
export function planCards(program: ProgramEstimates): readonly PlanCard[] {
  const { suggestedPlan, currentRepaymentPlan: current, eligibleRepaymentPlans, enrolledInLowestIdr } = program;
  const recommended = enrolledInLowestIdr ? current : suggestedPlan;
  const toCard = ({ planName, total }: PlanTotal, role: PlanCard['role']): PlanCard => {
    const offer = eligibleRepaymentPlans.find((plan) => plan.planName === planName);
    return {
      planName,
      total: offer === undefined ? total : offer.total,
      role,
      currentTotal: planName === current?.planName ? current.total : null,
      isEstimate: offer !== undefined,
    };
  };
  const isShown = ({ planName }: PlanTotal) => planName === recommended?.planName || planName === current?.planName;
  const others = eligibleRepaymentPlans
    .filter((plan) => !isShown(plan))
    .sort((a, b) => (a.total ?? Infinity) - (b.total ?? Infinity));
  return [
    ...(recommended === null ? [] : [toCard(recommended, 'recommended')]),
    ...(current === null || current.planName === recommended?.planName ? [] : [toCard(current, 'current')]),
    ...others.map((plan) => toCard(plan, 'other')),
  ];
}

/** Returns whether a plan can be chosen for a program. */
export const isOffered = (estimates: PlanEstimates, program: LoanProgram, planName: string): boolean => {
  const own = getEstimates(estimates, program);
  return own !== null && planCards(own).some((card) => card.planName === planName);
};

const getFirst = (program: ProgramEstimates | null): string | null =>
  (program && planCards(program)[0]?.planName) ?? null;

/** Returns the initially chosen plans: the recommended ones, otherwise the current ones. */
export const startingChoice = ({ directLoans, ffelpLoans }: PlanEstimates): ChosenPlans => ({
  Direct: getFirst(directLoans),
  FFELP: getFirst(ffelpLoans),
});

/** Returns the earlier choice for each program that still offers it; otherwise the initial choice. */
export function restoredChoice(estimates: PlanEstimates, stored: ChosenPlans): ChosenPlans {
  const start = startingChoice(estimates);
  const restored = (program: LoanProgram): string | null => {
    const name = stored[program];
    return name !== null && isOffered(estimates, program, name) ? name : start[program];
  };
  return { Direct: restored('Direct'), FFELP: restored('FFELP') };
}

/**
 * Returns whether the choice leaves nothing to apply for (ruling 114): every program stays on its present plan, and none of
 * them would be computed lower for the entered income.
 */
export function isKeepingPlans(estimates: PlanEstimates, chosen: ChosenPlans): boolean {
  return PROGRAMS.every((program) => {
    const own = getEstimates(estimates, program);
    const card = own && planCards(own).find(({ planName }) => planName === chosen[program]);
    if (own === null || card === undefined || card === null) return own?.currentRepaymentPlan == null;
    return card.currentTotal !== null && card.total !== null && card.total >= card.currentTotal;
  });
}

/** The names of the plans that determine whether a borrower leaves IBR; null for a missing plan. */
export interface PlanChange {
  readonly current: string | null;
  readonly chosen: string | null;
  readonly suggested: string | null;
}

/** Returns whether the borrower leaves IBR (R §4): the current plan is IBR, the chosen and the suggested one are not. */
export const isLeavingIbr = ({ current, chosen, suggested }: PlanChange): boolean =>
  current !== null && isIbr(current) && ![chosen, suggested].some((plan) => plan !== null && isIbr(plan));

/** Returns the same for the Direct loans only, which is where the specification requires it. */
export const leavesIbr = ({ directLoans }: PlanEstimates, { Direct: chosen }: ChosenPlans): boolean =>
  isLeavingIbr({
    current: directLoans?.currentRepaymentPlan?.planName ?? null,
    chosen,
    suggested: directLoans?.suggestedPlan?.planName ?? null,
  });

/** A row of the summary: the loans of one group of an account. Amounts are monthly payments in cents. */
export type SummaryRow = Pick<
  EstimatedLoan,
  'accountNumber' | 'groupId' | 'loanTypeGroup' | 'currentPlanName' | 'currentAmount' | 'newEstimatedAmount'
>;

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Ranks accounts that start with E first (R §9). */
const getRank = (accountNumber: string): number => (accountNumber.startsWith('E') ? 0 : 1);

/** Compares rows of the summary (R §9): by plan name, accounts with an E first, account number, group ID. */
const bySummaryOrder = (a: SummaryRow, b: SummaryRow): number =>
  order(a.currentPlanName, b.currentPlanName) ||
  getRank(a.accountNumber) - getRank(b.accountNumber) ||
  order(a.accountNumber, b.accountNumber) ||
  order(a.groupId, b.groupId);

/** Returns the rows of the summary, one for the loans with the same account and group, with their sums (R §9). */
export function summaryRows(loans: readonly SummaryRow[]): readonly SummaryRow[] {
  const rows = new Map<string, SummaryRow>();
  for (const { accountNumber, groupId, loanTypeGroup, currentPlanName, currentAmount, newEstimatedAmount } of loans) {
    const key = JSON.stringify([accountNumber, groupId]);
    const row = rows.get(key);
    rows.set(
      key,
      row === undefined
        ? { accountNumber, groupId, loanTypeGroup, currentPlanName, currentAmount, newEstimatedAmount }
        : {
            ...row,
            currentAmount: sumCents([row.currentAmount, currentAmount]),
            newEstimatedAmount: sumIfKnown([row.newEstimatedAmount, newEstimatedAmount]),
          },
    );
  }
  return [...rows.values()].sort(bySummaryOrder);
}

/** The loans that a chosen plan covers, and those that stay on their plan. */
export interface PlanLoans {
  readonly covered: readonly SummaryRow[];
  readonly notCovered: readonly SummaryRow[];
}

/** Returns the loans of a program under a plan. A current plan that is no longer offered keeps all loans unchanged. */
export function loansUnder(program: ProgramEstimates, planName: string | null): PlanLoans {
  const plan = program.eligibleRepaymentPlans.find((each) => each.planName === planName);
  return plan === undefined
    ? { covered: summaryRows(program.currentLoans), notCovered: [] }
    : { covered: summaryRows(plan.eligibleLoans), notCovered: summaryRows(plan.ineligibleLoans) };
}

/** The longest prefix of a program, in characters (R §9). */
const LONGEST_PREFIX = 13;

/** Returns the prefix of a program in the ids of its cards: its name without spaces, cut to 13 characters (R §9). */
export const programPrefix = (programName: string): string =>
  programName.replaceAll(/\s/g, '').slice(0, LONGEST_PREFIX);
