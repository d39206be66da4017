/**
 * Connections to a PostgreSQL server that may be restarted, fail over or stand still. A connection that breaks, in use or
 * not, is replaced by a new one; one that is in use for too long is broken off, so that every call is answered.
 *
 * The address may be that of a pooler such as PgBouncer in transaction mode, where each transaction may run on another
 * connection. Nothing here is then kept in a session: no `SET`, no lock, no named prepared statement.
 */
import { sql } from 'drizzle-orm';
import { Client, type ClientConfig, DatabaseError, Pool, type PoolClient } from 'pg';
import * as v from 'valibot';
import type { Database } from './open.ts';

/** Time limits, in milliseconds. The portal waits 15 seconds for what it reads, 30 for what it writes. */
export interface TimeLimits {
  /** For a connection to be made, or to become free. */
  readonly connect: number;
  /** For one statement; the server itself ends it. */
  readonly statement: number;
  /** For one use of a connection, a transaction at most; then it is broken off from here. */
  readonly use: number;
}

export const TIME_LIMITS: TimeLimits = { connect: 4000, statement: 8000, use: 10_000 };

/** Is told of a connection that broke. */
export type OnBroken = (error: Error) => void;

/** The settings of PostgreSQL that hold the time limits, in milliseconds. */
const settingsOf = ({ statement, use }: Pick<TimeLimits, 'statement' | 'use'>) => ({
  statement_timeout: statement,
  lock_timeout: statement,
  // Whoever is cut off in a transaction must not keep its locks.
  idle_in_transaction_session_timeout: use,
});

/** A violation of the protocol, by which PgBouncer refuses a start-up parameter. */
const REFUSED = '08P01';

const Setting = v.object({ rows: v.tuple([v.object({ value: v.string() })]) });

/**
 * Whether a connection can be opened with time limits of its own. A pooler refuses them or, where it is told to, ignores them.
 * The limits are then set in each transaction ({@link limitTransactions}).
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

/** Sets the time limits at the beginning of each transaction, and for that transaction alone; 0 is none. */
export function limitTransactions<DB extends Database>(db: DB, limits: Pick<TimeLimits, 'statement' | 'use'>): DB {
  const settings = Object.entries(settingsOf(limits)).map(
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

/** Connections as calls use them. `hasLimits` says whether they can be opened with time limits ({@link takesTimeLimits}). */
export function createPool(
  connectionString: string,
  onBroken: OnBroken,
  limits: TimeLimits = TIME_LIMITS,
  hasLimits = true,
): Pool {
  const pool = new Pool({
    connectionString,
    connectionTimeoutMillis: limits.connect,
    ...(hasLimits && settingsOf(limits)),
    keepAlive: true,
    keepAliveInitialDelayMillis: limits.use,
    // After a failover a connection may still lead to the server that now only reads.
    maxLifetimeSeconds: 300,
  });
  pool.on('error', onBroken);
  // The pool listens to idle connections only; the error of one in use, heard by nobody, would end the process. Whoever
  // uses it gets the error as well.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const alarms = new WeakMap<PoolClient, NodeJS.Timeout>();
  pool.on('acquire', (client) => {
    const breakOff = () => client.connection.stream.destroy(new Error('The database does not answer'));
    alarms.set(client, setTimeout(breakOff, limits.use).unref());
  });
  pool.on('release', (_error, client) => clearTimeout(alarms.get(client)));
  return pool;
}

/** Does `work` on a connection of its own that has no time limits: migrations, and filling a database. */
export async function onOwnConnection<T>(
  connectionString: string,
  work: (client: Client) => Promise<T>,
  limits: TimeLimits = TIME_LIMITS,
  settings: Pick<ClientConfig, 'statement_timeout'> = {},
): Promise<T> {
  const options = { connectionString, connectionTimeoutMillis: limits.connect, keepAlive: true, ...settings };
  const client = new Client(options);
  // What is done meanwhile fails with the same error.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
