/** The end of auto debit when an account is paid in full (ruling 95). */
import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { owedOn, wholeOf } from '#domain/accounts/ledger.ts';
import type { PlainDate } from '#domain/calendar.ts';
import { ZERO } from '#domain/money.ts';
import { paidInFullMessage } from '#domain/payments/auto-debit/messages.ts';
import { postingDayOf } from '#domain/payments/progress.ts';
import type { Database } from '../../db/database.ts';
import { accounts, autoDebitChanges, autoDebits, inboxMessages } from '../../db/schema/index.ts';
import type { GroupRow } from '../accounts/groups.ts';
import { addLetterNotice } from '../messages/letters.ts';
import { LETTER, addAlert } from '../messages/texts.ts';
import { changesOfAccount, isOn, storeIsOn } from './auto-debit-changes.ts';
import { groupsAtAutoDebitRates } from './auto-debit-rates.ts';

/** A payment that was posted. */
interface Posted {
  readonly accountId: string;
  readonly effectiveDate: PlainDate;
  readonly amount: number;
  readonly refunded?: number | undefined;
}

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
    .set({ actionOn: null, refused: null })
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

/**
 * Ends auto debit of the accounts that posted payments have paid in full, on the day of the posting. `groups` are the
 * groups by account id after the payments `posted`, which are in order.
 */
export async function endPaidInFull(
  db: Database,
  borrowerKey: string,
  posted: readonly Posted[],
  groups: ReadonlyMap<string, readonly GroupRow[]>,
): Promise<void> {
  for (const [accountId, own] of groups) {
    const last = posted.findLast(
      (payment) => payment.accountId === accountId && payment.amount > (payment.refunded ?? 0),
    );
    if (last === undefined) continue;
    const isOwed = own.some(({ loans }) => loans.some((loan) => wholeOf(owedOn(loan, last.effectiveDate)) > 0));
    if (isOwed || !isOn(await changesOfAccount(db, { borrowerKey, accountId }))) continue;
    const [account] = await db
      .select()
      .from(accounts)
      .where(and(eq(accounts.borrowerKey, borrowerKey), eq(accounts.accountId, accountId)));
    if (account !== undefined) await end(db, account, postingDayOf(last.effectiveDate));
  }
}
