/** Payments, and the settings and bank accounts for them. */
import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import * as v from 'valibot';
import type { PlainDate } from '#domain/calendar.ts';
import { type Cents, ZERO } from '#domain/money.ts';
import { CHANGE_KINDS } from '#domain/payments/auto-debit/shapes.ts';
import type { DraftPart } from '#domain/timeline/drafts.ts';
import type { GroupChange } from '#domain/accounts/changes.ts';
import type { Posting } from '#domain/accounts/posting.ts';
import type { PaymentStep } from '#domain/accounts/records.ts';
import type { GroupInput } from '#domain/accounts/rules.ts';
import type { Plan } from '#domain/plan-names.ts';
import { type StandingInstruction, INSTRUCTION_CODES } from '#domain/accounts/shapes.ts';
import type { ReducedRate } from '#domain/interest.ts';
import type { Parts } from '#domain/parts.ts';
import { PAYMENT_TYPES } from '#domain/payments/payment-types.ts';
import { cents, plainDate, sealed, borrowerKey, instant, actor } from '../columns.ts';

/**
 * Standing instructions for payments above the amount due (domain/accounts/ledger). No row if the borrower has not
 * chosen one.
 */
export const paymentInstructions = pgTable(
  'payment_instructions',
  {
    borrowerKey: borrowerKey(),
    accountId: text('account_id').notNull(),
    code: text('code', { enum: INSTRUCTION_CODES }).notNull(),
    /** The group that receives the payment. Null for every code except GROUP. */
    groupId: text('group_id'),
  },
  (table) => [
    primaryKey({ columns: [table.borrowerKey, table.accountId] }),
    check('payment_instructions_group', sql`(${table.code} = 'GROUP') = (${table.groupId} is not null)`),
  ],
);

/**
 * Changes of the standing instructions of {@link paymentInstructions}. Each applies to payments from `effectiveFrom` on;
 * the last one made wins.
 */
export const paymentInstructionChanges = pgTable(
  'payment_instruction_changes',
  {
    borrowerKey: borrowerKey(),
    changeId: uuid('change_id').notNull(),
    accountId: text('account_id').notNull(),
    code: text('code', { enum: INSTRUCTION_CODES }).notNull(),
    groupId: text('group_id'),
    effectiveFrom: plainDate('effective_from').notNull(),
    changedAt: instant('changed_at').notNull(),
    ...actor(),
  },
  (table) => [
    primaryKey({ columns: [table.borrowerKey, table.changeId] }),
    check('payment_instruction_changes_group', sql`(${table.code} = 'GROUP') = (${table.groupId} is not null)`),
  ],
);

/** Saved bank accounts. Full account numbers are encrypted; responses contain masked numbers only. */
export const paymentMethods = pgTable(
  'payment_methods',
  {
    borrowerKey: borrowerKey(),
    profileId: text('profile_id').notNull(),
    profileName: text('profile_name').notNull(),
    bankName: text('bank_name').notNull(),
    /** 1 Checking, 2 Savings (Y §9). */
    accountTypeId: integer('account_type_id').$type<1 | 2>().notNull(),
    accountNumber: sealed<string>('account_number').notNull(),
    routingNumber: text('routing_number').notNull(),
    accountHolder: text('account_holder').notNull(),
    webAccountId: text('web_account_id').notNull(),
    /** Whether the password was confirmed for it. Auto debit draws from no other account (docs/security.md). */
    isConfirmed: boolean('is_confirmed').notNull().default(true),
    createdDate: plainDate('created_date').notNull(),
    lastUsedDate: plainDate('last_used_date'),
    updatedDate: plainDate('updated_date'),
    ...actor(),
  },
  (table) => [primaryKey({ columns: [table.borrowerKey, table.profileId] })],
);

/** How one payment was split within one loan group, in cents. */
export interface GroupSplit {
  readonly groupId: string;
  readonly total: Cents;
  readonly principal: Cents;
  readonly interest: Cents;
  readonly fees: Cents;
  /** The principal repaid on each loan of a group of several loans. Payments of earlier releases do not have it. */
  readonly loans?: readonly { readonly loanId: string; readonly principal: Cents }[];
}

