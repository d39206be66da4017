/** Rules for the payable amounts and dates, and their validation (Y §4.1, §5.1). Portal and server use them. */
import { isBankHoliday } from '../banking-days.ts';
import { type PlainDate, addMonths, dayOfMonth, isWeekend, toMonth, parseUsDate } from '../calendar.ts';
import { type Cents, ZERO, isBeyondCents, maxCents, parseTyped, sumCents } from '../money.ts';
import type { FieldProblem, PlainIssue } from '../issue.ts';
import type {
  AccountPayment,
  AvailableDates,
  BorrowerPayment,
  GroupPayment,
  PaymentMethodProfile,
  SpecialPaymentInstruction,
} from './shapes.ts';
import type { PaymentOption, SubmitResponse } from './submission-shapes.ts';

export type PaymentIssue =
  | PlainIssue<'date.required' | 'date.format' | 'date.notBankingDay' | 'date.afterDueDate'>
  | { code: 'date.tooEarly'; earliest: PlainDate }
  | { code: 'date.outsideWindow'; paymentRange: number }
  | PlainIssue<'amount.required' | 'amount.format' | 'amount.belowPastDue' | 'total.zero' | 'total.mismatch'>
  | { code: 'amount.exceedsPayoff'; payoff: Cents }
  | { code: 'amount.nearPayoff'; payoff: Cents }
  | { code: 'underWay.exceedsPayoff'; payoff: Cents }
  | PlainIssue<'allocation.shortHere' | 'allocation.shortElsewhere' | 'account.unknown' | 'account.mismatch'>
  | PlainIssue<'underWay.coversDue' | 'underWay.coversDueLate' | 'underWay.coversPastDue' | 'group.unknown'>
  | { code: 'underWay.coversPart'; left: Cents }
  | { code: 'underWay.sameDate'; date: PlainDate }
  /** `account` is its display name. */
  | { code: 'pastDue.left'; left: Cents; account: string }
  | { code: 'pastDue.leftElsewhere'; left: Cents }
  | PlainIssue<'terms.required' | 'method.unknown'>;

/** The amounts due on an account or a group from which its options follow; negative amounts count as 0 (ruling 53). */
export type Due = Pick<
  AccountPayment,
  'totalDue' | 'pastDueAmt' | 'amountDue' | 'nextPaymentAmountDue' | 'nextPaymentScheduleAmount'
>;

/** A separately payable part: an account as a whole (`group` is null), or one of its groups. */
export interface Payable {
  /** Opaque; the part of its fields' names after the dot: `accountId`, or `accountId.groupId`. */
  readonly id: string;
  readonly account: AccountPayment;
  readonly group: GroupPayment | null;
  readonly due: Due;
}

/** Returns an account as a single payable. */
export const accountPayable = (account: AccountPayment): Payable => ({
  id: account.accountId,
  account,
  group: null,
  due: account,
});

/** Returns the groups of an account as separate payables. */
export const groupPayables = (account: AccountPayment): (Payable & { readonly group: GroupPayment })[] =>
  account.borrowerGroupPayments.map((group) => ({
    id: `${account.accountId}.${group.groupId}`,
    account,
    group,
    due: group,
  }));

/** Returns the options for an account or group, in order of preference for the default (Y §4.1, ruling 53). */
export function offeredOptions(due: Pick<Due, 'totalDue' | 'pastDueAmt'>): PaymentOption[] {
  const total = maxCents(due.totalDue, ZERO);
  const past = maxCents(due.pastDueAmt, ZERO);
  const offered: PaymentOption[] = [];
  if (total === 0 && past === 0) offered.push('NoPayment');
  if (total > 0) offered.push('MonthlyPayment');
  if (past > 0) offered.push('PastPayment');
  return [...offered, 'OtherAmount'];
}

/** Returns the default option (Y §4.1): the first one, as only those that apply are offered (rulings 32, 53). */
export const defaultOption = ({ due }: Pick<Payable, 'due'>): PaymentOption => offeredOptions(due)[0] ?? 'OtherAmount';

/** Returns the amount of an option in cents. An invalid Other amount counts as 0. */
export function getOptionAmount(
  option: PaymentOption,
  due: Pick<Due, 'totalDue' | 'pastDueAmt'>,
  typed: string,
): Cents {
  if (option === 'NoPayment') return ZERO;
  if (option === 'OtherAmount') return parseTyped(typed) ?? ZERO;
  return maxCents(option === 'MonthlyPayment' ? due.totalDue : due.pastDueAmt, ZERO);
}

/**
 * Returns the regular monthly amount of an account or group in cents (Y §4.1): the amount disclosed for this month while the
 * due day of some group is after today, otherwise that for the next month; the one on record if the month has no disclosure.
 */
export function getMonthlyAmount({ account, group }: Payable, today: PlainDate): Cents {
  const { disclosedPaymentAmounts, monthlyPaymentAmount } = group ?? account;
  const groups = group === null ? account.borrowerGroupPayments : [group];
  const isAhead = groups.some(({ paymentDueDate: date }) => date !== null && dayOfMonth(date) > dayOfMonth(today));
  const month = isAhead ? toMonth(today) : toMonth(addMonths(today, 1));
  const disclosed = disclosedPaymentAmounts.find(({ disclosureDate }) => toMonth(disclosureDate) === month);
  return disclosed?.amount ?? monthlyPaymentAmount;
}

