/** The payloads of a payment submission, and its outcome; names are the wire's (Y §3). Parsed money is in cents. */
import * as v from 'valibot';
import { AccountNumber } from '../accounts/shapes.ts';
import { PlainDateFromWire as Day } from '../calendar.ts';
import { MoneyFromWire as Money } from '../money.ts';
import { FormDraft } from '../portal/drafts/shapes.ts';
import { StoredSubmission, submissionOutcome } from '../submission.ts';
import { AccountTypeId, EffectiveDate } from './shapes.ts';

const text = (longest: number) => v.pipe(v.string(), v.maxLength(longest));

/** One group's share of a payment on the wire, version 2. */
const GroupPaymentV2 = v.strictObject({
  accountNumber: AccountNumber,
  groupId: text(20),
  paymentAmount: Money,
  advanceDueDate: v.boolean(),
});

/** One account's share of a payment on the wire, version 2. */
const AccountPaymentV2 = v.strictObject({
  accountNumber: AccountNumber,
  paymentAmount: Money,
  borrowerGroupPaymentsV2: v.pipe(v.array(GroupPaymentV2), v.maxLength(100)),
  isGroupLevelPayment: v.boolean(),
  /** Despite its name, `true` keeps the due date: it is the value of the checkbox (ruling 26, Y §4.1). */
  advanceDueDate: v.boolean(),
});

/** The date and the amounts of a payment, version 2. */
export const PaymentAmountsV2 = v.strictObject({
  effectiveDate: EffectiveDate,
  paymentAmountControlTotal: Money,
  /** As in {@link AccountPaymentV2}: `true` leaves the due date unchanged. */
  advanceDueDate: v.boolean(),
  borrowerPaymentV2: v.strictObject({
    borrowerAccountPaymentsV2: v.pipe(v.array(AccountPaymentV2), v.minLength(1), v.maxLength(200)),
  }),
});
export type PaymentAmountsV2 = v.InferOutput<typeof PaymentAmountsV2>;
export type PaymentAmountsV2Wire = v.InferInput<typeof PaymentAmountsV2>;

/** The fields of both versions: the payer and the bank account. */
const common = {
  payerRoleId: v.number(),
  methodId: v.nullable(text(64)),
  name: text(100),
  // The rules of a new bank account validate these fields further (Y §5.2).
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
};

/** The payload of a payment, version 2 (Y §3). With a saved method `methodId` counts and the bank fields are masked. */
export const SubmitV2 = v.strictObject({ ...PaymentAmountsV2.entries, ...common });
export type SubmitV2 = v.InferOutput<typeof SubmitV2>;
export type SubmitV2Wire = v.InferInput<typeof SubmitV2>;

/** The payment options of an account or group (Y §4.1). */
export const PaymentOption = v.picklist(['NoPayment', 'MonthlyPayment', 'PastPayment', 'OtherAmount']);
export type PaymentOption = v.InferOutput<typeof PaymentOption>;

