/** What a borrower's loans say about the military deferment (R §3, §5). */
import type { PlainDate } from '../calendar.ts';
import { type CoverageFacts, type PostponableGroup, coverageOf } from './coverage.ts';
import { repaymentEntered } from '../repayment-start.ts';

const earliestOf = (days: readonly PlainDate[]): PlainDate | undefined => days.toSorted()[0];

const disbursements = (groups: readonly PostponableGroup[]): PlainDate[] =>
  groups.flatMap(({ loans }) => loans.map(({ disbursedOn }) => disbursedOn));

/**
 * The first day on which a deferment may begin: the day on which the first of the loans that it covers entered repayment, or
 * their first disbursement if that day is not known. If it covers no loan, the first disbursement of a federal loan counts, so
 * that the borrower can give the dates that the other benefits need (ruling 68).
 */
export function earliestStart(facts: CoverageFacts): PlainDate {
  const days = coverageOf('military', facts).eligible.map(
    (group) => repaymentEntered(group) ?? earliestOf(disbursements([group])),
  );
  const federal = facts.groups.filter(({ isFederal }) => isFederal);
  return earliestOf(days.filter((day) => day !== undefined)) ?? earliestOf(disbursements(federal)) ?? facts.today;
}

/** When a Direct loan was last disbursed that is still owed; null where there is none. */
export const latestDirectDisbursement = ({ groups }: CoverageFacts): PlainDate | null =>
  disbursements(groups.filter(({ loanType, payoff }) => loanType.startsWith('Direct') && payoff > 0))
    .toSorted()
    .at(-1) ?? null;
