/** Texts about loan accounts: status, past-due amounts, and coverage by scheduled payments. */
import { type PlainDate, daysBetween, formatUsDate } from '../calendar.ts';
import { type Cents, formatUsd, subtractCents } from '../money.ts';
import { formatRate } from './rate.ts';
import type { Consequence, PastDueGroup, Program } from './delinquency.ts';
import { accountName } from '../account-name.ts';
import { throughText } from '../pause-end.ts';
import type { AccountStatus, PausedStatus } from './rules.ts';
import type { BillBeingPaid, CoveredDue, ExitDue, LoanAccount, NextPayment } from './shapes.ts';

/** The names of account statuses. */
export const accountStatusLabels: Readonly<Record<AccountStatus['code'], string>> = {
  paidInFull: 'Paid in full',
  inDefault: 'In default',
  pastDue: 'Past due',
  inSchool: 'In school',
  inGrace: 'In grace',
  inSchoolOrGrace: 'In school or grace',
  deferred: 'Deferred',
  inForbearance: 'In forbearance',
  postponed: 'Paused',
  inRepayment: 'In repayment',
};

/** The notice of an account in default. One of its groups may not be. */
export const LOANS_IN_DEFAULT = 'Loans in this account are in default.';

/** The first sentence for a borrower who owes nothing on any account. */
export const ALL_PAID = 'Your loans are paid in full';

/** P §8. */
export const NOTHING_DUE = 'Payments are not currently due.';

/** Returns the notice of an account on which nothing is due. */
export const nothingDueText = ({ currentBalance }: { readonly currentBalance: Cents }): string =>
  currentBalance > 0 ? NOTHING_DUE : 'This account is paid in full.';

/** Returns the text of a pause: 'Deferred through 07/19/2027'. */
export const pauseText = (code: PausedStatus['code'], lastDay: PlainDate): string =>
  `${accountStatusLabels[code]} ${throughText(lastDay)}`;

const statusLabel = (status: AccountStatus): string =>
  'lastDay' in status ? pauseText(status.code, status.lastDay) : accountStatusLabels[status.code];

/** Returns the `statusDesc` of an account: 'In repayment', 'In school; some loans are in repayment'. */
export const accountStatusText = (statuses: readonly AccountStatus[]): string =>
  statuses
    .map(statusLabel)
    .map((label, index) => (index === 0 ? label : `some loans are ${label.charAt(0).toLowerCase()}${label.slice(1)}`))
    .join('; ');

/** Returns the text on an account's next payment: 'First payment: $139.63 on 04/13/2027'. */
export const nextPaymentText = ({ amount, date, isFirst }: NextPayment): string =>
  `${nextPaymentLabel(isFirst)}: ${formatUsd(amount)} on ${formatUsDate(date)}`;

/** Returns {@link nextPaymentText} as a sentence. */
export const nextPaymentMessage = (next: NextPayment): string => `${nextPaymentText(next)}.`;

/** Returns the label of the next payment. */
export const nextPaymentLabel = (isFirst: boolean): string => (isFirst ? 'First payment' : 'Next payment');

/** Returns the name of the exit bill with its due date (ruling 99). */
export const exitDueLabel = ({ date }: ExitDue): string => `${EXIT_PAYMENT}, due ${formatUsDate(date)}`;

/** The name of the exit bill. */
export const EXIT_PAYMENT = 'Exit payment for leaving IBR';

/** The names of the amounts due, in the order in which they are listed: the last is the sum of the others. */
export const dueLabels = { thisMonth: 'Due this month', pastDue: 'Past due', total: 'Total due' } as const;

/** Returns the part of the total due that is not past due. */
export const dueThisMonth = ({ totalDue, pastDueAmt }: AmountsDue): Cents => subtractCents(totalDue, pastDueAmt);

/** Returns the amounts due with their names, as every page lists them; if nothing is past due, only the total. */
export const dueAmounts = (due: AmountsDue): readonly { readonly label: string; readonly amount: Cents }[] => [
  ...(due.pastDueAmt > 0
    ? [
        { label: dueLabels.thisMonth, amount: dueThisMonth(due) },
        { label: dueLabels.pastDue, amount: due.pastDueAmt },
      ]
    : []),
  { label: dueLabels.total, amount: due.totalDue },
];

/** The name of the due date. */
export const NEXT_DUE_DATE = 'Next due date';

/** The amounts due on an account or a group. `totalDue` includes the past-due amount. */
export interface AmountsDue {
  readonly totalDue: Cents;
  readonly pastDueAmt: Cents;
}

/** Returns ' since 11/05/2026', with the leading space; '' if the server reports no date. */
export const sinceText = (since: PlainDate | null | undefined): string =>
  since === null || since === undefined ? '' : ` since ${formatUsDate(since)}`;

/** Returns the past-due part of an amount due: 'Includes $202.60 past due since 10/02/2026'. */
export const includedPastDue = (pastDue: Cents, since: PlainDate | null | undefined): string =>
  `Includes ${formatUsd(pastDue)} past due${sinceText(since)}`;

