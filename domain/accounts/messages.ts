/** What the states of an account are called. */
import type { AccountStatus } from './rules.ts';

export const accountStatusLabels: Readonly<Record<AccountStatus, string>> = {
  paidInFull: 'Paid in Full',
  pastDue: 'Past Due',
  inRepayment: 'In Repayment',
};
