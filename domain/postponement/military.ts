/** What a borrower's loans say about the military deferment (R §3, §5). */
import type { PlainDate } from '../calendar.ts';
import { type CoverageFacts, type PostponableGroup, coverageOf, repaymentEntered } from './coverage.ts';

const earliestOf = (days: readonly PlainDate[]): PlainDate | undefined => days.toSorted()[0];

const disbursements = (groups: readonly PostponableGroup[]): PlainDate[] =>
  groups.flatMap(({ loans }) => loans.map(({ disbursedOn }) => disbursedOn));

/**
 * The first day on which a deferment may begin: when the first of the loans that it covers entered repayment. Where that was
 * before anything is known of a group, its first disbursement counts. Today where it covers nothing.
 */
export function earliestStart(facts: CoverageFacts): PlainDate {
  const days = coverageOf('military', facts).eligible.map(
    (group) => repaymentEntered(group) ?? earliestOf(disbursements([group])),
  );
  return earliestOf(days.filter((day) => day !== undefined)) ?? facts.today;
}

/** When a Direct loan was last disbursed that is still owed; null where there is none. */
export const latestDirectDisbursement = ({ groups }: CoverageFacts): PlainDate | null =>
  disbursements(groups.filter(({ loanType, payoff }) => loanType.startsWith('Direct') && payoff > 0))
    .toSorted()
    .at(-1) ?? null;
