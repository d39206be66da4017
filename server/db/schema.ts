/**
 * The tables, one schema for the embedded database and for PostgreSQL. The primary key of every borrower table starts
 * with the borrower's key, so that each query concerns one borrower and Citus can distribute the tables. Money is in
 * whole cents, dates are plain dates, and `*_at` columns are instants.
 */
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  json,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import * as v from 'valibot';
import type { PlainDate } from '#domain/calendar.ts';
import { type Cents, ZERO } from '#domain/money.ts';
import { CHANGE_KINDS } from '#domain/payments/auto-debit/shapes.ts';
import type { CurrentSchool } from '#domain/repayment/deferment/shapes.ts';
import type { Bill, PaymentStep } from '#domain/accounts/billing.ts';
import type { GroupChange } from '#domain/accounts/changes.ts';
import type { DraftPart } from '#domain/accounts/drafts.ts';
import { INSTRUCTION_CODES, type LedgerLoan } from '#domain/accounts/ledger.ts';
import type { Posting } from '#domain/accounts/posting.ts';
import type { ReducedRate } from '#domain/interest.ts';
import type { Incentive } from '#domain/accounts/loans/incentives.ts';
import type { DutyRate } from '#domain/pause-effects.ts';
import { STORED_PLANS } from '#domain/accounts/shapes.ts';
import { PAYMENT_TYPES } from '#domain/payments/progress.ts';
import {
  ApplicationEvent,
  ApplicationKind,
  ApplicationStatus,
  type AskedFor,
  DenialReason,
} from '#domain/repayment/postponement/shapes.ts';
import { POSTPONEMENTS } from '#domain/postponement-kinds.ts';
import type { OptOut, PrivacyRequest } from '#domain/profile/privacy/shapes.ts';
import type { Alert } from '#domain/messages/text-alerts/shapes.ts';
import { cents, plainDate, sealed } from './columns.ts';

const borrowerKey = () => text('borrower_key').notNull();
const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/**
 * Columns that record who made a change: the web account, its role, and whether it was an impersonator. Null if the
 * server made the change, or if it predates these columns.
 */
const actor = () => ({
  actorWebAccountId: text('actor_web_account_id'),
  actorRole: text('actor_role', { enum: ['borrower', 'payer'] }),
  actorIsImpersonator: boolean('actor_is_impersonator'),
});

/** The borrowers. */
export const borrowers = pgTable(
  'borrowers',
  {
    borrowerKey: text('borrower_key').primaryKey(),
    givenName: text('given_name').notNull(),
    familyName: text('family_name').notNull(),
    email: text('email').notNull(),
    /** Whether auto debit is on for any account. */
    autoDebit: boolean('auto_debit').notNull(),
    /** Identity check for registration (ruling 49). Null if unknown. */
    dateOfBirth: sealed<PlainDate>('date_of_birth'),
    ssnLastFour: sealed<string>('ssn_last_four'),
    /** Keyed hash of both, for finding the borrower. */
    identityHash: text('identity_hash'),
    /** The servicer's borrower type (R §2). 1 by default. */
    borrowerType: integer('borrower_type').notNull().default(1),
    /** The schools that report the borrower as enrolled (R §3). */
    schools: jsonb('schools').$type<CurrentSchool['currentSchoolList']>().notNull().default([]),
    /**
     * Changes whenever this row or the borrower's accounts, groups, loans or payment history change, by triggers
     * (0007).
     */
    loansVersion: uuid('loans_version').notNull().defaultRandom(),
  },
  (table) => [index('borrowers_identity').on(table.identityHash)],
);

/**
 * The people who sign in: a borrower, or a person who acts for a borrower. Looked up by name, so the primary key does
 * not start with the borrower's key.
 */
export const webAccounts = pgTable(
  'web_accounts',
  {
    webAccountId: text('web_account_id').primaryKey(),
    loginName: text('login_name').notNull().unique(),
    passwordHash: text('password_hash').notNull(),
    /** Distinguishes borrowers from authorized payers (P §1). */
    applicationId: text('application_id').notNull(),
    /** The role in the access token's audience next to the API. Only impersonators have one (ruling 7). */
    audienceRole: text('audience_role'),
    givenName: text('given_name').notNull(),
    familyName: text('family_name').notNull(),
    /** Which identity provider verifies the password: this one, or the federal one behind it (P §1). */
    identityProvider: text('identity_provider', { enum: ['local', 'federal'] })
      .notNull()
      .default('local'),
    /** The borrower whose loans are shown. */
    borrowerKey: borrowerKey(),
    /** When the borrower removed this authorized payer. From then on, the account cannot log in or make calls. */
    revokedAt: instant('revoked_at'),
  },
  (table) => [index('web_accounts_borrower').on(table.borrowerKey)],
);

