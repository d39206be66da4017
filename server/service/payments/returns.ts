/**
 * Returned payments. A payment that the bank will return is noted when it is posted. On the day of the return, its account
 * is computed again from the records without it, so that everything is as if the payment had not been made.
 */
import { and, eq, lte } from 'drizzle-orm';
import { accountName } from '#domain/account-name.ts';
import type { PlainDate } from '#domain/calendar.ts';
import { AUTO_DEBIT, RETURNED } from '#domain/payments/payment-types.ts';
import { instantOfReturn, isReturnedFrom, returnDayOf, returnMessage } from '#domain/payments/returns.ts';
import type { Database } from '../../db/database.ts';
import { accounts, inboxMessages, paymentHistory, paymentReturns } from '../../db/schema/index.ts';
import { recordEvent } from '../../security-events.ts';
import { suspendAfterReturn } from './auto-debit-drafts.ts';
import { groupsAtAutoDebitRates } from './auto-debit-rates.ts';
import { replayAccount } from '../accounts/replay.ts';
import { addLetterNotice } from '../messages/letters.ts';
import { PAYMENT_RETURNED, addAlert } from '../messages/texts.ts';

type ReturnRow = typeof paymentReturns.$inferSelect;

/** A payment that is being posted. */
interface PostedPayment {
  readonly borrowerKey: string;
  readonly accountId: string;
  readonly paymentDetailId: string;
  readonly effectiveDate: PlainDate;
  readonly bankAccountNumber: string;
}

/** Notes the return of a payment that is being posted, if its bank will return it. */
export async function noteReturn(db: Database, payment: PostedPayment): Promise<void> {
  const { borrowerKey, accountId, paymentDetailId, effectiveDate, bankAccountNumber } = payment;
  if (!isReturnedFrom(bankAccountNumber)) return;
  const returnsOn = returnDayOf(effectiveDate);
  await db.insert(paymentReturns).values({ borrowerKey, accountId, paymentDetailId, returnsOn });
}

/**
 * Returns the payments of a borrower whose day of return is `day`. The bills of later months, pauses and plans stay; what
 * later payments paid is computed again.
 */
export async function returnPayments(db: Database, borrowerKey: string, day: PlainDate): Promise<void> {
  const isDue = and(eq(paymentReturns.borrowerKey, borrowerKey), lte(paymentReturns.returnsOn, day));
  const due = await db.delete(paymentReturns).where(isDue).returning();
  const inOrder = due.toSorted((a, b) => (a.paymentDetailId < b.paymentDetailId ? -1 : 1));
  for (const row of inOrder) await tell(db, row);
  const accountIds = [...new Set(due.map((row) => row.accountId))];
  // Without the first draft, the lower rate of auto debit did not begin with it.
  await groupsAtAutoDebitRates(db, borrowerKey, accountIds);
  for (const accountId of accountIds) {
    await replayAccount(db, { borrowerKey, accountId }, day);
  }
}

/** Marks a payment as returned, writes to the inbox, and records the event. */
async function tell(db: Database, { borrowerKey, accountId, paymentDetailId, returnsOn }: ReturnRow): Promise<void> {
  const [posted] = await db
    .select({ description: paymentHistory.description })
    .from(paymentHistory)
    .where(isOfPayment(borrowerKey, paymentDetailId));
  const [payment] = await db
    .update(paymentHistory)
    .set({ description: RETURNED, closedAt: instantOfReturn(returnsOn) })
    .where(isOfPayment(borrowerKey, paymentDetailId))
    .returning();
  const [account] = await db
    .select()
    .from(accounts)
    .where(and(eq(accounts.borrowerKey, borrowerKey), eq(accounts.accountId, accountId)));
  if (payment === undefined || account === undefined) throw new Error('A returned payment is not in the history');
  const { amount, effectiveDate, actorWebAccountId, actorRole, actorIsImpersonator } = payment;
  await db.insert(inboxMessages).values({
    borrowerKey,
    documentId: `returned-${paymentDetailId}`,
    isDirect: account.loanType === 'Direct',
    isPlainText: false,
    ...returnMessage({ amount, account: accountName(account), effectiveDate, returnedOn: returnsOn }),
    receivedOn: returnsOn,
  });
  await addLetterNotice(db, borrowerKey, paymentDetailId);
  await addAlert(db, borrowerKey, { id: paymentDetailId, texts: PAYMENT_RETURNED });
  if (posted?.description === AUTO_DEBIT) await suspendAfterReturn(db, account, returnsOn);
  await recordEvent(db, {
    kind: 'paymentReturned',
    webAccountId: actorWebAccountId,
    role: actorRole,
    isImpersonator: actorIsImpersonator,
    detail: `Payment ${paymentDetailId}, returned on ${returnsOn}`,
  });
}

const isOfPayment = (borrowerKey: string, paymentDetailId: string) =>
  and(eq(paymentHistory.borrowerKey, borrowerKey), eq(paymentHistory.paymentDetailId, paymentDetailId));
