/** The borrowers, their accounts, and their loans. */
import { isNull, sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import type { PlainDate } from '#domain/calendar.ts';
import { type Cents, ZERO } from '#domain/money.ts';
import type { CurrentSchool } from '#domain/repayment/deferment/shapes.ts';
import type { ReducedRate } from '#domain/interest.ts';
import type { Incentive } from '#domain/accounts/loans/shapes.ts';
import { ENTRY_CAUSES, ENTRY_KINDS, type PaymentStep, type RapMonth, TERM_CAUSES } from '#domain/accounts/records.ts';
import type { GroupOpening } from '#domain/accounts/replay.ts';
import { STORED_PLANS } from '#domain/plan-names.ts';
import { BILL_KINDS } from '#domain/accounts/shapes.ts';
import { POSTPONEMENTS } from '#domain/postponement-kinds.ts';
import { cents, plainDate, sealed, borrowerKey } from '../columns.ts';

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
    /**
     * The first year whose tax forms are issued and stored (ruling 93); those of earlier years are derived when they are
     * read. By default, the year in which the row was added, so that no old form is announced as new.
     */
    taxFormsFrom: integer('tax_forms_from')
      .notNull()
      .default(sql`extract(year from now())::integer`),
    /** The next day on which tax forms are due: of a year that is over, or of an earlier one that has changed since. */
    taxFormsOn: plainDate('tax_forms_on')
      .notNull()
      .default(sql`make_date(extract(year from now())::integer + 1, 1, 31)`),
  },
  (table) => [
    index('borrowers_identity').on(table.identityHash),
    index('borrowers_by_tax_forms').on(table.taxFormsOn, table.borrowerKey),
  ],
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
    /**
     * The day from which bills, terms and entries are recorded: the first disbursement, or the day on which an older
     * database was converted. Null if it is not converted yet (server/service/conversion).
     */
    recordsSince: plainDate('records_since'),
    /** The day from which statements are issued; those of earlier months are derived. Null if all are issued ones. */
    statementsFrom: plainDate('statements_from'),
    /** The next day on which a statement can be due (ruling 91). Null before repayment and after the last statement. */
    statementOn: plainDate('statement_on'),
  },
  (table) => [
    primaryKey({ columns: [table.borrowerKey, table.accountId] }),
    unique('accounts_number').on(table.borrowerKey, table.accountNumber),
    index('accounts_to_convert').on(table.borrowerKey).where(isNull(table.recordsSince)),
    index('accounts_by_statement').on(table.borrowerKey, table.statementOn),
  ],
);

/** Loans of one account that are billed together (domain/accounts/bills). Their terms are in {@link groupTerms}. */
export const loanGroups = pgTable(
  'loan_groups',
  {
    borrowerKey: borrowerKey(),
    accountId: text('account_id').notNull(),
    groupId: text('group_id').notNull(),
    loanType: text('loan_type').notNull(),
    /** Day of the month on which installments are due, 1 to 31. */
    dueDay: integer('due_day').notNull(),
    /** Due date of the first installment. Null if it was before the loans were transferred to this servicer. */
    repaymentStarts: plainDate('repayment_starts'),
    /** Whether the rates of its loans can change. */
    isVariableRate: boolean('is_variable_rate').notNull().default(false),
    /** Months used of these deferments and of hardship forbearance, at any servicer. */
    unemploymentMonths: integer('unemployment_months').notNull().default(0),
    economicHardshipMonths: integer('economic_hardship_months').notNull().default(0),
    hardshipMonths: integer('hardship_months').notNull().default(0),
    /** The bills when the records begin. Null if they begin with the first disbursement. */
    opening: jsonb('opening').$type<GroupOpening>(),
    // Caches of the records, which the replay of the account computes as well:
    /** Due date of the next bill to be issued. Null if the group is paid in full. */
    nextDue: plainDate('next_due'),
    /** The day on which that bill is issued. */
    nextBillOn: plainDate('next_bill_on'),
    /**
     * The day on which the borrower is reminded to recertify, or on which a missed recertification takes effect
     * (ruling 100). Null if nothing is to be recertified.
     */
    recertificationOn: plainDate('recertification_on'),
    /** The first due date that no payment covers in advance. Null if the group is paid in full. */
    paidAheadTo: plainDate('paid_ahead_to'),
    /** The effective date of the payment that last moved the due date. */
    lastBumpDate: plainDate('last_bump_date'),
    /** The present month on RAP (domain/accounts/rap.ts). Null on other plans, and before the first one was found. */
    rapMonth: jsonb('rap_month').$type<RapMonth>(),
    /** The day on which the server ends that month. */
    rapMonthOn: plainDate('rap_month_on'),
    // Sums of databases from before the records. Only their conversion reads them (service/conversion):
    formerPlan: text('plan', { enum: STORED_PLANS }),
    formerMonthlyPayment: cents('monthly_payment_cents'),
    formerPaymentSteps: jsonb('payment_steps').$type<readonly PaymentStep[]>(),
    formerPaymentDueDate: plainDate('payment_due_date'),
    formerAmountDue: cents('amount_due_cents'),
    formerPastDue: cents('past_due_cents'),
    formerBilledThrough: plainDate('billed_through'),
    formerPostponedFrom: plainDate('postponed_from'),
    formerPostponedThrough: plainDate('postponed_through'),
    formerPostponedBy: text('postponed_by', { enum: POSTPONEMENTS }),
    formerRecertifyBy: plainDate('recertify_by'),
    formerIsPermanentStandard: boolean('is_permanent_standard').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.borrowerKey, table.accountId, table.groupId] }),
    index('loan_groups_by_bill').on(table.borrowerKey, table.nextBillOn),
    index('loan_groups_by_recertification').on(table.borrowerKey, table.recertificationOn),
    index('loan_groups_by_rap_month').on(table.borrowerKey, table.rapMonthOn),
  ],
);

