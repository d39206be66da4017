/**
 * Returned payments. A payment that the bank will return is noted when it is posted. On the day of the return, its account
 * is computed again from the records without it, so that everything is as if the payment had not been made.
 */
import { and, asc, eq, gte, inArray, lte } from 'drizzle-orm';
import type { PlainDate } from '#domain/calendar.ts';
import { RETURNED } from '#domain/payments/payment-types.ts';
import { type Cents, ZERO, sumCents } from '#domain/money.ts';
import { NO_AMOUNTS } from '#domain/accounts/records.ts';
import { sentBackBefore } from '#domain/payments/refunds.ts';
import { instantOfReturn, isReturnedFrom, returnDayOf } from '#domain/payments/returns.ts';
import type { Database } from '../../db/database.ts';
import { loanEntries, paymentHistory, paymentReturns, type scheduledPayments } from '../../db/schema/index.ts';
import type { OpenedRow } from '../../db/seals.ts';
import { groupsAtAutoDebitRates } from './auto-debit-rates.ts';
import { type AccountKey, entryRow, readGroups } from '../accounts/groups.ts';
import { replayAccount } from '../accounts/replay.ts';
import { type ChangedRefund, announceChangedRefunds, announceReturns } from './posted-messages.ts';

/** Notes the return of a payment that is being posted, if its bank will return it. */
export async function noteReturn(db: Database, payment: OpenedRow<typeof scheduledPayments.$inferSelect>) {
  const { borrowerKey, accountId, paymentDetailId } = payment;
  if (!isReturnedFrom(payment.bankAccountNumber)) return;
  const returnsOn = returnDayOf(payment.effectiveDate);
  await db.insert(paymentReturns).values({ borrowerKey, accountId, paymentDetailId, returnsOn });
}

/**
 * Adds a refund whose payment was returned to the principal of a loan: the money was sent, but the payment was not made.
 * It is the loan with the lowest rate in the groups that still owe something, otherwise of all (docs/decisions/spec-gaps.md).
 */
async function addRefundOwed(db: Database, account: AccountKey, amount: Cents, day: PlainDate): Promise<void> {
  const { groups } = await readGroups(db, account.borrowerKey, { accountIds: [account.accountId], billsFrom: day });
  const owing = groups.filter(({ nextDue }) => nextDue !== null);
  const loans = (owing.length > 0 ? owing : groups).flatMap((group) => group.loans);
  const [loan] = loans.toSorted((a, b) => a.rate - b.rate || (a.loanId < b.loanId ? -1 : 1));
  if (loan === undefined) throw new Error(`Account ${account.accountId} has no loans`);
  const { loanId } = loan;
  const entry = { ...NO_AMOUNTS, loanId, kind: 'refundOwed', onDay: day, principal: amount } as const;
  await db.insert(loanEntries).values(entryRow({ ...account, confirmationNumber: null }, entry));
}

/**
 * Returns the payments of a borrower whose day of return is `day`. The bills of later months, pauses and plans stay; what
 * later payments paid is computed again.
 */
export async function returnPayments(db: Database, borrowerKey: string, day: PlainDate): Promise<void> {
  const isDue = and(eq(paymentReturns.borrowerKey, borrowerKey), lte(paymentReturns.returnsOn, day));
  const due = await db.delete(paymentReturns).where(isDue).returning();
  const h = paymentHistory;
  const ids = due.map(({ paymentDetailId }) => paymentDetailId);
  const isReturned = and(eq(h.borrowerKey, borrowerKey), inArray(h.paymentDetailId, ids));
  const posted = await db.select().from(h).where(isReturned).orderBy(asc(h.paymentDetailId));
  if (posted.length < due.length) throw new Error('A returned payment is not in the history');
  await db
    .update(h)
    .set({ description: RETURNED, closedAt: instantOfReturn(day) })
    .where(isReturned);
  // A refund that is still to come is not sent.
  await db
    .update(h)
    .set({ refunded: ZERO, refundedOn: null })
    .where(and(isReturned, gte(h.refundedOn, day)));
  await announceReturns(db, posted, day);
  const accountIds = [...new Set(posted.map((row) => row.accountId))];
  // Without the first draft, the lower rate of auto debit did not begin with it.
  await groupsAtAutoDebitRates(db, borrowerKey, accountIds);
  const changed: ChangedRefund[] = [];
  for (const accountId of accountIds) {
    const account = { borrowerKey, accountId };
    changed.push(...(await replayAccount(db, account, { day, cause: 'returned' })));
    const sentBack = sumCents(posted.map((row) => (row.accountId === accountId ? sentBackBefore(row, day) : ZERO)));
    if (sentBack === 0) continue;
    await addRefundOwed(db, account, sentBack, day);
    await replayAccount(db, account, { day, cause: 'returned' });
  }
  await announceChangedRefunds(db, borrowerKey, { changed, day });
}
