/** The server's estimates of term-based plans, for validating and deciding on an application (R §4, §5). */
import type { PaymentRun } from '#domain/accounts/shapes.ts';
import { sumCents } from '#domain/money.ts';
import { getBalance } from '#domain/plans/eligibility.ts';
import { splitByCoverage, toEstimateInput, computeEstimates } from '#domain/plans/estimates.ts';
import { isGraduated } from '#domain/plan-names.ts';
import { paymentRuns } from '#domain/plans/outlook.ts';
import type { PlanEstimates, PlanData, PlanLoan } from '#domain/plans/shapes.ts';
import { programBalances, termHousehold } from '#domain/repayment/term/qualification.ts';
import type { TermLoanInfo } from '#domain/repayment/term/shapes.ts';
import { assumedOtherLoans } from '#domain/repayment/term/submission.ts';
import { type PlanScope, readPlanData } from './plans.ts';
import { byKey } from '../group-by.ts';

/** Returns the balance of each group of federal loans, by account. */
export const groupBalances = ({ loans }: PlanData): TermLoanInfo['borrowerAccountPayments'] =>
  [...byKey(loans, ({ accountNumber }) => accountNumber).values()].map((ofAccount) => ({
    borrowerGroupPayments: [...byKey(ofAccount, ({ groupId }) => groupId).values()].flatMap((ofGroup) =>
      ofGroup
        .slice(0, 1)
        .map(({ program }) => ({ loanType: program, currentBalance: sumCents(ofGroup.map(getBalance)) })),
    ),
  }));

async function readTermInput(scope: PlanScope, hasExternalLoans: boolean) {
  const facts = await readPlanData(scope);
  const balances = programBalances({ borrowerAccountPayments: groupBalances(facts) });
  const household = termHousehold(assumedOtherLoans(hasExternalLoans, balances, facts.extendedAbove));
  return { facts, household };
}

/** Returns the estimates by which an application is validated and decided. */
export async function termEstimatesIn(scope: PlanScope, hasExternalLoans: boolean): Promise<PlanEstimates> {
  const { facts, household } = await readTermInput(scope, hasExternalLoans);
  return computeEstimates(facts, { ...household, planType: 'Term' });
}

/** Returns the payments of a group of loans on a graduated plan, by plan, account number and group id; empty for others. */
export async function graduatedRunsIn(scope: PlanScope, hasExternalLoans: boolean) {
  const { facts, household } = await readTermInput(scope, hasExternalLoans);
  const estimate = toEstimateInput(facts, household);
  return (plan: string, accountNumber: string, groupId: string): readonly PaymentRun[] => {
    if (!isGraduated(plan)) return [];
    const isOwn = (loan: PlanLoan) => loan.accountNumber === accountNumber && loan.groupId === groupId;
    const program = facts.loans.find(isOwn)?.program;
    return program === undefined
      ? []
      : paymentRuns(plan, splitByCoverage(plan, program, estimate).covered, isOwn, estimate);
  };
}

export type GraduatedRuns = Awaited<ReturnType<typeof graduatedRunsIn>>;
