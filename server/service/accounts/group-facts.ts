/** The facts of a loan group that decide its status. */
import { wholeOf } from '#domain/accounts/ledger.ts';
import type { GroupFacts } from '#domain/accounts/rules.ts';
import type { AccountOnDay, GroupOnDay } from './portfolio.ts';

/** Returns the facts of a group on a day. */
export const groupFactsOf = (kind: AccountOnDay['kind'], { owed, due, daysPastDue, held }: GroupOnDay): GroupFacts => ({
  payoff: wholeOf(owed),
  pastDue: due.pastDue,
  isFederal: kind === 'federal',
  daysPastDue,
  repaymentStarts: held.repaymentStarts,
  postponedFrom: held.postponedFrom,
  postponedThrough: held.postponedThrough,
  postponedBy: held.postponedBy,
});
