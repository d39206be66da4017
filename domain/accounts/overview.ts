/** The dashboard's summary of all accounts and payments, and the order of its lists. */
import { type PlainDate, compare, findEarliest } from '../calendar.ts';
import { sumCents } from '../money.ts';
import { normalizedText } from '../typed-text.ts';
import type { AmountsDue } from './messages.ts';
import type { LoanAccount, NextPayment } from './shapes.ts';

/** Returns the amounts due on an account or group. */
export const toAmountsDue = ({
  paymentAmountIncludingPastDue: totalDue,
  pastDueAmt,
}: Pick<LoanAccount, 'paymentAmountIncludingPastDue' | 'pastDueAmt'>): AmountsDue => ({ totalDue, pastDueAmt });

/** Returns whether anything is due on an account. */
const isDue = ({ paymentAmountIncludingPastDue }: LoanAccount): boolean => paymentAmountIncludingPastDue > 0;

/** Returns whether nothing is owed on an account. */
export const isPaidInFull = (account: Pick<LoanAccount, 'currentBalance' | 'paymentAmountIncludingPastDue'>): boolean =>
  account.currentBalance <= 0 && account.paymentAmountIncludingPastDue <= 0;

/** Returns whether a borrower has accounts, and owes nothing on any of them. */
export const areAllPaidInFull = (accounts: readonly LoanAccount[]): boolean =>
  accounts.length > 0 && accounts.every(isPaidInFull);

const getDueDate = (account: LoanAccount): PlainDate | null => (isDue(account) ? account.paymentDueDate : null);

/** Returns the amounts due on several accounts together. */
export function toDueOverview(accounts: readonly LoanAccount[]) {
  // An account without a past-due date may be the earliest one.
  const since = accounts.filter(({ pastDueAmt }) => pastDueAmt > 0).map(({ pastDueSince }) => pastDueSince ?? null);
  return {
    /** Past-due amounts included. */
    totalDue: sumCents(accounts.map(({ paymentAmountIncludingPastDue }) => paymentAmountIncludingPastDue)),
    pastDue: sumCents(accounts.map(({ pastDueAmt }) => pastDueAmt)),
    /** The earliest date since which an account is past due; null if nothing is, or if one of the dates is unknown. */
    pastDueSince: since.includes(null) ? null : findEarliest(since),
    /** The earliest due date of the accounts with an amount due; null if nothing is due. */
    nextDueDate: findEarliest(accounts.map(getDueDate)),
  };
}

/** Returns the sent next payment; that of the due date if none is sent. Null if nothing is owed. It can be 0. */
export function sentNextPayment(
  account: Pick<LoanAccount, 'nextPayment' | 'paymentDueDate' | 'nextPaymentAmountDue' | 'isFirstPayment'>,
): NextPayment | null {
  const { nextPayment, paymentDueDate: date, nextPaymentAmountDue: amount, isFirstPayment: isFirst = false } = account;
  return nextPayment === undefined ? date && { date, amount, isFirst } : nextPayment;
}

/** Returns the next payment of an account without an amount due now; null if something is due, or nothing is owed. */
export function nextPaymentOn(account: LoanAccount): NextPayment | null {
  const next = sentNextPayment(account);
  return isDue(account) || next === null || next.amount <= 0 ? null : next;
}

/** Returns the sum for the earliest next payment; null if something is due on an account, or there is no next payment. */
export function nextPaymentOfAll(accounts: readonly LoanAccount[]): NextPayment | null {
  if (accounts.some(isDue)) return null;
  const payments = accounts.map(nextPaymentOn).filter((payment) => payment !== null);
  const date = findEarliest(payments.map((payment) => payment.date));
  if (date === null) return null;
  const next = payments.filter((payment) => payment.date === date);
  return { date, amount: sumCents(next.map(({ amount }) => amount)), isFirst: next.every(({ isFirst }) => isFirst) };
}

/** Returns the date and the amount of the latest payment of each account, the newest first; at most `count`. */
export const getLatestPayments = (accounts: readonly LoanAccount[], count: number) =>
  accounts
    .flatMap((account) => {
      if (account.latestPayment === null) return [];
      const { latestPaymentDate: date, latestPaymentAmount: amount } = account.latestPayment;
      return [{ account, date, amount }];
    })
    .toSorted((a, b) => compare(b.date, a.date))
    .slice(0, count);

/** The orders in which accounts can be listed. */
export const ACCOUNT_ORDERS = ['urgency', 'amount', 'balance', 'number'] as const;
export type AccountOrder = (typeof ACCOUNT_ORDERS)[number];

/** Accounts without an amount due follow those with a due date. */
const NO_DATE = '9999-12-31';

const compareAccounts: Readonly<Record<AccountOrder, (a: LoanAccount, b: LoanAccount) => number>> = {
  urgency: (a, b) => b.pastDueAmt - a.pastDueAmt || compare(getDueDate(a) ?? NO_DATE, getDueDate(b) ?? NO_DATE),
  amount: (a, b) => b.paymentAmountIncludingPastDue - a.paymentAmountIncludingPastDue,
  balance: (a, b) => b.currentBalance - a.currentBalance,
  number: (a, b) => compare(a.accountNumber, b.accountNumber),
};

/**
 * Returns the accounts in this order; `urgency` puts past-due ones first, the largest amount first, then the earliest due
 * date.
 */
export const sortAccounts = <A extends LoanAccount>(accounts: readonly A[], order: AccountOrder): A[] =>
  accounts.toSorted(compareAccounts[order]);

/** The selections of accounts that a long list offers. */
export const ACCOUNT_SELECTIONS = ['all', 'pastDue', 'due', 'notDue'] as const;
export type AccountSelection = (typeof ACCOUNT_SELECTIONS)[number];

const isSelected: Readonly<Record<AccountSelection, (account: LoanAccount) => boolean>> = {
  all: () => true,
  pastDue: ({ pastDueAmt }) => pastDueAmt > 0,
  due: isDue,
  notDue: (account) => !isDue(account),
};

/** Returns whether an account number contains `part`, ignoring spaces, hyphens and case. */
export const hasNumber = ({ accountNumber }: Pick<LoanAccount, 'accountNumber'>, part: string): boolean =>
  accountNumber.toUpperCase().includes(normalizedText(part).replaceAll(/[\s-]/g, '').toUpperCase());

/** Returns the accounts of a selection whose number contains `part`, see {@link hasNumber}. */
export const filterAccounts = <A extends LoanAccount>(
  accounts: readonly A[],
  selection: AccountSelection,
  part = '',
): A[] => accounts.filter((account) => isSelected[selection](account) && hasNumber(account, part));
