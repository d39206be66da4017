/**
 * The server behind PgBouncer in transaction mode: each transaction, and each statement outside of one, may run on a
 * different connection to PostgreSQL, and startup parameters are rejected.
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accounts } from '#domain/accounts/calls.ts';
import { drafts } from '#domain/portal/drafts/calls.ts';
import { payments } from '#domain/payments/calls.ts';
import { type OpenedDatabase, openDatabase } from '#server/db/open.ts';
import { takesTimeLimits } from '#server/db/postgres.ts';
import { loadDemoData } from '#server/demo/load.ts';
import { DEMO_FOLDER, TODAY } from '#test/support/database.ts';
import { type Pooler, hasPgBouncer, startPgBouncer } from '#test/support/pgbouncer.ts';
import { type TestServer, startTestServer } from '#test/support/server.ts';
import configuration from '../../public/config.json';
import { EXAMPLES, type Rows, readRows } from './http-examples.ts';

const address = process.env['TEST_DATABASE_URL'] ?? '';
const isInstalled = hasPgBouncer();

it.skipIf(isInstalled)('is skipped: pgbouncer is not installed (Debian: apt-get install pgbouncer)', () => undefined);

describe.runIf(isInstalled)('behind PgBouncer in transaction mode', () => {
  const name = `portal_test_${randomUUID().replaceAll('-', '')}`;
  let pooler: Pooler;
  let direct: Client;
  let server: TestServer;
  let rows: Rows;

  const on = async (statement: string): Promise<Record<string, unknown>[]> => {
    const { rows: found } = await direct.query(statement);
    return v.parse(v.array(v.record(v.string(), v.unknown())), found);
  };
  const administer = async (statement: string) => {
    const client = new Client({ connectionString: address });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };

  beforeAll(async () => {
    pooler = await startPgBouncer(address);
    await administer(`create database ${name}`);
    const own = new URL(address);
    own.pathname = `/${name}`;
    direct = new Client({ connectionString: own.href });
    await direct.connect();
    // Two instances start together on an empty database: one migrates, and the other has nothing left to do.
    const open = () => openDatabase({ databaseUrl: pooler.toUrl(name) });
    const [first, second]: [OpenedDatabase, OpenedDatabase] = await Promise.all([open(), open()]);
    await second.close();
    await first.withoutLimits((db) => loadDemoData(db, DEMO_FOLDER, TODAY, configuration.signIn));
    server = await startTestServer({}, () => Promise.resolve(first));
    rows = await readRows(server, 'avery');
  });
  afterAll(async () => {
    await server.close();
    await direct.end();
    await pooler.stop();
    await administer(`drop database ${name} with (force)`);
  });

  it('rejects startup parameters, which the server detects', async () => {
    expect(await takesTimeLimits(pooler.toUrl(name))).toBe(false);
    expect(await takesTimeLimits(address)).toBe(true);
    const ignoring = await startPgBouncer(address, ['ignore_startup_parameters = statement_timeout']);
    try {
      expect(await takesTimeLimits(ignoring.toUrl(name))).toBe(false);
    } finally {
      await ignoring.stop();
    }
  });

  it('leaves no lock and no setting in a session', async () => {
    const { db } = server.opened;
    expect(
      await on(`select 1 from pg_locks where locktype = 'advisory' and database = (
        select oid from pg_database where datname = current_database())`),
    ).toEqual([]);
    const limit = sql`select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
      current_setting('idle_in_transaction_session_timeout') as idle`;
    const Shown = v.object({ rows: v.array(v.object({ statement: v.string(), lock: v.string(), idle: v.string() })) });
    const within = await db.transaction((transaction) => transaction.execute(limit));
    expect(v.parse(Shown, within).rows).toEqual([{ statement: '8s', lock: '8s', idle: '10s' }]);
    // On both connections.
    const after = await Promise.all(Array.from({ length: 8 }, () => db.execute(limit)));
    for (const each of after) expect(v.parse(Shown, each).rows).toEqual([{ statement: '0', lock: '0', idle: '0' }]);
  });

  it('handles concurrent calls, and stores a payment and each draft once', async () => {
    const token = await server.mintToken('avery');
    const listed = async () => (await server.make(accounts.list, { token })).text();
    const expected = await listed();
    const pay = { ...EXAMPLES['payments.submit']?.own(rows), token };
    const flows = Array.from({ length: 8 }, (_, at) => `flow-${at}`);
    const write = (flow: string, after: number) =>
      server.make(drafts.write, { token, params: { flow }, body: { after, writer: 'a-tab', data: { flow, after } } });
    const before = await on('select 1 from scheduled_payments');
    const [paid, again, lists, written] = await Promise.all([
      server.make(payments.submit, pay),
      server.make(payments.submit, pay),
      Promise.all(Array.from({ length: 20 }, listed)),
      Promise.all(flows.map((flow) => write(flow, 0))),
    ]);
    expect([paid.status, again.status]).toEqual([200, 200]);
    expect(await paid.text()).toBe(await again.text());
    expect((await on('select 1 from scheduled_payments')).length).toBe(before.length + 1);
    for (const list of lists) expect(list).toBe(expected);
    expect(written.map(({ status }) => status)).toEqual(flows.map(() => 200));
    // One of two writes after the same revision is rejected.
    const raced = await Promise.all([write('flow-0', 1), write('flow-0', 1)]);
    expect(raced.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
    expect(await on(`select flow, revision from drafts where flow like 'flow-%' order by flow`)).toEqual(
      flows.map((flow, at) => ({ flow, revision: at === 0 ? 2 : 1 })),
    );
    // All this uses at most the pooler's connections.
    const used = await on(
      // Autovacuum has separate connections.
      `select 1 from pg_stat_activity
       where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
    );
    expect(used.length).toBeLessThanOrEqual(2);
  });

  it('disables the time limit of a role or database for long operations', async () => {
    await on(`alter database ${name} set statement_timeout = '7s'`);
    const own = new URL(address);
    own.pathname = `/${name}`;
    const opened = await openDatabase({ databaseUrl: own.href });
    try {
      const shown = (db: Pick<OpenedDatabase['db'], 'execute'>) => db.execute(sql`show statement_timeout`);
      const within = await opened.withoutLimits((db) => db.transaction(shown));
      expect(within).toMatchObject({ rows: [{ statement_timeout: '0' }] });
      expect(await opened.withoutLimits(shown)).toMatchObject({ rows: [{ statement_timeout: '7s' }] });
    } finally {
      await opened.close();
    }
  });
});
