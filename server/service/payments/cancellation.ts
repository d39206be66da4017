/** Cancels a scheduled payment (Y §4.6): it leaves the schedule for the history, once, with who cancelled it. */
import { and, eq } from 'drizzle-orm';
import { payments } from '#domain/payments/calls.ts';
import { CANCELLED } from '#domain/payments/payment-types.ts';
import type { Cancellation } from '#domain/payments/history-shapes.ts';
import { statusOn } from '#domain/payments/progress.ts';
import { paymentHistory, scheduledPayments } from '../../db/schema/index.ts';
import { seals } from '../../db/seals.ts';
import { lockBorrower } from '../../db/lock-borrower.ts';
import { changeLoansVersion } from '../accounts/groups.ts';
import { type Handler, type Scope, actorOf } from '../scope.ts';
import { Submissions, changeOf } from '../submissions.ts';
import { drawnOnOf, nothingApplied } from './debits.ts';

const cancellations = new Submissions({
  submit: payments.cancel,
  settle: payments.settleCancellation,
  noun: 'cancellation',
});

/** Moves a payment that is still scheduled to the history. Returns its id, or null if there was none. */
async function moveToHistory({ db, borrowerKey, now, today, ...by }: Scope, wanted: Cancellation) {
  // Posting takes the same lock: a payment is either posted or cancelled.
  await lockBorrower(db, borrowerKey);
  const { paymentId, paymentDetailId } = wanted;
  const isWanted = and(
    eq(scheduledPayments.borrowerKey, borrowerKey),
    eq(scheduledPayments.paymentId, paymentId),
    eq(scheduledPayments.paymentDetailId, paymentDetailId),
  );
  const [found] = await db.select().from(scheduledPayments).where(isWanted);
  if (found === undefined || statusOn(today, found.effectiveDate) !== 'Scheduled') return null;
  await db.delete(scheduledPayments).where(isWanted);
  const row = seals.scheduledPayments.open(found);
  await db.insert(paymentHistory).values(
    seals.paymentHistory.seal({
      borrowerKey,
      paymentDetailId,
      accountId: row.accountId,
      effectiveDate: row.effectiveDate,
      amount: row.amount,
      ...nothingApplied(row),
      description: CANCELLED,
      paymentId,
      drawnOn: drawnOnOf(row),
      closedAt: now,
      ...actorOf(by),
    }),
  );
  await changeLoansVersion(db, borrowerKey);
  return paymentDetailId;
}

export const cancelPayment: Handler<typeof payments.cancel> = (scope, { idempotencyKey, body }) =>
  cancellations.submitOnce(scope, { idempotencyKey, body }, async (within) =>
    changeOf(body, await moveToHistory(within, body)),
  );

export const settleCancellation: Handler<typeof payments.settleCancellation> = cancellations.settle;
