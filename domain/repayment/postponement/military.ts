/** The dates of a borrower's loans that the military deferment depends on (R §3, §5). */
import { type PlainDate, findEarliest } from '../../calendar.ts';
import { type CoverageInput, type PostponableGroup, computePostponementCoverage } from './coverage.ts';
import { repaymentEntered } from '../../repayment-start.ts';

const disbursements = (groups: readonly PostponableGroup[]): PlainDate[] =>
  groups.flatMap(({ loans }) => loans.map(({ disbursedOn }) => disbursedOn));

/**
 * Returns the earliest start date of a military deferment: the day on which the first covered loan entered repayment,
 * or its first disbursement if that day is unknown. If no loan is covered, returns the first disbursement of a federal
 * loan, so that the borrower can still enter the dates that other benefits need (ruling 68).
 */
export function earliestStart(facts: CoverageInput): PlainDate {
  const days = computePostponementCoverage('military', facts).eligible.map(
    (group) => repaymentEntered(group) ?? findEarliest(disbursements([group])),
  );
  const federal = facts.groups.filter(({ isFederal }) => isFederal);
  return findEarliest(days) ?? findEarliest(disbursements(federal)) ?? facts.today;
}

/** Returns the latest disbursement date of a Direct loan with a balance; null without one. */
export const latestDirectDisbursement = ({ groups }: CoverageInput): PlainDate | null =>
  disbursements(groups.filter(({ loanType, payoff }) => loanType.startsWith('Direct') && payoff > 0))
    .toSorted()
    .at(-1) ?? null;
