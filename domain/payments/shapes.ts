/** The entities of the payments area; names are the wire's (Y §3). Parsed money is in cents, parsed dates are plain. */
import * as v from 'valibot';
import { AccountDraft, AccountNumber, beingPaid, exitDue } from '../accounts/shapes.ts';
import { PlainDateFromWire as Day, plainDateOfEffective } from '../calendar.ts';
import { MoneyFromWire as Money } from '../money.ts';

const MaybeDay = v.nullable(Day);

/** An effective date on the wire: an ISO date at midnight UTC (Y §3), read as a plain date. */
export const EffectiveDate = v.pipe(
  v.string(),
  v.check((text) => plainDateOfEffective(text) !== undefined, 'An effective date is an ISO date at midnight UTC'),
  v.transform((text) => text.slice(0, 10)),
  Day,
);

/** The data of the payment pages before the borrower has chosen anything. */
export const PaymentOverview = v.object({
  paymentDate: MaybeDay,
  hasMultipleDueDays: v.boolean(),
  autoDebitFlag: v.boolean(),
  autoDebitAmount: Money,
});
export type PaymentOverview = v.InferOutput<typeof PaymentOverview>;

/** The possible payment dates, in order. */
export const AvailableDates = v.pipe(
  v.object({
    earliestPaymentDate: Day,
    latestPaymentDate: Day,
    availablePaymentDates: v.array(Day),
    /** Length of the payment window in days. */
    paymentRange: v.pipe(v.number(), v.integer(), v.minValue(1)),
    excludeWeekends: v.boolean(),
  }),
  v.check((dates) => dates.earliestPaymentDate <= dates.latestPaymentDate, 'The window ends before it starts'),
);
export type AvailableDates = v.InferOutput<typeof AvailableDates>;

/** An amount that was disclosed for a future month. */
export const DisclosedAmount = v.object({ disclosureDate: Day, amount: Money });
export type DisclosedAmount = v.InferOutput<typeof DisclosedAmount>;

/** The amounts due that an account and each of its groups have. */
const due = {
  totalDue: Money,
  amountDue: Money,
  pastDueAmt: Money,
  paymentDueDate: MaybeDay,
  /** The due date of the oldest unpaid installment; null or absent if unknown. Of an account, the earliest of its groups. */
  pastDueSince: v.optional(MaybeDay),
  advanceDueDate: v.boolean(),
  disclosedPaymentAmounts: v.array(DisclosedAmount),
  monthlyPaymentAmount: Money,
  nextPaymentAmountDue: Money,
  nextPaymentScheduleAmount: Money,
};

/** The amounts due in one group of loans. `outstandingBalance` is its accrued interest. */
export const GroupPayment = v.object({ groupId: v.string(), loanType: v.string(), ...due, outstandingBalance: Money });
export type GroupPayment = v.InferOutput<typeof GroupPayment>;

/** The amounts due on one account, with all data for its payment options. */
export const AccountPayment = v.object({
  /** Opaque id, for form fields and drafts; the number itself is never stored in the browser (ruling 46). */
  accountId: v.string(),
  accountNumber: AccountNumber,
  loanType: v.string(),
  ...due,
  currentPayoff: Money,
  /** The payoff on today and each day that can be quoted, for payments that follow a payoff quote (ruling 79). */
  payoffByDay: v.optional(v.array(Money)),
  currentBalance: Money,
  /** The day of the balance and the payoff. */
  balanceDate: v.optional(Day),
  accruedInterest: Money,
  lastBumpDate: MaybeDay,
  exitDue,
  beingPaid,
  /** The next draft of auto debit. Null without one, absent on older servers. */
  draft: v.optional(v.nullable(AccountDraft)),
  /** Percent a year. */
  adjustedInterestRate: v.number(),
  isGroupLevelPayment: v.boolean(),
  borrowerGroupPayments: v.array(GroupPayment),
});
export type AccountPayment = v.InferOutput<typeof AccountPayment>;