/** The split of a posted payment within one loan group, with the bills that it paid. */
export interface PostedSplit extends GroupSplit {
  /** The parts that paid bills. Omitted in rows from before bills were recorded. */
  readonly bills?: readonly { readonly dueDate: PlainDate; readonly amount: Cents }[];
  /** The first due date that is not paid after it, if it moved that date. */
  readonly advancedTo?: PlainDate;
}

/** The predicted split of a payment, in cents. */
export interface PredictedSplit extends Omit<GroupSplit, 'groupId' | 'total' | 'loans'> {
  readonly refunded: Cents;
  readonly groups: readonly GroupSplit[];
}

/** Payments that have not been posted yet, one row per account or group. Canceled payments move to the history. */
export const scheduledPayments = pgTable(
  'scheduled_payments',
  {
    borrowerKey: borrowerKey(),
    paymentId: text('payment_id').notNull(),
    paymentDetailId: text('payment_detail_id').notNull(),
    accountId: text('account_id').notNull(),
    /** Null if the payment is for the whole account. */
    groupId: text('group_id'),
    effectiveDate: plainDate('effective_date').notNull(),
    amount: cents('amount_cents').notNull(),
    /** The saved bank account. Null if the account was entered for this payment only. */
    profileId: text('profile_id'),
    /** The debited bank account as authorized. A saved account may change or be deleted before the payment date. */
    routingNumber: text('routing_number').notNull(),
    bankAccountNumber: sealed<string>('bank_account_number').notNull(),
    accountTypeId: integer('account_type_id').$type<1 | 2>().notNull(),
    accountHolder: text('account_holder').notNull(),
    /** Display text: bank name and masked number. */
    paymentMethod: text('payment_method').notNull(),
    paymentType: text('payment_type', { enum: PAYMENT_TYPES }).notNull(),
    /** Whether posting leaves the due date unchanged (ruling 26). */
    keepsDueDate: boolean('keeps_due_date').notNull(),
    /**
     * The application that took effect on its account after it was scheduled: a pause that contains its date, or a new plan.
     * The payment is still made.
     */
    keptByApplication: text('kept_by_application'),
    /** The due date whose bill a draft of auto debit pays. Null for other payments. */
    billDueDate: plainDate('bill_due_date'),
    /** Whether it is the extra amount of auto debit, which follows the standing instruction and pays no bill. */
    isExtra: boolean('is_extra').notNull().default(false),
    /** The split predicted when the payment was submitted. Null for payments made outside the portal. */
    predicted: jsonb('predicted').$type<PredictedSplit>(),
    authorizedAt: instant('authorized_at').notNull(),
    ...actor(),
  },
  (table) => [
    primaryKey({ columns: [table.borrowerKey, table.paymentId, table.paymentDetailId] }),
    index('scheduled_payments_by_day').on(table.borrowerKey, table.effectiveDate),
  ],
);

/**
 * The progress of auto debit (service/payments/auto-debit-drafts.ts), one row per account that was ever enrolled. The terms
 * are in {@link autoDebitChanges}, the drafts in {@link autoDebitDrafts}.
 */
export const autoDebits = pgTable(
  'auto_debits',
  {
    borrowerKey: borrowerKey(),
    accountId: text('account_id').notNull(),
    /** The last due date whose draft is fixed, or left out. */
    draftedThrough: plainDate('drafted_through').notNull(),
    /** The day on which the next draft is fixed. Null if auto debit has ended or nothing is owed. */
    actionOn: plainDate('action_on'),
  },
  (table) => [
    primaryKey({ columns: [table.borrowerKey, table.accountId] }),
    index('auto_debits_by_day').on(table.borrowerKey, table.actionOn),
  ],
);

/**
 * How a draft ended: its payment was scheduled, the bank refused it, or it was left out because nothing was to be drawn, or
 * auto debit was suspended.
 */
export const DRAFT_OUTCOMES = ['made', 'refused', 'leftOut'] as const;

