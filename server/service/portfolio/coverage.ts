/** The borrower's loan groups as the rules of postponements need them. */
import { eq } from 'drizzle-orm';
import type { CoverageInput, PostponableGroup } from '#domain/repayment/postponement/coverage.ts';
import { sumAllParts } from '#domain/parts.ts';
import { addDays } from '#domain/calendar.ts';
import { loanPostponements } from '../../db/schema/index.ts';
import { cachedPerLoansVersion } from '../loans-cache.ts';
import { byKey } from '../group-by.ts';
import type { Scope } from '../scope.ts';
import { portfolioIn } from './portfolio.ts';

/** Returns the granted periods of each loan that has any. */
async function periodsByLoan({ db, borrowerKey }: Pick<Scope, 'db' | 'borrowerKey'>) {
  const { accountId, loanId, kind, startDate, endDate, reducedRates } = loanPostponements;
  const rows = await db
    .select({ accountId, loanId, kind, startDate, endDate, reducedRates })
    .from(loanPostponements)
    .where(eq(loanPostponements.borrowerKey, borrowerKey));
  const known = rows.flatMap(({ kind: of, ...row }) => (of === null ? [] : [{ ...row, kind: of }]));
  return byKey(known, (row) => `${row.accountId}/${row.loanId}`);
}

/** Returns all groups as of today, in the order of the accounts. */
export const readCoverageInput = cachedPerLoansVersion(async (scope): Promise<CoverageInput> => {
  const { today } = scope;
  const { accounts } = await portfolioIn(scope);
  const periodsByLoanId = await periodsByLoan(scope);
  const groups = accounts.flatMap(({ accountId, accountNumber, kind, loanType: accountLoanType, groups: onDay }) =>
    onDay.map(({ held, owed, due, dueDate, daysPastDue, upcomingPayment }): PostponableGroup => {
      const { groupId, loanType, plan, monthlyPayment, repaymentStarts, pauses, loans } = held;
      const last = pauses.at(-1);
      return {
        accountNumber,
        groupId,
        loanType,
        accountLoanType,
        isFederal: kind === 'federal',
        daysPastDue,
        plan,
        monthlyPayment,
        payoff: sumAllParts(owed),
        totalDue: due.totalDue,
        nextBill: due.next,
        dueDay: held.dueDay,
        firstDue: upcomingPayment > 0 ? dueDate : null,
        repaymentStarts,
        postponedThrough: last === undefined ? null : addDays(last.end, -1),
        monthsUsed: {
          unemployment: held.unemploymentMonths,
          economicHardship: held.economicHardshipMonths,
          hardship: held.hardshipMonths,
        },
        loans: loans.map((loan) => {
          const periods = periodsByLoanId.get(`${accountId}/${loan.loanId}`);
          return periods === undefined ? loan : { ...loan, periods };
        }),
      };
    }),
  );
  return { groups, today };
});
