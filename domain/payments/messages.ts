/** What the payment rules' issues say to a person; the spec's sentences (Y §5) stand here and nowhere else. */
import { formatUsDate } from '../calendar.ts';
import { formatUsd } from '../money.ts';
import type { Messages } from '../issue.ts';
import type { PaymentIssue } from './rules.ts';
import type { PaymentLevel, PaymentOption, ScheduledPayment } from './shapes.ts';

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
    `Together with the payments that are already under way, you would pay more than the payoff amount of ${formatUsd(payoff)} on this account.`,
  'underWay.sameDate': () => 'A payment with the same date is already under way.',
  'terms.required': () =>
    'You are required to agree to the terms of the Payment Authorization and Insufficient Funds Statement.',
  'method.unknown': () => 'This payment method is no longer saved. Choose another one.',
  'account.unknown': () => 'A payment names an account twice, or one that takes no payments.',
  'group.unknown': () => 'A payment names a loan group twice, or one that the account does not have.',
  'account.mismatch': () => "The amounts of an account's loan groups do not add up to the amount of the account.",
  'total.mismatch': () => 'The amounts do not add up to the total that was authorized.',
};

/** The payments under way of which a warning speaks: the amount, the date and, where it is for one only, the group of each. */
export const underWayList = (payments: readonly ScheduledPayment[]): string =>
  `Under way: ${payments
    .map(({ sumOfPaymentAmount, effectiveDate, groupId }) => {
      const paid = `${formatUsd(sumOfPaymentAmount)} on ${formatUsDate(effectiveDate)}`;
      return groupId === null ? paid : `${paid} for group ${groupId}`;
    })
    .join('; ')}.`;

/** Said in the error panel when extra money was shared wrongly between groups (Y §5.1). */
export const allocationSummary =
  'Groups that are past due must have the minimum past due amount paid in order to pay extra on other groups in the same account.';

/** The two ways of paying an account (Y §2.1). */
export const levelLabels: Readonly<Record<PaymentLevel, string>> = {
  account: 'Pay by Account',
  group: 'Pay by Group',
};

/** What an option is called. */
export const optionLabels: Readonly<Record<PaymentOption, string>> = {
  NoPayment: 'No payment',
  MonthlyPayment: 'Current amount due',
  PastPayment: 'Past due amount only',
  OtherAmount: 'Other amount',
};

/** Checking or Savings (Y §9). */
export const accountTypeLabels: Readonly<Record<1 | 2, string>> = { 1: 'Checking', 2: 'Savings' };
