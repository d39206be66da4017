/**
 * Server-side validation of an application for term-based plans: every rule of the steps, with the server's own
 * estimates (R §4, §5).
 */
import { type PlainDate, daysBetween } from '../../calendar.ts';
import type { FieldProblem, Messages } from '../../issue.ts';
import { type Cents, ZERO, dollarsFromCents, toCents } from '../../money.ts';
import { getSubmitCode } from '../../plans/catalogue.ts';
import type { PlanEstimates } from '../../plans/shapes.ts';
import { exitPaymentChoices } from './application.ts';
import { differentPlans, nothingSelected, termPrograms } from './selection.ts';
import type { OtherLoansValues, PlanSelection, ProgramBalances, TermSubmission } from './shapes.ts';

/** Why an application is not received. */
export type TermSubmissionIssue =
  | { readonly code: 'plan.notOffered' }
  | { readonly code: 'plan.repeated' }
  | { readonly code: 'exitPayment.wrong' }
  | { readonly code: 'esignDate.wrong' };

export const termSubmissionMessages: Messages<TermSubmissionIssue> = {
  'plan.notOffered': () => "This plan isn't offered for your loans now. Choose another plan.",
  'plan.repeated': () => 'Choose one plan for each program.',
  'exitPayment.wrong': () => 'The payment for leaving IBR has changed. Go back and choose it again.',
  'esignDate.wrong': () => 'You must agree to the terms on the day you apply.',
};

/**
 * Returns a balance elsewhere, in dollars, with which a program reaches the extended plan; 0 if nothing is owed here,
 * or the balance here is sufficient.
 */
const enough = (own: Cents, threshold: Cents): string =>
  own > 0 && own < threshold ? String(dollarsFromCents(toCents(threshold - own + 1))) : '0';

/**
 * Returns the loans elsewhere for the server's estimates. The application contains only whether there are any, not the
 * balances (R §7). So in a program whose own balance does not reach the extended plan, they count as enough to reach
 * it. The review requires proof ({@link needsProofOfLoans}).
 */
export function assumedOtherLoans(
  hasExternalLoans: boolean,
  { direct, ffel }: ProgramBalances,
  threshold: Cents,
): OtherLoansValues {
  return {
    hasOtherLoans: hasExternalLoans ? 'yes' : 'no',
    directLoanBalance: enough(direct, threshold),
    ffelLoanBalance: enough(ffel, threshold),
  };
}

/** Returns the plans of an application's codes; undefined if one is not offered. */
function toSelection(estimates: PlanEstimates, { eligibleLoans }: TermSubmission): PlanSelection | undefined {
  let selection = nothingSelected;
  for (const { loanProgramGroupType, planType } of eligibleLoans) {
    const own = termPrograms(estimates).find(({ program }) => program === loanProgramGroupType);
    const plan = own && differentPlans(own.estimates).find(({ planName }) => getSubmitCode(planName) === planType);
    if (own === undefined || plan === undefined) return undefined;
    selection = { ...selection, [own.field]: plan.planName };
  }
  return selection;
}

/** Agreeing just before midnight and sending just after is one day apart. */
const MAX_DAYS_SINCE_SIGNING = 1;

/** Returns the problems of an application by field, given the server's estimates and business day. */
export function submissionProblems(
  submission: TermSubmission,
  estimates: PlanEstimates,
  today: PlainDate,
): FieldProblem<TermSubmissionIssue>[] {
  const { eligibleLoans, extraAmount, esignDate } = submission;
  const problems: FieldProblem<TermSubmissionIssue>[] = [];
  const programs = eligibleLoans.map(({ loanProgramGroupType }) => loanProgramGroupType);
  const selection = toSelection(estimates, submission);
  if (new Set(programs).size < programs.length) {
    problems.push({ field: 'eligibleLoans', issue: { code: 'plan.repeated' } });
  } else if (selection === undefined) {
    problems.push({ field: 'eligibleLoans', issue: { code: 'plan.notOffered' } });
  } else {
    const amounts = exitPaymentChoices(estimates, selection).map(({ amount }) => amount);
    if (!(amounts.length === 0 ? [ZERO] : amounts).includes(extraAmount)) {
      problems.push({ field: 'extraAmount', issue: { code: 'exitPayment.wrong' } });
    }
  }
  const daysSince = daysBetween(esignDate, today);
  if (daysSince < 0 || daysSince > MAX_DAYS_SINCE_SIGNING) {
    problems.push({ field: 'esignDate', issue: { code: 'esignDate.wrong' } });
  }
  return problems;
}
