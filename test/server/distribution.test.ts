/**
 * With Citus, each statement of a call must be routed to one shard: it contains the distribution column of each
 * distributed table. The test does not need Citus: it records the statements on the embedded engine and analyzes them.
 */
import { eq, getTableName, inArray, is, sql } from 'drizzle-orm';
import { PgTable, getTableConfig } from 'drizzle-orm/pg-core';
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accounts as accountCalls } from '#domain/accounts/calls.ts';
import type { CallSpec } from '#domain/call.ts';
import { businessDate } from '#domain/calendar.ts';
import { textAlerts } from '#domain/messages/text-alerts/calls.ts';
import { payments } from '#domain/payments/calls.ts';
import { payers } from '#domain/profile/payers/calls.ts';
import { calls } from '#domain/api/calls.ts';
import { STATUSES_IN_PROCESS } from '#domain/repayment/postponement/rules.ts';
import { BROADCASTS, DISTRIBUTION, TRIGGERS_TO_DROP, type Placement } from '#server/db/distribution.ts';
import type { Database } from '#server/db/database.ts';
import { reencryptDatabase } from '#server/db/key-rotation.ts';
import { loadDemoData } from '#server/demo/load.ts';
import { KeyRing, presentKeys, setKeys } from '#server/db/keys.ts';
import * as schema from '#server/db/schema/index.ts';
import { seals } from '#server/db/seals.ts';
import { readStepSettings } from '#server/post-due.ts';
import { convertAll } from '#server/service/conversion/conversion.ts';
import { findCaller } from '#server/service/caller.ts';
import { postAllDue } from '#server/service/due-work/post-all.ts';
import { sweepTasks } from '#server/start.ts';
import { readStatement, refuseForShards } from '#test/support/statement-reader.ts';
import { DEMO_FOLDER, NOW, ROLE_IDS, TODAY, logged, openDemo, openNew } from '#test/support/database.ts';
import { type TestServer, readJson, startTestServer } from '#test/support/server.ts';
import { restoreWaits, skipWaits } from '#test/support/waits.ts';
import { EXAMPLES, type Rows, readRows } from './http-examples.ts';