/**
 * Returns the warning of a past-due account in the words of the specification (P §8), and the date since which it is
 * past due. If scheduled payments cover the past-due amount, it does not ask for a payment today (ruling 69).
 */
export function pastDueMessage(
  { pastDueAmt, pastDueSince }: Pick<LoanAccount, 'pastDueAmt' | 'pastDueSince'>,
  coverage: CoveredDue | null,
): string {
  const since = sinceText(pastDueSince);
  const pastDueSentence = since === '' ? '' : ` Past due${since}.`;
  const amount = formatUsd(pastDueAmt);
  if (coverage?.coversPastDue)
    return `${amount} is past due.${pastDueSentence} Your scheduled payments cover this amount.`;
  const left = coverage ? ` ${pastDueLeftMessage(coverage)}` : '';
  return `${amount} is past due - please pay today.${pastDueSentence}${left}`;
}

/** Returns the sentence on a past bill that payments under way pay (ruling 88). */
export const beingPaidText = ({ amount, dueDate }: Pick<BillBeingPaid, 'amount' | 'dueDate'>): string =>
  `Your bill of ${formatUsd(amount)} for ${formatUsDate(dueDate)} is being paid.`;

const COVERS_PAST_DUE = 'Your scheduled payments cover the past-due amount.';

/** Returns the sentence for scheduled payments that cover the total due, or its past-due part; undefined if they don't. */
export function coverageMessage({ coversTotalDue, coversPastDue }: CoveredDue): string | undefined {
  if (coversTotalDue) return 'Your scheduled payments cover the total due.';
  return coversPastDue ? COVERS_PAST_DUE : undefined;
}

/** Labels of the figures of a {@link CoveredDue}. */
export const coverageLabels = { scheduled: 'Already scheduled', left: 'Left to pay' } as const;

/** Returns the figures of a {@link CoveredDue} in one phrase, for a table cell. */
export const coverageNote = ({ scheduled, left }: CoveredDue): string =>
  `${formatUsd(scheduled)} scheduled, ${formatUsd(left)} left to pay`;

/** Returns the label of a balance with its day: 'Current balance as of 11/20/2026'; without it if the day is unknown. */
export const balanceLabel = (day: PlainDate | undefined, label = 'Current balance'): string =>
  day === undefined ? label : `${label} as of ${formatUsDate(day)}`;

/** Returns a number of days in words: '1 day'. */
export const daysInWords = (days: number): string => `${days} ${days === 1 ? 'day' : 'days'}`;

/** Returns today's entry in the timeline of a past-due account: 'Today: 145 days past due'. */
export const pastDueTodayMessage = (days: number): string => `Today: ${daysInWords(days)} past due`;

/** Returns since when an amount is past due, and for how many days: 'Past due since 10/03/2026: 48 days.' */
export function pastDueDaysMessage(since: PlainDate, today: PlainDate, days: number): string {
  const isPaused = days < daysBetween(since, today);
  return `Past due since ${formatUsDate(since)}: ${daysInWords(days)}${isPaused ? ', without the days when your payments were paused' : ''}.`;
}

/** Returns the sentence about the past-due amounts that remain after the scheduled payments. */
export const pastDueLeftMessage = ({ coversPastDue, pastDueLeft }: CoveredDue): string =>
  coversPastDue ? COVERS_PAST_DUE : `After your scheduled payments, ${formatUsd(pastDueLeft)} of it is left to pay.`;

/** Returns the text of a consequence: 'At 270 days past due, your loans go into default'. */
export function consequenceMessage(program: Program, { code, days }: Consequence): string {
  const may = program === 'ffelp' ? 'can report' : 'report';
  const what =
    code === 'default'
      ? 'your loans go into default'
      : `we ${may} your late payments to the consumer reporting agencies`;
  return `At ${days} days past due, ${what}`;
}

/** Returns the heading of accounts that are past due since the same day: an account's name, or 'Direct Loans · 10 accounts'. */
export function pastDueHeading({ accounts: [first, ...others], program }: PastDueGroup): string {
  if (first === undefined) return '';
  if (others.length === 0) return accountName(first);
  return `${programLabels[program]} · ${others.length + 1} accounts`;
}

const programLabels: Readonly<Record<Program, string>> = {
  education: 'Direct Loans',
  ffelp: 'FFELP Loans',
  private: 'Private Loans',
};

/** The benefit of auto debit (ruling 101). `next` is the next reduction, in thousandths of a percent. */
export const autoDebitBenefit = {
  description: 'Auto Debit Rate Reduction',
  disclaimer: (next?: { readonly from: PlainDate; readonly reduction: number }) =>
    next === undefined
      ? 'You keep this reduction while auto debit is on.'
      : `You keep this reduction while auto debit is on. From ${formatUsDate(next.from)}, it is ${formatRate(next.reduction)}.`,
} as const;
