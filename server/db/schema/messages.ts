/** The inbox, emails and text alerts. */
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { Alert } from '#domain/messages/text-alerts/shapes.ts';
import { plainDate, sealed, borrowerKey, instant, actor } from '../columns.ts';

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

/** The kinds of emails. */
export const EMAIL_KINDS = [
  'registered',
  'recoveryCode',
  'registrationCode',
  'logInCode',
  'emailCode',
  'passwordReset',
  'passwordChanged',
  'contactChanged',
  'newBrowser',
  'usernameEnded',
  'idrApplication',
  'applicationReceived',
  'documentMissing',
  'applicationDecided',
  'applicationClosed',
  'grantEnding',
  'benefitEnding',
  'payerInvitation',
  'payerAccepted',
  'newLetter',
  'draftRefused',
  'draftRefusedAgain',
  'draftReturned',
  'draftRefusedCovered',
  'autoDebitOn',
  'autoDebitChanged',
  'autoDebitOff',
  'bankAccountAdded',
  'payerRemoved',
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
    /** The day of the payment or draft that a text or an email announces. */
    aboutDay: plainDate('about_day'),
    /**
     * The one-time code of an email or a `textCode` text, or the token of a `payerInvitation`. Cleared when
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
