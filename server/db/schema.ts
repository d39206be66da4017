/**
 * The tables, one schema for the embedded database and for PostgreSQL. Every table of a borrower's leads with the
 * borrower's key, so that each query stays with one borrower and PostgreSQL's scale-out engines can distribute it.
 * Money is in whole cents, dates are plain days, `*_at` columns are instants.
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
import type { CurrentSchool } from '#domain/deferment/shapes.ts';
import { INSTRUCTION_CODES } from '#domain/accounts/ledger.ts';
import { STORED_PLANS } from '#domain/accounts/shapes.ts';
import { PAYMENT_TYPES } from '#domain/payments/progress.ts';
import { ApplicationKind, ApplicationStatus, type AskedFor, POSTPONEMENTS } from '#domain/postponement/shapes.ts';
import type { OptOut, PrivacyRequest } from '#domain/privacy/shapes.ts';
import { cents, plainDate, sealed } from './columns.ts';

const borrowerKey = () => text('borrower_key').notNull();
const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/**
 * Who did it: the web account, in which role, and whether an impersonator; null where the server did it itself, or where it
 * was done before this was kept.
 */
const actor = () => ({
  actorWebAccountId: text('actor_web_account_id'),
  actorRole: text('actor_role', { enum: ['borrower', 'payer'] }),
  actorIsImpersonator: boolean('actor_is_impersonator'),
});

/** The people who owe. */
export const borrowers = pgTable(
  'borrowers',
  {
    borrowerKey: text('borrower_key').primaryKey(),
    givenName: text('given_name').notNull(),
    familyName: text('family_name').notNull(),
    email: text('email').notNull(),
    /** Whether the monthly amount is drawn by auto debit on each due date. */
    autoDebit: boolean('auto_debit').notNull(),
    /** By which somebody who registers shows that the loans are theirs (ruling 49); null where it is not known. */
    dateOfBirth: sealed<PlainDate>('date_of_birth'),
    ssnLastFour: sealed<string>('ssn_last_four'),
    /** Both of them hashed with a key, to find somebody by. */
    identityHash: text('identity_hash'),
    /** The servicer's type of borrower (R §2); 1 where nothing special is known. */
    borrowerType: integer('borrower_type').notNull().default(1),
    /** The schools at which the borrower is known to be (R §3). */
    schools: jsonb('schools').$type<CurrentSchool['currentSchoolList']>().notNull().default([]),
    /** Another one whenever this row, or one of the accounts, groups, loans or history, changes: set by triggers (0007). */
    loansVersion: uuid('loans_version').notNull().defaultRandom(),
  },
  (table) => [index('borrowers_identity').on(table.identityHash)],
);

/** The people who sign in: a borrower, or someone who acts for one. Looked up by name, so it leads with its own key. */
export const webAccounts = pgTable(
  'web_accounts',
  {
    webAccountId: text('web_account_id').primaryKey(),
    loginName: text('login_name').notNull().unique(),
    passwordHash: text('password_hash').notNull(),
    /** Tells a borrower from an authorized payer (P §1). */
    applicationId: text('application_id').notNull(),
    /** The role that stands in the access token's audience beside the API; an impersonator has one (ruling 7). */
    audienceRole: text('audience_role'),
    givenName: text('given_name').notNull(),
    familyName: text('family_name').notNull(),
    /** Who knows the password: this provider, or the federal identity behind it (P §1). */
    identityProvider: text('identity_provider', { enum: ['local', 'federal'] })
      .notNull()
      .default('local'),
    /** The borrower whose loans are shown. */
    borrowerKey: borrowerKey(),
  },
  (table) => [index('web_accounts_borrower').on(table.borrowerKey)],
);

export const accounts = pgTable(
  'accounts',
  {
    borrowerKey: borrowerKey(),
    /** Opaque; stands in addresses in place of the number (ruling 46). */
    accountId: text('account_id').notNull(),
    accountNumber: text('account_number').notNull(),
    kind: text('kind', { enum: ['federal', 'commercial'] }).notNull(),
    loanType: text('loan_type').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.borrowerKey, table.accountId] }),
    unique('accounts_number').on(table.borrowerKey, table.accountNumber),
  ],
);

