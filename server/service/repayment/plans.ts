/** Handlers for the calls about repayment plans: the data for estimates, the estimates, and an email on how to apply. */
import { createHash } from 'node:crypto';
import { getMessage } from '#domain/issue.ts';
import type { plans } from '#domain/plans/calls.ts';
import { computeEstimates } from '#domain/plans/estimates.ts';
import { limitProblems, planMessages } from '#domain/plans/limits.ts';
import { toGuidelineRegion, missingParameters } from '#domain/plans/parameters/parameters.ts';
import { decisionDay } from '#domain/repayment/postponement/life.ts';
import type { PlanData } from '#domain/plans/shapes.ts';
import { log } from '../../log.ts';
import { contactFor, readEmail } from '../../credentials/contact.ts';
import { addNotice } from '../../mail/notices.ts';
import { readPlanLoans, presentRepaymentsIn } from '../portfolio/plan-loans.ts';
import { type Handler, type Scope, ServiceProblem } from '../scope.ts';

/** The part of a scope that plans depend on. */
export type PlanScope = Pick<
  Scope,
  'db' | 'borrowerKey' | 'webAccountId' | 'today' | 'loansVersion' | 'termThreshold' | 'applicationDurations'
> & {
  readonly person: Pick<Scope['person'], 'role'>;
};

/**
 * Returns the data from which plans are computed. The region of the poverty guideline is that of the borrower's
 * address.
 */
export async function readPlanData(scope: PlanScope): Promise<PlanData> {
  const [facts, contact] = await Promise.all([readPlanLoans(scope), contactFor(scope)]);
  const sent = { sentOn: scope.today, needsDocument: false, documentOn: null };
  return {
    asOf: scope.today,
    region: toGuidelineRegion(contact),
    extendedAbove: scope.termThreshold,
    decidedOn: decisionDay(sent, scope.applicationDurations),
    ...facts,
  };
}

export const readPlanFacts: Handler<typeof plans.facts> = async (scope) => ({
  ...(await readPlanData(scope)),
  present: await presentRepaymentsIn(scope),
});

/** Logs each parameter table that lacks the year of a day, since a developer has to add it. */
export function logMissingParameters({ today }: Pick<Scope, 'today'>): void {
  for (const table of missingParameters(today)) log('plan parameters are missing', { table, day: today }, 'error');
}

export const planEstimates: Handler<typeof plans.estimates> = async (scope, { body }) => {
  const problems = limitProblems(body, scope.incomeLimits);
  if (problems.length > 0) {
    throw new ServiceProblem(
      422,
      'The payments cannot be estimated.',
      'Some of the submitted values are invalid.',
      problems.map(({ field, issue }) => ({ field, code: issue.code, message: getMessage(planMessages, issue) })),
    );
  }
  logMissingParameters(scope);
  return computeEstimates(await readPlanData(scope), body);
};

/** Returns the id of a borrower's message of a day, so that there is one at most. */
const toNoticeId = ({ borrowerKey, today }: Pick<Scope, 'borrowerKey' | 'today'>): string =>
  createHash('sha256').update(`idrApplication/${borrowerKey}/${today}`).digest('hex').slice(0, 32);

export const sendIdrEmail: Handler<typeof plans.sendIdrEmail> = async (scope) => {
  const { db, borrowerKey, webAccountId } = scope;
  const email = await readEmail(scope);
  await addNotice(db, { borrowerKey, webAccountId, kind: 'idrApplication', email, noticeId: toNoticeId(scope) });
  return { sent: true };
};