/**
 * The bills of a group of loans (ruling 87). Kind, amount, due date and day of issue never change; `paid` and `isAhead`
 * are results of the payments and are computed again when one is returned.
 */
export const bills = pgTable(
  'bills',
  {
    borrowerKey: borrowerKey(),
    accountId: text('account_id').notNull(),
    groupId: text('group_id').notNull(),
    dueDate: plainDate('due_date').notNull(),
    kind: text('kind', { enum: BILL_KINDS }).notNull(),
    amount: cents('amount_cents').notNull(),
    issuedOn: plainDate('issued_on').notNull(),
    /** The day on which a pause that covers its due date was granted, and the number of that application. */
    cancelledOn: plainDate('cancelled_on'),
    cancelledBy: text('cancelled_by'),
    /** The sum of the parts of payments that paid it. */
    paid: cents('paid_cents').notNull().default(ZERO),
    /** Whether it belongs to a month that is paid in advance, so that nothing is due on it. */
    isAhead: boolean('is_ahead').notNull().default(false),
    /** Whether it was computed from the sums of an older database. */
    isReconstructed: boolean('is_reconstructed').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.borrowerKey, table.accountId, table.groupId, table.dueDate] }),
    index('bills_open')
      .on(table.borrowerKey, table.accountId, table.groupId, table.dueDate)
      .where(sql`${table.cancelledOn} is null and not ${table.isAhead} and ${table.paid} < ${table.amount}`),
  ],
);

/**
 * The terms of a group of loans, each row from a day on. A bill takes the terms that are in force on its day of issue.
 */
export const groupTerms = pgTable(
  'group_terms',
  {
    borrowerKey: borrowerKey(),
    accountId: text('account_id').notNull(),
    groupId: text('group_id').notNull(),
    fromDay: plainDate('from_day').notNull(),
    /** The order of rows of the same day. */
    position: integer('position').notNull().default(0),
    plan: text('plan', { enum: STORED_PLANS }).notNull(),
    monthlyPayment: cents('monthly_payment_cents').notNull(),
    /** The later monthly payments of a graduated plan, in the order of their dates. Null for a payment that stays. */
    paymentSteps: jsonb('payment_steps').$type<readonly PaymentStep[]>(),
    /** The part of each loan in the monthly payment, in cents by loan id. */
    loanPayments: jsonb('loan_payments').$type<Readonly<Record<string, Cents>>>().notNull(),
    /** Due date of the next income recertification. Null if the payment amount does not depend on income. */
    recertifyBy: plainDate('recertify_by'),
    /** Whether the borrower pays the permanent standard amount of an income-driven plan. */
    isPermanentStandard: boolean('is_permanent_standard').notNull().default(false),
    /** The 10-year standard amount of the day on which IBR was entered (ruling 96). Null if it is not known. */
    ibrCap: cents('ibr_cap_cents'),
    /** The payment after a missed recertification on RAP, where the operator sets another than the standard amount (ruling 100). */
    missedPayment: cents('missed_payment_cents'),
    cause: text('cause', { enum: TERM_CAUSES }).notNull(),
    /** The application that caused the change. */
    confirmationNumber: text('confirmation_number'),
    isReconstructed: boolean('is_reconstructed').notNull().default(false),
  },
  (table) => [
    primaryKey({
      name: 'group_terms_pk',
      columns: [table.borrowerKey, table.accountId, table.groupId, table.fromDay, table.position],
    }),
  ],
);