/** The total amount that the borrower could pay now. */
export const BorrowerPayment = v.object({
  email: v.string(),
  totalDue: Money,
  effectiveDate: EffectiveDate,
  /** MM/DD/YYYY. */
  formattedEffectiveDate: v.string(),
  advanceDueDate: v.boolean(),
  borrowerAccountPayments: v.array(AccountPayment),
});
export type BorrowerPayment = v.InferOutput<typeof BorrowerPayment>;

/**
 * The amounts owed on an account after today's cutoff, including interest of the next banking day, for validating a
 * payment on a later day (Y §4.2). `outstandingBalance` is the whole amount owed, including `accruedInterest`.
 */
export const AfterCutoffDue = v.object({
  /** With a one-character prefix; matched to an account by the last nine digits (ruling 47). */
  accountNumber: AccountNumber,
  outstandingBalance: Money,
  /** The day of these amounts: the next banking day. */
  balanceDate: v.optional(Day),
  groupPayments: v.array(v.object({ groupId: v.string(), accruedInterest: Money, outstandingBalance: Money })),
});
export type AfterCutoffDue = v.InferOutput<typeof AfterCutoffDue>;

/** The borrower's standing instruction for money beyond the amount due on an account (rulings 15, 20). */
export const SpecialPaymentInstruction = v.object({
  borrowerAccountNumber: AccountNumber,
  /** `STANDARD` means that there is no instruction; the portal ignores it (Y §3). */
  specialPaymentInstructionsCode: v.pipe(v.string(), v.regex(/^[A-Z][A-Z_]{0,39}$/)),
});
export type SpecialPaymentInstruction = v.InferOutput<typeof SpecialPaymentInstruction>;

/** 1 Checking, 2 Savings (Y §9). */
export const AccountTypeId = v.picklist([1, 2]);

/** A saved bank account. The server sends the account number masked: five asterisks and the last four digits. */
export const PaymentMethodProfile = v.object({
  profileId: v.string(),
  profileName: v.string(),
  bankName: v.string(),
  accountTypeId: v.optional(AccountTypeId, 1),
  accountNumber: v.pipe(v.string(), v.regex(/^\*{5}\d{4}$/)),
  routingNumber: v.pipe(v.string(), v.regex(/^\*{5}\d{4}$/)),
  accountHolder: v.string(),
  clientId: v.number(),
  createdDate: Day,
  lastUsedDate: MaybeDay,
  updatedDate: MaybeDay,
  webAccountId: v.string(),
});
export type PaymentMethodProfile = v.InferOutput<typeof PaymentMethodProfile>;

/** The part of a saved bank account that a payment needs. */
export type SavedMethod = Pick<
  PaymentMethodProfile,
  'profileId' | 'profileName' | 'bankName' | 'accountTypeId' | 'accountNumber' | 'routingNumber' | 'accountHolder'
>;

/** A payment that has not been posted yet. `groupId` null means that it is for the whole account. */
export const ScheduledPayment = v.object({
  paymentId: v.string(),
  paymentDetailId: v.string(),
  effectiveDate: Day,
  sumOfPaymentAmount: Money,
  paymentMethod: v.string(),
  paymentType: v.string(),
  accountNumber: AccountNumber,
  /** The type of the account's loans, for its name. Omitted by older servers. */
  loanType: v.optional(v.string()),
  groupId: v.nullable(v.string()),
  /** The status: Scheduled, Processing, Pending or Cancelled. */
  description: v.picklist(['Scheduled', 'Processing', 'Pending', 'Cancelled']),
  /**
   * The part that pays bills whose due dates have passed; these are in no amount due (ruling 88). Absent on older servers.
   */
  paysPastBills: v.optional(Money),
  /** The change since it was scheduled: a pause on its date, or a new plan of its account. The payment is still made. */
  keptDespite: v.optional(v.nullable(v.picklist(['pause', 'newPlan']))),
  /**
   * The amount that stays open on a bill if this payment is canceled, because its draft can no longer change (ruling 89).
   * Null or absent if there is none, and for payers.
   */
  leftIfCancelled: v.optional(v.nullable(v.object({ dueDate: Day, amount: Money }))),
});
export type ScheduledPayment = v.InferOutput<typeof ScheduledPayment>;