export const accounts = pgTable(
  'accounts',
  {
    borrowerKey: borrowerKey(),
    /** Opaque id that replaces the account number in URLs (ruling 46). */
    accountId: text('account_id').notNull(),
    accountNumber: text('account_number').notNull(),
    kind: text('kind', { enum: ['federal', 'commercial'] }).notNull(),
    loanType: text('loan_type').notNull(),
    /** Whether auto debit is on (`auto_debit_changes`). */
    autoDebit: boolean('auto_debit').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.borrowerKey, table.accountId] }),
    unique('accounts_number').on(table.borrowerKey, table.accountNumber),
  ],
);

/**
 * Loans of one account that are billed together. The amounts due are as of `billedThrough` (domain/accounts/billing).
 */
export const loanGroups = pgTable(
  'loan_groups',
  {
    borrowerKey: borrowerKey(),
    accountId: text('account_id').notNull(),
    groupId: text('group_id').notNull(),
    loanType: text('loan_type').notNull(),
    /** The plan that determines the amounts. On IBR and PAYE, interest is paid before fees (ruling 20). */
    plan: text('plan', { enum: STORED_PLANS }).notNull(),
    monthlyPayment: cents('monthly_payment_cents').notNull(),
    /** The later monthly payments of a graduated plan, in the order of their dates. Null for a payment that stays. */
    paymentSteps: jsonb('payment_steps').$type<readonly PaymentStep[]>(),
    /** Day of the month on which installments are due, 1 to 31. */
    dueDay: integer('due_day').notNull(),
    /** Due date of the next installment that is not yet satisfied. Null if the group is paid off. */
    paymentDueDate: plainDate('payment_due_date'),
    /** Billed for that date and not yet paid, excluding the past due amount. */
    amountDue: cents('amount_due_cents').notNull(),
    pastDue: cents('past_due_cents').notNull(),
    /** When a payment last advanced the due date. */
    lastBumpDate: plainDate('last_bump_date'),
    /** The day through which bills have been issued. */
    billedThrough: plainDate('billed_through').notNull(),
    /** Due date of the first installment. Null if it was before the loans were transferred to this servicer. */
    repaymentStarts: plainDate('repayment_starts'),
    /** The first day of the postponement. Null if there was none, or if it began before its recording. */
    postponedFrom: plainDate('postponed_from'),
    /** The last day of the postponement, which may be in the past. Null if payments were never postponed. */
    postponedThrough: plainDate('postponed_through'),
    /** The deferment or forbearance of that postponement. Null if there was none or it is unknown. */
    postponedBy: text('postponed_by', { enum: POSTPONEMENTS }),
    /** Due date of the next income recertification. Null if the payment amount does not depend on income. */
    recertifyBy: plainDate('recertify_by'),
    /** Whether the rates of its loans can change. */
    isVariableRate: boolean('is_variable_rate').notNull().default(false),
    /** Whether the borrower pays the permanent standard amount of an income-driven plan. */
    isPermanentStandard: boolean('is_permanent_standard').notNull().default(false),
    /** Months used of these deferments and of hardship forbearance, at any servicer. */
    unemploymentMonths: integer('unemployment_months').notNull().default(0),
    economicHardshipMonths: integer('economic_hardship_months').notNull().default(0),
    hardshipMonths: integer('hardship_months').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.borrowerKey, table.accountId, table.groupId] })],
);

/** One disbursement of a loan. */
export interface HeldDisbursement {
  readonly date: PlainDate;
  readonly amount: Cents;
}

