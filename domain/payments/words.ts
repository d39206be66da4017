/** What the payment rules' verdicts say to a person; the spec's sentences (Y §5) stand here and nowhere else. */
import { formatUsDate } from '../calendar.ts';
import { formatUsd } from '../money.ts';
import type { Words } from '../verdict.ts';
import type { PaymentVerdict } from './rules.ts';
import type { PaymentOption } from './shapes.ts';

export const paymentWords: Words<PaymentVerdict> = {
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
  'total.zero': () => 'Total Payment amount must be greater than $0.',
  'terms.required': () =>
    'You are required to agree to the terms of the Payment Authorization and Insufficient Funds Statement.',
  'method.required': () => 'Choose a payment method.',
  'method.unknown': () => 'This payment method is no longer saved. Choose another one.',
  'account.unknown': () => 'A payment names an account twice, or one that takes no payments.',
  'total.mismatch': () => 'The amounts do not add up to the total that was authorized.',
};

/** What an option is called. */
export const optionWords: Readonly<Record<PaymentOption, string>> = {
  NoPayment: 'No payment',
  MonthlyPayment: 'Current amount due',
  PastPayment: 'Past due amount only',
  OtherAmount: 'Other amount',
};

/** Checking or Savings (Y §9). */
export const accountTypeWords: Readonly<Record<1 | 2, string>> = { 1: 'Checking', 2: 'Savings' };
