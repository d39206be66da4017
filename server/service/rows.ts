/** Ownership check for the rows that a request names. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { OwnedRow } from '#domain/call.ts';
import type { Database } from '../db/database.ts';
import { accounts, inboxMessages, loanGroups, paymentMethods } from '../db/schema/index.ts';

/** Returns whether all `rows` belong to the borrower, in one query. True for an empty list. */
export async function ownsAll(db: Database, borrowerKey: string, rows: readonly OwnedRow[]): Promise<boolean> {
  if (rows.length === 0) return true;
  const listKeys = (kind: OwnedRow['kind']) => [
    ...new Set(rows.filter((row) => row.kind === kind).map((row) => row.key)),
  ];
  const groupKey = sql<string>`${accounts.accountNumber} || '/' || ${loanGroups.groupId}`;
  const [accountKeys, groupKeys] = [listKeys('account'), listKeys('group')];
  const [methodKeys, messageKeys] = [listKeys('paymentMethod'), listKeys('inboxMessage')];
  const found = await unionAll(
    db
      .select({ key: sql<string>`${accounts.accountNumber}` })
      .from(accounts)
      .where(and(eq(accounts.borrowerKey, borrowerKey), inArray(accounts.accountNumber, accountKeys))),
    db
      .select({ key: groupKey })
      .from(loanGroups)
      .innerJoin(
        accounts,
        and(eq(accounts.borrowerKey, loanGroups.borrowerKey), eq(accounts.accountId, loanGroups.accountId)),
      )
      .where(and(eq(loanGroups.borrowerKey, borrowerKey), inArray(groupKey, groupKeys))),
    db
      .select({ key: sql<string>`${paymentMethods.profileId}` })
      .from(paymentMethods)
      .where(and(eq(paymentMethods.borrowerKey, borrowerKey), inArray(paymentMethods.profileId, methodKeys))),
    db
      .select({ key: sql<string>`${inboxMessages.documentId}` })
      .from(inboxMessages)
      .where(and(eq(inboxMessages.borrowerKey, borrowerKey), inArray(inboxMessages.documentId, messageKeys))),
  );
  return found.length === accountKeys.length + groupKeys.length + methodKeys.length + messageKeys.length;
}
