/** The stored groups of loans that a posting or a draft changes, and the version of a borrower's loans. */
import { randomUUID } from 'node:crypto';
import { and, asc, eq, inArray } from 'drizzle-orm';
import { wholeOf } from '#domain/accounts/ledger.ts';
import type { PaidGroup } from '#domain/accounts/posting.ts';
import { subtractCents } from '#domain/money.ts';
import type { Database } from '../../db/database.ts';
import { updateMany } from '../../db/bulk.ts';
import { type GroupSplit, borrowers, loanGroups, loans } from '../../db/schema/index.ts';
import { byKey } from './portfolio.ts';

export type LoanRow = typeof loans.$inferSelect;
export type GroupRow = typeof loanGroups.$inferSelect & { readonly loans: readonly LoanRow[] };

/** The groups of some accounts with their loans, by account id. */
export async function groupsOf(
  db: Database,
  borrowerKey: string,
  accountIds: readonly string[],
): Promise<Map<string, GroupRow[]>> {
  const groupRows = await db
    .select()
    .from(loanGroups)
    .where(and(eq(loanGroups.borrowerKey, borrowerKey), inArray(loanGroups.accountId, [...accountIds])))
    .orderBy(asc(loanGroups.groupId));
  const loanRows = await db
    .select()
    .from(loans)
    .where(and(eq(loans.borrowerKey, borrowerKey), inArray(loans.accountId, [...accountIds])))
    .orderBy(asc(loans.loanId));
  const loansOf = byKey(loanRows, (row) => `${row.accountId}/${row.groupId}`);
  const groups = groupRows.map((row) => ({ ...row, loans: loansOf.get(`${row.accountId}/${row.groupId}`) ?? [] }));
  return byKey(groups, (row) => row.accountId);
}

/** Returns the effect of a payment in each group that it reached. `before` are the groups before the payment. */
export const splitsOf = (before: readonly GroupRow[], paid: readonly PaidGroup<GroupRow>[]): GroupSplit[] =>
  paid.map(({ group: { groupId, loans: after }, applied }) => {
    const split = { groupId, total: wholeOf(applied), ...applied };
    if (after.length === 1) return split;
    const own = before.find((group) => group.groupId === groupId)?.loans ?? [];
    const repaid = own.map(({ loanId, principal }) => {
      const left = after.find((loan) => loan.loanId === loanId)?.principal ?? principal;
      return { loanId, principal: subtractCents(principal, left) };
    });
    return { ...split, loans: repaid };
  });

/**
 * Gives a borrower's loans another version, so that nothing computed of them earlier is served again. Triggers do the same
 * (migration 0007), except where the tables are distributed (db/distribution.ts).
 */
export async function changeLoansVersion(db: Database, borrowerKey: string): Promise<void> {
  await db.update(borrowers).set({ loansVersion: randomUUID() }).where(eq(borrowers.borrowerKey, borrowerKey));
}

/** Stores all columns of groups and loans that a payment or an application can change. */
export async function storeChangedGroups(
  db: Database,
  borrowerKey: string,
  groups: readonly GroupRow[],
): Promise<void> {
  const g = loanGroups;
  await updateMany(
    db,
    loanGroups,
    {
      keys: [g.borrowerKey, g.accountId, g.groupId],
      changed: [
        g.plan,
        g.monthlyPayment,
        g.paymentSteps,
        g.paymentDueDate,
        g.amountDue,
        g.pastDue,
        g.lastBumpDate,
        g.billedThrough,
        g.postponedFrom,
        g.postponedThrough,
        g.postponedBy,
        g.recertifyBy,
      ],
      within: eq(g.borrowerKey, borrowerKey),
    },
    groups,
  );
  const l = loans;
  await updateMany(
    db,
    loans,
    {
      keys: [l.borrowerKey, l.accountId, l.loanId],
      changed: [
        l.rate,
        l.reducedRates,
        l.monthlyPayment,
        l.capitalizedInterest,
        l.principal,
        l.accruedInterest,
        l.fees,
        l.interestThrough,
      ],
      within: eq(l.borrowerKey, borrowerKey),
    },
    groups.flatMap((group) => group.loans),
  );
}
