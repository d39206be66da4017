/** The messages of the payment rules. They are the only definition of the specification's sentences (Y §5). */
import { type PlainDate, formatUsDate } from '../calendar.ts';
import { type Cents, formatUsd } from '../money.ts';
import { type Messages, getMessage } from '../issue.ts';
import { toLetter } from '../letter.ts';
import type { Refund } from './history-shapes.ts';
import type { StoredRefund } from './returns.ts';
import type { PaymentIssue } from './rules.ts';
import type { ScheduledPayment } from './shapes.ts';
import type { PaymentLevel, PaymentOption } from './submission-shapes.ts';
import type { UnderWayWarning } from './under-way.ts';

export const paymentMessages: Messages<PaymentIssue> = {
  'date.required': () => 'Payment date is required.',
  'date.format': () => 'Incorrect format. Please use MM/DD/YYYY.',
  'date.tooEarly': ({ earliest }) => `Payment date must be on or after ${formatUsDate(earliest)}.`,
  'date.outsideWindow': ({ paymentRange }) => `Payment must be in the next ${paymentRange} days.`,
  'date.notBankingDay': () => 'Payment date must not be on a weekend or holiday.',
  'date.afterDueDate': () =>
    'You have scheduled your payment for after your next due date. This will result in a late payment.',
  'amount.required': () => 'Payment amount is required.',
  'amount.format': () => 'Payment amount must be a valid dollar amount.',
  'amount.exceedsPayoff': ({ payoff }) => `Payment cannot exceed your account payoff amount of ${formatUsd(payoff)}.`,
  'amount.belowPastDue': () => 'This payment will not fully cover the past due amount for this group.',
  'amount.nearPayoff': ({ payoff }) =>
    `This amount is close to your payoff amount of ${formatUsd(payoff)}. To pay the account in full, enter ${formatUsd(payoff)}.`,
  'allocation.shortHere': () =>
    'In order to pay extra on another loan group, you must pay at least the past due amount on this loan group.',
  'allocation.shortElsewhere': () =>
    'In order to pay extra on this loan group, you must pay at least the past due amount on your other loan group(s).',
  'total.zero': () => 'Total Payment amount must be greater than $0.',
  'underWay.exceedsPayoff': ({ payoff }) =>
    `With the payments you have already scheduled, you would pay more than the payoff amount of ${formatUsd(payoff)} on this account.`,
  'underWay.sameDate': ({ date }) => `You already have payments scheduled for ${formatUsDate(date)}.`,
  'underWay.coversDue': () =>
    "Your scheduled payments cover the total due on this account. You don't need to pay it again.",
  'underWay.coversDueLate': () =>
    'Your scheduled payments would cover the total due on this account, but not by the due date.',
  'underWay.coversPastDue': () => 'Your scheduled payments cover the past-due amount on this account.',
  'underWay.coversPart': ({ left }) =>
    `Your scheduled payments cover part of the total due on this account. ${formatUsd(left)} is left to pay.`,
  'pastDue.left': ({ left, account }) => `This leaves ${formatUsd(left)} past due on ${account}.`,
  'pastDue.leftElsewhere': ({ left }) => `This leaves ${formatUsd(left)} past due on your other accounts.`,
  'terms.required': () =>
    'You are required to agree to the terms of the Payment Authorization and Insufficient Funds Statement.',
  'method.unknown': () => 'This payment method is no longer saved. Choose another one.',
  // The portal's screens prevent the next four issues; only other clients of the API get these messages.
  'account.unknown': () =>
    "We couldn't match this payment to your accounts. Go back to Schedule Payment, check the amounts, and submit again.",
  'group.unknown': () =>
    "We couldn't match this payment to your loan groups. Go back to Schedule Payment, check the amounts, and submit again.",
  'account.mismatch': () =>
    "The amounts for your loan groups don't add up. Go back to Schedule Payment, check them, and submit again.",
  'total.mismatch': () =>
    "The amounts don't add up to the total. Go back to Schedule Payment, check them, and submit again.",
};

const forGroup = ({ groupId }: ScheduledPayment): string => (groupId === null ? '' : ` for group ${groupId}`);

/** Returns 'a' or 'an' by the pronunciation of the amount: an $80.00 payment, an $11.00 payment. */
const getArticle = (amount: string): string => (/^\$(?:8|1[18][.,])/.test(amount) ? 'an' : 'a');

/** Returns the warning about scheduled payments, with the amount and, for a payment to one group, the group of each. */
export function underWayMessage({ issue, payments }: UnderWayWarning): string {
  const amounts = payments.map(({ sumOfPaymentAmount }) => formatUsd(sumOfPaymentAmount));
  if (issue.code !== 'underWay.sameDate') {
    const dated = payments.map((each, at) => `${amounts[at]} on ${formatUsDate(each.effectiveDate)}${forGroup(each)}`);
    return `${getMessage(paymentMessages, issue)} Already scheduled: ${dated.join('; ')}.`;
  }
  const date = formatUsDate(issue.date);
  const [first, second] = payments;
  if (first !== undefined && second === undefined) {
    const amount = formatUsd(first.sumOfPaymentAmount);
    return `You already have ${getArticle(amount)} ${amount} payment${forGroup(first)} scheduled for ${date}.`;
  }
  return `You already have payments scheduled for ${date}: ${payments.map((each, at) => `${amounts[at]}${forGroup(each)}`).join('; ')}.`;
}

/** The properties of a payment that texts about its cancellation use. */
type Cancelable = Pick<ScheduledPayment, 'sumOfPaymentAmount' | 'effectiveDate'>;