describe('the statement analyzer', () => {
  const placements: Readonly<Record<string, Placement>> = {
    people: { kind: 'distributed', column: 'key', colocation: 'borrower' },
    pets: { kind: 'distributed', column: 'key', colocation: 'borrower' },
    events: { kind: 'distributed', column: 'id', colocation: 'event' },
    words: { kind: 'reference', why: 'a test' },
    notes: { kind: 'local', why: 'a test' },
  };
  const findStatementProblems = (statement: string) => readStatement(statement, placements).problems;

  it.each([
    'select "name" from "people" where "people"."key" = $1',
    'select "name" from "people" where ("people"."key" = $1::text and ("people"."name" = $2 or "people"."name" = $3))',
    'select 1 from "people" inner join "pets" on ("pets"."key" = "people"."key" and "pets"."id" = $2) where "people"."key" = $1',
    'select 1 from "people" left join "pets" on "pets"."key" = "people"."key" where "people"."key" = $1',
    'select exists (select 1 from "pets" where "pets"."key" = "people"."key") from "people" where "people"."key" = $1',
    '(select "key" from "people" where "people"."key" = $1) union all (select "key" from "pets" where "pets"."key" = $1)',
    'select 1 from "people" where ("people"."key" = $1 and "people"."word" in (select "id" from "words" where "words"."id" = $2))',
    'select 1 from "people" "p" where "p"."key" = $1 order by "p"."name" for update',
    'insert into "people" ("key", "name") values ($1, $2), ($3, default) on conflict ("key") do update set "name" = $4 returning "key"',
    'insert into "people" ("key") select "key" from json_populate_recordset(null::"people", $1)',
    'update "people" set "name" = given."name" from json_populate_recordset(null::"people", $1) as given where "people"."key" = $2 and "people"."id" = given."id"',
    'delete from "people" where "people"."key" = $1',
    'select 1 from "notes" inner join "words" on "words"."id" = "notes"."id"',
    'select count(*) as count from "people" where "people"."key" = $1;',
    'select 1',
  ])('accepts %s', (statement) => {
    expect(findStatementProblems(statement)).toEqual([]);
  });

  it.each([
    ['select "name" from "people"', 'people is not limited'],
    ['select "name" from "people" where "people"."name" = $1', 'people is not limited'],
    ['select 1 from "people" where ("people"."key" = $1 or "people"."name" = $2)', 'people is not limited'],
    ['select 1 from "people" where not "people"."key" = $1', 'people is not limited'],
    ['select 1 from "people" where "people"."key" > $1', 'people is not limited'],
    [
      'select 1 from "people" inner join "pets" on "pets"."id" = "people"."id" where "people"."key" = $1',
      'pets is not limited',
    ],
    [
      'select 1 from "people" left join "pets" on ("pets"."key" = "people"."key" and "pets"."key" = $1)',
      'people is not limited',
    ],
    [
      'select 1 from "people" where ("people"."key" = $1 and exists (select 1 from "pets" where "pets"."id" = $2))',
      'pets is not limited',
    ],
    ['select (select count(*) from "pets") from "people" where "people"."key" = $1', 'pets is not limited'],
    [
      '(select "key" from "people" where "people"."key" = $1) union all (select "key" from "pets")',
      'pets is not limited',
    ],
    ['insert into "people" ("name") values ($1)', 'an INSERT without people.key'],
    ['insert into "people" ("key") values (default)', 'an INSERT without people.key'],
    [
      'insert into "people" ("key") values ($1) on conflict ("key") do update set "name" = $2, "key" = $3',
      'changes people.key',
    ],
    ['update "people" set "key" = $1 where "people"."key" = $2', 'changes people.key'],
    ['update "people" set "name" = $1', 'people is not limited'],
    [
      'update "people" set "name" = given."name" from f($1) as given where "people"."key" = given."key"',
      'people is not limited',
    ],
    ['delete from "people" where "people"."name" = (select "key" from "words")', 'people is not limited'],
    [
      'select 1 from "people" inner join "notes" on "notes"."key" = "people"."key" where "people"."key" = $1',
      'live apart',
    ],
    ['select 1 from "people", "events" where ("people"."key" = $1 and "events"."id" = $2)', 'live apart'],
  ])('reports %s', (statement, problem) => {
    expect(findStatementProblems(statement).join()).toContain(problem);
  });

  it.each([
    'update people set word = 1 where ctid = $1',
    'insert into "people" ("key", "name") values ($1, $2) on conflict ("key") do update set "name" = $3, "key" = $4',
    'update "people" set "key" = $1 where "people"."key" = $1',
  ])('rejects in each test: %s', (statement) => {
    expect(() => refuseForShards(statement, placements)).toThrow();
  });

  it.each([
    'select 1 from "nowhere"',
    'with "some" as (select 1) select 1 from "people"',
    'truncate "people"',
    'select 1 from "people" full join "pets" on "pets"."key" = "people"."key"',
  ])('cannot parse %s', (statement) => {
    expect(() => findStatementProblems(statement)).toThrow();
  });
});

describe('placements', () => {
  const tables = Object.values<unknown>(schema).filter((each) => is(each, PgTable));

  it('exist for each table and no other', () => {
    expect(Object.keys(DISTRIBUTION).sort()).toEqual(tables.map((table) => getTableName(table)).sort());
  });

  it.each(tables.map((table) => [getTableName(table), table] as const))(
    'are compatible with the keys of %s',
    (name, table) => {
      const placement = DISTRIBUTION[name];
      if (placement?.kind !== 'distributed') return;
      const { columns, primaryKeys, uniqueConstraints, foreignKeys } = getTableConfig(table);
      const column = columns.find((each) => each.name === placement.column);
      expect(column?.notNull).toBe(true);
      // Citus rejects keys whose uniqueness it could enforce on one shard only.
      for (const key of [...primaryKeys, ...uniqueConstraints]) {
        expect(key.columns.map((each) => each.name)).toContain(placement.column);
      }
      for (const each of columns.filter(({ primary, isUnique }) => primary || isUnique)) {
        expect(each.name).toBe(placement.column);
      }
      expect(foreignKeys).toEqual([]);
    },
  );
});

const PEOPLE = ['avery', 'blake', 'casey', 'devon', 'noor'] as const;