export const loans = pgTable(
  'loans',
  {
    borrowerKey: borrowerKey(),
    accountId: text('account_id').notNull(),
    loanId: text('loan_id').notNull(),
    groupId: text('group_id').notNull(),
    disbursedOn: plainDate('disbursed_on').notNull(),
    disbursed: cents('disbursed_cents').notNull(),
    /** Each disbursement, the oldest first; empty where only their sum is known. */
    disbursements: jsonb('disbursements').$type<readonly HeldDisbursement[]>().notNull().default([]),
    /** Without reductions, in thousandths of a percent a year: 6530 is 6.53 %. */
    rate: integer('rate_thousandths').notNull(),
    /** The reduced rates of granted periods that have begun, also of past ones. */
    reducedRates: jsonb('reduced_rates').$type<readonly ReducedRate[]>().notNull().default([]),
    /** The rate by law or by the note, before reductions, in thousandths of a percent; null where it is not known. */
    regulatoryRate: integer('regulatory_rate_thousandths'),
    /** Who owns the loan; null where it is not known. */
    lenderName: text('lender_name'),
    /** The school that the loan paid for; null where it is not known. */
    schoolName: text('school_name'),
    /** Interest that was added to the principal since the loan was disbursed. */
    capitalizedInterest: cents('capitalized_interest_cents').notNull().default(ZERO),
    /** The benefits that the loan has, had or can get (P §4). */
    incentives: jsonb('incentives').$type<readonly Incentive[]>().notNull().default([]),
    /** Whether the government pays its interest in school, in grace and during a deferment. */
    isSubsidized: boolean('is_subsidized').notNull().default(false),
    /** The loan's part of the group's monthly payment. */
    monthlyPayment: cents('monthly_payment_cents').notNull(),
    principal: cents('principal_cents').notNull(),
    /**
     * Unpaid interest accrued through `interestThrough`, in millionths of a cent. It is rounded to cents only when a
     * payment is posted.
     */
    accruedInterest: bigint('accrued_interest_micros', { mode: 'bigint' }).notNull(),
    fees: cents('fees_cents').notNull(),
    /** The day through which interest has accrued. Interest after it accrues on the principal. */
    interestThrough: plainDate('interest_through').notNull(),
  },
  (table) => [primaryKey({ columns: [table.borrowerKey, table.accountId, table.loanId] })],
);

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
    createdDate: plainDate('created_date').notNull(),
    lastUsedDate: plainDate('last_used_date'),
    updatedDate: plainDate('updated_date'),
    ...actor(),
  },
  (table) => [primaryKey({ columns: [table.borrowerKey, table.profileId] })],
);

/**
 * Submissions, one row per borrower, call and idempotency key (service/submissions.ts). A key without a response is
 * closed: it was settled before its submission arrived and cannot be used.
 */
export const submissions = pgTable(
  'submissions',
  {
    borrowerKey: borrowerKey(),
    /** The id of the submitting call. */
    call: text('call').notNull(),
    idempotencyKey: text('idempotency_key').notNull(),
    /** SHA-256 of the body, encrypted, because numbers in the body could be brute-forced. Null for a closed key. */
    bodyHash: sealed<string>('body_hash'),
    /** The exact response in wire format. Null for a closed key. */
    answer: json('answer').$type<unknown>(),
    /** The request in wire format, as shown on a receipt. Null for a closed key. */
    record: json('record').$type<unknown>(),
    /**
     * The id of the created payment, document or application. Null if the submission was declined or its key is closed.
     */
    createdId: text('created_id'),
    /** The confirmation number of the created object. */
    confirmationNumber: text('confirmation_number'),
    createdAt: instant('created_at').notNull(),
    ...actor(),
  },
  (table) => [
    primaryKey({ columns: [table.borrowerKey, table.call, table.idempotencyKey] }),
    unique('submissions_confirmation').on(table.borrowerKey, table.confirmationNumber),
  ],
);

/** How one payment was split within one loan group, in cents. */
export interface GroupSplit {
  readonly groupId: string;
  readonly total: Cents;
  readonly principal: Cents;
  readonly interest: Cents;
  readonly fees: Cents;
}

/** The predicted split of a payment, in cents. */
export interface PredictedSplit extends Omit<GroupSplit, 'groupId' | 'total'> {
  readonly refunded: Cents;
  readonly groups: readonly GroupSplit[];
}

/** Payments that have not been posted yet, one row per account or group. Cancelled payments move to the history. */
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

/** A draft that the bank refused once, in cents: its due date, and its parts by group. */
export interface RefusedDraft {
  readonly dueDate: PlainDate;
  readonly parts: readonly DraftPart[];
}

/**
 * The progress of auto debit (service/auto-debit-drafts.ts), one row per account that was ever enrolled. The terms are
 * in {@link autoDebitChanges}.
 */
export const autoDebits = pgTable(
  'auto_debits',
  {
    borrowerKey: borrowerKey(),
    accountId: text('account_id').notNull(),
    /** The last due date whose draft was made or left out. */
    draftedThrough: plainDate('drafted_through').notNull(),
    /** The day of the next draft or retry. Null if auto debit has ended or nothing is owed. */
    actionOn: plainDate('action_on'),
    /** The draft that is to be made again on `actionOn`. Null for a new draft. */
    refused: jsonb('refused').$type<RefusedDraft>(),
  },
  (table) => [
    primaryKey({ columns: [table.borrowerKey, table.accountId] }),
    index('auto_debits_by_day').on(table.borrowerKey, table.actionOn),
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

/** Posted and cancelled payments. For posted payments: amount = principal + interest + fees + refunded. */
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
    groups: jsonb('groups').$type<readonly GroupSplit[]>().notNull(),
    /** The id of the scheduled payment. Null for payments that predate the portal. */
    paymentId: text('payment_id'),
    drawnOn: sealed<DrawnOn>('drawn_on'),
    /** The split predicted when the payment was submitted. Null for payments made outside the portal. */
    predicted: jsonb('predicted').$type<PredictedSplit>(),
    /** When it was cancelled or returned; null for a posted payment. */
    closedAt: instant('closed_at'),
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
    index('payment_history_by_amount').on(
      table.borrowerKey,
      table.amount.desc().nullsFirst(),
      table.effectiveDate.desc().nullsFirst(),
      table.paymentDetailId,
    ),
  ],
);

