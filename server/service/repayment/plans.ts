/** Answers the calls on repayment plans: the facts they are computed from, estimates, and an email on how to apply. */
import { createHash } from 'node:crypto';
import { messageOf } from '#domain/issue.ts';
import { type Cents, dollarsFromCents } from '#domain/money.ts';
import type { plans } from '#domain/repayment/plans/calls.ts';
import { estimatesOf } from '#domain/repayment/plans/estimates.ts';
import { limitProblems, planMessages } from '#domain/repayment/plans/limits.ts';
import { guidelineRegionOf, missingParameters } from '#domain/repayment/plans/parameters/parameters.ts';
import type {
  EligiblePlan,
  EstimatedLoan,
  PlanFacts,
  PlanTotal,
  ProgramEstimates,
} from '#domain/repayment/plans/shapes.ts';
import { log } from '../../log.ts';
import { contactFor, emailOf } from '../profile/contact.ts';
import { addNotice } from '../messages/notices.ts';
import { loanFactsIn } from './plan-loans.ts';
import { type Handler, type Scope, ServiceProblem } from '../scope.ts';

/** The part of a scope that plans depend on. */
export type PlanScope = Pick<
  Scope,
  'db' | 'borrowerKey' | 'webAccountId' | 'today' | 'loansVersion' | 'termThreshold'
> & {
  readonly person: Pick<Scope['person'], 'role'>;
};

/**
 * Returns the data from which plans are computed. The region of the poverty guideline is that of the borrower's
 * address.
 */
export async function planFactsIn(scope: PlanScope): Promise<PlanFacts> {
  const [facts, contact] = await Promise.all([loanFactsIn(scope), contactFor(scope)]);
  return { asOf: scope.today, region: guidelineRegionOf(contact), extendedAbove: scope.termThreshold, ...facts };
}

const sentAmount = (amount: Cents | null): number | null => (amount === null ? null : dollarsFromCents(amount));

export const planFacts: Handler<typeof plans.facts> = async (scope) => {
  const facts = await planFactsIn(scope);
  return {
    ...facts,
    extendedAbove: dollarsFromCents(facts.extendedAbove),
    loans: facts.loans.map((loan) => ({
      ...loan,
      principal: dollarsFromCents(loan.principal),
      interest: dollarsFromCents(loan.interest),
      fees: dollarsFromCents(loan.fees),
      currentAmount: dollarsFromCents(loan.currentAmount),
      ibrCap: sentAmount(loan.ibrCap),
    })),
  };
};

const sentLoan = (loan: EstimatedLoan) => ({
  ...loan,
  newEstimatedAmount: sentAmount(loan.newEstimatedAmount),
  currentAmount: dollarsFromCents(loan.currentAmount),
});

const sentTotal = ({ planName, total }: PlanTotal) => ({ planName, total: sentAmount(total) });

const sentPlan = (plan: EligiblePlan) => ({
  ...sentTotal(plan),
  eligibleLoans: plan.eligibleLoans.map(sentLoan),
  ineligibleLoans: plan.ineligibleLoans.map(sentLoan),
});

const sentProgram = (program: ProgramEstimates | null) =>
  program && {
    ...program,
    suggestedPlan: program.suggestedPlan && sentTotal(program.suggestedPlan),
    currentRepaymentPlan: program.currentRepaymentPlan && sentTotal(program.currentRepaymentPlan),
    eligibleRepaymentPlans: program.eligibleRepaymentPlans.map(sentPlan),
    currentLoans: program.currentLoans.map(sentLoan),
  };

/** Logs each parameter table that lacks the year of a day, since a developer has to add it. */
export function logMissingParameters({ today }: Pick<Scope, 'today'>): void {
  for (const table of missingParameters(today)) log('plan parameters are missing', { table, day: today }, 'error');
}

export const planEstimates: Handler<typeof plans.estimates> = async (scope, { body }) => {
  const problems = limitProblems(body, scope.incomeFacts);
  if (problems.length > 0) {
    throw new ServiceProblem(
      422,
      'The payments cannot be estimated.',
      'Some of what was sent cannot be used.',
      problems.map(({ field, issue }) => ({ field, code: issue.code, message: messageOf(planMessages, issue) })),
    );
  }
  logMissingParameters(scope);
  const estimates = estimatesOf(await planFactsIn(scope), body);
  return {
    ...estimates,
    directLoans: sentProgram(estimates.directLoans),
    ffelpLoans: sentProgram(estimates.ffelpLoans),
  };
};

/** The id of a borrower's message of a day, so that there is one at most. */
const noticeIdOf = ({ borrowerKey, today }: Pick<Scope, 'borrowerKey' | 'today'>): string =>
  createHash('sha256').update(`idrApplication/${borrowerKey}/${today}`).digest('hex').slice(0, 32);

export const sendIdrEmail: Handler<typeof plans.sendIdrEmail> = async (scope) => {
  const { db, borrowerKey, webAccountId } = scope;
  const email = await emailOf(scope);
  await addNotice(db, { borrowerKey, webAccountId, kind: 'idrApplication', email, noticeId: noticeIdOf(scope) });
  return { sent: true };
};