/** A change of a loan's RAP subsidies for a month, on the day on which it was computed. In cents. */
export interface EntryChange {
  readonly on: PlainDate;
  readonly waived: Cents;
  readonly matched: Cents;
}

/**
 * Dated changes of a loan other than payments: its opening, additions to the principal, times in which the government pays
 * its interest, and the ends of months on RAP. Disbursements and rates are dated in {@link loans}.
 */
export const loanEntries = pgTable(
  'loan_entries',
  {
    borrowerKey: borrowerKey(),
    accountId: text('account_id').notNull(),
    loanId: text('loan_id').notNull(),
    /** Unique for the loan. */
    entryId: text('entry_id').notNull(),
    onDay: plainDate('on_day').notNull(),
    kind: text('kind', { enum: ENTRY_KINDS }).notNull(),
    cause: text('cause', { enum: ENTRY_CAUSES }),
    /**
     * The amount added to the principal; for an opening, the principal on that day; for a month on RAP, the principal that
     * the government paid.
     */
    principal: cents('principal_cents').notNull().default(ZERO),
    /** Unpaid interest of an opening, or interest that was waived on RAP, in millionths of a cent. */
    interest: bigint('interest_micros', { mode: 'bigint' })
      .notNull()
      .default(sql`0`),
    /** Fees of an opening. */
    fees: cents('fees_cents').notNull().default(ZERO),
    /** The first day after a time in which the government pays the interest; of a month on RAP, the due date of its bill. */
    until: plainDate('until'),
    /** The application that caused it. */
    confirmationNumber: text('confirmation_number'),
    isReconstructed: boolean('is_reconstructed').notNull().default(false),
    /** The changes of the amounts of a month on RAP, the oldest first: they follow from payments. Null without any. */
    changes: jsonb('changes').$type<readonly EntryChange[]>(),
  },
  (table) => [
    primaryKey({ columns: [table.borrowerKey, table.accountId, table.loanId, table.entryId] }),
    index('loan_entries_by_day').on(table.borrowerKey, table.accountId, table.onDay),
  ],
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
    /** The owner of the loan; null if unknown. */
    lenderName: text('lender_name'),
    /** The school that the loan paid for; null if unknown. */
    schoolName: text('school_name'),
    /** The benefits that the loan has, had or can get (P §4). */
    incentives: jsonb('incentives').$type<readonly Incentive[]>().notNull().default([]),
    /** Whether the government pays its interest in school, in grace and during a deferment. */
    isSubsidized: boolean('is_subsidized').notNull().default(false),
    principal: cents('principal_cents').notNull(),
    /**
     * Unpaid interest accrued through `interestThrough`, in millionths of a cent. It is rounded to cents only when a
     * payment is posted.
     */
    accruedInterest: bigint('accrued_interest_micros', { mode: 'bigint' }).notNull(),
    fees: cents('fees_cents').notNull(),
    /** The day through which interest has accrued. Interest after it accrues on the principal. */
    interestThrough: plainDate('interest_through').notNull(),
    // Sums of databases from before the records. Only their conversion reads them (service/conversion):
    formerMonthlyPayment: cents('monthly_payment_cents'),
    formerCapitalizedInterest: cents('capitalized_interest_cents').notNull().default(ZERO),
  },
  (table) => [primaryKey({ columns: [table.borrowerKey, table.accountId, table.loanId] })],
);