/**
 * Bills and balances of an account before a payment was posted. Interest is in millionths of a cent. `terms` are the
 * columns that only applications change; they are stored with the first change after the payment.
 */
export type AccountBefore = readonly {
  readonly groupId: string;
  readonly bill: Pick<Bill, 'paymentDueDate' | 'amountDue' | 'pastDue' | 'lastBumpDate' | 'billedThrough'>;
  readonly terms?: Pick<
    typeof loanGroups.$inferSelect,
    'plan' | 'monthlyPayment' | 'paymentSteps' | 'postponedFrom' | 'postponedThrough' | 'postponedBy'
  >;
  readonly loans: readonly {
    readonly loanId: string;
    readonly amounts: Pick<LedgerLoan, 'principal' | 'fees' | 'interestThrough'>;
    readonly accruedInterest: string;
    readonly terms?: Pick<
      typeof loans.$inferSelect,
      'rate' | 'reducedRates' | 'monthlyPayment' | 'capitalizedInterest'
    >;
  }[];
}[];

/** A payment that was posted to an account after one that will be returned. */
export interface LaterPosting extends Posting {
  readonly paymentDetailId: string;
}

/** A change that an application made to a group after a payment that will be returned. */
export interface LaterChange {
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
    before: jsonb('before').$type<AccountBefore>().notNull(),
    /** The later payments and changes, in order. */
    later: jsonb('later').$type<readonly (LaterPosting | LaterChange)[]>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.borrowerKey, table.paymentDetailId] }),
    index('payment_returns_by_day').on(table.borrowerKey, table.returnsOn),
  ],
);

/** Required actions that block the portal until they are done, in order (P §5.1). */
export const pendingActions = pgTable(
  'pending_actions',
  {
    borrowerKey: borrowerKey(),
    webAccountId: text('web_account_id').notNull(),
    action: text('action').notNull(),
    position: integer('position').notNull(),
    /** Null while the action is pending. */
    doneAt: instant('done_at'),
    ...actor(),
  },
  (table) => [primaryKey({ columns: [table.borrowerKey, table.webAccountId, table.action] })],
);

/** Contact information, one row per web account. */
export const contactInformation = pgTable(
  'contact_information',
  {
    borrowerKey: borrowerKey(),
    webAccountId: text('web_account_id').notNull(),
    email: text('email').notNull(),
    homePhone: text('home_phone').notNull(),
    mobilePhone: text('mobile_phone').notNull(),
    street: text('street').notNull(),
    city: text('city').notNull(),
    state: text('state').notNull(),
    zip: text('zip').notNull(),
    country: text('country').notNull(),
    updatedAt: instant('updated_at'),
    ...actor(),
  },
  (table) => [primaryKey({ columns: [table.borrowerKey, table.webAccountId] })],
);

/**
 * Paperless enrollment: whether letters arrive in the inbox instead of by mail. No row if the borrower never changed
 * it.
 */
export const paperlessEnrollments = pgTable('paperless_enrollments', {
  borrowerKey: text('borrower_key').primaryKey(),
  enrolled: boolean('enrolled').notNull(),
  /** Whether the borrower may enroll (Y §2.3, the claims status). */
  isEligible: boolean('is_eligible').notNull().default(true),
  updatedAt: instant('updated_at'),
  ...actor(),
});

