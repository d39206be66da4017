/**
 * Handlers for the calls of the term-based repayment wizard: the balances that determine its question, and the application.
 */
import { entryMessages } from '#domain/session/access/messages.ts';
import { entryTo, isIssue } from '#domain/session/access/rules.ts';
import { AccessData } from '#domain/session/access/shapes.ts';
import { getMessage } from '#domain/issue.ts';
import type { term } from '#domain/repayment/term/calls.ts';
import type { TermSubmission } from '#domain/repayment/term/shapes.ts';
import { submissionProblems, termSubmissionMessages } from '#domain/repayment/term/submission.ts';
import { readAccess } from '../session/access.ts';
import { kindsInProcess } from '../portfolio/applications-in-process.ts';
import { receiveApplication, refuseFields } from './applications.ts';
import { readPlanData } from './plans.ts';
import { type Handler, type Scope, ServiceProblem } from '../scope.ts';
import { parseAnswer } from '../../wire-format.ts';
import { groupBalances, termEstimatesIn } from './term-estimates.ts';

export const termLoanInfo: Handler<typeof term.loanInfo> = async (scope) => {
  const [facts, kinds] = await Promise.all([readPlanData(scope), kindsInProcess(scope)]);
  return {
    borrowerAccountPayments: groupBalances(facts),
    hasApplicationInProcess: kinds.length > 0,
  };
};

/** Refuses an application of a borrower for whom the wizard is closed (P §5.1). */
async function checkEntry(scope: Scope): Promise<void> {
  const entry = entryTo(parseAnswer(AccessData, await readAccess(scope, {})), 'term');
  if (entry === 'open') return;
  const { why } = entryMessages[isIssue(entry) ? entry : 'notEligible'];
  throw new ServiceProblem(422, "You're not eligible for this.", why);
}

/** Refuses an application that breaks a rule of the wizard, based on the server's own estimates. */
async function checkSubmission(scope: Scope, body: TermSubmission): Promise<void> {
  const estimates = await termEstimatesIn(scope, body.hasExternalLoans);
  refuseFields(
    submissionProblems(body, estimates, scope.today).map(({ field, issue }) => ({
      field,
      code: issue.code,
      message: getMessage(termSubmissionMessages, issue),
    })),
  );
}

export const applyTerm: Handler<typeof term.apply> = (scope, { idempotencyKey, body }) => {
  const { eligibleLoans, hasExternalLoans, esignDate, extraAmount } = body;
  return receiveApplication(scope, {
    idempotencyKey,
    received: body,
    asked: {
      kind: 'term',
      plans: eligibleLoans.map(({ loanProgramGroupType: program, planType }) => ({ program, planType })),
      hasExternalLoans,
      esignDate,
      extraAmount,
    },
    startDate: null,
    check: async (within) => {
      await checkEntry(within);
      await checkSubmission(within, body);
    },
  });
};
