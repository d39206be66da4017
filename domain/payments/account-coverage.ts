/** The share of the amount due on loan accounts that scheduled payments cover (rulings 69, 83). */
import type { LoanAccount } from '../accounts/shapes.ts';
import { type AccountDue, type Coverage, coverageOf, coverageOfAll } from './coverage.ts';
import type { ScheduledPayment } from './shapes.ts';

/** As much of an account as decides on its coverage. */
type DueAccount = Pick<
  LoanAccount,
  'accountNumber' | 'paymentAmountIncludingPastDue' | 'pastDueAmt' | 'paymentDueDate' | 'groupsDue'
>;

const isDue = ({ paymentAmountIncludingPastDue }: DueAccount): boolean => paymentAmountIncludingPastDue > 0;

const amountsDueOf = (account: DueAccount): AccountDue => ({
  accountNumber: account.accountNumber,
  totalDue: account.paymentAmountIncludingPastDue,
  pastDueAmt: account.pastDueAmt,
  paymentDueDate: account.paymentDueDate,
  ...(account.groupsDue && { borrowerGroupPayments: account.groupsDue }),
});

/**
 * Returns the share of an account's amount due that scheduled payments cover (rulings 69, 83); null if nothing is due,
 * no payment counts, or the payments could not be loaded.
 */
export function accountCoverage(account: DueAccount, upcoming: readonly ScheduledPayment[] | null): Coverage | null {
  if (upcoming === null || !isDue(account)) return null;
  const coverage = coverageOf(amountsDueOf(account), upcoming);
  return coverage.scheduled > 0 ? coverage : null;
}

/** Returns {@link accountCoverage} of all accounts with an amount due together. */
export function totalCoverage(
  accounts: readonly LoanAccount[],
  upcoming: readonly ScheduledPayment[] | null,
): Coverage | null {
  if (upcoming === null) return null;
  const coverage = coverageOfAll(accounts.filter(isDue).map(amountsDueOf), upcoming);
  return coverage.scheduled > 0 ? coverage : null;
}
