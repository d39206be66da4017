/** Rules on loan accounts. */
import type { Cents } from '../money.ts';

export type AccountStatus = 'paidInFull' | 'pastDue' | 'inRepayment';

/** The status of an account by what is owed on it, in cents. */
export function accountStatus(owed: { readonly payoff: Cents; readonly pastDue: Cents }): AccountStatus {
  if (owed.payoff <= 0) return 'paidInFull';
  return owed.pastDue > 0 ? 'pastDue' : 'inRepayment';
}
