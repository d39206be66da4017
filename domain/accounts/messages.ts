/** What the states of an account are called, and what is said of one that is past due. */
import { type PlainDate, formatUsDate } from '../calendar.ts';
import { type Cents, formatUsd } from '../money.ts';
import type { AccountStatus } from './rules.ts';
import type { LoanAccount } from './shapes.ts';

export const accountStatusLabels: Readonly<Record<AccountStatus, string>> = {
  paidInFull: 'Paid in Full',
  pastDue: 'Past Due',
  inSchoolOrGrace: 'In School or Grace',
  inRepayment: 'In Repayment',
};

/** ' since 11/05/2026', with the space before it; nothing where no server says since when. */
export const sinceText = (since: PlainDate | null | undefined): string =>
  since === null || since === undefined ? '' : ` since ${formatUsDate(since)}`;

/** The past-due part of an amount due: 'Includes $202.60 past due since 10/02/2026'. */
export const includedPastDue = (pastDue: Cents, since: PlainDate | null | undefined): string =>
  `Includes ${formatUsd(pastDue)} past due${sinceText(since)}`;

/** What is said on an account of which something is past due (P §8), and since when, where that is known. */
export function pastDueMessage({ pastDueAmt, pastDueSince }: Pick<LoanAccount, 'pastDueAmt' | 'pastDueSince'>): string {
  const since = sinceText(pastDueSince);
  return `${formatUsd(pastDueAmt)} is past due - please pay today.${since === '' ? '' : ` Past due${since}.`}`;
}
