/** The stored changes of auto debit, and whether it is on. */
import { and, asc, eq } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { accounts, autoDebitChanges, borrowers } from '../../db/schema/index.ts';
import { type AccountKey, changeLoansVersion, ofAccount } from '../accounts/groups.ts';

export type ChangeRow = typeof autoDebitChanges.$inferSelect;

/** Returns the changes of a borrower's accounts, the oldest first. */
export const changesOf = (db: Database, borrowerKey: string): Promise<ChangeRow[]> =>
  db
    .select()
    .from(autoDebitChanges)
    .where(eq(autoDebitChanges.borrowerKey, borrowerKey))
    .orderBy(asc(autoDebitChanges.changedAt), asc(autoDebitChanges.changeId));

/** Returns the changes of one account, the oldest first. */
export const changesOfAccount = async (db: Database, { borrowerKey, accountId }: AccountKey): Promise<ChangeRow[]> =>
  (await changesOf(db, borrowerKey)).filter((change) => change.accountId === accountId);

/** Returns a change as the rules see it. */
export const draftChangeOf = ({ kind, profileId, extraAmount, changedOn }: ChangeRow) => ({
  changedOn,
  // A draft that is fixed is drawn although the account is paid in full meanwhile (ruling 89).
  isImmediate: kind === 'suspended',
  terms: profileId === null ? null : { profileId, extraAmount },
});

/** Stores whether auto debit is on for an account, and for any account of the borrower. */
export async function storeIsOn(db: Database, borrowerKey: string, accountId: string, isEnrolled: boolean) {
  await db.update(accounts).set({ autoDebit: isEnrolled }).where(ofAccount(accounts, { borrowerKey, accountId }));
  const enrolled = await db.$count(accounts, and(eq(accounts.borrowerKey, borrowerKey), eq(accounts.autoDebit, true)));
  await db
    .update(borrowers)
    .set({ autoDebit: enrolled > 0 })
    .where(eq(borrowers.borrowerKey, borrowerKey));
  await changeLoansVersion(db, borrowerKey);
}
