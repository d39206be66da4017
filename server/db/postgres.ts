/**
 * Connections to a PostgreSQL server that may restart, fail over or stop responding. Broken connections are replaced. A
 * connection that is in use for too long is terminated, so that every request gets a response.
 *
 * The URL may point to a pooler such as PgBouncer in transaction mode, where each transaction may run on a different
 * connection. In that case nothing depends on session state: no `SET`, no session locks, no named prepared statements.
 */
import { sql } from 'drizzle-orm';
import { Client, type ClientConfig, DatabaseError, Pool, type PoolClient } from 'pg';
import * as v from 'valibot';
import type { Database } from './database.ts';
import { DatabaseHosts } from './hosts.ts';

/** Time limits in milliseconds. The portal times out after 15 seconds for reads and 30 seconds for writes. */
export interface TimeLimits {
  /** For opening a connection or waiting for a free one. */
  readonly connect: number;
  /** For one statement, enforced by the database server. */
  readonly statement: number;
  /** For one use of a connection, such as a transaction. This process then terminates the connection. */
  readonly use: number;
}

export const TIME_LIMITS: TimeLimits = { connect: 4000, statement: 8000, use: 10_000 };

/** Called when a database connection breaks. */
export type OnBroken = (error: Error) => void;

/** Returns the PostgreSQL settings for the time limits, in milliseconds. */
const toSettings = ({ statement, use }: Pick<TimeLimits, 'statement' | 'use'>) => ({
  statement_timeout: statement,
  lock_timeout: statement,
  // Releases the locks held by a transaction whose client disconnected.
  idle_in_transaction_session_timeout: use,
});

/** Protocol violation: the code with which PgBouncer rejects a startup parameter. */
const REFUSED = '08P01';

const Setting = v.object({ rows: v.tuple([v.object({ value: v.string() })]) });

/**
 * Returns whether connections can be opened with time limits. A pooler rejects them or, if configured so, ignores them;
 * {@link limitTransactions} then sets the limits in each transaction.
 */
export async function takesTimeLimits(connectionString: string, limits: TimeLimits = TIME_LIMITS): Promise<boolean> {
  try {
    return await onOwnConnection(
      connectionString,
      async (client) => {
        const shown = await client.query(`select setting as value from pg_settings where name = 'statement_timeout'`);
        return v.parse(Setting, shown).rows[0].value === String(limits.statement);
      },
      limits,
      { statement_timeout: limits.statement },
    );
  } catch (error) {
    if (error instanceof DatabaseError && error.code === REFUSED) return false;
    throw error;
  }
}

/** Sets the time limits at the start of each transaction, for that transaction only. 0 disables a limit. */
export function limitTransactions<DB extends Database>(db: DB, limits: Pick<TimeLimits, 'statement' | 'use'>): DB {
  const settings = Object.entries(toSettings(limits)).map(
    ([name, value]) => sql`set_config(${name}, ${String(value)}, true)`,
  );
  const begin = db.transaction.bind(db);
  const transaction: typeof begin = (work, config) =>
    begin(async (opened) => {
      await opened.execute(sql`select ${sql.join(settings, sql`, `)}`);
      return work(opened);
    }, config);
  db.transaction = transaction;
  return db;
}

/**
 * Creates the connection pool for requests. `hasLimits` states whether connections accept time limits ({@link
 * takesTimeLimits}).
 */
export function createPool(
  connectionString: string,
  onBroken: OnBroken,
  limits: TimeLimits = TIME_LIMITS,
  hasLimits = true,
  hosts = new DatabaseHosts(connectionString, limits.connect),
): Pool {
  const pool = new Pool({
    Client: hosts.Client,
    connectionTimeoutMillis: limits.connect,
    ...(hasLimits && toSettings(limits)),
    keepAlive: true,
    keepAliveInitialDelayMillis: limits.use,
    // After a failover, old connections may still reach the server that is now read-only.
    maxLifetimeSeconds: 300,
  });
  pool.on('error', onBroken);
  // The pool handles errors of idle connections only. Without this listener, an error of a connection in use would end
  // the process; the query that uses it fails with the same error.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const alarms = new WeakMap<PoolClient, NodeJS.Timeout>();
  pool.on('acquire', (client) => {
    const breakOff = () => client.connection.stream.destroy(new Error('The database does not respond'));
    alarms.set(client, setTimeout(breakOff, limits.use).unref());
  });
  pool.on('release', (_error, client) => clearTimeout(alarms.get(client)));
  return pool;
}

/** Runs `work` on a dedicated connection without time limits, for migrations and seeding. */
export async function onOwnConnection<T>(
  connectionString: string,
  work: (client: Client) => Promise<T>,
  limits: TimeLimits = TIME_LIMITS,
  settings: Pick<ClientConfig, 'statement_timeout'> = {},
): Promise<T> {
  const options = { connectionString, connectionTimeoutMillis: limits.connect, keepAlive: true, ...settings };
  const client = new Client(options);
  // Queries in progress fail with the same error.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
