/** Submissions, required actions, drafts, and settings of the server. */
import { integer, json, jsonb, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import { sealed, borrowerKey, instant, actor } from '../columns.ts';

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

/** Settings that all instances share: signing keys, cookie keys, and the seed's base date. */
export const serverSettings = pgTable('server_settings', {
  key: text('key').primaryKey(),
  value: jsonb('value').notNull(),
});
