/** The facts of a loan group that decide its status. */
import { wholeOf } from '#domain/parts.ts';
import type { GroupFacts } from '#domain/accounts/rules.ts';
import type { AccountOnDay, GroupOnDay } from './portfolio.ts';
import { preferredNameOf } from '#domain/repayment/plans/catalogue.ts';

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

/** Returns the name of a stored plan; older rows contain `IBR`, which does not distinguish its forms. */
export const planName = (plan: string): string =>
  plan === 'IBR' ? 'Income-Based Repayment (IBR)' : preferredNameOf(plan);