/** The drafts of auto debit, each for the bills of one due date, with amounts that no longer change (ruling 89). */
export const autoDebitDrafts = pgTable(
  'auto_debit_drafts',
  {
    borrowerKey: borrowerKey(),
    accountId: text('account_id').notNull(),
    dueDate: plainDate('due_date').notNull(),
    /** The saved bank account. */
    profileId: text('profile_id').notNull(),
    /** In cents, by group. */
    parts: jsonb('parts').$type<readonly DraftPart[]>().notNull(),
    fixedOn: plainDate('fixed_on').notNull(),
    /** The day on which it is drawn, or drawn again. Null if it has ended. */
    actionOn: plainDate('action_on'),
    /** Whether the bank refused the first attempt. */
    isSecondAttempt: boolean('is_second_attempt').notNull().default(false),
    outcome: text('outcome', { enum: DRAFT_OUTCOMES }),
  },
  (table) => [
    primaryKey({ columns: [table.borrowerKey, table.accountId, table.dueDate] }),
    index('auto_debit_drafts_by_day').on(table.borrowerKey, table.actionOn),
  ],
);

/** The changes of auto debit: its terms over time, and who set them. Rows are never changed. */
export const autoDebitChanges = pgTable(
  'auto_debit_changes',
  {
    borrowerKey: borrowerKey(),
    changeId: text('change_id').notNull(),
    accountId: text('account_id').notNull(),
    kind: text('kind', { enum: CHANGE_KINDS }).notNull(),
    /** The saved bank account. Null if the change ended auto debit. */
    profileId: text('profile_id'),
    /** Display text: bank name and masked number. Null if the change ended auto debit. */
    paymentMethod: text('payment_method'),
    extraAmount: cents('extra_amount_cents').notNull(),
    changedOn: plainDate('changed_on').notNull(),
    changedAt: instant('changed_at').notNull(),
    ...actor(),
  },
  (table) => [primaryKey({ columns: [table.borrowerKey, table.changeId] })],
);

/** The debited bank account as authorized. */
export const DrawnOn = v.object({
  routingNumber: v.string(),
  bankAccountNumber: v.string(),
  accountTypeId: v.picklist([1, 2]),
  accountHolder: v.string(),
});

export type DrawnOn = v.InferOutput<typeof DrawnOn>;

/**
 * Posted and canceled payments, one row for each part of a debit: a group of loans, or the whole account. For posted
 * payments: amount = principal + interest + fees + refunded.
 */
/** A change of a payment's split because another payment was returned or posted late. The parts are the differences. */
export interface AppliedAgain extends Parts {
  readonly on: PlainDate;
  readonly cause: 'returned' | 'late';
}

