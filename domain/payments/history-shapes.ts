/** Payment history, totals and cancellations on the wire (Y §3). Parsed money is in cents, parsed dates are plain. */
import * as v from 'valibot';
import { AccountNumber } from '../accounts/shapes.ts';
import { PlainDateFromWire as Day } from '../calendar.ts';
import { MoneyFromWire as Money } from '../money.ts';

const Instant = v.pipe(v.string(), v.isoTimestamp());

/** The opaque id of a payment to one account or group. It stays the same when the payment moves to the history. */
export const PaymentDetailId = v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/));

/** Which part of the history is listed. A search always covers the full history (Y §4.7). */
export const HistoryPeriod = v.picklist(['recent', 'all']);
export type HistoryPeriod = v.InferOutput<typeof HistoryPeriod>;

export const HistorySort = v.picklist(['date', 'amount']);
export type HistorySort = v.InferOutput<typeof HistorySort>;

export const SortOrder = v.picklist(['asc', 'desc']);
export type SortOrder = v.InferOutput<typeof SortOrder>;

/** The longest search text, in characters. */
export const LONGEST_SEARCH = 60;

/** The largest page of the history. */
const MAX_PAYMENTS = 100;

/** A query for payments of the history, with their order. */
export const HistoryQuery = v.strictObject({
  period: HistoryPeriod,
  /** A date, an amount, a payment type or an account number; null lists every payment of the period. */
  search: v.nullable(v.pipe(v.string(), v.maxLength(LONGEST_SEARCH))),
  sort: HistorySort,
  order: SortOrder,
});
export type HistoryQuery = v.InferOutput<typeof HistoryQuery>;

const count = v.pipe(v.number(), v.integer(), v.minValue(1));

/** The same, with the page (counted from 1) and its size. */
export const HistoryPageQuery = v.strictObject({
  ...HistoryQuery.entries,
  page: v.pipe(count, v.maxValue(999_999)),
  size: v.pipe(count, v.maxValue(MAX_PAYMENTS)),
});
export type HistoryPageQuery = v.InferOutput<typeof HistoryPageQuery>;

/** The view of the history, stored in the URL and the history entry, so that Back and a reload restore it. */
export const HistoryView = v.object({
  ...HistoryQuery.entries,
  search: v.string(),
  page: HistoryPageQuery.entries.page,
});
export type HistoryView = v.InferOutput<typeof HistoryView>;

/** The effect of a payment on one group of loans. */
export const GroupLevelPaymentHistory = v.object({
  groupId: v.string(),
  totalAmount: Money,
  principalApplied: Money,
  interestApplied: Money,
  feesApplied: Money,
});
export type GroupLevelPaymentHistory = v.InferOutput<typeof GroupLevelPaymentHistory>;

const sums = { sumOfPrincipal: Money, sumOfInterest: Money, sumOfFees: Money };

/** The part of a payment that was more than the account's payoff and goes back to the bank account (ruling 95). */
export const Refund = v.object({
  amount: Money,
  /** Null in payments from before the day was recorded. */
  date: v.nullable(Day),
  /** Whether it has been sent. */
  isMade: v.boolean(),
});
export type Refund = v.InferOutput<typeof Refund>;

/** A debit with all its parts on the account (ruling 105). `description`: its type, `Cancelled` or `Returned`. */
export const PaymentHistoryItem = v.object({
  paymentDetailId: PaymentDetailId,
  effectiveDate: Day,
  sumOfPaymentAmount: Money,
  ...sums,
  description: v.string(),
  borrowerAccountNumber: AccountNumber,
  /** The type of the account's loans, for its name. Omitted by older servers. */
  loanType: v.optional(v.string()),
  groupLevelPaymentHistories: v.array(GroupLevelPaymentHistory),
  refund: v.nullable(Refund),
  /** When the payment was canceled or returned; null for a posted one. */
  closedAt: v.nullable(Instant),
});
export type PaymentHistoryItem = v.InferOutput<typeof PaymentHistoryItem>;

/** One page of the history. */
export const PaymentHistoryPage = v.object({
  payments: v.array(PaymentHistoryItem),
  /** Counted from 1. A page after the last one is answered with the last one. */
  page: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** The number of payments on all pages. */
  total: v.pipe(v.number(), v.integer(), v.minValue(0)),
});
export type PaymentHistoryPage = v.InferOutput<typeof PaymentHistoryPage>;

/** The prediction for a payment, made when it was submitted in the portal. */
export const PredictedPayment = v.object({
  ...sums,
  refundedAmount: Money,
  groupLevelPaymentHistories: v.array(GroupLevelPaymentHistory),
});
export type PredictedPayment = v.InferOutput<typeof PredictedPayment>;

/** One payment of the history in full. */
export const PaymentHistoryDetails = v.object({
  ...PaymentHistoryItem.entries,
  /** The program of the account's loans, such as `Direct`. */
  loanType: v.string(),
  /** Bank and masked account number; null for payments made before the portal. */
  paymentMethod: v.nullable(v.string()),
  /** Null for payments that were not made in the portal. */
  predicted: v.nullable(PredictedPayment),
});
export type PaymentHistoryDetails = v.InferOutput<typeof PaymentHistoryDetails>;

/** The total paid to date. Canceled, returned and refunded money does not count. The spelling is the specification's. */
export const PaymentTotals = v.object({
  totalAmountPaid: Money,
  totalPrincipleApplied: Money,
  totalInterestApplied: Money,
  totalFeesApplied: Money,
});
export type PaymentTotals = v.InferOutput<typeof PaymentTotals>;

/** Names the scheduled payment to cancel. */
export const Cancellation = v.strictObject({
  paymentId: v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/)),
  paymentDetailId: PaymentDetailId,
});
export type Cancellation = v.InferOutput<typeof Cancellation>;

/** Whether the payment was canceled. False when it is no longer scheduled. */
export const CancellationResponse = v.object({ result: v.boolean() });
export type CancellationResponse = v.InferOutput<typeof CancellationResponse>;
