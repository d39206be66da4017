/** Auto debit on the wire. Parsed money is in cents, parsed dates are plain. */
import * as v from 'valibot';
import { AccountDraft, AccountId, AccountNumber } from '../../accounts/shapes.ts';
import { PlainDateFromWire as Day } from '../../calendar.ts';
import { MoneyFromWire as Money } from '../../money.ts';
import { PaymentMethodProfile } from '../shapes.ts';

/** A payment that is scheduled or under way. */
const DatedPayment = v.object({ effectiveDate: Day, amount: Money });

/** `paidInFull`: it ended because the account is paid in full (ruling 95). */
export const CHANGE_KINDS = ['enrolled', 'changed', 'stopped', 'suspended', 'paidInFull'] as const;
export const ChangeKind = v.picklist(CHANGE_KINDS);
export type ChangeKind = v.InferOutput<typeof ChangeKind>;

/** An entry of the change history. */
export const AutoDebitEvent = v.object({
  kind: ChangeKind,
  changedOn: Day,
  /** Bank name and masked number; null if auto debit ended. */
  paymentMethod: v.nullable(v.string()),
  extraAmount: Money,
  /** Who made the change. `servicer` is an employee on the borrower's behalf, or the server. */
  by: v.picklist(['borrower', 'servicer']),
});
export type AutoDebitEvent = v.InferOutput<typeof AutoDebitEvent>;

/** The last draft that the bank refused, or returned after it was posted. */
export const FailedDraft = v.object({
  draftDate: Day,
  amount: Money,
  /** Bank name and masked number. */
  paymentMethod: v.string(),
  /** `refusedAgain` is the second attempt. */
  kind: v.picklist(['refused', 'refusedAgain', 'returned']),
  /** The second attempt; null if none follows. */
  retry: v.nullable(DatedPayment),
  /** Whether an amount is past due since the draft. */
  isPastDue: v.boolean(),
});
export type FailedDraft = v.InferOutput<typeof FailedDraft>;

/** Auto debit of one account. */
export const AutoDebitAccount = v.object({
  accountId: v.string(),
  accountNumber: AccountNumber,
  loanType: v.string(),
  status: v.picklist(['on', 'off', 'suspended']),
  /** The saved bank account; null if auto debit is off. */
  profileId: v.nullable(v.string()),
  extraAmount: Money,
  /** The days of the month on which bills are due, 1 to 31. */
  dueDays: v.array(v.number()),
  /** The next draft, or the first one if the borrower enrolled today. Null if nothing will be drafted. */
  next: v.nullable(AccountDraft),
  /** Drafts before it in which nothing is drawn, because the bill is paid (ruling 89). Omitted by older servers. */
  emptyDrafts: v.optional(v.array(v.object({ draftDate: Day, dueDate: Day })), []),
  /** The day on which payments under way pay the account in full, so that no draft follows. Omitted by older servers. */
  paidInFullOn: v.optional(v.nullable(Day), null),
  /** The last day of a pause of all payments of the account (ruling 106); null without one. Omitted by older servers. */
  restsThrough: v.optional(v.nullable(Day), null),
  /** The draft that can no longer be changed (ruling 52). */
  underWay: v.nullable(DatedPayment),
  /** The failed draft, as long as it still has consequences. Omitted by older servers. */
  failed: v.optional(v.nullable(FailedDraft), null),
  /** The monthly saving from the lower interest rate, also if the rate is not charged yet. */
  monthlyReduction: Money,
  /** The day from which the lower rate is charged (ruling 101); null if it is not. Omitted by older servers. */
  reducedSince: v.optional(v.nullable(Day), null),
  payoff: Money,
  /** Payments that the borrower scheduled for the bill of the next draft. */
  sameBill: v.array(DatedPayment),
  /** The newest change first. */
  history: v.array(AutoDebitEvent),
});
export type AutoDebitAccount = v.InferOutput<typeof AutoDebitAccount>;

export const AutoDebits = v.object({
  accounts: v.array(AutoDebitAccount),
  methods: v.array(PaymentMethodProfile),
});
export type AutoDebits = v.InferOutput<typeof AutoDebits>;

/** A change of auto debit on one account. `enroll` also changes the terms of an account that is enrolled. */
export const AutoDebitChange = v.variant('change', [
  v.strictObject({
    change: v.literal('enroll'),
    accountId: AccountId,
    profileId: v.pipe(v.string(), v.maxLength(64)),
    extraAmount: Money,
    terms: v.boolean(),
  }),
  v.strictObject({ change: v.literal('stop'), accountId: AccountId }),
]);
export type AutoDebitChange = v.InferOutput<typeof AutoDebitChange>;
export type AutoDebitChangeWire = v.InferInput<typeof AutoDebitChange>;

/** `result` is false if the change is no longer possible: auto debit is off already, or nothing is owed. */
export const AutoDebitAnswer = v.object({ result: v.boolean() });
export type AutoDebitAnswer = v.InferOutput<typeof AutoDebitAnswer>;

/** The fields of the form, as typed. */
export interface AutoDebitValues {
  readonly profileId: string;
  readonly extraAmount: string;
  readonly terms: boolean;
}
