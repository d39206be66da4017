/** Texts of My Loans: amounts due, loan facts, notifications (P §2.11, §2.12, §8). */
import { formatUsDate } from '../../calendar.ts';
import { formatUsd } from '../../money.ts';
import type { AccountDetails, GroupDetails, GroupStatus, LoanDetails, Notification } from './shapes.ts';
import { formatRate } from '../../rate.ts';
import type { LoanAccount } from '../shapes.ts';

/** P §8. */
export const NOTHING_DUE = 'Payments are not currently due.';
export const NOT_APPLICABLE = 'N/A';
const NOT_ON_FILE = 'Not on file';

/** Returns the text on the due date of a card: 'Amount due: $412.50 by 12/05/2026', 'Next due date: 05/05/2027'. */
export function cardDueText(account: LoanAccount): string | undefined {
  const { paymentDueDate, paymentAmountIncludingPastDue: due, currentBalance } = account;
  if (currentBalance <= 0 || paymentDueDate === null) return undefined;
  const date = formatUsDate(paymentDueDate);
  return due > 0 ? `Amount due: ${formatUsd(due)} by ${date}` : `Next due date: ${date}`;
}

/** Whether loans of this status are paid in full: several of their facts are then 'N/A' (P §4). */
export const isPaidInFull = (status: GroupStatus): boolean => status === 'paidInFull';

/** One fact of a loan or a group. */
export interface LoanFact {
  readonly label: string;
  readonly value: string;
}

const months = (count: number): string => `${count} ${count === 1 ? 'month' : 'months'}`;

const dateText = (given: LoanDetails['dueDate'], otherwise: string): string =>
  given === null ? otherwise : formatUsDate(given);

/** Returns the facts of a loan. Of one that is paid in full, due date, subsidy, term and disbursements are 'N/A' (P §4). */
export function loanFacts(loan: LoanDetails, status: GroupStatus): readonly LoanFact[] {
  const isOver = isPaidInFull(status);
  const unlessOver = (value: string): string => (isOver ? NOT_APPLICABLE : value);
  return [
    { label: 'Loan status', value: loan.loanStatusDescription },
    { label: 'Due date', value: unlessOver(dateText(loan.dueDate, 'None')) },
    { label: 'Principal balance', value: formatUsd(loan.currentPrincipalBalance) },
    { label: 'Unpaid interest', value: formatUsd(loan.currentInterest) },
    { label: 'Capitalized interest', value: formatUsd(loan.capitalizedInterest) },
    { label: 'Interest subsidy', value: unlessOver(loan.subsidizationEligibility) },
    {
      label: 'Remaining loan term',
      value: unlessOver(loan.loanTermRemaining === null ? 'Depends on your income' : months(loan.loanTermRemaining)),
    },
    { label: 'Repayment began or begins', value: dateText(loan.conversionToRepayDate, NOT_ON_FILE) },
    { label: 'Due date last moved', value: dateText(loan.lastBumpDate, 'Never') },
    { label: 'Lender', value: loan.lenderName ?? NOT_ON_FILE },
    { label: 'School', value: loan.schoolName ?? NOT_ON_FILE },
    {
      label: "Student's Social Security number",
      value: loan.loanStudentLastFourSSN === null ? NOT_ON_FILE : `Ends in ${loan.loanStudentLastFourSSN}`,
    },
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

/** Notifications with their prefix removed. */
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

/** The heading of the single-account view (P §2.12). */
export const accountHeading = ({ accountNumber }: Pick<AccountDetails, 'accountNumber'>): string =>
  `My Loans for Account: ${accountNumber}`;

/** The heading of the progress of an account. */
export const progressHeading = ({ accountNumber }: Pick<AccountDetails, 'accountNumber'>): string =>
  `Repayment Progress for Account: ${accountNumber}`;
