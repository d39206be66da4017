/** The entities of the payments area; names are the wire's (Y §3). Parsed money is in cents, parsed dates are plain. */
import * as v from 'valibot';
import { AccountNumber } from '../accounts/shapes.ts';
import { PlainDateFromWire, plainDateOfEffective } from '../calendar.ts';
import { MoneyFromWire } from '../money.ts';
import { KeptSubmission, submissionOutcome } from '../submission.ts';

const Money = MoneyFromWire;
const Day = PlainDateFromWire;
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

/** The dates on which a payment may be made, in order. */
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

/** An amount that was disclosed for a month to come. */
export const DisclosedAmount = v.object({ disclosureDate: Day, amount: Money });
export type DisclosedAmount = v.InferOutput<typeof DisclosedAmount>;

/** The amounts due in one group of loans. `outstandingBalance` is its accrued interest. */
export const GroupPayment = v.object({
  groupId: v.string(),
  loanType: v.string(),
  totalDue: Money,
  amountDue: Money,
  pastDueAmt: Money,
  paymentDueDate: MaybeDay,
  /** The due date of the oldest unpaid installment; null or absent if unknown. */
  pastDueSince: v.optional(MaybeDay),
  outstandingBalance: Money,
  advanceDueDate: v.boolean(),
  disclosedPaymentAmounts: v.array(DisclosedAmount),
  monthlyPaymentAmount: Money,
  nextPaymentAmountDue: Money,
  nextPaymentScheduleAmount: Money,
});
export type GroupPayment = v.InferOutput<typeof GroupPayment>;

/** The amounts due on one account, with all data for its payment options. */
export const AccountPayment = v.object({
  /** Opaque id, for form fields and drafts; the number itself is never stored in the browser (ruling 46). */
  accountId: v.string(),
  accountNumber: AccountNumber,
  loanType: v.string(),
  totalDue: Money,
  amountDue: Money,
  pastDueAmt: Money,
  currentPayoff: Money,
  currentBalance: Money,
  /** The day of the balance and the payoff. */
  balanceDate: v.optional(Day),
  accruedInterest: Money,
  lastBumpDate: MaybeDay,
  paymentDueDate: MaybeDay,
  /** As in {@link GroupPayment}: the earliest of its groups. */
  pastDueSince: v.optional(MaybeDay),
  nextPaymentAmountDue: Money,
  nextPaymentScheduleAmount: Money,
  monthlyPaymentAmount: Money,
  /** Percent a year. */
  adjustedInterestRate: v.number(),
  advanceDueDate: v.boolean(),
  isGroupLevelPayment: v.boolean(),
  disclosedPaymentAmounts: v.array(DisclosedAmount),
  borrowerGroupPayments: v.array(GroupPayment),
});
export type AccountPayment = v.InferOutput<typeof AccountPayment>;

/** All that the borrower could pay now. */
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

/** One group's share of a payment on the wire, version 2. */
export const GroupPaymentV2 = v.strictObject({
  accountNumber: AccountNumber,
  groupId: v.pipe(v.string(), v.maxLength(20)),
  paymentAmount: Money,
  advanceDueDate: v.boolean(),
});

/** One account's share of a payment on the wire, version 2. */
export const AccountPaymentV2 = v.strictObject({
  accountNumber: AccountNumber,
  paymentAmount: Money,
  borrowerGroupPaymentsV2: v.pipe(v.array(GroupPaymentV2), v.maxLength(100)),
  isGroupLevelPayment: v.boolean(),
  /**
   * Means the opposite of its name: `true` if the box "do not advance the due date" is checked, so that the server
   * keeps the due date (ruling 26, Y §4.1).
   */
  advanceDueDate: v.boolean(),
});

const text = (longest: number) => v.pipe(v.string(), v.maxLength(longest));

/** The date and the amounts of a payment, version 2. */
export const PaymentAmountsV2 = v.strictObject({
  effectiveDate: EffectiveDate,
  paymentAmountControlTotal: Money,
  /** As in {@link AccountPaymentV2}: `true` leaves the due date alone. */
  advanceDueDate: v.boolean(),
  borrowerPaymentV2: v.strictObject({
    borrowerAccountPaymentsV2: v.pipe(v.array(AccountPaymentV2), v.minLength(1), v.maxLength(200)),
  }),
});
export type PaymentAmountsV2 = v.InferOutput<typeof PaymentAmountsV2>;
export type PaymentAmountsV2Wire = v.InferInput<typeof PaymentAmountsV2>;