const named = ({ sumOfPaymentAmount, effectiveDate }: Cancelable): string =>
  `${formatUsd(sumOfPaymentAmount)} scheduled for ${formatUsDate(effectiveDate)}`;

/** The texts for canceling a scheduled payment (Y §4.6, ruling 18). */
export const cancellationMessages = {
  confirm: (payment: Cancelable) => `Are you sure you want to cancel the payment of ${named(payment)}?`,
  canceled: (payment: Cancelable) =>
    `Payment of ${named(payment)} is in process. You will see the cancelled payment appear in your Payment History soon.`,
  leftOpen: ({ dueDate, amount }: NonNullable<ScheduledPayment['leftIfCancelled']>) =>
    `Auto debit doesn't replace this payment: its amount can't be changed any more. If you cancel, you still have to pay ${formatUsd(amount)} by ${formatUsDate(dueDate)}.`,
  notCanceled: (payment: Cancelable) => `Payment of ${named(payment)} could not be cancelled. Please try again.`,
} as const;

/** The message in the error panel when the split of extra money between groups is invalid (Y §5.1). */
export const allocationSummary =
  'Groups that are past due must have the minimum past due amount paid in order to pay extra on other groups in the same account.';

/** The two ways of paying an account (Y §2.1). */
export const levelLabels: Readonly<Record<PaymentLevel, string>> = {
  account: 'Pay by Account',
  group: 'Pay by Group',
};

/** Returns the hint on the maximum payment: the payoff, less the payments under way (ruling 90). */
export const payableHint = (most: Cents, underWay: Cents): string =>
  underWay === 0
    ? `Up to your payoff amount of ${formatUsd(most)}`
    : `Up to ${formatUsd(most)}: your payoff amount less the ${formatUsd(underWay)} you have already scheduled`;

/** The labels of the options. */
export const optionLabels: Readonly<Record<PaymentOption, string>> = {
  NoPayment: 'No payment',
  MonthlyPayment: 'Total due',
  PastPayment: 'Past due only',
  OtherAmount: 'Other amount',
};

/** Checking or Savings (Y §9). */
export const accountTypeLabels: Readonly<Record<1 | 2, string>> = { 1: 'Checking', 2: 'Savings' };

/** Returns the note on a payment that is still made although something has changed since it was scheduled. */
export const unchangedPaymentText = (
  { sumOfPaymentAmount, effectiveDate }: Pick<ScheduledPayment, 'sumOfPaymentAmount' | 'effectiveDate'>,
  keptDespite: NonNullable<ScheduledPayment['keptDespite']>,
): string => {
  const payment = `We still make your payment of ${formatUsd(sumOfPaymentAmount)} on ${formatUsDate(effectiveDate)}`;
  return keptDespite === 'pause'
    ? `${payment}, although your payments are paused on that day.`
    : `${payment} with this amount, although you have a new repayment plan.`;
};

/** Returns 'Refunded $500.00 on 12/04/2026', and 'Refund of $500.00 coming on 12/04/2026' before that day (ruling 95). */
export const refundText = ({ amount, date, isMade }: Refund): string => {
  if (date === null) return `Refunded ${formatUsd(amount)}`;
  return isMade
    ? `Refunded ${formatUsd(amount)} on ${formatUsDate(date)}`
    : `Refund of ${formatUsd(amount)} coming on ${formatUsDate(date)}`;
};

/** A payment that is refunded, in part or in full. */
export interface RefundedPayment extends StoredRefund {
  readonly effectiveDate: PlainDate;
  readonly amount: Cents;
  /** The display names of the accounts. */
  readonly accounts: readonly string[];
  /** The bank and the masked account number. */
  readonly bankAccount: string;
}

const NOTHING_TO_DO = "You don't need to do anything.";

const formatAccounts = ({ accounts }: RefundedPayment): string => accounts.join(' and ');

const paymentText = ({ amount, effectiveDate }: RefundedPayment): string =>
  `your payment of ${formatUsd(amount)} on ${formatUsDate(effectiveDate)}`;

const sendingText = ({ refunded, refundedOn, bankAccount }: RefundedPayment): string =>
  `sending ${formatUsd(refunded)} back to ${bankAccount}${refundedOn === null ? '' : ` on ${formatUsDate(refundedOn)}`}. Your bank may take a few days to show it.`;

/** Returns the inbox message about a refund (ruling 95). Paragraphs are separated by blank lines. */
export function refundMessage(payment: RefundedPayment) {
  const isWhole = payment.refunded === payment.amount;
  return toLetter(isWhole ? "We're refunding your payment" : "We're refunding part of your payment", [
    isWhole
      ? `You owed nothing on ${formatAccounts(payment)} when we applied ${paymentText(payment)}.`
      : `On ${formatAccounts(payment)}, ${paymentText(payment)} was ${formatUsd(payment.refunded)} more than you owed.`,
    `We're ${sendingText(payment)}`,
    NOTHING_TO_DO,
  ]);
}

/** Returns the message about a refund that changed after a return. `announced` is the amount in the earlier message. */
export const refundChangeMessage = (payment: RefundedPayment, announced: Cents) =>
  toLetter(payment.refunded === 0 ? "We aren't sending your refund" : 'Your refund has changed', [
    `We told you that we were sending back ${formatUsd(announced)} of ${paymentText(payment)}. After that, your bank returned another payment on ${formatAccounts(payment)}, so you owe more than we thought.`,
    payment.refunded === 0
      ? "We aren't sending any of this payment back. All of it pays what you owe."
      : `We're now ${sendingText(payment)} The rest of this payment pays what you owe.`,
    NOTHING_TO_DO,
  ]);
