/** The people who sign in, and their sessions. */
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { borrowerKey, instant } from '../columns.ts';

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
    /**
     * When the borrower removed this authorized payer or ended this username. From then on, the account cannot log in or
     * make calls.
     */
    revokedAt: instant('revoked_at'),
  },
  (table) => [index('web_accounts_borrower').on(table.borrowerKey)],
);

/**
 * Requests to recover or create an account by a one-time code (credentials/one-time-codes.ts). Requests that match no
 * borrower have a row as well, so that the response is the same. Looked up by a secret token, so the primary key does not start with the
 * borrower's key.
 */
export const recoveryRequests = pgTable(
  'recovery_requests',
  {
    /** Keyed hash of the request token. */
    tokenHash: text('token_hash').primaryKey(),
    /** Keyed hash of the entered account number, birth date and SSN digits. */
    identityHash: text('identity_hash').notNull(),
    /** Keyed hash of the network address that asked. Null if it is unknown. */
    sourceHash: text('source_hash'),
    /** The email with the code, in `notices`. Null if no code was sent. */
    noticeId: text('notice_id'),
    /** The borrower whose details were entered. Null if no borrower matches, or the code could not be sent. */
    borrowerKey: text('borrower_key'),
    /** Keyed hash of token and code. Null if no code was sent or a later request replaced it. */
    codeHash: text('code_hash'),
    /** The number of codes tried. */
    tries: integer('tries').notNull().default(0),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** When the correct code was entered, or the server decided that none is needed (ruling 116). */
    verifiedAt: instant('verified_at'),
    /** When a new password was set or a username was created, and for which web account. */
    usedAt: instant('used_at'),
    usedFor: text('used_for'),
  },
  (table) => [
    index('recovery_requests_identity').on(table.identityHash),
    index('recovery_requests_borrower').on(table.borrowerKey, table.createdAt),
    index('recovery_requests_created').on(table.createdAt),
  ],
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
        'usernameEnded',
        'passwordConfirmed',
        'emailCodeSent',
        'logInCodeSent',
        'sessionEnded',
        'emailChanged',
        'bankAccountSaved',
        'bankAccountChanged',
        'autoDebitChanged',
        'instructionsChanged',
        'employeeActed',
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
     * For a lockout: the limit that was exceeded, and how attempts were counted. For an authorized payer or an ended
     * username: the id of the invitation or of the web account.
     */
    detail: text('detail'),
  },
  (table) => [
    index('security_events_by_account').on(table.webAccountId, table.at.desc().nullsFirst()),
    index('security_events_by_time').on(table.at),
  ],
);
