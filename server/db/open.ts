/** Opens the database: embedded in a folder, embedded in memory, or any PostgreSQL. The rest of the server sees no difference. */
import { mkdir, readFile, readdir, realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { eq, sql } from 'drizzle-orm';
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { drizzle as drizzleEmbedded } from 'drizzle-orm/pglite';
import { migrate as migrateEmbedded } from 'drizzle-orm/pglite/migrator';
import * as v from 'valibot';
import { openDurably } from './durable-files.ts';
import { EmbeddedDatabase } from './embedded.ts';
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
import * as schema from './schema.ts';

/** The database, whichever engine runs it; also what a transaction gives. */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema>;

export interface OpenOptions {
  /** A PostgreSQL connection address. Where it stands, nothing is embedded. */
  readonly databaseUrl?: string | undefined;
  /** The folder of the embedded database, made when it does not exist. It must hold nothing else. */
  readonly dataDir?: string | undefined;
  /** Keep the embedded database in memory. */
  readonly memory?: boolean | undefined;
  /** The prepared database from which a new embedded one is unpacked; without it one is made from nothing, slowly. */
  readonly prepared?: string | undefined;
  /** The folder of migrations, where it is not beside this file. */
  readonly migrations?: string | undefined;
  /** Is told of a connection to PostgreSQL that broke while idle; the pool replaces it by itself. */
  readonly onBrokenConnection?: OnBroken | undefined;
}

/** Connections of the pool that are open, those of them that nothing uses, and calls that wait for one. */
export interface ConnectionUse {
  readonly open: number;
  readonly idle: number;
  readonly waiting: number;
}

export interface OpenedDatabase {
  readonly db: Database;
  readonly kind: 'folder' | 'memory' | 'postgres';
  /** Whether nothing has been loaded into it yet: {@link BUSINESS_DAY_OF_CREATION} is not set. */
  readonly fresh: boolean;
  /** Whether its tables are spread over several servers by Citus (distribution.ts). */
  readonly isDistributed: boolean;
  /** Does something that may take longer than a call, as filling the database. */
  withoutLimits<T>(work: (db: Database) => Promise<T>): Promise<T>;
  /**
   * Removes deleted rows of the embedded database in a folder, and the part of its write-ahead log that is in its files already. It has no
   * background process that does so. PostgreSQL does it by itself.
   */
  maintain(): Promise<void>;
  /** How the connections to PostgreSQL are used; undefined where the database is embedded. */
  readonly connections?: () => ConnectionUse;
  close(): Promise<void>;
}

/** The setting that is written last when a database is filled: the plain date from which its data are counted. */
export const BUSINESS_DAY_OF_CREATION = 'businessDayOfCreation';

/** Keeps instances that start together from migrating, or filling, the same database at once. Any fixed number will do. */
const STARTUP_LOCK = 7_310_442;

/** Takes the lock of a start, which the transaction holds until it ends. */
export async function holdStartupLock(transaction: Database): Promise<void> {
  await transaction.execute(sql`select pg_advisory_xact_lock(${STARTUP_LOCK})`);
}

/** Whether a database has not been filled yet. */
export async function isFresh(db: Database): Promise<boolean> {
  const { serverSettings } = schema;
  const found = await db
    .select({ key: serverSettings.key })
    .from(serverSettings)
    .where(eq(serverSettings.key, BUSINESS_DAY_OF_CREATION));
  return found.length === 0;
}

/** Whether `npm run distribute` has been run on this database. */
async function isSpread(db: Database): Promise<boolean> {
  const hasCitus = await db.execute(sql`select 1 from pg_extension where extname = 'citus'`);
  if (v.parse(Found, hasCitus).rows.length === 0) return false;
  const spread = await db.execute(sql`select 1 from pg_dist_partition where logicalrelid = 'borrowers'::regclass`);
  return v.parse(Found, spread).rows.length > 0;
}
const Found = v.object({ rows: v.array(v.unknown()) });

async function openPostgres(connectionString: string, migrations: string, onBroken: OnBroken): Promise<OpenedDatabase> {
  const hasLimits = await takesTimeLimits(connectionString);
  const unlimited = <T>(work: (db: Database) => Promise<T>): Promise<T> =>
    // The role may have time limits, which are lifted.
    onOwnConnection(connectionString, (client) =>
      work(limitTransactions(drizzlePostgres(client, { schema }), { statement: 0, use: 0 })),
    );
  await unlimited((db) => migrateInTurn(db, migrations, holdStartupLock));
  const pool = createPool(connectionString, onBroken, TIME_LIMITS, hasLimits);
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

/** Makes the folder's database, or refuses a folder that holds something else. */
async function makeIn(folder: string, prepared: string | undefined): Promise<void> {
  const foreign = (await readdir(folder)).some((name) => !isOfLock(name));
  if (foreign && !(await isUnfinished(folder))) {
    throw new Error(`${folder} holds files, but no database. Choose an empty folder or a new one.`);
  }
  await makeWhole(folder, prepared === undefined ? initializeDatabase : (place) => unpackDatabase(prepared, place));
}

async function openFolder(dataDir: string, prepared: string | undefined, migrations: string): Promise<OpenedDatabase> {
  // What is in it is nobody's business but the server's.
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
        await client.exec('vacuum');
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
 * Opens the database and runs the migrations that it lacks. A folder that another process has open is refused
 * (`FolderInUse`), one whose process was killed is not.
 */
export async function openDatabase(options: OpenOptions): Promise<OpenedDatabase> {
  const migrations = options.migrations ?? MIGRATIONS;
  if (options.databaseUrl !== undefined) {
    return openPostgres(options.databaseUrl, migrations, options.onBrokenConnection ?? (() => undefined));
  }
  if (options.memory === true) return openMemory(options.prepared, migrations);
  if (options.dataDir === undefined) throw new Error('A database needs an address, a folder, or to be kept in memory');
  return openFolder(options.dataDir, options.prepared, migrations);
}
