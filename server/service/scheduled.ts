/** Payments that have not been posted yet. */
import { and, eq } from 'drizzle-orm';
import type { PlainDate } from '#domain/calendar.ts';
import { dollarsFromCents } from '#domain/money.ts';
import type { payments } from '#domain/payments/calls.ts';
import type { ScheduledPayment } from '#domain/payments/shapes.ts';
import { accounts, scheduledPayments } from '../db/schema.ts';
import type { Handler } from './scope.ts';

/** The status of a payment for `effectiveDate`: Scheduled until its date, Processing on it, then Pending (ruling 20). */
const statusOn = (today: PlainDate, effectiveDate: PlainDate): ScheduledPayment['description'] => {
  if (today < effectiveDate) return 'Scheduled';
  return today === effectiveDate ? 'Processing' : 'Pending';
};

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
    .orderBy(scheduledPayments.effectiveDate, scheduledPayments.authorizedAt, accounts.accountNumber);
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