/** The payload of a payment, version 2 (Y §3). With a saved method `methodId` counts and the bank fields are masked. */
export const SubmitV2 = v.strictObject({
  ...PaymentAmountsV2.entries,
  payerRoleId: v.number(),
  methodId: v.nullable(text(64)),
  name: text(100),
  // The rules of a new bank account limit these further and say why (Y §5.2).
  accountHolder: text(100),
  accountNickname: text(100),
  routingNumber: text(100),
  accountNumber: text(100),
  paymentAccountTypeId: AccountTypeId,
  savePaymentMethod: v.boolean(),
  paymentSourceTypeId: v.number(),
  email: text(100),
  /** The browser's user-agent string. */
  paymentSourceRawDetails: text(500),
});
export type SubmitV2 = v.InferOutput<typeof SubmitV2>;
export type SubmitV2Wire = v.InferInput<typeof SubmitV2>;

/** The payment options of an account or group (Y §4.1). */
export const PaymentOption = v.picklist(['NoPayment', 'MonthlyPayment', 'PastPayment', 'OtherAmount']);
export type PaymentOption = v.InferOutput<typeof PaymentOption>;

/** The choices for an account or group, version 1 (Y §3). */
export const ChosenV1 = v.strictObject({
  SelectedRadio: PaymentOption,
  HasOtherSelected: v.boolean(),
  /** The amount paid. */
  PaymentAmount: Money,
  /** The amount paid on the groups of the account together; 0 if the account is paid as a whole. */
  GroupTotal: Money,
  /** Whether the due date may move on: false when the box "do not advance the due date" is ticked (Y §4.1). */
  CanProgressNextDueDate: v.boolean(),
  ShowAccountview: v.boolean(),
});

const DisclosedV1 = v.strictObject({ disclosureDate: Day, amount: Money });

/** One group's share of a payment on the wire, version 1: the amount due, and the choices. */
export const GroupPaymentV1 = v.strictObject({
  groupId: v.pipe(v.string(), v.maxLength(20)),
  totalDue: Money,
  amountDue: Money,
  pastDueAmt: Money,
  paymentDueDate: MaybeDay,
  outstandingBalance: Money,
  /** As in {@link AccountPaymentV2}: `true` leaves the due date alone. */
  advanceDueDate: v.boolean(),
  disclosedPaymentAmounts: v.pipe(v.array(DisclosedV1), v.maxLength(24)),
  monthlyPaymentAmount: Money,
  paymentOption: ChosenV1,
});

/** One account's share of a payment on the wire, version 1: the amount due, and the choices. */
export const AccountPaymentV1 = v.strictObject({
  accountNumber: AccountNumber,
  displayName: v.pipe(v.string(), v.maxLength(100)),
  totalDue: Money,
  currentPayoff: Money,
  /** As in {@link AccountPaymentV2}: `true` leaves the due date alone. */
  advanceDueDate: v.boolean(),
  monthlyPaymentAmount: Money,
  isGroupLevelPayment: v.boolean(),
  showAccountView: v.boolean(),
  disclosedPaymentAmounts: v.pipe(v.array(DisclosedV1), v.maxLength(24)),
  paymentOption: ChosenV1,
  borrowerGroupPayments: v.pipe(v.array(GroupPaymentV1), v.maxLength(100)),
});

/** The payload of a payment, version 1 (Y §3): the payment model as the portal holds it. */
export const SubmitV1 = v.strictObject({
  borrowerPayment: v.strictObject({
    /** The amount due on all accounts, not the amount paid. */
    totalDue: Money,
    effectiveDate: EffectiveDate,
    /** MM/DD/YYYY. */
    formattedEffectiveDate: v.pipe(v.string(), v.maxLength(10)),
    /** As in {@link AccountPaymentV2}: `true` leaves the due date alone. */
    advanceDueDate: v.boolean(),
    borrowerAccountPayments: v.pipe(v.array(AccountPaymentV1), v.minLength(1), v.maxLength(200)),
  }),
  methodId: v.nullable(text(64)),
  /** Whether the borrower came back to a method that had been chosen before (Y §4.3). */
  methodPreserved: v.boolean(),
  // The rules of a new bank account limit these further and say why (Y §5.2).
  accountHolder: text(100),
  accountNickname: text(100),
  routingNumber: text(100),
  accountNumber: text(100),
  /** The bank's name. */
  institutionName: text(100),
  paymentAccountTypeId: AccountTypeId,
  payerRoleId: v.number(),
  name: text(100),
  email: text(100),
  savePaymentMethod: v.boolean(),
  paymentSourceTypeId: v.number(),
  /** The browser's user-agent string. */
  paymentSourceRawDetails: text(500),
});
export type SubmitV1 = v.InferOutput<typeof SubmitV1>;
export type SubmitV1Wire = v.InferInput<typeof SubmitV1>;

