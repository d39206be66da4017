/** Contact information, authorized payers and privacy forms. */
import { index, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import type { OptOut, PrivacyRequest } from '#domain/profile/privacy/shapes.ts';
import { sealed, borrowerKey, instant, actor } from '../columns.ts';

/** Contact information, one row per web account. */
export const contactInformation = pgTable(
  'contact_information',
  {
    borrowerKey: borrowerKey(),
    webAccountId: text('web_account_id').notNull(),
    email: text('email').notNull(),
    /** The address before the last changes of 72 hours, to which recovery codes go during that time. */
    previousEmail: text('previous_email'),
    /** When the email address was last changed. Null if it never was. */
    emailChangedAt: instant('email_changed_at'),
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
