/** The order in which payments are posted. */
import type { scheduledPayments } from '../../db/schema/index.ts';

type Ordered = Pick<
  typeof scheduledPayments.$inferSelect,
  'effectiveDate' | 'authorizedAt' | 'paymentId' | 'groupId' | 'paymentDetailId'
>;

/**
 * Payments are posted by effective date, then as they were authorized, then in one order that any instance finds. Within a
 * payment, groups come before the extra amount, which is for the whole account.
 */
export function inOrder(a: Ordered, b: Ordered): number {
  if (a.effectiveDate !== b.effectiveDate) return a.effectiveDate < b.effectiveDate ? -1 : 1;
  const later = a.authorizedAt.getTime() - b.authorizedAt.getTime();
  if (later !== 0) return later;
  const keyOf = (row: Ordered): string => `${row.paymentId}/${row.groupId ?? '~'}/${row.paymentDetailId}`;
  return keyOf(a) < keyOf(b) ? -1 : 1;
}
