/** Rules on who may go where (P §5.1). */
import * as v from 'valibot';
import { type PlainDate, daysBetween } from '../calendar.ts';
import { refuse } from '../verdict.ts';
import type { AccessFacts, Agreement, ApplicationKind, PlanEntry } from './shapes.ts';

/**
 * From how many days on a borrower is very delinquent. The specification leaves it open; ninety days past due are those
 * at which servicers report a loan to the consumer reporting agencies as delinquent.
 */
export const VERY_DELINQUENT_DAYS = 90;

/** Whether an oldest unpaid instalment that fell due on `since` makes somebody very delinquent; null is no such instalment. */
export const isVeryDelinquent = (since: PlainDate | null, today: PlainDate): boolean =>
  since !== null && daysBetween(since, today) >= VERY_DELINQUENT_DAYS;

const IN_PROCESS: Readonly<Record<ApplicationKind, (facts: AccessFacts) => boolean | undefined>> = {
  defermentForbearance: (facts) => facts.hasDefermentForbearanceApplicationInProcess,
  hardship: (facts) => facts.forbearanceHardshipSummary?.hasApplicationInProcess,
  idr: (facts) => facts.idrApplicationSubmitted,
  term: (facts) => facts.termBasedApplicationSubmitted,
};

/** Whether an application of one of these kinds is in process; undefined where that is not known of each. */
export function isInProcess(facts: AccessFacts, kinds: readonly ApplicationKind[]): boolean | undefined {
  const each = kinds.map((kind) => IN_PROCESS[kind](facts));
  return each.includes(undefined) ? undefined : each.includes(true);
}

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
export type AgreementVerdict = { readonly code: 'agreement.missing'; readonly agreement: Agreement };

/** The ticks of a page on which `agreements` are to be given: each has to be ticked. A page to read has none. */
export const agreementsSchema = (agreements: readonly Agreement[]) =>
  v.object(
    Object.fromEntries(
      agreements.map((agreement) => [agreement, v.literal(true, refuse({ code: 'agreement.missing', agreement }))]),
    ),
  );
