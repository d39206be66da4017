/** Rules on who may go where (P §5.1). */
import * as v from 'valibot';
import { type PlainDate, daysBetween } from '../calendar.ts';
import { refuse } from '../issue.ts';
import type { AccessFacts, Agreement, PlanEntry } from './shapes.ts';

/**
 * From how many days on a borrower is very delinquent. The specification leaves it open; ninety days past due are those
 * at which servicers report a loan to the consumer reporting agencies as delinquent.
 */
export const VERY_DELINQUENT_DAYS = 90;

/** Whether an oldest unpaid instalment that fell due on `since` makes somebody very delinquent; null is no such instalment. */
export const isVeryDelinquent = (since: PlainDate | null, today: PlainDate): boolean =>
  since !== null && daysBetween(since, today) >= VERY_DELINQUENT_DAYS;

/**
 * Whether an application of any kind is in process: deferment or forbearance, hardship, income-driven or term-based plan
 * (ruling 60). Undefined where none is known to be, and not all are known.
 */
export function isApplicationInProcess(facts: AccessFacts): boolean | undefined {
  const each = [
    facts.hasDefermentForbearanceApplicationInProcess,
    facts.forbearanceHardshipSummary?.hasApplicationInProcess,
    facts.idrApplicationSubmitted,
    facts.termBasedApplicationSubmitted,
  ];
  if (each.includes(true)) return true;
  return each.includes(undefined) ? undefined : false;
}

/** Where it is said that an application is in process: every entry to a new one leads there (ruling 60). */
export const APPLICATION_IN_PROCESS = '/repayment-options?appInProcess=true';

/** The borrower type that is sent away from income-driven plans (ruling 62). */
const TYPE_WITHOUT_IDR = 3;

/** Whether the borrower's type allows an income-driven plan (R §2, §6); undefined where the type is not known. */
export const isTypeForIdr = ({ borrowerType }: AccessFacts): boolean | undefined =>
  borrowerType === undefined ? undefined : borrowerType !== TYPE_WITHOUT_IDR;

/**
 * Whether somebody may enter a repayment plan (P §5.1): something is due, and they are eligible. In school or grace
 * nothing need be due where the entry says so (ruling 28). Undefined where eligibility is not known.
 */
export function canEnterPlan(facts: AccessFacts, entry: PlanEntry): boolean | undefined {
  const { isEligible, isInSchoolOrGrace = false, totalDue } = facts;
  if (isEligible === undefined) return undefined;
  const isExcepted = entry === 'exceptInSchoolOrGrace' && isInSchoolOrGrace;
  return isEligible && (totalDue > 0 || isExcepted);
}

/** What is wrong with an answer to the agreements. */
export type AgreementIssue = { readonly code: 'agreement.missing'; readonly agreement: Agreement };

/** The ticks of a page on which `agreements` are to be given: each has to be ticked. A page to read has none. */
export const agreementsSchema = (agreements: readonly Agreement[]) =>
  v.object(
    Object.fromEntries(
      agreements.map((agreement) => [agreement, v.literal(true, refuse({ code: 'agreement.missing', agreement }))]),
    ),
  );
