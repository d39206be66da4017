/**
 * Placement of each table if the Citus extension distributes the database over several servers. `npm run distribute`
 * applies this list, docs/scale.md explains it, and `test/server/distribution.test.ts` verifies that each statement of
 * a borrower's call can be routed to one shard. On a single PostgreSQL server and on the embedded engine, the list has
 * no effect.
 *
 * All rows of one borrower are on one shard: Citus places rows of co-located tables with the same distribution value on
 * the same node, so that a borrower's transaction involves a single node.
 */

/** How Citus stores a table. */
export type Placement =
  | {
      /** Rows are distributed by a hash of `column`. Tables with the same `colocation` can be joined on it. */
      readonly kind: 'distributed';
      readonly column: string;
      readonly colocation: 'borrower' | 'event' | 'webAccount';
    }
  /** Each node has a full copy: cheap to join, expensive to write. */
  | { readonly kind: 'reference'; readonly why: string }
  /** Stored on the coordinator only. It cannot be joined with a distributed table in one statement. */
  | { readonly kind: 'local'; readonly why: string };

const ofBorrower: Placement = { kind: 'distributed', column: 'borrower_key', colocation: 'borrower' };

/**
 * The placement of each table of schema.ts, by its SQL name. `borrowers` comes first because the other tables are
 * co-located with it.
 */
export const DISTRIBUTION: Readonly<Record<string, Placement>> = {
  borrowers: ofBorrower,
  accounts: ofBorrower,
  loan_groups: ofBorrower,
  loans: ofBorrower,
  bills: ofBorrower,
  group_terms: ofBorrower,
  loan_entries: ofBorrower,
  payment_instructions: ofBorrower,
  payment_instruction_changes: ofBorrower,
  payment_methods: ofBorrower,
  submissions: ofBorrower,
  scheduled_payments: ofBorrower,
  auto_debits: ofBorrower,
  auto_debit_drafts: ofBorrower,
  auto_debit_changes: ofBorrower,
  payment_history: ofBorrower,
  payment_returns: ofBorrower,
  payer_invitations: ofBorrower,
  pending_actions: ofBorrower,
  contact_information: ofBorrower,
  paperless_enrollments: ofBorrower,
  text_alerts: ofBorrower,
  text_alert_codes: ofBorrower,
  inbox_messages: ofBorrower,
  sent_messages: ofBorrower,
  applications: ofBorrower,
  application_events: ofBorrower,
  loan_postponements: ofBorrower,
  documents: ofBorrower,
  issued_documents: ofBorrower,
  drafts: ofBorrower,
  log_ins: { kind: 'distributed', column: 'web_account_id', colocation: 'webAccount' },
  security_events: { kind: 'distributed', column: 'event_id', colocation: 'event' },
  web_accounts: {
    kind: 'reference',
    why: 'found by id, by login name and by borrower, with a login name that must be unique; written only by registration, a new password and the removal of a payer',
  },
  oidc_records: {
    kind: 'local',
    why: 'found by five different columns, of which none is in every query; rows are short-lived, so their number follows the people who are signed in, not the borrowers',
  },
  recovery_requests: { kind: 'local', why: 'rows live for an hour and are found by a token' },
  notices: {
    kind: 'local',
    why: 'the oldest pending message of all borrowers is claimed by FOR UPDATE SKIP LOCKED, which needs one node; sent rows are deleted',
  },
  anonymous_documents: { kind: 'local', why: 'belong to no borrower; their total size is limited' },
  privacy_forms: { kind: 'local', why: 'belong to no borrower; their number per day is limited' },
  unfinished_uploads: { kind: 'local', why: 'rows live for the duration of an upload' },
  server_settings: { kind: 'local', why: 'a few rows that are read at startup' },
};

/** A statement without the distribution column, which Citus sends to every shard. */
export interface Broadcast {
  /** The calls that may issue it. */
  readonly calls: readonly string[];
  readonly tables: readonly string[];
  readonly why: string;
}

/** All broadcast statements. Every other statement of a call is routed to one shard or to the coordinator. */
export const BROADCASTS: readonly Broadcast[] = [
  {
    calls: ['credentials.recognize', 'credentials.requestCode'],
    tables: ['borrowers', 'accounts'],
    why: 'runs before sign-in: it finds the borrower by a hash of birth date and digits, which is indexed on each shard',
  },
  {
    calls: ['credentials.readInvitation', 'credentials.acceptInvitation'],
    tables: ['payer_invitations'],
    why: 'runs before sign-in: it finds the invitation by the hash of its token, which is indexed on each shard',
  },
  {
    calls: ['security.read', 'security.end'],
    tables: ['security_events'],
    why: 'events are spread by their id; the page reads the latest ones of a few web accounts by an index on each shard, and is rarely opened',
  },
];

/**
 * Triggers of migrations 0007 and 0035 to 0037 that update `borrowers` when another table changes. Citus runs a trigger
 * on the shard's node, where it must not change another distributed table, so `npm run distribute` drops them. They are
 * replaced by `changeLoansVersion`, which the server calls in each transaction that writes one of these tables. Any other
 * program that writes them must do the same.
 */
export const TRIGGERS_TO_DROP: readonly { readonly table: string; readonly trigger: string }[] = [
  'accounts',
  'loan_groups',
  'loans',
  'payment_history',
  'bills',
  'group_terms',
  'loan_entries',
  'scheduled_payments',
  'auto_debits',
  'auto_debit_drafts',
  'auto_debit_changes',
  'payment_instructions',
  'payment_instruction_changes',
  'payment_returns',
].flatMap((table) =>
  ['insert', 'update', 'delete', 'truncate'].map((event) => ({ table, trigger: `${table}_loans_version_${event}` })),
);
