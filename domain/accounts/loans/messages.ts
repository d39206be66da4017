/** Texts of My Loans: amounts due, loan facts, notifications and reminders (P §2.11, §2.12, §8). */
import { type AccountNames, groupName } from '../../account-name.ts';
import { type PlainDate, addDays, compare, daysBetween, formatUsDate } from '../../calendar.ts';
import { formatUsd } from '../../money.ts';
import { isEnding, startAgainText, throughText } from '../../pause-end.ts';
import type { IncentiveDetail } from './incentives.ts';
import { formatRate } from '../rate.ts';
import type { AccountDetails, GroupDetails, GroupStatus, LoanDetails, Notification } from './shapes.ts';

export const NOT_APPLICABLE = 'N/A';
const NOT_ON_FILE = 'Not on file';

/** Returns whether loans of this status are paid in full: several of their facts are then 'N/A' (P §4). */
export const isPaidInFull = (status: GroupStatus): boolean => status === 'paidInFull';

const months = (count: number): string => `${count} ${count === 1 ? 'month' : 'months'}`;

const dateText = (given: LoanDetails['dueDate'], otherwise: string): string =>
  given === null ? otherwise : formatUsDate(given);

/** Returns the facts of a loan. Of one that is paid in full, due date, subsidy, term and disbursements are 'N/A' (P §4). */
export function getLoanDetails(loan: LoanDetails, status: GroupStatus): readonly IncentiveDetail[] {
  const isOver = isPaidInFull(status);
  const unlessOver = (value: string): string => (isOver ? NOT_APPLICABLE : value);
  const term = loan.loanTermRemaining === null ? 'Depends on your income' : months(loan.loanTermRemaining);
  const number = loan.loanStudentLastFourSSN === null ? NOT_ON_FILE : `Ends in ${loan.loanStudentLastFourSSN}`;
  return [
    { label: 'Loan status', value: loan.loanStatusDescription },
    { label: 'Due date', value: unlessOver(dateText(loan.dueDate, 'None')) },
    { label: 'Principal balance', value: formatUsd(loan.currentPrincipalBalance) },
    { label: 'Unpaid interest', value: formatUsd(loan.currentInterest) },
    { label: 'Capitalized interest', value: formatUsd(loan.capitalizedInterest) },
    { label: 'Interest subsidy', value: unlessOver(loan.subsidizationEligibility) },
    { label: 'Remaining loan term', value: unlessOver(term) },
    { label: 'Repayment began or begins', value: dateText(loan.conversionToRepayDate, NOT_ON_FILE) },
    { label: 'Last time you paid ahead', value: dateText(loan.lastBumpDate, 'Never') },
    { label: 'Lender', value: loan.lenderName ?? NOT_ON_FILE },
    { label: 'School', value: loan.schoolName ?? NOT_ON_FILE },
    { label: "Student's Social Security number", value: number },
    { label: 'Total disbursed', value: unlessOver(formatUsd(loan.totalAmountDisbursed)) },
  ];
}

/** Returns the rate of a group: one, or the lowest and the highest of its loans. */
export function groupRateText({ interestRate, loans }: Pick<GroupDetails, 'interestRate' | 'loans'>): string {
  if (interestRate !== null) return formatRate(interestRate);
  const rates = loans.map((loan) => loan.interestRate);
  return `${formatRate(Math.min(...rates))} to ${formatRate(Math.max(...rates))}`;
}

/** Removes the configured prefix from a message (P §3). */
export const withoutPrefix = (message: string, prefix: string): string =>
  prefix !== '' && message.startsWith(prefix) ? message.slice(prefix.length).trimStart() : message;

/** A headline with the messages below it. */
export interface ShownNotification {
  /** Null if the combined headline of the managed texts applies. */
  readonly headline: string | null;
  readonly messages: readonly string[];
  readonly type: Notification['type'];
}

/** Used if the managed text of the combined headline is missing. */
export const COMBINED_HEADLINE = 'You have updates on more than one application';

/** Returns notifications with their prefix removed. */
export const shownNotifications = (list: readonly Notification[], prefix: string): readonly ShownNotification[] =>
  list.map(({ headline, message, type }) => ({ headline, messages: [withoutPrefix(message, prefix)], type }));

/** Returns the status notifications of applications; several of them share the combined headline (P §2.12). */
export function shownStatusNotifications(list: readonly Notification[], prefix: string): readonly ShownNotification[] {
  if (list.length < 2) return shownNotifications(list, prefix);
  return [
    {
      headline: null,
      messages: list.map(({ headline, message }) => `${headline}: ${withoutPrefix(message, prefix)}`),
      type: list.some(({ type }) => type === 'warning') ? 'warning' : 'info',
    },
  ];
}

/** Returns the heading of the single-account view (P §2.12). */
export const accountHeading = ({ accountNumber }: Pick<AccountDetails, 'accountNumber'>): string =>
  `My Loans for Account: ${accountNumber}`;

/** Returns the heading of an account's progress. */
export const progressHeading = ({ accountNumber }: Pick<AccountDetails, 'accountNumber'>): string =>
  `Repayment Progress for Account: ${accountNumber}`;

/** The facts of a group on which notifications depend. */
export interface NotifiedGroup {
  readonly account: AccountNames;
  readonly groupId: string;
  readonly recertifyBy: PlainDate | null;
  readonly postponedThrough: PlainDate | null;
}

/** The number of days before a date from which the reminder is shown. */
const RECERTIFICATION_DAYS = 90;

const isWithin = (date: PlainDate, days: number, today: PlainDate): boolean => {
  const ahead = daysBetween(today, date);
  return ahead >= 0 && ahead <= days;
};

/** Returns whether a borrower is to recertify by a date, and it is near. */
export const isTimeToRecertify = (recertifyBy: PlainDate | null, today: PlainDate): recertifyBy is PlainDate =>
  recertifyBy !== null && isWithin(recertifyBy, RECERTIFICATION_DAYS, today);

/** Returns the notifications, the earliest date first. */
export function accountNotifications(groups: readonly NotifiedGroup[], today: PlainDate): readonly Notification[] {
  const notices: { readonly date: PlainDate; readonly notification: Notification }[] = [];
  for (const { account, groupId, recertifyBy, postponedThrough } of groups) {
    const name = groupName(account, groupId);
    if (isTimeToRecertify(recertifyBy, today)) {
      const date = formatUsDate(recertifyBy);
      const message = `Send us proof of your income by ${date} to keep your income-driven payment on ${name}.`;
      const headline = `Recertify your income by ${date}`;
      notices.push({ date: recertifyBy, notification: { headline, message, type: 'warning' } });
    }
    if (postponedThrough !== null && isEnding(postponedThrough, today)) {
      const restart = addDays(postponedThrough, 1);
      const message = `Your payments on ${name} are paused ${throughText(postponedThrough)}. You can apply for a longer pause or another plan now.`;
      const headline = `Your ${startAgainText(restart)}`;
      notices.push({ date: restart, notification: { headline, message, type: 'info' } });
    }
  }
  return notices.toSorted((a, b) => compare(a.date, b.date)).map(({ notification }) => notification);
}