/** Loans of one account that are billed together. What is due stands here as of `billedThrough` (domain/accounts/billing). */
export const loanGroups = pgTable(
  'loan_groups',
  {
    borrowerKey: borrowerKey(),
    accountId: text('account_id').notNull(),
    groupId: text('group_id').notNull(),
    loanType: text('loan_type').notNull(),
    /** Which plan sets the amounts; on IBR and PAYE interest is paid before fees (ruling 20). */
    plan: text('plan', { enum: STORED_PLANS }).notNull(),
    monthlyPayment: cents('monthly_payment_cents').notNull(),
    /** Day of the month on which an instalment falls due, 1 to 31. */
    dueDay: integer('due_day').notNull(),
    /** When the next instalment that is not yet satisfied falls due; null when nothing is owed any more. */
    paymentDueDate: plainDate('payment_due_date'),
    /** Billed for that date and not yet paid, without what is past due. */
    amountDue: cents('amount_due_cents').notNull(),
    pastDue: cents('past_due_cents').notNull(),
    /** When a payment last moved the due date forward. */
    lastBumpDate: plainDate('last_bump_date'),
    /** The day through which bills have been issued. */
    billedThrough: plainDate('billed_through').notNull(),
    /** When the first instalment fell or falls due; null where that was before the loans came here. */
    repaymentStarts: plainDate('repayment_starts'),
    /** The last day on which payments are or were postponed; null where they never were. */
    postponedThrough: plainDate('postponed_through'),
    /** The deferment or forbearance that postpones or postponed them; null if none did or it is unknown. */
    postponedBy: text('postponed_by', { enum: POSTPONEMENTS }),
    /** When income is to be recertified next; null where the amount does not come from income. */
    recertifyBy: plainDate('recertify_by'),
    /** Whether the borrower pays the permanent standard amount of an income-driven plan. */
    isPermanentStandard: boolean('is_permanent_standard').notNull().default(false),
    /** Months of these deferments, and of hardship forbearance, that the loans have had, here and elsewhere. */
    unemploymentMonths: integer('unemployment_months').notNull().default(0),
    economicHardshipMonths: integer('economic_hardship_months').notNull().default(0),
    hardshipMonths: integer('hardship_months').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.borrowerKey, table.accountId, table.groupId] })],
);

export const loans = pgTable(
  'loans',
  {
    borrowerKey: borrowerKey(),
    accountId: text('account_id').notNull(),
    loanId: text('loan_id').notNull(),
    groupId: text('group_id').notNull(),
    disbursedOn: plainDate('disbursed_on').notNull(),
    disbursed: cents('disbursed_cents').notNull(),
    /** Thousandths of a percent a year: 6530 is 6.53 %. */
    rate: integer('rate_thousandths').notNull(),
    /** Whether the government pays its interest in school, in grace and during a deferment. */
    isSubsidized: boolean('is_subsidized').notNull().default(false),
    /** Its part of the group's monthly amount. */
    monthlyPayment: cents('monthly_payment_cents').notNull(),
    principal: cents('principal_cents').notNull(),
    /** Accrued to `interestThrough` and not paid, in millionths of a cent: rounded to cents only when it is posted. */
    accruedInterest: bigint('accrued_interest_micros', { mode: 'bigint' }).notNull(),
    fees: cents('fees_cents').notNull(),
    /** The day to which interest has been accrued; it runs on from there on the principal. */
    interestThrough: plainDate('interest_through').notNull(),
  },
  (table) => [primaryKey({ columns: [table.borrowerKey, table.accountId, table.loanId] })],
);

/** Where money beyond what is due goes on an account (domain/accounts/ledger); no row where nothing was asked for. */
export const paymentInstructions = pgTable(
  'payment_instructions',
  {
    borrowerKey: borrowerKey(),
    accountId: text('account_id').notNull(),
    code: text('code', { enum: INSTRUCTION_CODES }).notNull(),
    /** The group that gets it; null with every code but GROUP. */
    groupId: text('group_id'),
  },
  (table) => [
    primaryKey({ columns: [table.borrowerKey, table.accountId] }),
    check('payment_instructions_group', sql`(${table.code} = 'GROUP') = (${table.groupId} is not null)`),
  ],
);

/** Saved bank accounts. Full numbers stay here, encrypted; what leaves is masked. */
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
 * Submissions, one row per borrower, call and idempotency key (service/submissions.ts). A key without a response is closed: it
 * was settled before its submission arrived, and accepts none any more.
 */
