/** The end of auto debit: when the bank refuses or returns drafts, and when an account is paid in full (ruling 95). */
import { randomUUID } from 'node:crypto';
import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import type { PlainDate } from '#domain/calendar.ts';
import { ZERO } from '#domain/money.ts';
import { paidInFullMessage } from '#domain/payments/auto-debit/messages.ts';
import type { Database } from '../../db/database.ts';
import { accounts, autoDebitChanges, autoDebits, loanGroups } from '../../db/schema/index.ts';
import { type AccountKey, ofAccount } from '../accounts/groups.ts';
import { addLetter } from '../messages/letters.ts';
import { storeIsOn } from './auto-debit-changes.ts';
import { groupsAtAutoDebitRates } from './auto-debit-rates.ts';

/** Switches auto debit of an account off on `day`. Returns the id of the change. */
export async function switchOff(
  db: Database,
  { borrowerKey, accountId }: AccountKey,
  kind: 'suspended' | 'paidInFull',
  day: PlainDate,
): Promise<string> {
  const changeId = randomUUID();
  const changedAt = new Date(`${day}T12:00:00.000Z`);
  const change = { borrowerKey, changeId, accountId, kind, extraAmount: ZERO, changedOn: day, changedAt };
  await db.insert(autoDebitChanges).values(change);
  await db.update(autoDebits).set({ actionOn: null }).where(ofAccount(autoDebits, { borrowerKey, accountId }));
  await groupsAtAutoDebitRates(db, borrowerKey, [accountId]);
  await storeIsOn(db, borrowerKey, accountId, false);
  return changeId;
}

/** Ends auto debit of those of some accounts that are paid in full on `day`, and writes to the inbox. */
export async function endPaidInFull(
  db: Database,
  borrowerKey: string,
  accountIds: readonly string[],
  day: PlainDate,
): Promise<void> {
  const isOf = and(eq(accounts.borrowerKey, borrowerKey), inArray(accounts.accountId, [...accountIds]));
  const enrolled = await db
    .select()
    .from(accounts)
    .where(and(isOf, eq(accounts.autoDebit, true)));
  for (const account of enrolled) {
    // A group that owes nothing has no next bill.
    const owing = and(ofAccount(loanGroups, account), isNotNull(loanGroups.nextDue));
    if ((await db.$count(loanGroups, owing)) > 0) continue;
    const documentId = await switchOff(db, account, 'paidInFull', day);
    await addLetter(db, {
      borrowerKey,
      documentId,
      isDirect: account.loanType === 'Direct',
      isPlainText: true,
      ...paidInFullMessage(account.accountNumber),
      receivedOn: day,
    });
  }
}
