/** Groups of loans for tests of the ledger, from the amounts of a day. */
import {
  amountDueOn,
  dueDateOn,
  pastDueOn,
  pastDueSinceOn,
  type Bills,
  type BilledGroup,
} from '#domain/accounts/bills.ts';
import { type FormerSums, billsOfSums } from '#server/service/conversion/former-sums.ts';
import type { LedgerLoan } from '#domain/interest.ts';
import type { PlainDate } from '#domain/calendar.ts';

/** The amounts of a group on a day, and its loans. */
export type GroupSums<L extends LedgerLoan> = Omit<FormerSums, 'pauses'> &
  Partial<Pick<BilledGroup, 'pauses' | 'lastBumpDate'>> &
  Pick<BilledGroup<L>, 'groupId' | 'plan' | 'loans'>;

/**
 * Returns a group whose bills have these amounts: one bill a month for the past-due amount, and one for the amount due.
 */
export function billedGroup<L extends LedgerLoan, G extends GroupSums<L>>(sums: G) {
  const { paymentDueDate: _due, amountDue: _amount, pastDue: _past, billedThrough: _through, ...group } = sums;
  const pauses: BilledGroup['pauses'] = sums.pauses ?? [];
  return { lastBumpDate: null, planSince: null, ...group, pauses, ...billsOfSums({ ...sums, pauses }) };
}

/** Returns the amounts of a group on a day, as pages show them. */
export const sumsOn = (group: Bills, day: PlainDate) => ({
  paymentDueDate: dueDateOn(group, day),
  amountDue: amountDueOn(group, day),
  pastDue: pastDueOn(group, day),
  pastDueSince: pastDueSinceOn(group, day),
});