// The last test checks the statements of the others.
describe('the statements of a call', { shuffle: false }, () => {
  let server: TestServer;
  const rows = new Map<string, Rows>();
  const recorded: string[] = [];
  /** Indexes of the broadcasts seen so far. */
  const seen = new Set<number>();

  beforeAll(async () => {
    server = await startTestServer({}, async () => {
      const opened = logged(await openDemo(), (statement) => void recorded.push(statement));
      return { ...opened, isDistributed: true };
    });
    for (const name of ['avery', 'blake', 'devon', 'noor']) rows.set(name, await readRows(server, name));
    // Casey pays for Avery.
    rows.set('casey', rows.get('avery') ?? fail('avery has no rows'));
  }, 180_000);
  afterAll(() => server.close());
  beforeAll(skipWaits);
  afterAll(restoreWaits);
  beforeEach(async () => {
    // Only one application of a borrower may be in process at a time.
    const inProcess = inArray(schema.applications.status, [...STATUSES_IN_PROCESS]);
    await server.opened.db.delete(schema.applications).where(inProcess);
  });

  const fail = (why: string): never => {
    throw new Error(why);
  };

  /** Tables whose triggers are dropped: the server itself must renew the version of the loans when it writes them. */
  const versioned = new RegExp(
    `^(?:insert into|update|delete from) "(?:${[...new Set(TRIGGERS_TO_DROP.map(({ table }) => table))].join('|')})"`,
  );

  function check(callId: string, statements: readonly string[]): void {
    if (statements.some((each) => versioned.test(each))) {
      expect(statements.join('\n'), 'a new version of the loans').toContain('update "borrowers" set "loans_version"');
    }
    for (const statement of statements) {
      const { tables, problems } = readStatement(statement, DISTRIBUTION);
      if (problems.length === 0) continue;
      const at = BROADCASTS.findIndex(
        (each) => each.calls.includes(callId) && tables.every((table) => each.tables.includes(table)),
      );
      expect(at === -1 ? problems : [], statement).toEqual([]);
      seen.add(at);
    }
  }

  it.each(calls)('$id', async (call) => {
    for (const name of PEOPLE) {
      const own = rows.get(name) ?? fail(`${name} has no rows`);
      const token = await server.mintToken(name);
      const ask = EXAMPLES[call.id]?.own(own);
      recorded.length = 0;
      const response = await server.make(call, { ...ask, token });
      await response.arrayBuffer();
      expect([200, 403]).toContain(response.status);
      // Repeats the call, because a cached response uses another query.
      await (await server.make(call, { ...ask, token })).arrayBuffer();
      const isAnswered = response.status === 200 && !call.access.includes('public');
      if (isAnswered) expect(recorded.length).toBeGreaterThan(0);
      check(call.id, [...recorded]);
    }
  });

  it('that posts a payment also update the version of the loans', async () => {
    const token = await server.mintToken('avery');
    const own = rows.get('avery') ?? fail('avery has no rows');
    expect((await server.make(payments.submit, { ...EXAMPLES['payments.submit']?.own(own), token })).status).toBe(200);
    server.clock.set(new Date(NOW.getTime() + 5 * 86_400_000));
    recorded.length = 0;
    try {
      expect((await server.make(accountCalls.list, { token })).status).toBe(200);
    } finally {
      server.clock.set(NOW);
    }
    const statements = [...recorded];
    for (const begin of [
      'delete from "scheduled_payments"',
      'update "loan_groups"',
      'update "loans"',
      'insert into "payment_history"',
      'update "borrowers" set "loans_version"',
    ]) {
      expect(
        statements.filter((each) => each.startsWith(begin)),
        begin,
      ).not.toEqual([]);
    }
    check(accountCalls.list.id, statements);
  });

  it('that sends an invitation again or turns text alerts on do not change the distribution column', async () => {
    const { db } = server.opened;
    const token = await server.mintToken('avery');
    const change = (call: CallSpec, body: unknown) => server.make(call, { body, token, idempotencyKey: randomUUID() });
    const invited = { change: 'invite', firstName: 'Robin', lastName: 'Hale', email: 'robin@example.com' };
    await change(payers.change, invited);
    const [invitation] = await db
      .select()
      .from(schema.payerInvitations)
      .where(eq(schema.payerInvitations.email, invited.email));
    recorded.length = 0;
    const renewed = await change(payers.change, { change: 'renew', payerId: invitation?.invitationId });
    expect(renewed.status).toBe(200);
    const { consentVersion } = await readJson(await server.make(textAlerts.read, { token }), textAlerts.read.response);
    const start = { change: 'start', phone: '(208) 555-0142', alerts: ['paymentPosted'], consentVersion };
    expect((await change(textAlerts.change, start)).status).toBe(200);
    const [{ code } = { code: null }] = (
      await db.select().from(schema.notices).where(eq(schema.notices.kind, 'textCode'))
    ).map(seals.notices.open);
    const confirmed = await change(textAlerts.change, { change: 'confirm', code });
    expect(await confirmed.json()).toMatchObject({ outcome: 'confirmed' });
    const statements = [...recorded];
    for (const table of ['payer_invitations', 'text_alerts']) {
      expect(statements.join('\n')).toMatch(new RegExp(`insert into "${table}" .* do update set`));
    }
    for (const statement of statements) expect(readStatement(statement, DISTRIBUTION).problems, statement).toEqual([]);
  });

  it('need every exception in the list', () => {
    expect([...seen].sort((a, b) => a - b)).toEqual(BROADCASTS.map((_, at) => at));
  });

  it('find the same caller as on a database that is not distributed', async () => {
    const { db } = server.opened;
    const { sub: webAccountId } = await server.findClaims('avery');
    const sessionUid = await server.openSession(webAccountId);
    const facts = { webAccountId, sessionUid, today: TODAY };
    const found = await findCaller(db, facts, true);
    expect(found).toEqual(await findCaller(db, facts, false));
    expect(found).toMatchObject({ borrowerKey: 'avery', sessionUsedAt: expect.any(Date) as unknown });
    const ended = { ...facts, sessionUid: undefined };
    expect(await findCaller(db, ended, true)).toEqual(await findCaller(db, ended, false));
    expect(await findCaller(db, { ...facts, webAccountId: 'web-nobody' }, true)).toBeUndefined();
  });
});

