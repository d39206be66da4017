/**
 * Ends months on RAP and records their ends. A replay of the account computes the subsidies, so they take late and returned
 * payments into account.
 */
import { and, eq, inArray, lte } from 'drizzle-orm';
import { findRapWork } from '#domain/accounts/rap.ts';
import { NO_AMOUNTS } from '#domain/accounts/records.ts';
import { type PlainDate, findLatest, later } from '#domain/calendar.ts';
import { insertMany } from '../../db/bulk.ts';
import { loanEntries, loanGroups } from '../../db/schema/index.ts';
import { type GroupRow, entryRow, readGroups, storeGroups } from '../portfolio/groups.ts';
import { replayAccount } from '../portfolio/replay.ts';
import { groupBy } from '../group-by.ts';
import { type Own, ownRows } from '../own-rows.ts';
import { endPaidInFull } from './auto-debit-state.ts';

/** Returns the day on which the records of a group begin; null if they begin with the first disbursement. */
async function openedOn(own: Own, { accountId, loans }: GroupRow): Promise<PlainDate | null> {
  const e = loanEntries;
  const ids = loans.map(({ loanId }) => loanId);
  const isMatch = and(eq(e.accountId, accountId), inArray(e.loanId, ids), eq(e.kind, 'opening'));
  return findLatest((await ownRows(own, e, isMatch)).map(({ onDay }) => onDay));
}

/** Ends the months of a borrower's groups on RAP that are due on `day`, in a transaction that holds the borrower's row. */
export async function endRapMonths(own: Own, day: PlainDate): Promise<void> {
  const { db, borrowerKey } = own;
  const found = await ownRows(own, loanGroups, lte(loanGroups.rapMonthOn, day));
  const accountIds = [...new Set(found.map(({ accountId }) => accountId))];
  const { groups } = await readGroups(db, borrowerKey, { accountIds });
  const due = groups.flatMap((group) => {
    const work = findRapWork(group);
    return work === null || work.on > day ? [] : [{ ...group, work }];
  });
  // If another program changed the terms in the tables since the day was stored, nothing is due, and the day is stored
  // again.
  const dueIn = new Set(due.map(({ accountId }) => accountId));
  await storeGroups(
    own,
    groups.filter(({ accountId }) => !dueIn.has(accountId)),
  );
  for (const together of groupBy(due, ({ accountId }) => accountId)) {
    const [{ accountId }] = together;
    for (const { work, ...group } of together) {
      const { end, dueDate: until } = work;
      const onDay = until === null ? later(end, (await openedOn(own, group)) ?? end) : end;
      const whose = { borrowerKey, accountId, confirmationNumber: null };
      const entries = group.loans.map(({ loanId }) =>
        entryRow(whose, { ...NO_AMOUNTS, loanId, kind: 'rapMonth', onDay, until }),
      );
      await insertMany(db, loanEntries, entries);
    }
    await replayAccount(db, { borrowerKey, accountId }, { day, cause: 'late' });
    await endPaidInFull(own, [accountId], day);
  }
}
