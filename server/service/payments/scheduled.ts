/** Payments that have not been posted yet. */
import { and, eq, sql } from 'drizzle-orm';
import type { payments } from '#domain/payments/calls.ts';
import { statusOn } from '#domain/payments/progress.ts';
import { preparedOnce } from '../../db/prepared.ts';
import { accounts, applications, scheduledPayments as rows } from '../../db/schema/index.ts';
import type { Handler } from '../scope.ts';

const scheduled = preparedOnce((db) => {
  const { borrowerKey, accountId, authorizedAt, paymentId, paymentDetailId, effectiveDate, amount } = rows;
  const { paymentMethod, paymentType, groupId } = rows;
  const { accountNumber } = accounts;
  const keptBy = applications.kind;
  return db
    .select({
      paymentId,
      paymentDetailId,
      effectiveDate,
      amount,
      paymentMethod,
      paymentType,
      accountNumber,
      groupId,
      keptBy,
    })
    .from(rows)
    .innerJoin(accounts, and(eq(accounts.borrowerKey, borrowerKey), eq(accounts.accountId, accountId)))
    .leftJoin(
      applications,
      and(eq(applications.borrowerKey, borrowerKey), eq(applications.confirmationNumber, rows.keptByApplication)),
    )
    .where(eq(borrowerKey, sql.placeholder('borrowerKey')))
    .orderBy(effectiveDate, authorizedAt, accountNumber, paymentId, groupId, paymentDetailId)
    .prepare('');
});

/** Returns the scheduled payments, earliest first. */
export const listScheduled: Handler<typeof payments.scheduled> = async ({ db, borrowerKey, today }) => {
  const found = await scheduled(db).execute({ borrowerKey });
  return found.map(({ amount, keptBy, ...payment }) => ({
    ...payment,
    keptDespite: keptBy === null ? null : keptBy === 'term' ? ('newPlan' as const) : ('pause' as const),
    sumOfPaymentAmount: amount,
    description: statusOn(today, payment.effectiveDate),
  }));
};