/** The text alerts of a borrower with a verified number. The row remains after a stop, as a record of the consent. */
export const textAlerts = pgTable(
  'text_alerts',
  {
    borrowerKey: text('borrower_key').primaryKey(),
    /** The ten digits of the verified number. */
    phone: sealed<string>('phone').notNull(),
    alerts: jsonb('alerts').$type<readonly Alert[]>().notNull(),
    /** Identifies the consent text that the borrower agreed to. */
    consentVersion: text('consent_version').notNull(),
    consentedAt: instant('consented_at').notNull(),
    startedAt: instant('started_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    /** Null while alerts are on. */
    stoppedAt: instant('stopped_at'),
    /** The next day on which reminders are due for a check. Null if alerts are off. */
    checkOn: plainDate('check_on'),
    ...actor(),
  },
  (table) => [index('text_alerts_by_day').on(table.checkOn)],
);

/** The codes that confirm phone numbers, with the consent for each. The times of a code are real time. */
export const textAlertCodes = pgTable(
  'text_alert_codes',
  {
    borrowerKey: borrowerKey(),
    codeId: text('code_id').notNull(),
    /** The ten digits of the number. */
    phone: sealed<string>('phone').notNull(),
    alerts: jsonb('alerts').$type<readonly Alert[]>().notNull(),
    consentVersion: text('consent_version').notNull(),
    /** When the borrower agreed, by the business clock. */
    consentedAt: instant('consented_at').notNull(),
    /** Keyed hash of the code. */
    codeHash: text('code_hash').notNull(),
    /** The number of codes tried. */
    tries: integer('tries').notNull().default(0),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** When the correct code was entered. */
    usedAt: instant('used_at'),
    /** When the borrower gave up the number, or another code replaced this one. */
    endedAt: instant('ended_at'),
    ...actor(),
  },
  (table) => [
    primaryKey({ columns: [table.borrowerKey, table.codeId] }),
    index('text_alert_codes_by_time').on(table.borrowerKey, table.createdAt.desc().nullsFirst()),
  ],
);

/**
 * Letters and messages in the inbox. Their PDFs are generated on request. The columns contain no nulls, but the indexes
 * declare the same null order as the queries, because PostgreSQL otherwise does not read rows in index order.
 */
export const inboxMessages = pgTable(
  'inbox_messages',
  {
    borrowerKey: borrowerKey(),
    documentId: text('document_id').notNull(),
    isDirect: boolean('is_direct').notNull(),
    isPlainText: boolean('is_plain_text').notNull(),
    subject: text('subject').notNull(),
    /** Paragraphs, separated by blank lines. */
    text: text('text').notNull(),
    receivedOn: plainDate('received_on').notNull(),
    /** Null while the message is unread. */
    readAt: instant('read_at'),
    ...actor(),
  },
  (table) => [
    primaryKey({ columns: [table.borrowerKey, table.documentId] }),
    index('inbox_messages_by_day').on(
      table.borrowerKey,
      table.receivedOn.desc().nullsFirst(),
      table.documentId.desc().nullsFirst(),
    ),
    index('inbox_messages_unread')
      .on(table.borrowerKey, table.receivedOn.desc().nullsFirst(), table.documentId.desc().nullsFirst())
      .where(sql`${table.readAt} is null`),
  ],
);

/** Messages from borrowers to the servicer. */
export const sentMessages = pgTable(
  'sent_messages',
  {
    borrowerKey: borrowerKey(),
    /** The reference number for follow-up questions. */
    messageNumber: text('message_number').notNull(),
    topic: text('topic').notNull(),
    /** The account that the message concerns. Null if it concerns none or all. */
    accountId: text('account_id'),
    subject: text('subject').notNull(),
    text: text('text').notNull(),
    sentAt: instant('sent_at').notNull(),
    ...actor(),
  },
  (table) => [
    primaryKey({ columns: [table.borrowerKey, table.messageNumber] }),
    index('sent_messages_by_time').on(table.borrowerKey, table.sentAt.desc().nullsFirst()),
  ],
);

/** Applications to postpone payments or to change plans. The status shows whether an application is in process. */
export const applications = pgTable(
  'applications',
  {
    borrowerKey: borrowerKey(),
    /** The confirmation number. */
    confirmationNumber: text('confirmation_number').notNull(),
    kind: text('kind', { enum: ApplicationKind.options }).notNull(),
    status: text('status', { enum: ApplicationStatus.options }).notNull(),
    receivedAt: instant('received_at').notNull(),
    reviewStartedAt: instant('review_started_at'),
    decidedAt: instant('decided_at'),
    /** The requested start and end, or null. A pause ends on the day payments resume (ruling 75). */
    startDate: plainDate('start_date'),
    endDate: plainDate('end_date'),
    /**
     * The contents of the application, including income and family size. Null if it did not come through the portal.
     */
    asked: sealed<AskedFor>('asked'),
    denialReason: text('denial_reason', { enum: DenialReason.options }),
    /**
     * The day of the next step that the server executes (service/application-steps.ts). Null if none follows, or if the
     * application did not come through the portal and employees decide on it.
     */
    nextStepOn: plainDate('next_step_on'),
    ...actor(),
  },
  (table) => [
    primaryKey({ columns: [table.borrowerKey, table.confirmationNumber] }),
    index('applications_by_time').on(
      table.borrowerKey,
      table.receivedAt.desc().nullsFirst(),
      table.confirmationNumber.desc().nullsFirst(),
    ),
    index('applications_by_step')
      .on(table.nextStepOn, table.borrowerKey)
      .where(sql`${table.nextStepOn} is not null`),
  ],
);

/** The events in the life of an application, one row each. The actor of `received` and `withdrawn` is the person. */
export const applicationEvents = pgTable(
  'application_events',
  {
    borrowerKey: borrowerKey(),
    confirmationNumber: text('confirmation_number').notNull(),
    event: text('event', { enum: ApplicationEvent.options }).notNull(),
    /** The business day on which it happened, even if the server executed it later. */
    happenedOn: plainDate('happened_on').notNull(),
    /** Its position in the life of the application. */
    position: integer('position').notNull(),
    recordedAt: instant('recorded_at').notNull(),
    ...actor(),
  },
  (table) => [primaryKey({ columns: [table.borrowerKey, table.confirmationNumber, table.event] })],
);

/** The granted period of each loan by application, from which the limits in months are computed. */
export const loanPostponements = pgTable(
  'loan_postponements',
  {
    borrowerKey: borrowerKey(),
    accountId: text('account_id').notNull(),
    loanId: text('loan_id').notNull(),
    confirmationNumber: text('confirmation_number').notNull(),
    groupId: text('group_id').notNull(),
    kind: text('kind', { enum: ApplicationKind.options }).notNull(),
    startDate: plainDate('start_date').notNull(),
    /** The first day after the period. */
    endDate: plainDate('end_date').notNull(),
    /** Not used since periods store their reduced rates. */
    rateBefore: integer('rate_before_thousandths'),
    /** The reduced rates in the period, with the benefits that cause them. */
    reducedRates: jsonb('reduced_rates').$type<readonly DutyRate[]>().notNull().default([]),
    /**
     * The unpaid interest of the period, and the part that was capitalized. Null until the period has ended; 0 if it paused
     * nothing.
     */
    accrued: cents('accrued_cents'),
    capitalized: cents('capitalized_cents'),
  },
  (table) => [
    primaryKey({
      name: 'loan_postponements_pk',
      columns: [table.borrowerKey, table.accountId, table.loanId, table.confirmationNumber],
    }),
  ],
);

/** The kinds of emails. */
export const EMAIL_KINDS = [
  'registered',
  'recoveryCode',
  'passwordReset',
  'passwordChanged',
  'contactChanged',
  'newBrowser',
  'idrApplication',
  'applicationReceived',
  'documentMissing',
  'applicationDecided',
  'applicationClosed',
  'grantEnding',
  'payerInvitation',
  'payerAccepted',
] as const;

/** The kinds of texts: the code that confirms a number, and the alerts. */
export const TEXT_KINDS = [
  'textCode',
  'textPaymentDue',
  'textDraftComing',
  'textPaymentPosted',
  'textPaymentReturned',
  'textDocumentMissing',
  'textApplicationDecided',
  'textApplicationClosed',
  'textLetter',
] as const;

/** The email outbox. A row is pending until `sentAt` or `failedAt` is set (mail/delivery.ts). */
export const notices = pgTable(
  'notices',
  {
    borrowerKey: borrowerKey(),
    noticeId: text('notice_id').notNull(),
    /** Null if the email is for a borrower who might have no web account. */
    webAccountId: text('web_account_id'),
    kind: text('kind', { enum: [...EMAIL_KINDS, ...TEXT_KINDS] }).notNull(),
    /** The email address. Empty for a text. */
    email: text('email').notNull(),
    /** The ten digits of the phone number of a text. Null for an email. */
    phone: sealed<string>('phone'),
    /** The day of the payment or draft that a text announces. */
    aboutDay: plainDate('about_day'),
    /**
     * The one-time code of a `recoveryCode` email or a `textCode` text, or the token of a `payerInvitation`. Cleared when
     * it is no longer pending.
     */
    code: sealed<string>('code'),
    createdAt: instant('created_at').notNull(),
    sentAt: instant('sent_at'),
    /** The number of delivery attempts. */
    attempts: integer('attempts').notNull().default(0),
    /** The earliest time of the next attempt. During an attempt, the time after which another process may take over. */
    nextAttemptAt: instant('next_attempt_at').notNull().defaultNow(),
    /** When the server gave up. */
    failedAt: instant('failed_at'),
  },
  (table) => [
    primaryKey({ columns: [table.borrowerKey, table.noticeId] }),
    index('notices_pending')
      .on(table.nextAttemptAt)
      .where(sql`${table.sentAt} is null and ${table.failedAt} is null`),
  ],
);

/**
 * Requests to recover an account by a one-time code (oidc/recovery.ts). Requests that match no borrower have a row as
 * well, so that the response is the same. Looked up by a secret token, so the primary key does not start with the
 * borrower's key.
 */
export const recoveryRequests = pgTable(
  'recovery_requests',
  {
    /** Keyed hash of the request token. */
    tokenHash: text('token_hash').primaryKey(),
    /** Keyed hash of the entered account number, birth date and SSN digits. */
    identityHash: text('identity_hash').notNull(),
    /** The borrower who received the code. Null if no code was sent. */
    borrowerKey: text('borrower_key'),
    /** Keyed hash of token and code. Null if no code was sent or a later request replaced it. */
    codeHash: text('code_hash'),
    /** The number of codes tried. */
    tries: integer('tries').notNull().default(0),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** When the correct code was entered. */
    verifiedAt: instant('verified_at'),
    /** When a new password was set, and for which web account. */
    usedAt: instant('used_at'),
    usedFor: text('used_for'),
  },
  (table) => [
    index('recovery_requests_identity').on(table.identityHash),
    index('recovery_requests_borrower').on(table.borrowerKey, table.createdAt),
    index('recovery_requests_created').on(table.createdAt),
  ],
);

/**
 * Invitations of authorized payers (service/payers.ts). An accepted invitation remains, for the time of its acceptance
 * and the email address; the payer is a row of `web_accounts`.
 */
export const payerInvitations = pgTable(
  'payer_invitations',
  {
    borrowerKey: borrowerKey(),
    invitationId: text('invitation_id').notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    email: text('email').notNull(),
    /**
     * SHA-256 of the token, which has 256 random bits. Not a keyed hash, so that invitations survive a key rotation.
     * Null after the acceptance or removal.
     */
    tokenHash: text('token_hash'),
    /** The email with the token, in `notices`. */
    noticeId: text('notice_id').notNull(),
    /** When the latest email was added. */
    invitedAt: instant('invited_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    acceptedAt: instant('accepted_at'),
    /** The web account of the payer. Null before the acceptance. */
    webAccountId: text('web_account_id'),
    /** When the borrower removed the invitation or the payer. */
    removedAt: instant('removed_at'),
    ...actor(),
  },
  (table) => [
    primaryKey({ columns: [table.borrowerKey, table.invitationId] }),
    index('payer_invitations_token').on(table.tokenHash),
  ],
);

/** Columns of all uploaded documents. The content is in the document store under `fileId` (documents/document-uploads.ts). */
const uploadedFile = () => ({
  documentId: text('document_id').notNull(),
  documentTypeId: integer('document_type_id').notNull(),
  /** The sanitized file name. */
  fileName: text('file_name').notNull(),
  mediaType: text('media_type').notNull(),
  /** In bytes. */
  size: integer('size').notNull(),
  fileId: text('file_id').notNull(),
  confirmationNumber: text('confirmation_number').notNull(),
  uploadedAt: instant('uploaded_at').notNull(),
  /** The result of the virus scan. Infected documents are not stored. */
  scanState: text('scan_state', { enum: ['notScanned', 'clean'] })
    .notNull()
    .default('notScanned'),
});

/** Documents uploaded by borrowers. */
export const documents = pgTable(
  'documents',
  {
    borrowerKey: borrowerKey(),
    ...uploadedFile(),
    /** The key that encrypts the content, in base64. */
    contentKey: sealed<string>('content_key').notNull(),
    /**
     * The confirmation number of the application that the document was uploaded for. Null for an upload with flag
     * false.
     */
    applicationNumber: text('application_number'),
    /** The SHA-256 of the content in hexadecimal. Encrypted, because short contents could be guessed from it. */
    sha256: sealed<string>('sha256'),
    ...actor(),
  },
  (table) => [
    primaryKey({ columns: [table.borrowerKey, table.documentId] }),
    unique('documents_confirmation').on(table.borrowerKey, table.confirmationNumber),
    index('documents_by_time').on(
      table.borrowerKey,
      table.uploadedAt.desc().nullsFirst(),
      table.documentId.desc().nullsFirst(),
    ),
  ],
);

/**
 * Documents uploaded without signing in, with the sender's details. They belong to no borrower until an employee
 * assigns them.
 */
export const anonymousDocuments = pgTable(
  'anonymous_documents',
  {
    ...uploadedFile(),
    documentId: text('document_id').primaryKey(),
    contentKey: sealed<string>('content_key').notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    /** A Social Security number. Null if the sender entered an account number. */
    uniqueId: sealed<string>('unique_id'),
    accountNumber: sealed<string>('account_number'),
    clientId: integer('client_id').notNull(),
    applicationId: integer('application_id').notNull(),
    webAccountId: text('web_account_id'),
  },
  (table) => [unique('anonymous_documents_confirmation').on(table.confirmationNumber)],
);

/** Received privacy forms (P §2.7, §2.8), processed by employees. They belong to no borrower. */
export const privacyForms = pgTable(
  'privacy_forms',
  {
    formId: text('form_id').primaryKey(),
    kind: text('kind', { enum: ['request', 'optOut'] }).notNull(),
    confirmationNumber: text('confirmation_number').notNull(),
    /** The request in wire format. */
    body: sealed<PrivacyRequest | OptOut>('body').notNull(),
    receivedAt: instant('received_at').notNull(),
  },
  (table) => [
    unique('privacy_forms_confirmation').on(table.confirmationNumber),
    index('privacy_forms_received').on(table.receivedAt),
  ],
);

/**
 * Files written to the document store before a row references them. Rows that remain after a crash are deleted together
 * with their files.
 */
export const unfinishedUploads = pgTable('unfinished_uploads', {
  fileId: text('file_id').primaryKey(),
  startedAt: instant('started_at').notNull(),
});

/**
 * Drafts of unfinished flows, one row per flow and person. They contain no account, bank or Social Security numbers.
 */
export const drafts = pgTable(
  'drafts',
  {
    borrowerKey: borrowerKey(),
    webAccountId: text('web_account_id').notNull(),
    flow: text('flow').notNull(),
    /** Incremented with each write, so that an older tab cannot overwrite a newer draft. */
    revision: integer('revision').notNull(),
    data: jsonb('data').$type<unknown>().notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.borrowerKey, table.webAccountId, table.flow] })],
);