export const submissions = pgTable(
  'submissions',
  {
    borrowerKey: borrowerKey(),
    /** The id of the call by which it is submitted. */
    call: text('call').notNull(),
    idempotencyKey: text('idempotency_key').notNull(),
    /** SHA-256 of the body, sealed, since the numbers in a body could be tried; null for a key that was closed before any body came. */
    bodyHash: sealed<string>('body_hash'),
    /** The answer given, in wire form and to the letter; null for a closed key. */
    answer: json('answer').$type<unknown>(),
    /** What was asked for, in wire form, as a receipt shows it; null for a closed key. */
    record: json('record').$type<unknown>(),
    /** The id of what came of it, as a payment or a document; null when it was refused or closed. */
    createdId: text('created_id'),
    /** By which people refer to that. */
    confirmationNumber: text('confirmation_number'),
    createdAt: instant('created_at').notNull(),
    ...actor(),
  },
  (table) => [
    primaryKey({ columns: [table.borrowerKey, table.call, table.idempotencyKey] }),
    unique('submissions_confirmation').on(table.borrowerKey, table.confirmationNumber),
  ],
);

/** Payments that have not been posted yet, one row for each account or group that a payment is for. One that is cancelled leaves for the history. */
export const scheduledPayments = pgTable(
  'scheduled_payments',
  {
    borrowerKey: borrowerKey(),
    paymentId: text('payment_id').notNull(),
    paymentDetailId: text('payment_detail_id').notNull(),
    accountId: text('account_id').notNull(),
    /** Null when the payment is for the whole account. */
    groupId: text('group_id'),
    effectiveDate: plainDate('effective_date').notNull(),
    amount: cents('amount_cents').notNull(),
    /** The saved bank account that was chosen; null where a new one was entered for this payment. */
    profileId: text('profile_id'),
    /** The bank account that is drawn on, as it was authorized: a saved one may change or go before the day. */
    routingNumber: text('routing_number').notNull(),
    bankAccountNumber: sealed<string>('bank_account_number').notNull(),
    accountTypeId: integer('account_type_id').$type<1 | 2>().notNull(),
    accountHolder: text('account_holder').notNull(),
    /** As a person reads it: bank and masked number. */
    paymentMethod: text('payment_method').notNull(),
    paymentType: text('payment_type', { enum: PAYMENT_TYPES }).notNull(),
    /** True leaves the due date alone when the payment is posted (ruling 26). */
    keepsDueDate: boolean('keeps_due_date').notNull(),
    authorizedAt: instant('authorized_at').notNull(),
    ...actor(),
  },
  (table) => [
    primaryKey({ columns: [table.borrowerKey, table.paymentId, table.paymentDetailId] }),
    index('scheduled_payments_by_day').on(table.borrowerKey, table.effectiveDate),
  ],
);

/** The bank account that a payment was drawn on, as it was authorized. */
export const DrawnOn = v.object({
  routingNumber: v.string(),
  bankAccountNumber: v.string(),
  accountTypeId: v.picklist([1, 2]),
  accountHolder: v.string(),
});
export type DrawnOn = v.InferOutput<typeof DrawnOn>;

/** What one payment did to one group of loans, in cents. */
export interface GroupSplit {
  readonly groupId: string;
  readonly total: Cents;
  readonly principal: Cents;
  readonly interest: Cents;
  readonly fees: Cents;
}

/** Payments that were posted or cancelled. What was posted: amount = principal + interest + fees + refunded. */
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
    /** What was owed nowhere on the account any more: it goes back to where it was drawn. */
    refunded: cents('refunded_cents').notNull().default(ZERO),
    description: text('description').notNull(),
    groups: jsonb('groups').$type<readonly GroupSplit[]>().notNull(),
    /** The scheduled payment that it was; null for what was paid before the portal. */
    paymentId: text('payment_id'),
    drawnOn: sealed<DrawnOn>('drawn_on'),
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
  ],
);

/** What a person has to do before anything else: the page of a required action each, in their order (P §5.1). */
export const pendingActions = pgTable(
  'pending_actions',
  {
    borrowerKey: borrowerKey(),
    webAccountId: text('web_account_id').notNull(),
    action: text('action').notNull(),
    position: integer('position').notNull(),
    /** Null as long as it has not been done. */
    doneAt: instant('done_at'),
    ...actor(),
  },
  (table) => [primaryKey({ columns: [table.borrowerKey, table.webAccountId, table.action] })],
);

/** How a person can be reached, one row for each web account. */
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