/**
 * Returns the smallest amount in cents that would advance the due date, which the borrower may ask to keep (Y §4.1):
 * the next amount due if nothing is due now, otherwise the sum of past-due, due and next scheduled amounts.
 */
export const advancingFrom = (due: Due): Cents =>
  due.amountDue <= 0
    ? due.nextPaymentAmountDue
    : sumCents([maxCents(due.pastDueAmt, ZERO), due.amountDue, due.nextPaymentScheduleAmount]);

/** Returns whether an Other amount up to the payoff would advance the due date, see {@link advancingFrom}. */
export const wouldAdvance = (amount: Cents, due: Due): boolean => amount > 0 && amount >= advancingFrom(due);

/** Validates a payment date (Y §5.1): within the window, a banking day, and among the days that the server offers. */
export function validateDay(day: PlainDate, dates: AvailableDates): PaymentIssue | undefined {
  if (day < dates.earliestPaymentDate) return { code: 'date.tooEarly', earliest: dates.earliestPaymentDate };
  if (day > dates.latestPaymentDate) return { code: 'date.outsideWindow', paymentRange: dates.paymentRange };
  if (isBankHoliday(day) || (dates.excludeWeekends && isWeekend(day))) return { code: 'date.notBankingDay' };
  if (!dates.availablePaymentDates.includes(day))
    return { code: 'date.outsideWindow', paymentRange: dates.paymentRange };
  return undefined;
}

/** Validates a payment date as typed (Y §5.1). A date that does not exist is a format error (ruling 43). */
export function validateTypedDate(typed: string, dates: AvailableDates): PaymentIssue | undefined {
  if (typed.trim() === '') return { code: 'date.required' };
  const day = parseUsDate(typed);
  return day === undefined ? { code: 'date.format' } : validateDay(day, dates);
}

/** Returns the warning for a day after the earliest due date, if nothing is past due already (Y §5.1). */
export function warningForDay(day: PlainDate, payment: BorrowerPayment): PaymentIssue | undefined {
  const accounts = payment.borrowerAccountPayments;
  if (accounts.some(({ pastDueAmt }) => pastDueAmt > 0)) return undefined;
  const isLate = accounts.some(({ paymentDueDate }) => paymentDueDate !== null && day > paymentDueDate);
  return isLate ? { code: 'date.afterDueDate' } : undefined;
}

/** Validates an Other amount as typed (Y §5.1): a valid amount up to the account's payoff; an empty one is missing. */
export function validateOtherAmount(typed: string, payoff: Cents): PaymentIssue | undefined {
  if (typed.trim() === '') return { code: 'amount.required' };
  if (isBeyondCents(typed)) return { code: 'amount.exceedsPayoff', payoff };
  const amount = parseTyped(typed);
  if (amount === undefined) return { code: 'amount.format' };
  return amount > payoff ? { code: 'amount.exceedsPayoff', payoff } : undefined;
}

/**
 * Validates the split between groups (Y §5.1): a group must not get more than its amount due while another group gets
 * less than its past-due amount. Returns the problem of the given group if it is one of the two. Amounts are in cents.
 */
export function validateAllocation(
  group: { readonly amount: Cents; readonly due: Due },
  others: readonly { readonly amount: Cents; readonly due: Due }[],
): PaymentIssue | undefined {
  const isExtra = ({ amount, due }: typeof group) => amount > maxCents(due.totalDue, ZERO);
  const isShort = ({ amount, due }: typeof group) => amount < due.pastDueAmt;
  if (isShort(group) && others.some(isExtra)) return { code: 'allocation.shortHere' };
  if (isExtra(group) && others.some(isShort)) return { code: 'allocation.shortElsewhere' };
  return undefined;
}

/** Returns whether an issue concerns the split of extra money between groups. */
export const isAllocation = ({ issue }: FieldProblem): boolean => issue.code.startsWith('allocation.');

/** Returns the saved method with this id, if the borrower has it. */
export const findMethod = <Method extends Pick<PaymentMethodProfile, 'profileId'>>(
  methods: readonly Method[],
  id: string | null,
): Method | undefined => methods.find((method) => method.profileId === id);

/** Returns the special instructions without `STANDARD`, which means no instruction (Y §3). */
export const specialInstructions = (all: readonly SpecialPaymentInstruction[]): SpecialPaymentInstruction[] =>
  all.filter(({ specialPaymentInstructionsCode }) => specialPaymentInstructionsCode !== 'STANDARD');

/** Returns whether the payment was accepted: status 0 (Y §3). */
export const isPaymentAccepted = (answer: SubmitResponse): boolean => answer.statusCode === 0;

/** Returns what can be paid: accounts and groups that are paid in full are left out. A group has no due date then. */
export const withoutPaid = (payment: BorrowerPayment): BorrowerPayment => ({
  ...payment,
  borrowerAccountPayments: payment.borrowerAccountPayments
    .filter(({ currentPayoff }) => currentPayoff > 0)
    .map((account) => ({
      ...account,
      borrowerGroupPayments: account.borrowerGroupPayments.filter(
        ({ paymentDueDate, totalDue, outstandingBalance }) =>
          paymentDueDate !== null || totalDue > 0 || outstandingBalance > 0,
      ),
    })),
});
