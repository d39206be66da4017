/**
 * Payments that have not been posted yet, and their cancellation (Y §4.6): a payment leaves the schedule for the history,
 * once, with who canceled it.
 */
import { and, eq, sql } from 'drizzle-orm';
import { compare } from '#domain/calendar.ts';
import { ZERO } from '#domain/money.ts';
import { payments } from '#domain/payments/calls.ts';
import type { Cancellation } from '#domain/payments/history-shapes.ts';
import { AUTO_DEBIT, CANCELED } from '#domain/payments/payment-types.ts';
import { statusOn } from '#domain/payments/progress.ts';
import { type LeftOpen, leftWithout } from '#domain/timeline/timeline.ts';
import { lockBorrower } from '../../db/lock-borrower.ts';
import { preparedOnce } from '../../db/prepared.ts';
import {
  accounts,
  applications,
  paymentHistory,
  paymentMethods,
  scheduledPayments as rows,
} from '../../db/schema/index.ts';
import { seals } from '../../db/seals.ts';
import { changeLoansVersion, isOnAccount } from '../portfolio/groups.ts';
import { type AccountOnDay, portfolioIn } from '../portfolio/portfolio.ts';
import { ownRows } from '../own-rows.ts';
import { type Handler, type Scope, toActor } from '../scope.ts';
import { Submissions, toChangeDecision } from '../submissions.ts';
import { toDrawnOn, nothingApplied, toPartId } from '../portfolio/debits.ts';
import { methodName } from './methods.ts';

const scheduled = preparedOnce((db) => {
  const { borrowerKey, authorizedAt, paymentId, paymentDetailId, effectiveDate, amount } = rows;
  const { paymentMethod, paymentType, groupId } = rows;
  const payment = { paymentId, paymentDetailId, effectiveDate, amount, paymentMethod, paymentType, groupId };
  const { accountNumber, loanType } = accounts;
  return db
    .select({ ...payment, accountNumber, loanType, application: applications.kind })
    .from(rows)
    .innerJoin(accounts, isOnAccount(rows))
    .leftJoin(
      applications,
      and(eq(applications.borrowerKey, borrowerKey), eq(applications.confirmationNumber, rows.keptByApplication)),
    )
    .where(eq(borrowerKey, sql.placeholder('borrowerKey')))
    .orderBy(effectiveDate, authorizedAt, accountNumber, paymentId, groupId, paymentDetailId)
    .prepare('');
});

/** Returns the drafts in process that wait for a banking day after a closed due date, from that date on (ruling 52). */
async function waitingDrafts({ db, borrowerKey, today }: Scope, held: readonly AccountOnDay[]) {
  const waiting = held.flatMap(({ accountNumber, loanType, accountId, agreements }) =>
    (agreements.autoDebit?.fixed ?? [])
      .filter(({ dueDate, isSecondAttempt }) => dueDate <= today && !isSecondAttempt)
      .map((draft) => ({ ...draft, accountNumber, loanType, accountId })),
  );
  if (waiting.length === 0) return [];
  const methods = await ownRows({ db, borrowerKey }, paymentMethods);
  return waiting.flatMap(({ accountNumber, loanType, accountId, profileId, dueDate, drawnOn, parts }) => {
    const saved = methods.find((method) => method.profileId === profileId);
    const method = saved && seals.paymentMethods.open(saved);
    const paymentId = `draft-${accountId}-${dueDate}`;
    return parts.map(({ groupId, amount }, index) => ({
      paymentId,
      paymentDetailId: toPartId(paymentId, index),
      effectiveDate: drawnOn,
      paymentMethod: method === undefined ? '' : methodName(method),
      paymentType: AUTO_DEBIT,
      accountNumber,
      loanType,
      groupId,
      keptDespite: null,
      sumOfPaymentAmount: amount,
      paysPastBills: groupId !== null && dueDate < today ? amount : ZERO,
      description: 'Processing' as const,
      leftIfCancelled: null,
    }));
  });
}

/** Returns the open amount of bills if a scheduled payment is canceled, by the id of its row. */
function leftIfCancelled(
  { person, today }: Scope,
  held: readonly AccountOnDay[],
): ReadonlyMap<string, LeftOpen | null> {
  // Payers do not see auto debit (Y §6).
  const withDrafts = person.role === 'borrower' ? held.filter(({ agreements }) => agreements.autoDebit !== null) : [];
  return new Map(
    withDrafts.flatMap(({ groups, agreements }) => {
      const cancelable = agreements.payments.filter(
        ({ effectiveDate }) => statusOn(today, effectiveDate) === 'Scheduled',
      );
      if (cancelable.length === 0) return [];
      const stored = groups.map(({ held: group }) => group);
      const getLeft = leftWithout(stored, agreements, today);
      return cancelable.map((payment) => [payment.paymentDetailId, getLeft(payment)] as const);
    }),
  );
}

/** Returns the payments under way, earliest first. */
export const listScheduled: Handler<typeof payments.scheduled> = async (scope) => {
  const { db, borrowerKey, today } = scope;
  const found = await scheduled(db).execute({ borrowerKey });
  const { accounts: held } = await portfolioIn(scope);
  const paysPastBills = new Map(held.flatMap((account) => [...account.paysPastBills]));
  const left = leftIfCancelled(scope, held);
  const made = found.map(({ amount, application, ...payment }) => ({
    ...payment,
    keptDespite: application === null ? null : application === 'term' ? ('newPlan' as const) : ('pause' as const),
    sumOfPaymentAmount: amount,
    paysPastBills: paysPastBills.get(payment.paymentDetailId) ?? ZERO,
    description: statusOn(today, payment.effectiveDate),
    leftIfCancelled: left.get(payment.paymentDetailId) ?? null,
  }));
  const waiting = await waitingDrafts(scope, held);
  return [...made, ...waiting].toSorted((a, b) => compare(a.effectiveDate, b.effectiveDate));
};

/** The submissions of this call, and their outcomes. */
export const cancellations = new Submissions({
  submit: payments.cancel,
  settle: payments.settleCancellation,
  noun: 'cancellation',
});

/** Moves a payment that is still scheduled to the history. Returns its id, or null if there was none. */
async function moveToHistory({ db, borrowerKey, now, today, ...by }: Scope, cancellation: Cancellation) {
  // Posting takes the same lock: a payment is either posted or canceled.
  await lockBorrower(db, borrowerKey);
  const { paymentId, paymentDetailId } = cancellation;
  const isPart = and(eq(rows.paymentId, paymentId), eq(rows.paymentDetailId, paymentDetailId));
  const isPayment = and(eq(rows.borrowerKey, borrowerKey), isPart);
  const [found] = await db.select().from(rows).where(isPayment);
  if (found === undefined || statusOn(today, found.effectiveDate) !== 'Scheduled') return null;
  await db.delete(rows).where(isPayment);
  const row = seals.scheduledPayments.open(found);
  await db.insert(paymentHistory).values(
    seals.paymentHistory.seal({
      borrowerKey,
      paymentDetailId,
      accountId: row.accountId,
      effectiveDate: row.effectiveDate,
      amount: row.amount,
      ...nothingApplied(row),
      description: CANCELED,
      paymentId,
      drawnOn: toDrawnOn(row),
      closedAt: now,
      ...toActor(by),
    }),
  );
  await changeLoansVersion(db, borrowerKey);
  return paymentDetailId;
}

export const cancelPayment: Handler<typeof payments.cancel> = (scope, { idempotencyKey, body }) =>
  cancellations.submitOnce(scope, { idempotencyKey, body }, async (within) =>
    toChangeDecision(body, await moveToHistory(within, body)),
  );