/** The response to a submission. `statusCode` 0 is success; any other code rejects the payment, with the reason. */
export const SubmitAnswer = v.object({
  statusCode: v.pipe(v.number(), v.integer()),
  statusResultMessage: v.string(),
  paymentConfirmation: v.nullable(v.object({ accountNumber: AccountNumber, confirmationNumber: v.string() })),
  /** An instant, ISO. */
  authorizationDate: v.nullable(v.pipe(v.string(), v.isoTimestamp())),
});
export type SubmitAnswer = v.InferOutput<typeof SubmitAnswer>;

/** A submitted payment as the receipt shows it. It remains correct when the account's figures change. */
export const PaymentRecord = v.object({
  effectiveDate: Day,
  total: Money,
  accounts: v.array(
    v.object({
      accountNumber: AccountNumber,
      paymentAmount: Money,
      /** Whether the due date is left alone. */
      keepsDueDate: v.boolean(),
      /** The parts for single groups; empty if the account is paid as a whole. */
      groups: v.array(v.object({ groupId: v.string(), paymentAmount: Money, keepsDueDate: v.boolean() })),
    }),
  ),
  methodName: v.string(),
  /** Five asterisks and the last four digits. */
  methodAccountNumber: v.string(),
});
export type PaymentRecord = v.InferOutput<typeof PaymentRecord>;

/** What became of the submission of a payment. */
export const PaymentOutcome = submissionOutcome(SubmitAnswer, PaymentRecord);
export type PaymentOutcome = v.InferOutput<typeof PaymentOutcome>;

/** A payment that has not been posted yet. `groupId` null means that it is for the whole account. */
export const ScheduledPayment = v.object({
  paymentId: v.string(),
  paymentDetailId: v.string(),
  effectiveDate: Day,
  sumOfPaymentAmount: Money,
  paymentMethod: v.string(),
  paymentType: v.string(),
  accountNumber: AccountNumber,
  groupId: v.nullable(v.string()),
  /** The status: Scheduled, Processing, Pending or Cancelled. */
  description: v.picklist(['Scheduled', 'Processing', 'Pending', 'Cancelled']),
});
export type ScheduledPayment = v.InferOutput<typeof ScheduledPayment>;

/** Whether an account is paid as a whole, or each of its groups by itself. */
export const PaymentLevel = v.picklist(['account', 'group']);
export type PaymentLevel = v.InferOutput<typeof PaymentLevel>;

/**
 * The fields of the schedule step: the date as typed; for each account (by its opaque id) whether it is paid as a whole;
 * for each account and each group (`accountId.groupId`) the option, the Other amount as typed, and whether the due date
 * is to be left alone.
 */
export interface ScheduleValues {
  readonly paymentDate: string;
  readonly [level: `level.${string}`]: PaymentLevel;
  readonly [option: `option.${string}`]: PaymentOption;
  readonly [otherAmount: `otherAmount.${string}`]: string;
  readonly [keepDueDate: `keepDueDate.${string}`]: boolean;
}

/** The part of an unfinished payment that the browser may store: choices and opaque ids, no account or bank number. */
export const PaymentDraft = v.object({
  version: v.literal(1),
  values: v.record(v.string(), v.union([v.pipe(v.string(), v.maxLength(64)), v.boolean()])),
  methodId: v.string(),
  completed: v.array(v.picklist(['schedule', 'method'])),
  /** The account that the address asked for (ruling 70); null if it asked for none. */
  account: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(64))), null),
  /** Whether the borrower has not changed or completed anything yet: such a draft is not resumed. */
  isUntouched: v.optional(v.boolean(), false),
  /** The key of the submission, made when the review starts, and whether it has been sent. */
  submission: KeptSubmission,
});
export type PaymentDraft = v.InferOutput<typeof PaymentDraft>;
