/**
 * Opens the database: embedded in a folder, embedded in memory, or a PostgreSQL server. The rest of the server is
 * independent of the kind.
 */
import { mkdir, readFile, readdir, realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { eq, sql } from 'drizzle-orm';
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres';
import { drizzle as drizzleEmbedded } from 'drizzle-orm/pglite';
import { migrate as migrateEmbedded } from 'drizzle-orm/pglite/migrator';
import * as v from 'valibot';
import type { Database } from './database.ts';
import { openDurably } from './durable-files.ts';
import { EmbeddedDatabase } from './embedded.ts';
import { DatabaseHosts } from './hosts.ts';
import { isOfLock, lockFolder } from './lock.ts';
import { migrateInTurn } from './migrate.ts';
import {
  type OnBroken,
  TIME_LIMITS,
  createPool,
  limitTransactions,
  onOwnConnection,
  takesTimeLimits,
} from './postgres.ts';
import { MIGRATIONS, exists, initializeDatabase, isUnfinished, makeWhole, unpackDatabase } from './prepare.ts';
import * as schema from './schema/index.ts';

export interface OpenOptions {
  /** A PostgreSQL connection URL, which may have several hosts. If set, no embedded database is used. */
  readonly databaseUrl?: string | undefined;
  /** The folder of the embedded database, which is created if it does not exist. It must not contain other files. */
  readonly dataDir?: string | undefined;
  /** Whether to keep the embedded database in memory. */
  readonly memory?: boolean | undefined;
  /**
   * An archive of a prepared database that is unpacked for a new embedded database. Without it, initialization is slow.
   */
  readonly prepared?: string | undefined;
  /** The migrations folder, if it is not next to this file. */
  readonly migrations?: string | undefined;
  /** Called when an idle connection to PostgreSQL breaks. The pool replaces the connection. */
  readonly onBrokenConnection?: OnBroken | undefined;
}

/** Usage of the connection pool: open connections, idle connections, and waiting requests. */
export interface ConnectionUse {
  readonly open: number;
  readonly idle: number;
  readonly waiting: number;
}

export interface OpenedDatabase {
  readonly db: Database;
  readonly kind: 'folder' | 'memory' | 'postgres';
  /** Whether the database has no data yet, because {@link BUSINESS_DAY_OF_CREATION} is not set. */
  readonly fresh: boolean;
  /** Whether Citus distributes its tables over several servers (distribution.ts). */
  readonly isDistributed: boolean;
  /** Runs work that may take longer than the time limits of a call, such as seeding. */
  withoutLimits<T>(work: (db: Database) => Promise<T>): Promise<T>;
  /**
   * Vacuums and analyzes the embedded database in a folder and truncates its write-ahead log, because it has no background process.
   * Does nothing for PostgreSQL, which has one.
   */
  maintain(): Promise<void>;
  /** Returns the usage of the connections to PostgreSQL. Undefined for an embedded database. */
  readonly connections?: () => ConnectionUse;
  close(): Promise<void>;
}

/** The seed's base date; all demo dates are offsets from it. Written last, so its presence marks a complete seed. */
export const BUSINESS_DAY_OF_CREATION = 'businessDayOfCreation';

/**
 * Advisory lock that prevents instances that start together from migrating or seeding the same database concurrently.
 * The number is arbitrary.
 */
const STARTUP_LOCK = 7_310_442;

/** Acquires the startup lock until the transaction ends. */
export async function holdStartupLock(transaction: Database): Promise<void> {
  await transaction.execute(sql`select pg_advisory_xact_lock(${STARTUP_LOCK})`);
}

/** Returns whether the database has not been seeded yet. */
export async function isFresh(db: Database): Promise<boolean> {
  const { serverSettings } = schema;
  const found = await db
    .select({ key: serverSettings.key })
    .from(serverSettings)
    .where(eq(serverSettings.key, BUSINESS_DAY_OF_CREATION));
  return found.length === 0;
}

/** Returns whether `npm run distribute` has been run on this database. */
async function isSpread(db: Database): Promise<boolean> {
  const hasCitus = await db.execute(sql`select 1 from pg_extension where extname = 'citus'`);
  if (v.parse(Found, hasCitus).rows.length === 0) return false;
  const spread = await db.execute(sql`select 1 from pg_dist_partition where logicalrelid = 'borrowers'::regclass`);
  return v.parse(Found, spread).rows.length > 0;
}
const Found = v.object({ rows: v.array(v.unknown()) });

async function openPostgres(connectionString: string, migrations: string, onBroken: OnBroken): Promise<OpenedDatabase> {
  const hosts = new DatabaseHosts(connectionString, TIME_LIMITS.connect);
  const hasLimits = await takesTimeLimits(await hosts.find());
  const unlimited = async <T>(work: (db: Database) => Promise<T>): Promise<T> =>
    // Disables time limits that the role may have.
    onOwnConnection(await hosts.find(), (client) =>
      work(limitTransactions(drizzlePostgres(client, { schema }), { statement: 0, use: 0 })),
    );
  await unlimited((db) => migrateInTurn(db, migrations, holdStartupLock));
  const pool = createPool(connectionString, onBroken, TIME_LIMITS, hasLimits, hosts);
  try {
    const pooled = drizzlePostgres(pool, { schema });
    const db = hasLimits ? pooled : limitTransactions(pooled, TIME_LIMITS);
    return {
      db,
      kind: 'postgres',
      maintain: nothing,
      fresh: await isFresh(db),
      isDistributed: await isSpread(db),
      withoutLimits: unlimited,
      connections: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
      close: () => pool.end(),
    };
  } catch (error) {
    await pool.end();
    throw error;
  }
}

const nothing = (): Promise<void> => Promise.resolve();

async function openEmbedded(
  client: PGlite,
  migrations: string,
): Promise<Pick<OpenedDatabase, 'db' | 'fresh' | 'isDistributed' | 'withoutLimits'>> {
  const db = drizzleEmbedded(client, { schema });
  try {
    await migrateEmbedded(db, { migrationsFolder: migrations });
    return { db, fresh: await isFresh(db), isDistributed: false, withoutLimits: (work) => work(db) };
  } catch (error) {
    await client.close();
    throw error;
  }
}

/** Creates the folder's database. Throws if the folder contains other files. */
async function makeIn(folder: string, prepared: string | undefined): Promise<void> {
  const foreign = (await readdir(folder)).some((name) => !isOfLock(name));
  if (foreign && !(await isUnfinished(folder))) {
    throw new Error(`${folder} contains files, but no database. Choose an empty or new folder.`);
  }
  await makeWhole(folder, prepared === undefined ? initializeDatabase : (place) => unpackDatabase(prepared, place));
}

async function openFolder(dataDir: string, prepared: string | undefined, migrations: string): Promise<OpenedDatabase> {
  // Only the server's user may access the folder.
  await mkdir(resolve(dataDir), { recursive: true, mode: 0o700 });
  const folder = await realpath(resolve(dataDir));
  const release = await lockFolder(folder);
  try {
    if (!(await exists(join(folder, 'PG_VERSION')))) await makeIn(folder, prepared);
    const client = await openDurably(folder);
    return {
      ...(await openEmbedded(client, migrations)),
      kind: 'folder',
      maintain: async () => {
        await client.exec('vacuum analyze');
        await client.exec('checkpoint');
      },
      close: () => client.close().finally(release),
    };
  } catch (error) {
    await release();
    throw error;
  }
}

async function openMemory(prepared: string | undefined, migrations: string): Promise<OpenedDatabase> {
  const loadDataDir = prepared === undefined ? undefined : new Blob([await readFile(prepared)]);
  const client = await EmbeddedDatabase.open(loadDataDir === undefined ? {} : { loadDataDir });
  return {
    ...(await openEmbedded(client, migrations)),
    kind: 'memory',
    maintain: nothing,
    close: () => client.close(),
  };
}

/**
 * Opens the database and runs pending migrations. Throws `FolderInUse` if another running process has the folder open;
 * a killed process does not block it.
 */
export async function openDatabase(options: OpenOptions): Promise<OpenedDatabase> {
  const migrations = options.migrations ?? MIGRATIONS;
  if (options.databaseUrl !== undefined) {
    return openPostgres(options.databaseUrl, migrations, options.onBrokenConnection ?? (() => undefined));
  }
  if (options.memory === true) return openMemory(options.prepared, migrations);
  if (options.dataDir === undefined) throw new Error('A database requires a URL, a folder or the in-memory option');
  return openFolder(options.dataDir, options.prepared, migrations);
}
