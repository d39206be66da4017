/**
 * Connections to a PostgreSQL server that may be restarted, fail over or stand still. A connection that breaks, in use or
 * not, is replaced by a new one; one that is in use for too long is broken off, so that every call is answered.
 */
import { Client, Pool, type PoolClient } from 'pg';

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

/** Connections as calls use them. */
export function createPool(connectionString: string, onBroken: OnBroken, limits: TimeLimits = TIME_LIMITS): Pool {
  const pool = new Pool({
    connectionString,
    connectionTimeoutMillis: limits.connect,
    statement_timeout: limits.statement,
    lock_timeout: limits.statement,
    // Whoever is cut off in a transaction must not keep its locks.
    idle_in_transaction_session_timeout: limits.use,
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
): Promise<T> {
  const client = new Client({ connectionString, connectionTimeoutMillis: limits.connect, keepAlive: true });
  // What is done meanwhile fails with the same error.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
