/** The end of auto debit when an account is paid in full (ruling 95). */
import { randomUUID } from 'node:crypto';
import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import type { PlainDate } from '#domain/calendar.ts';
import { ZERO } from '#domain/money.ts';
import { paidInFullMessage } from '#domain/payments/auto-debit/messages.ts';
import type { Database } from '../../db/database.ts';
import { accounts, autoDebitChanges, autoDebits, inboxMessages, loanGroups } from '../../db/schema/index.ts';
import { addLetterNotice } from '../messages/letters.ts';
import { LETTER, addAlert } from '../messages/texts.ts';
import { storeIsOn } from './auto-debit-changes.ts';
import { groupsAtAutoDebitRates } from './auto-debit-rates.ts';

/** Ends auto debit of an account on `day`, and writes to the inbox. */
async function end(db: Database, account: typeof accounts.$inferSelect, day: PlainDate): Promise<void> {
  const { borrowerKey, accountId } = account;
  const documentId = randomUUID();
  await db.insert(autoDebitChanges).values({
    borrowerKey,
    changeId: documentId,
    accountId,
    kind: 'paidInFull',
    extraAmount: ZERO,
    changedOn: day,
    changedAt: new Date(`${day}T12:00:00.000Z`),
  });
  await db
    .update(autoDebits)
    .set({ actionOn: null })
    .where(and(eq(autoDebits.borrowerKey, borrowerKey), eq(autoDebits.accountId, accountId)));
  await groupsAtAutoDebitRates(db, borrowerKey, [accountId]);
  await storeIsOn(db, borrowerKey, accountId, false);
  await db.insert(inboxMessages).values({
    borrowerKey,
    documentId,
    isDirect: account.loanType === 'Direct',
    isPlainText: true,
    ...paidInFullMessage(account.accountNumber),
    receivedOn: day,
  });
  await addLetterNotice(db, borrowerKey, documentId);
  await addAlert(db, borrowerKey, { id: documentId, texts: [LETTER] });
}

/** Ends auto debit of those of some accounts that are paid in full on `day`, by a payment that was posted on that day. */
export async function endPaidInFull(
  db: Database,
  borrowerKey: string,
  accountIds: readonly string[],
  day: PlainDate,
): Promise<void> {
  const enrolled = await db
    .select()
    .from(accounts)
    .where(
      and(
        eq(accounts.borrowerKey, borrowerKey),
        inArray(accounts.accountId, [...accountIds]),
        eq(accounts.autoDebit, true),
      ),
    );
  const g = loanGroups;
  for (const account of enrolled) {
    const ofAccount = and(eq(g.borrowerKey, borrowerKey), eq(g.accountId, account.accountId));
    // A group that owes nothing has no next bill.
    if ((await db.$count(g, and(ofAccount, isNotNull(g.nextDue)))) === 0) await end(db, account, day);
  }
}
