/** Changes of stored loans in tests, written as records. */
import { and, eq } from 'drizzle-orm';
import { withPause } from '#domain/accounts/bills.ts';
import { type FormerSums, billsOfSums } from '#server/service/conversion/former-sums.ts';
import type { PlainDate } from '#domain/calendar.ts';
import { insertMany } from '#server/db/bulk.ts';
import type { Database } from '#server/db/database.ts';
import { bills, groupTerms, loanEntries, loanGroups, loanPostponements, loans } from '#server/db/schema/index.ts';
import { readGroups, storeGroups } from '#server/service/portfolio/groups.ts';
import { type GroupOnDay, readHoldings, portfolioOn } from '#server/service/portfolio/portfolio.ts';
import { TODAY } from './database.ts';

/** Returns the groups of a borrower on a day, as pages show them. */
export const groupsOnDay = async (db: Database, borrowerKey: string, day: PlainDate = TODAY): Promise<GroupOnDay[]> =>
  portfolioOn(await readHoldings(db, borrowerKey), day).accounts.flatMap(({ groups }) => groups);

/** The amounts and dates of a group on a day that a test can change. */
type Sums = Pick<FormerSums, 'paymentDueDate' | 'amountDue' | 'pastDue'>;

/** The groups of a borrower to change: all of them, or one. */
interface Chosen {
  readonly borrowerKey: string;
  readonly groupId?: string;
}

/** Gives groups the bills that have these amounts on `today`. Amounts and dates that are omitted stay as they are. */
export async function changeSums(
  db: Database,
  { borrowerKey, groupId }: Chosen,
  changes: Partial<Sums> & { readonly lastBumpDate?: PlainDate },
  today: PlainDate = TODAY,
): Promise<void> {
  for (const { held, due, dueDate } of await groupsOnDay(db, borrowerKey, today)) {
    if (groupId !== undefined && held.groupId !== groupId) continue;
    const { lastBumpDate = held.lastBumpDate, ...sums } = changes;
    const { amountDue, pastDue } = due;
    const opening = billsOfSums({
      ...held,
      paymentDueDate: dueDate,
      amountDue,
      pastDue,
      billedThrough: today,
      ...sums,
    });
    const own = (table: typeof bills | typeof loanGroups) =>
      and(eq(table.borrowerKey, borrowerKey), eq(table.accountId, held.accountId), eq(table.groupId, held.groupId));
    await db.delete(bills).where(own(bills));
    await db.update(loanGroups).set({ opening }).where(own(loanGroups));
    await storeGroups({ db, borrowerKey }, [{ ...held, ...opening, lastBumpDate }]);
  }
}

/** Changes terms of all groups of a borrower, as if they had been so from the start. */
export async function changeTerms(
  db: Database,
  borrowerKey: string,
  terms: Partial<Pick<typeof groupTerms.$inferInsert, 'plan' | 'recertifyBy' | 'isPermanentStandard'>>,
): Promise<void> {
  await db.update(groupTerms).set(terms).where(eq(groupTerms.borrowerKey, borrowerKey));
}

/**
 * Pauses all groups of a borrower. `end` is the first day after the pause. By default it is granted on its first day.
 */
export async function postpone(
  db: Database,
  borrowerKey: string,
  {
    start,
    end,
    grantedOn = start,
  }: { readonly start: PlainDate; readonly end: PlainDate; readonly grantedOn?: PlainDate },
): Promise<void> {
  const { groups } = await readGroups(db, borrowerKey, { billsFrom: start });
  const pause = { kind: null, start, end, grantedOn, isClosed: false };
  const periods = groups.flatMap(({ accountId, groupId, loans: own }) =>
    own.map(({ loanId }) => ({
      borrowerKey,
      accountId,
      groupId,
      loanId,
      confirmationNumber: `pause-${start}`,
      kind: null,
      grantedOn,
      startDate: start,
      endDate: end,
    })),
  );
  await insertMany(db, loanPostponements, periods);
  await storeGroups(
    { db, borrowerKey },
    groups.map((group) => withPause(group, pause)),
  );
}

/** Returns all records and results that are stored for the loans of a borrower, without keys that differ between runs. */
export async function storedRecords(db: Database, borrowerKey: string) {
  const read = async <Row extends { readonly borrowerKey: string; readonly accountId: string }>(
    rows: Promise<readonly Row[]>,
    toKey: (row: Row) => string,
  ) =>
    (await rows)
      .map((row) => ({ ...row, borrowerKey: '', confirmationNumber: '', cancelledBy: '' }))
      .toSorted((a, b) => (`${a.accountId} ${toKey(a)}` < `${b.accountId} ${toKey(b)}` ? -1 : 1));
  const own = (table: typeof loanGroups | typeof loans | typeof bills | typeof groupTerms | typeof loanEntries) =>
    eq(table.borrowerKey, borrowerKey);
  return {
    groups: await read(db.select().from(loanGroups).where(own(loanGroups)), ({ groupId }) => groupId),
    loans: await read(db.select().from(loans).where(own(loans)), ({ loanId }) => loanId),
    bills: await read(db.select().from(bills).where(own(bills)), (bill) => `${bill.groupId} ${bill.dueDate}`),
    terms: await read(
      db.select().from(groupTerms).where(own(groupTerms)),
      ({ groupId, fromDay, position }) => `${groupId} ${fromDay} ${position}`,
    ),
    entries: await read(
      db.select().from(loanEntries).where(own(loanEntries)),
      ({ loanId, entryId }) => `${loanId} ${entryId}`,
    ),
  };
}