/** Records of the sign-in provider: sessions, grants, tokens, codes. */
export const oidcRecords = pgTable(
  'oidc_records',
  {
    model: text('model').notNull(),
    id: text('id').notNull(),
    payload: jsonb('payload').$type<Record<string, unknown>>().notNull(),
    grantId: text('grant_id'),
    userCode: text('user_code'),
    uid: text('uid'),
    expiresAt: instant('expires_at'),
    consumedAt: instant('consumed_at'),
    /** When a session was last used. It expires after a period of inactivity. */
    usedAt: instant('used_at'),
  },
  (table) => [
    primaryKey({ columns: [table.model, table.id] }),
    index('oidc_records_grant').on(table.grantId),
    index('oidc_records_uid').on(table.model, table.uid),
    index('oidc_records_user_code').on(table.model, table.userCode),
    index('oidc_records_expiry').on(table.expiresAt),
    index('oidc_records_account').on(table.model, sql`(${table.payload}->>'accountId')`),
  ],
);

/** The last two log-ins of each person. */
export const logIns = pgTable('log_ins', {
  webAccountId: text('web_account_id').primaryKey(),
  lastAt: timestamp('last_at', { withTimezone: true }).notNull(),
  previousAt: timestamp('previous_at', { withTimezone: true }),
});

