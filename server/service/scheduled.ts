/** Payments that have not been posted yet. */
import { and, eq } from 'drizzle-orm';
import { dollarsFromCents } from '#domain/money.ts';
import type { payments } from '#domain/payments/calls.ts';
import { statusOn } from '#domain/payments/progress.ts';
import { accounts, scheduledPayments } from '../db/schema.ts';
import type { Handler } from './scope.ts';

/** The payments to come, the next one first. */
export const listScheduled: Handler<typeof payments.scheduled> = async ({ db, borrowerKey, today }) => {
  const rows = await db
    .select()
    .from(scheduledPayments)
    .innerJoin(
      accounts,
      and(eq(accounts.borrowerKey, scheduledPayments.borrowerKey), eq(accounts.accountId, scheduledPayments.accountId)),
    )
    .where(eq(scheduledPayments.borrowerKey, borrowerKey))
    .orderBy(
      scheduledPayments.effectiveDate,
      scheduledPayments.authorizedAt,
      accounts.accountNumber,
      scheduledPayments.groupId,
    );
  return rows.map(({ scheduled_payments: payment, accounts: account }) => ({
    paymentId: payment.paymentId,
    paymentDetailId: payment.paymentDetailId,
    effectiveDate: payment.effectiveDate,
    sumOfPaymentAmount: dollarsFromCents(payment.amount),
    paymentMethod: payment.paymentMethod,
    paymentType: payment.paymentType,
    accountNumber: account.accountNumber,
    groupId: payment.groupId,
    description: statusOn(today, payment.effectiveDate),
  }));
};
