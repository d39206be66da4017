/**
 * Provides a database with the demo people for one test file: in memory, or new on the PostgreSQL server in
 * `TEST_DATABASE_URL`, so that the same tests run on both.
 */
import configuration from '../../public/config.json';
import { sampleConfiguration } from '#domain/portal/samples.ts';
import { randomUUID } from 'node:crypto';
import { cp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/pglite';
import { Client } from 'pg';
import * as v from 'valibot';
import { type PlainDate, businessDate, toPlainDate } from '#domain/calendar.ts';
import { toCents } from '#domain/money.ts';
import { DEFAULT_ACCRUAL_END } from '#domain/payments/cutoff.ts';
import type { RoleIds } from '#domain/session/identity/shapes.ts';
import { loadDemoData } from '#server/demo/load.ts';
import { DISTRIBUTION } from '#server/db/distribution.ts';
import type { EmbeddedDatabase } from '#server/db/embedded.ts';
import { KeyRing, setKeys } from '#server/db/keys.ts';
import { type OpenedDatabase, openDatabase } from '#server/db/open.ts';
import { cachedDatabase } from '#server/db/prepare.ts';
import * as schema from '#server/db/schema/index.ts';
import { setLog } from '#server/log.ts';
import { DocumentUploads } from '#server/documents/document-uploads.ts';
import { folderStore } from '#server/documents/store.ts';
import { TEST_COST, setHashCost } from '#server/credentials/password-hash.ts';
import type { Scope } from '#server/service/scope.ts';
import { refuseForShards } from './statement-reader.ts';

/** Fixed key, low hash cost, and silent server log for tests. */
setKeys(new KeyRing(Buffer.alloc(32, 7)));
setHashCost(TEST_COST);
setLog(() => undefined);

const fromRoot = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

export const DEMO_FOLDER = fromRoot('server/demo');

/**
 * Creates a folder for `PORTAL_DATA` within `place`, with some of the demo people only, because seeding all of them
 * takes seconds.
 */
export async function copyPeople(place: string, ...names: readonly string[]): Promise<string> {
  const folder = join(place, 'data');
  for (const name of names) {
    await cp(join(DEMO_FOLDER, `people/${name}.json`), join(folder, `people/${name}.json`));
  }
  return folder;
}

/** The role ids of the configuration, so that tests with and without a server share databases. */
export const ROLE_IDS: RoleIds = configuration.signIn;

/** Base time of the tests' demo data: a Friday at ten in the morning, New York time. */
export const NOW = new Date('2026-11-20T15:00:00.000Z');
export const TODAY: PlainDate = businessDate(NOW);

/** Runs a statement on the server's maintenance database, which the tests do not use otherwise. */
async function administer(server: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Variable with the name prefix of a run's databases, by which they are dropped at its end. */
export const PREFIX_VARIABLE = 'TEST_DATABASE_PREFIX';

async function openOnServer(server: string): Promise<OpenedDatabase> {
  const name = `${process.env[PREFIX_VARIABLE] ?? 'portal_test_'}${randomUUID().replaceAll('-', '')}`;
  await administer(server, `create database ${name}`);
  const address = new URL(server);
  address.pathname = `/${name}`;
  const opened = await openDatabase({ databaseUrl: address.href });
  return {
    ...opened,
    close: async () => {
      await opened.close();
      await administer(server, `drop database ${name}`);
    },
  };
}

/** Whether databases stay open for reuse, for runs that repeat the same tests many times. */
const isStored = process.env['TEST_DATABASES_KEPT'] !== undefined;

/** Open databases that are not in use, by their content. Global, because modules may be evaluated more than once. */
const idle: Record<string, OpenedDatabase[]> = ((globalThis as { idleDatabases?: Record<string, OpenedDatabase[]> })[
  'idleDatabases'
] ??= {});

/**
 * Returns the class instance behind an embedded database, for spies. A reused database was created by an earlier
 * evaluation of the module, whose class differs from the current one.
 */
export function getEngine({ db }: Pick<OpenedDatabase, 'db'>): Pick<EmbeddedDatabase, 'query' | 'transaction'> {
  const client: unknown = Reflect.get(db, '$client');
  if (!(client instanceof PGlite)) throw new Error('This is no embedded database');
  return Object.getPrototypeOf(client) as Pick<EmbeddedDatabase, 'query' | 'transaction'>;
}

/** Returns an idle open database after `renewed`, or a new one. Closing it makes it available for the next test. */
async function openStored(
  kind: string,
  open: () => Promise<OpenedDatabase>,
  renewed: (stored: OpenedDatabase) => Promise<void>,
): Promise<OpenedDatabase> {
  const waiting = (idle[kind] ??= []);
  const stored = waiting.pop();
  if (stored !== undefined) await renewed(stored);
  const opened = stored ?? (await open());
  return {
    ...opened,
    close: () => {
      waiting.push(opened);
      return Promise.resolve();
    },
  };
}

const tables = async ({ db }: OpenedDatabase): Promise<string[]> => {
  const { rows } = v.parse(
    v.object({ rows: v.array(v.object({ name: v.string() })) }),
    await db.execute(sql`select tablename as name from pg_tables where schemaname = 'public'`),
  );
  return rows.map(({ name }) => `"${name}"`);
};

/** Number of rows and newest transaction of each table. A table with the same state has not changed. */
type TableStates = ReadonlyMap<string, string>;

async function readStates(opened: OpenedDatabase): Promise<TableStates> {
  const queries = (await tables(opened)).map(
    (name) => `select '${name}' as name, concat(count(*), ' ', max(xmin::text::bigint)) as state from public.${name}`,
  );
  const { rows } = v.parse(
    v.object({ rows: v.array(v.object({ name: v.string(), state: v.string() })) }),
    await opened.db.execute(sql.raw(queries.join(' union all '))),
  );
  return new Map(rows.map(({ name, state }) => [name, state]));
}

/** Truncates these tables. None has a sequence or a foreign key. */
async function truncate({ db }: OpenedDatabase, names: readonly string[]): Promise<void> {
  if (names.length > 0) await db.execute(sql.raw(`truncate ${names.join(', ')}`));
}

async function emptied(opened: OpenedDatabase): Promise<void> {
  const filled = [...(await readStates(opened))].filter(([, state]) => !state.startsWith('0 '));
  await truncate(
    opened,
    filled.map(([name]) => name),
  );
}

const loadedStates = new WeakMap<OpenedDatabase['db'], TableStates>();

/** Copies the content of a database for {@link restored}. */
async function remember(opened: OpenedDatabase): Promise<void> {
  await opened.db.execute(sql.raw('create schema loaded'));
  for (const name of await tables(opened)) {
    await opened.db.execute(sql.raw(`create table loaded.${name} as table public.${name}`));
  }
  loadedStates.set(opened.db, await readStates(opened));
}

/** Restores the tables that have changed, because copying all rows takes a third of a second. */
async function restored(opened: OpenedDatabase): Promise<void> {
  const before = loadedStates.get(opened.db);
  const changed = [...(await readStates(opened))].filter(([name, state]) => before?.get(name) !== state);
  const names = changed.map(([name]) => name);
  await truncate(opened, names);
  // The setting applies to one connection only.
  await opened.db.transaction(async (transaction) => {
    await transaction.execute(sql.raw('set local session_replication_role = replica'));
    for (const name of names) await transaction.execute(sql.raw(`insert into public.${name} table loaded.${name}`));
  });
  loadedStates.set(opened.db, await readStates(opened));
}

/** Returns the prepared database, created once and stored in `.cache`. */
export const preparedFile = (): Promise<string> => cachedDatabase(fromRoot('.cache'));

/**
 * Returns an embedded database that passes each statement to `log` before it is executed, and rejects statements that a
 * distributed database would execute wrongly.
 */
export function logged(opened: OpenedDatabase, log: (statement: string) => void = () => undefined): OpenedDatabase {
  const client: unknown = Reflect.get(opened.db, '$client');
  if (!(client instanceof PGlite)) throw new Error('Statements are logged on the embedded engine');
  const logQuery = (statement: string) => {
    log(statement);
    refuseForShards(statement, DISTRIBUTION);
  };
  const db = drizzle(client, { schema, logger: { logQuery } });
  return { ...opened, db, withoutLimits: (work) => work(db) };
}

/** Opens a new database for tests that change its tables, on the configured server or in memory. */
export async function openNew(): Promise<OpenedDatabase> {
  const server = process.env['TEST_DATABASE_URL'];
  if (server !== undefined) return openOnServer(server);
  return logged(await openDatabase({ memory: true, prepared: await preparedFile() }));
}

/**
 * Returns all rows of all tables as JSON, as seen by an attacker with a copy of the database. Only texts are quoted, so
 * that an amount differs from a text of the same digits with each driver.
 */
export async function readContents(opened: OpenedDatabase): Promise<string> {
  const Rows = v.object({ rows: v.array(v.unknown()) });
  const read = async (name: string) =>
    v.parse(Rows, await opened.db.execute(sql.raw(`select to_jsonb(each) as row from public.${name} as each`))).rows;
  return JSON.stringify(await Promise.all((await tables(opened)).map(read)));
}

/** Opens an empty database with all tables. */
export const openEmpty = (): Promise<OpenedDatabase> => (isStored ? openStored('empty', openNew, emptied) : openNew());

/** Opens a database with the demo people as of {@link TODAY}. */
export async function openDemo(): Promise<OpenedDatabase> {
  const load = async () => {
    const opened = await openNew();
    await opened.withoutLimits((db) => loadDemoData(db, DEMO_FOLDER, TODAY, ROLE_IDS));
    return opened;
  };
  if (!isStored) return load();
  const loadOnce = async () => {
    const opened = await load();
    await remember(opened);
    return opened;
  };
  return openStored('demo', loadOnce, restored);
}

/** Returns the scope of a demo borrower at {@link NOW}, or of a payer with the borrower's key. */
export function createScope(
  opened: OpenedDatabase,
  borrowerKey: string,
  role: 'borrower' | 'payer' = 'borrower',
): Scope {
  const webAccountId = `web-${borrowerKey}`;
  const person = {
    role,
    isImpersonator: false,
    isFederalIdentity: false,
    givenName: 'Test',
    familyName: 'Person',
    webAccountId,
  };
  return {
    db: opened.db,
    borrowerKey,
    person,
    webAccountId,
    sessionUid: undefined,
    source: undefined,
    signal: new AbortController().signal,
    now: NOW,
    today: TODAY,
    loansVersion: undefined,
    hasPaymentsToPost: false,
    hasStepsDue: false,
    applicationDurations: sampleConfiguration.applicationDurations,
    limits: { nameOnAccount: { min: 2, max: 22 }, nickname: { min: 2, max: 27 } },
    payoffQuoteDays: sampleConfiguration.payoffQuoteDays,
    defermentStart: sampleConfiguration.defermentStart,
    incomeLimits: { minDependents: 0, maxDependents: 20, idrAgiMaxAmount: 1_000_000 },
    termThreshold: toCents(3_000_000),
    hostilePaySince: toPlainDate('2008-10-01'),
    accrualEnd: DEFAULT_ACCRUAL_END,
    documents: new DocumentUploads({
      store: folderStore(join(tmpdir(), 'portal-test-documents')),
      staging: join(tmpdir(), 'portal-test-documents', 'arriving'),
      settings: {
        types: [],
        maxFileMegabytes: 1,
        maxAnonymousMegabytes: 1,
        maxBorrowerMegabytes: 1000,
        maxDailyMegabytes: 1000,
        anonymousDays: 90,
        typeIdsOfApplications: sampleConfiguration.postponementDocuments,
      },
    }),
    portalNames: ['Borrower Portal', 'Larkfield Loan Servicing', 'Larkfield', 'StudentAid.gov'],
    sessionIdleSeconds: 1200,
    outbox: undefined,
    payers: { applicationId: ROLE_IDS.payerApplicationId, publicUrl: 'https://portal.example', isLinkShown: true },
    servicer: { name: 'Larkfield Loan Servicing', address: ['PO Box 4400'], phone: '1-800-555-0142' },
    texting: { isAvailable: true, consentVersion: 'tested', outbox: 'outbox' },
  };
}
