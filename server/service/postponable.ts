/** The borrower's groups of loans, as the rules on postponing payments look at them. */
import type { CoverageFacts, PostponableGroup } from '#domain/postponement/coverage.ts';
import { wholeOf } from '#domain/accounts/ledger.ts';
import { keptWhileUnchanged } from './kept.ts';
import { groupOnDay, holdingsIn } from './portfolio.ts';

/** All groups as of today, in the order of the accounts. */
export const coverageFactsIn = keptWhileUnchanged(async (scope): Promise<CoverageFacts> => {
  const { today } = scope;
  const { accounts } = await holdingsIn(scope);
  const groups = accounts.flatMap(({ accountNumber, kind, groups: held }) =>
    held.map((group): PostponableGroup => {
      const { groupId, loanType, plan, monthlyPayment, repaymentStarts, postponedThrough, loans } = group;
      const { owed, due } = groupOnDay(group, today);
      return {
        accountNumber,
        groupId,
        loanType,
        isFederal: kind === 'federal',
        plan,
        monthlyPayment,
        payoff: wholeOf(owed),
        totalDue: due.totalDue,
        repaymentStarts,
        postponedThrough,
        monthsUsed: { unemployment: group.unemploymentMonths, economicHardship: group.economicHardshipMonths },
        loans,
      };
    }),
  );
  return { groups, today };
});