export const paymentHistory = pgTable(
  'payment_history',
  {
    borrowerKey: borrowerKey(),
    paymentDetailId: text('payment_detail_id').notNull(),
    accountId: text('account_id').notNull(),
    effectiveDate: plainDate('effective_date').notNull(),
    amount: cents('amount_cents').notNull(),
    principal: cents('principal_cents').notNull(),
    interest: cents('interest_cents').notNull(),
    fees: cents('fees_cents').notNull(),
    /** The part that exceeded the account's balance and is refunded to the bank account. */
    refunded: cents('refunded_cents').notNull().default(ZERO),
    description: text('description').notNull(),
    groups: jsonb('groups').$type<readonly PostedSplit[]>().notNull(),
    /** The id of the scheduled payment. Null for payments that predate the portal. */
    paymentId: text('payment_id'),
    /** The group that the payment was for; null for the whole account. */
    targetGroupId: text('target_group_id'),
    /** Whether the payment left the due date unchanged (ruling 26). */
    keepsDueDate: boolean('keeps_due_date').notNull().default(false),
    /** The standing instruction that applied. Null in rows from before it was recorded. */
    instruction: jsonb('instruction').$type<StandingInstruction>(),
    /** The due date whose bill a draft of auto debit paid. Null for other payments. */
    billDueDate: plainDate('bill_due_date'),
    /** Whether it is the extra amount of auto debit, which pays no bill. */
    isExtra: boolean('is_extra').notNull().default(false),
    /** When the person authorized it. Payments of one day are posted in this order. Null for payments before the portal. */
    authorizedAt: instant('authorized_at'),
    /** The day on which it was posted. Null if it was not posted, or in rows from before it was recorded. */
    postedOn: plainDate('posted_on'),
    /** The day on which `refunded` goes back to the bank account (ruling 95). Null without a refund. */
    refundedOn: plainDate('refunded_on'),
    /** The first part of the same debit on the account, which lists the debit (ruling 105). Null in that part itself. */
    partOf: text('part_of'),
    /** The sum of the other parts of the debit, in its first part. Zero in the others. */
    otherParts: cents('other_parts_cents').notNull().default(ZERO),
    drawnOn: sealed<DrawnOn>('drawn_on'),
    /** The split predicted when the payment was submitted. Null for payments made outside the portal. */
    predicted: jsonb('predicted').$type<PredictedSplit>(),
    /** When it was canceled or returned; null for a posted payment. */
    closedAt: instant('closed_at'),
    /** The changes of its split after other payments, the oldest first. Null without any. */
    appliedAgain: jsonb('applied_again').$type<readonly AppliedAgain[]>(),
    ...actor(),
  },
  (table) => [
    primaryKey({ columns: [table.borrowerKey, table.paymentDetailId] }),
    index('payment_history_by_day').on(
      table.borrowerKey,
      table.effectiveDate.desc().nullsFirst(),
      table.paymentDetailId,
    ),
    index('payment_history_by_account').on(
      table.borrowerKey,
      table.accountId,
      table.effectiveDate.desc().nullsFirst(),
      table.paymentDetailId.desc().nullsFirst(),
    ),
    index('payment_history_by_amount')
      .on(
        table.borrowerKey,
        sql`(${table.amount} + ${table.otherParts}) desc nulls first`,
        table.effectiveDate.desc().nullsFirst(),
        table.paymentDetailId,
      )
      .where(sql`${table.partOf} is null`),
    index('payment_history_parts')
      .on(table.borrowerKey, table.partOf)
      .where(sql`${table.partOf} is not null`),
  ],
);

/**
 * The sums of a group before a payment that is still to be returned, as the former version stored them. It stored terms
 * only if an application has changed the group since then.
 */
export interface SumsBefore {
  readonly groupId: string;
  readonly bill: {
    readonly paymentDueDate: PlainDate | null;
    readonly amountDue: Cents;
    readonly pastDue: Cents;
    readonly billedThrough: PlainDate;
    readonly lastBumpDate: PlainDate | null;
  };
  readonly terms?:
    | ({
        readonly plan: Plan;
        readonly monthlyPayment: Cents;
        readonly paymentSteps: readonly PaymentStep[] | null;
      } & Pick<GroupInput, 'postponedFrom' | 'postponedThrough' | 'postponedBy'>)
    | undefined;
  readonly loans: readonly {
    readonly loanId: string;
    readonly amounts: { readonly principal: Cents; readonly fees: Cents; readonly interestThrough: PlainDate };
    /** In millionths of a cent. */
    readonly accruedInterest: string;
    readonly terms?:
      | {
          readonly reducedRates: readonly ReducedRate[];
          readonly monthlyPayment: Cents;
          readonly capitalizedInterest: Cents;
        }
      | undefined;
  }[];
}

/** A payment that the former version posted after one that is still to be returned. */
export interface PostedSince extends Posting {
  readonly paymentDetailId: string;
}

/** A change that an application made to a group after a payment that is still to be returned. */
export interface ChangedSince {
  readonly confirmationNumber: string;
  readonly groupId: string;
  readonly on: PlainDate;
  readonly change: GroupChange;
}

/** Posted payments that the bank will return (service/returns.ts). The row is deleted when it has. */
export const paymentReturns = pgTable(
  'payment_returns',
  {
    borrowerKey: borrowerKey(),
    paymentDetailId: text('payment_detail_id').notNull(),
    accountId: text('account_id').notNull(),
    returnsOn: plainDate('returns_on').notNull(),
    // Rows of databases from before the records. Only their conversion reads them (service/conversion):
    formerBefore: jsonb('before').$type<readonly SumsBefore[]>(),
    formerLater: jsonb('later').$type<readonly (PostedSince | ChangedSince)[]>(),
  },
  (table) => [
    primaryKey({ columns: [table.borrowerKey, table.paymentDetailId] }),
    index('payment_returns_by_day').on(table.borrowerKey, table.returnsOn),
  ],
);