/** Statements of the engine itself, which name no table of the portal. */
const WITHOUT_TABLES = /^(?:fetch \d+ from|close) to_reencrypt$|^select pg_advisory_xact_lock/;

describe('the statements of start-up, sweeps, maintenance and key rotation', () => {
  /** These statements may concern all borrowers, but Citus locks rows of one shard only. */
  const findStatementProblems = (statement: string) =>
    readStatement(statement.replace(/^declare to_reencrypt no scroll cursor for\s+/, ''), DISTRIBUTION).problems.filter(
      (problem) => / for update\b/.test(statement) || !problem.includes(' is not limited to one '),
    );

  /** Returns the version of each borrower's loans, and a hash of the rows that the version represents. */
  async function loansIn(db: Database): Promise<Map<string, readonly [string, string]>> {
    const rows = [...new Set(TRIGGERS_TO_DROP.map(({ table }) => table))].map((table) =>
      sql.raw(`select borrower_key, '${table}' || each::text as content from ${table} each`),
    );
    const { rows: found } = v.parse(
      v.object({ rows: v.array(v.object({ key: v.string(), version: v.string(), hash: v.string() })) }),
      await db.execute(
        sql`select borrower_key as key, loans_version as version, md5(string_agg(content, ',' order by content)) as hash
          from borrowers join (${sql.join(rows, sql` union all `)}) as of_loans using (borrower_key) group by 1, 2`,
      ),
    );
    return new Map(found.map(({ key, version, hash }) => [key, [version, hash]]));
  }

  it('run on a distributed database and renew the version of changed loans without triggers', async () => {
    const recorded: string[] = [];
    // A separate database, because other tests need the triggers.
    const server = await startTestServer({}, async () => {
      const own = await openNew();
      await own.withoutLimits((db) => loadDemoData(db, DEMO_FOLDER, TODAY, ROLE_IDS));
      return logged(own, (statement) => void recorded.push(statement));
    });
    try {
      const { opened, clock } = server;
      for (const { table, trigger } of TRIGGERS_TO_DROP) {
        await opened.db.execute(sql.raw(`drop trigger ${trigger} on ${table}`));
      }
      await opened.db
        .update(schema.accounts)
        .set({ recordsSince: null })
        .where(eq(schema.accounts.borrowerKey, 'blake'));
      const before = await loansIn(opened.db);
      clock.set(new Date(NOW.getTime() + 40 * 86_400_000));
      for (const task of sweepTasks(opened, server)) await task();
      await convertAll(opened.db, TODAY, () => undefined);
      await postAllDue(opened.db, businessDate(clock.now()), await readStepSettings(server.env), (_, error) => {
        throw error;
      });
      const after = await loansIn(opened.db);
      const changed = [...after].filter(([key, [, hash]]) => before.get(key)?.[1] !== hash);
      expect(changed.length).toBeGreaterThan(3);
      for (const [key, [version]] of changed) expect(version, key).not.toBe(before.get(key)?.[0]);
      recorded.splice(
        0,
        recorded.length,
        ...recorded.filter((each) => !each.startsWith('drop trigger') && !each.includes(' as of_loans ')),
      );
      const used = presentKeys();
      setKeys(new KeyRing(Buffer.alloc(32, 8), [Buffer.alloc(32, 7)]));
      await reencryptDatabase(opened.db, { acceptsEarlier: true }).finally(() => setKeys(used));
    } finally {
      await server.close();
    }
    const statements = [...new Set(recorded)].filter((each) => !WITHOUT_TABLES.test(each));
    expect(statements.filter((each) => each.startsWith('update "payment_methods"'))).not.toEqual([]);
    for (const statement of statements) expect(findStatementProblems(statement), statement).toEqual([]);
  }, 300_000);
});