/** The choices for an account or group, version 1 (Y §3). */
const ChosenV1 = v.strictObject({
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

/** The fields that version 1 repeats for an account and a group: the amount due, and the choices. */
const repeatedV1 = {
  totalDue: Money,
  /** As in {@link AccountPaymentV2}: `true` leaves the due date unchanged. */
  advanceDueDate: v.boolean(),
  disclosedPaymentAmounts: v.pipe(v.array(v.strictObject({ disclosureDate: Day, amount: Money })), v.maxLength(24)),
  monthlyPaymentAmount: Money,
  paymentOption: ChosenV1,
};

/** One group's share of a payment on the wire, version 1. */
const GroupPaymentV1 = v.strictObject({
  ...repeatedV1,
  groupId: text(20),
  amountDue: Money,
  pastDueAmt: Money,
  paymentDueDate: v.nullable(Day),
  outstandingBalance: Money,
});

/** One account's share of a payment on the wire, version 1. */
const AccountPaymentV1 = v.strictObject({
  ...repeatedV1,
  accountNumber: AccountNumber,
  displayName: text(100),
  currentPayoff: Money,
  isGroupLevelPayment: v.boolean(),
  showAccountView: v.boolean(),
  borrowerGroupPayments: v.pipe(v.array(GroupPaymentV1), v.maxLength(100)),
});

/** The payload of a payment, version 1 (Y §3): the portal's payment model. */
export const SubmitV1 = v.strictObject({
  borrowerPayment: v.strictObject({
    /** The amount due on all accounts, not the amount paid. */
    totalDue: Money,
    effectiveDate: EffectiveDate,
    /** MM/DD/YYYY. */
    formattedEffectiveDate: text(10),
    /** As in {@link AccountPaymentV2}: `true` leaves the due date unchanged. */
    advanceDueDate: v.boolean(),
    borrowerAccountPayments: v.pipe(v.array(AccountPaymentV1), v.minLength(1), v.maxLength(200)),
  }),
  ...common,
  /** Whether the borrower returned to a method that was chosen before (Y §4.3). */
  methodPreserved: v.boolean(),
  /** The bank's name. */
  institutionName: text(100),
});
export type SubmitV1 = v.InferOutput<typeof SubmitV1>;
export type SubmitV1Wire = v.InferInput<typeof SubmitV1>;

/** The response to a submission. `statusCode` 0 is success; any other code rejects the payment, with the reason. */
export const SubmitResponse = v.object({
  statusCode: v.pipe(v.number(), v.integer()),
  statusResultMessage: v.string(),
  paymentConfirmation: v.nullable(v.object({ accountNumber: AccountNumber, confirmationNumber: v.string() })),
  /** An instant, ISO. */
  authorizationDate: v.nullable(v.pipe(v.string(), v.isoTimestamp())),
});
export type SubmitResponse = v.InferOutput<typeof SubmitResponse>;

/** A submitted payment as the receipt shows it. It remains correct when the account's figures change. */
export const PaymentRecord = v.object({
  effectiveDate: Day,
  total: Money,
  accounts: v.array(
    v.object({
      accountNumber: AccountNumber,
      paymentAmount: Money,
      /** Whether the due date stays unchanged. */
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

/** The outcome of submitting a payment. */
export const PaymentOutcome = submissionOutcome(SubmitResponse, PaymentRecord);
export type PaymentOutcome = v.InferOutput<typeof PaymentOutcome>;

/** Whether an account is paid as a whole, or each of its groups by itself. */
export const PaymentLevel = v.picklist(['account', 'group']);
export type PaymentLevel = v.InferOutput<typeof PaymentLevel>;

/**
 * The fields of the schedule step: the date as typed; for each account (by its opaque id) whether it is paid as a whole; for
 * each account and each group (`accountId.groupId`) the option, the Other amount as typed, and whether the due date stays
 * unchanged.
 */
export interface ScheduleValues {
  readonly paymentDate: string;
  readonly [level: `level.${string}`]: PaymentLevel;
  readonly [option: `option.${string}`]: PaymentOption;
  readonly [otherAmount: `otherAmount.${string}`]: string;
  readonly [keepDueDate: `keepDueDate.${string}`]: boolean;
}

/**
 * The part of an unfinished payment that may be stored: choices, opaque ids, and the entries for a new bank account except
 * its numbers.
 */
export const PaymentDraft = v.object({
  version: v.literal(1),
  values: v.record(v.string(), v.union([v.string(), v.boolean()])),
  methodId: v.string(),
  /** The values of a new bank account that differ from an empty form. */
  newAccount: FormDraft.entries.typed,
  leftOut: FormDraft.entries.leftOut,
  /** The completed steps; they are completed in order. */
  completed: v.union([
    v.strictTuple([]),
    v.strictTuple([v.literal('schedule')]),
    v.strictTuple([v.literal('schedule'), v.literal('method')]),
  ]),
  /** The account in the URL (ruling 70); null without one. */
  account: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(64))), null),
  /** Whether the borrower has not changed or completed anything yet: such a draft is not resumed. */
  isUntouched: v.optional(v.boolean(), false),
  /** The key of the submission, made when the review starts, and whether it has been sent. */
  submission: StoredSubmission,
});
export type PaymentDraft = v.InferOutput<typeof PaymentDraft>;