/** Whether letters come to the inbox instead of by mail; no row where nobody has ever asked for that. */
export const paperlessEnrollments = pgTable('paperless_enrollments', {
  borrowerKey: text('borrower_key').primaryKey(),
  enrolled: boolean('enrolled').notNull(),
  /** Whether the borrower may enroll (Y §2.3, the claims status). */
  isEligible: boolean('is_eligible').notNull().default(true),
  updatedAt: instant('updated_at'),
  ...actor(),
});

/**
 * The letters and messages of the inbox. Their PDFs are made when they are asked for. The indexes say where nulls stand as the
 * queries do, although there are none: only then does PostgreSQL read rows in their order.
 */
export const inboxMessages = pgTable(
  'inbox_messages',
  {
    borrowerKey: borrowerKey(),
    documentId: text('document_id').notNull(),
    isDirect: boolean('is_direct').notNull(),
    isPlainText: boolean('is_plain_text').notNull(),
    subject: text('subject').notNull(),
    /** Paragraphs, separated by empty lines. */
    text: text('text').notNull(),
    receivedOn: plainDate('received_on').notNull(),
    /** Null as long as it counts as unread. */
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

/** The messages that borrowers have sent. */
export const sentMessages = pgTable(
  'sent_messages',
  {
    borrowerKey: borrowerKey(),
    /** By which the message is asked about, on the phone or in writing. */
    messageNumber: text('message_number').notNull(),
    topic: text('topic').notNull(),
    /** The account that it is about; null where it is about none, or about all. */
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

/** Applications to postpone payments or for another plan. Which one is in process follows from the status. */
export const applications = pgTable(
  'applications',
  {
    borrowerKey: borrowerKey(),
    /** By which people refer to it. */
    confirmationNumber: text('confirmation_number').notNull(),
    kind: text('kind', { enum: ApplicationKind.options }).notNull(),
    status: text('status', { enum: ApplicationStatus.options }).notNull(),
    receivedAt: instant('received_at').notNull(),
    reviewStartedAt: instant('review_started_at'),
    decidedAt: instant('decided_at'),
    /** The start and the end of what it asks for; null if it names none. A pause ends on the day payments resume (ruling 75). */
    startDate: plainDate('start_date'),
    endDate: plainDate('end_date'),
    /** What was said in it, income and family among it; null where the application came in another way. */
    asked: sealed<AskedFor>('asked'),
    ...actor(),
  },
  (table) => [
    primaryKey({ columns: [table.borrowerKey, table.confirmationNumber] }),
    index('applications_by_time').on(
      table.borrowerKey,
      table.receivedAt.desc().nullsFirst(),
      table.confirmationNumber.desc().nullsFirst(),
    ),
  ],
);

/** The outbox: messages to people by email. A row is pending until `sentAt` or `failedAt` is set (mail/delivery.ts). */
export const notices = pgTable(
  'notices',
  {
    borrowerKey: borrowerKey(),
    noticeId: text('notice_id').notNull(),
    /** Null when the message is for a borrower who may have no web account. */
    webAccountId: text('web_account_id'),
    kind: text('kind', {
      enum: [
        'registered',
        'recoveryCode',
        'passwordReset',
        'passwordChanged',
        'contactChanged',
        'newBrowser',
        'idrApplication',
      ],
    }).notNull(),
    email: text('email').notNull(),
    /** The one-time code of a `recoveryCode` message; null as soon as the message is no longer pending. */
    code: sealed<string>('code'),
    createdAt: instant('created_at').notNull(),
    sentAt: instant('sent_at'),
    /** How often delivery was attempted. */
    attempts: integer('attempts').notNull().default(0),
    /** Not attempted before. While an attempt runs, the time after which another process may take over. */
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
 * Requests to recover an account by a one-time code (oidc/recovery.ts). A request that matches nobody has a row as well, so that
 * it is answered in the same way. Looked up by a secret token, so it leads with its own key.
 */
export const recoveryRequests = pgTable(
  'recovery_requests',
  {
    /** Keyed hash of the request token. */
    tokenHash: text('token_hash').primaryKey(),
    /** Keyed hash of the account number, birth date and digits that were entered. */
    identityHash: text('identity_hash').notNull(),
    /** The borrower to whom the code was sent; null when no code was sent. */
    borrowerKey: text('borrower_key'),
    /** Keyed hash of token and code; null when no code was sent or a later request replaced it. */
    codeHash: text('code_hash'),
    /** How many codes were tried. */
    tries: integer('tries').notNull().default(0),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** When the right code was entered. */
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

/** What is kept of any uploaded document. Its content is in the store of documents, under `fileId` (documents/intake.ts). */
const uploadedFile = () => ({
  documentId: text('document_id').notNull(),
  documentTypeId: integer('document_type_id').notNull(),
  /** As it is shown: cleaned. */
  fileName: text('file_name').notNull(),
  mediaType: text('media_type').notNull(),
  /** In bytes. */
  size: integer('size').notNull(),
  fileId: text('file_id').notNull(),
  confirmationNumber: text('confirmation_number').notNull(),
  uploadedAt: instant('uploaded_at').notNull(),
  /** What the virus scanner said. A document in which it found something is not kept. */
  scanState: text('scan_state', { enum: ['notScanned', 'clean'] })
    .notNull()
    .default('notScanned'),
});

/** Documents that borrowers have uploaded. */
export const documents = pgTable(
  'documents',
  {
    borrowerKey: borrowerKey(),
    ...uploadedFile(),
    /** The key by which the content is encrypted, in base64. */
    contentKey: sealed<string>('content_key').notNull(),
    /** The confirmation number of the application that the document was uploaded for; null for an upload with flag false. */
    applicationNumber: text('application_number'),
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
 * Documents of people who were not signed in, with what they said of themselves. They belong to nobody until somebody has
 * looked at them.
 */
export const anonymousDocuments = pgTable(
  'anonymous_documents',
  {
    ...uploadedFile(),
    documentId: text('document_id').primaryKey(),
    contentKey: sealed<string>('content_key').notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    /** A Social Security number; null where an account number was given. */
    uniqueId: sealed<string>('unique_id'),
    accountNumber: sealed<string>('account_number'),
    clientId: integer('client_id').notNull(),
    applicationId: integer('application_id').notNull(),
    webAccountId: text('web_account_id'),
  },
  (table) => [unique('anonymous_documents_confirmation').on(table.confirmationNumber)],
);

/** The privacy forms that were received (P §2.7, §2.8), for whoever answers them. They belong to no borrower. */
export const privacyForms = pgTable(
  'privacy_forms',
  {
    formId: text('form_id').primaryKey(),
    kind: text('kind', { enum: ['request', 'optOut'] }).notNull(),
    confirmationNumber: text('confirmation_number').notNull(),
    /** What was sent, in wire form. */
    body: sealed<PrivacyRequest | OptOut>('body').notNull(),
    receivedAt: instant('received_at').notNull(),
  },
  (table) => [
    unique('privacy_forms_confirmation').on(table.confirmationNumber),
    index('privacy_forms_received').on(table.receivedAt),
  ],
);

/** Files that the store of documents is given before a row names them; what a crash leaves here is deleted with its file. */
export const unfinishedUploads = pgTable('unfinished_uploads', {
  fileId: text('file_id').primaryKey(),
  startedAt: instant('started_at').notNull(),
});

/** Flows that were left unfinished, one row for each flow and person. No account, bank or Social Security numbers. */
export const drafts = pgTable(
  'drafts',
  {
    borrowerKey: borrowerKey(),
    webAccountId: text('web_account_id').notNull(),
    flow: text('flow').notNull(),
    /** Counts up with each write, so that an older tab does not write over a newer one. */
    revision: integer('revision').notNull(),
    data: jsonb('data').$type<unknown>().notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.borrowerKey, table.webAccountId, table.flow] })],
);

/** What the sign-in provider keeps: sessions, grants, tokens, codes. */
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
    /** When a session was last used; it ends when that is too long ago. */
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

/** What matters for security: who logged in, changed a password and the like. No secrets. */
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
      ],
    }).notNull(),
    /** Null where nobody is known, as with a username that does not exist. */
    webAccountId: text('web_account_id'),
    role: text('role', { enum: ['borrower', 'payer'] }),
    isImpersonator: boolean('is_impersonator'),
    /** The network address; of IPv6 its first half. */
    address: text('address'),
    /** Of a lock-out: what was tried too often, and how it was counted. */
    detail: text('detail'),
  },
  (table) => [
    index('security_events_by_account').on(table.webAccountId, table.at.desc().nullsFirst()),
    index('security_events_by_time').on(table.at),
  ],
);

/** What all instances share: signing keys, cookie keys, the business day on which the database was created. */
export const serverSettings = pgTable('server_settings', {
  key: text('key').primaryKey(),
  value: jsonb('value').notNull(),
});