/** The audit log of security events, such as sign-ins and password changes. It contains no secrets. */
export const securityEvents = pgTable(
  'security_events',
  {
    eventId: text('event_id').primaryKey(),
    at: instant('at').notNull(),
    kind: text('kind', {
      enum: [
        'loggedIn',
        'logInFailed',
        'loggedOut',
        'lockedOut',
        'alarm',
        'impersonationStarted',
        'registered',
        'recoveryCodeSent',
        'usernameShown',
        'passwordReset',
        'passwordChanged',
        'contactChanged',
        'paymentReturned',
        'recordDownloaded',
        'payerInvited',
        'payerAccepted',
        'payerRemoved',
        'textCodeSent',
        'textCodeRefused',
        'textAlertsStarted',
        'textAlertsChanged',
        'textAlertsStopped',
      ],
    }).notNull(),
    /** Null if no account is known, for example for a username that does not exist. */
    webAccountId: text('web_account_id'),
    role: text('role', { enum: ['borrower', 'payer'] }),
    isImpersonator: boolean('is_impersonator'),
    /** The network address. For IPv6, its /64 network. */
    address: text('address'),
    /**
     * For a lockout: the limit that was exceeded, and how attempts were counted. For an authorized payer: the id of the
     * invitation or of the payer's web account.
     */
    detail: text('detail'),
  },
  (table) => [
    index('security_events_by_account').on(table.webAccountId, table.at.desc().nullsFirst()),
    index('security_events_by_time').on(table.at),
  ],
);

/** Settings that all instances share: signing keys, cookie keys, and the seed's base date. */
export const serverSettings = pgTable('server_settings', {
  key: text('key').primaryKey(),
  value: jsonb('value').notNull(),
});
