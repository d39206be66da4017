/** Rules on loan accounts. */
import type { Cents } from '../money.ts';

export type AccountStatus = 'paidInFull' | 'pastDue' | 'inSchoolOrGrace' | 'inRepayment';

/** What is owed on an account, in cents, and whether all of it is of loans in school or grace. */
export interface OwedOnAccount {
  readonly payoff: Cents;
  readonly pastDue: Cents;
  readonly isInSchoolOrGrace: boolean;
}

/** The status of an account by what is owed on it. */
export function accountStatus({ payoff, pastDue, isInSchoolOrGrace }: OwedOnAccount): AccountStatus {
  if (payoff <= 0) return 'paidInFull';
  if (pastDue > 0) return 'pastDue';
  return isInSchoolOrGrace ? 'inSchoolOrGrace' : 'inRepayment';
}
