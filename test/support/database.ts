/**
 * A database for one test file, with the demo people: in memory, or a new one on the PostgreSQL server that
 * `TEST_DATABASE_URL` names, so that the same tests run on both.
 */
import { sampleConfiguration } from '#domain/portal/samples.ts';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import * as v from 'valibot';
import { type PlainDate, businessDate, plainDateOf } from '#domain/calendar.ts';
import { DEFAULT_ACCRUAL_END } from '#domain/payments/cutoff.ts';
import type { RoleIds } from '#domain/identity/shapes.ts';
import { loadDemoData } from '#server/demo/load.ts';
import type { EmbeddedDatabase } from '#server/db/embedded.ts';
import { KeyRing, setKeys } from '#server/db/keys.ts';
import { type OpenedDatabase, openDatabase } from '#server/db/open.ts';
import { cachedDatabase } from '#server/db/prepare.ts';
import { setLog } from '#server/log.ts';
import { DocumentIntake } from '#server/documents/intake.ts';
import { folderStore } from '#server/documents/store.ts';
import { TEST_COST, setHashCost } from '#server/oidc/password-hash.ts';
import type { Scope } from '#server/service/scope.ts';

/** The key of the tests' databases, what their passwords cost, and that nobody reads the server's log but a test. */
setKeys(new KeyRing(Buffer.alloc(32, 7)));
setHashCost(TEST_COST);
setLog(() => undefined);

const fromRoot = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

export const DEMO_FOLDER = fromRoot('server/demo');
export const ROLE_IDS = { payerApplicationId: 'payer', impersonatorRole: 'impersonator' };

/** The Friday on which the tests' demo data are made, ten in the morning in New York. */
export const NOW = new Date('2026-11-20T15:00:00.000Z');
export const TODAY: PlainDate = businessDate(NOW);

/** Runs a statement on the server's own database, which is neither tested nor changed otherwise. */
async function administer(server: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** With what the names of a run's databases begin, by which they are found and dropped when it ends. */
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

/** Whether databases stay open for the next test that asks, as where the same tests run many times over. */
const isKept = process.env['TEST_DATABASES_KEPT'] !== undefined;

/** The databases that are open and in no use, by what is in them. Modules may be evaluated anew, so it stands outside. */
const idle: Record<string, OpenedDatabase[]> = ((globalThis as { idleDatabases?: Record<string, OpenedDatabase[]> })[
  'idleDatabases'
] ??= {});

/**
 * What an embedded database is an instance of, to be spied on. One that was kept open is of the class as it was when it was
 * opened, which modules that are evaluated anew do not have.
 */
export function engineOf({ db }: Pick<OpenedDatabase, 'db'>): Pick<EmbeddedDatabase, 'query' | 'transaction'> {
  const client: unknown = Reflect.get(db, '$client');
  if (!(client instanceof PGlite)) throw new Error('This is no embedded database');
  return Object.getPrototypeOf(client) as Pick<EmbeddedDatabase, 'query' | 'transaction'>;
}

/** A database that is open already, `renewed`, or a new one. Closed, it waits for the next test. */
async function openKept(
  kind: string,
  open: () => Promise<OpenedDatabase>,
  renewed: (kept: OpenedDatabase) => Promise<void>,
): Promise<OpenedDatabase> {
  const waiting = (idle[kind] ??= []);
  const kept = waiting.pop();
  if (kept !== undefined) await renewed(kept);
  const opened = kept ?? (await open());
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

async function emptied(opened: OpenedDatabase): Promise<void> {
  const names = await tables(opened);
  await opened.db.execute(sql.raw(`truncate ${names.join(', ')} restart identity cascade`));
}

/** Copies what is in a database aside, for {@link restored}. */
async function remember(opened: OpenedDatabase): Promise<void> {
  await opened.db.execute(sql.raw('create schema loaded'));
  for (const name of await tables(opened)) {
    await opened.db.execute(sql.raw(`create table loaded.${name} as table public.${name}`));
  }
}

async function restored(opened: OpenedDatabase): Promise<void> {
  await emptied(opened);
  const names = await tables(opened);
  // On one connection, since the setting is the connection's.
  await opened.db.transaction(async (transaction) => {
    await transaction.execute(sql.raw('set local session_replication_role = replica'));
    for (const name of names) await transaction.execute(sql.raw(`insert into public.${name} table loaded.${name}`));
  });
}

/** The prepared database, made once and kept in `.cache`. */
export const preparedFile = (): Promise<string> => cachedDatabase(fromRoot('.cache'));

/** A new one, for whoever changes its tables: on the server that is named, or in memory. */
export async function openNew(): Promise<OpenedDatabase> {
  const server = process.env['TEST_DATABASE_URL'];
  if (server !== undefined) return openOnServer(server);
  return openDatabase({ memory: true, prepared: await preparedFile() });
}

/** Everything that is in a database, as whoever copies it reads it: all rows of all tables, as JSON. */
export async function contentsOf(opened: OpenedDatabase): Promise<string> {
  const Rows = v.object({ rows: v.array(v.unknown()) });
  const read = async (name: string) =>
    v.parse(Rows, await opened.db.execute(sql.raw(`select * from public.${name}`))).rows;
  return JSON.stringify(await Promise.all((await tables(opened)).map(read)));
}

/** An empty database with all tables. */
export const openEmpty = (): Promise<OpenedDatabase> => (isKept ? openKept('empty', openNew, emptied) : openNew());

/** A database with the demo people as of {@link TODAY}. */
export async function openDemo(ids: RoleIds = ROLE_IDS): Promise<OpenedDatabase> {
  const load = async () => {
    const opened = await openNew();
    await opened.withoutLimits((db) => loadDemoData(db, DEMO_FOLDER, TODAY, ids));
    return opened;
  };
  if (!isKept) return load();
  const loadOnce = async () => {
    const opened = await load();
    await remember(opened);
    return opened;
  };
  return openKept(`demo ${JSON.stringify(ids)}`, loadOnce, restored);
}

/** The scope of a demo borrower at {@link NOW}; a payer is given with the borrower they pay for. */
export function scopeOf(opened: OpenedDatabase, borrowerKey: string, role: 'borrower' | 'payer' = 'borrower'): Scope {
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
    now: NOW,
    today: TODAY,
    loansVersion: undefined,
    hasPaymentsToPost: false,
    limits: { nameOnAccount: { min: 2, max: 22 }, nickname: { min: 2, max: 27 } },
    defermentStart: sampleConfiguration.defermentStart,
    incomeFacts: { minDependents: 0, maxDependents: 20, yearlyMax: 1_000_000 },
    hostilePaySince: plainDateOf('2008-10-01'),
    accrualEnd: DEFAULT_ACCRUAL_END,
    documents: new DocumentIntake({
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
    servicer: { name: 'Larkfield Loan Servicing', address: ['PO Box 4400'], phone: '1-800-555-0142' },
  };
}
