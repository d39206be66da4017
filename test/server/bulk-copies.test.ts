/** Bulk copies of demo borrowers for load tests (server/demo/bulk-copies.ts). */
import { eq, like, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accounts } from '#domain/accounts/calls.ts';
import { addBulkCopies } from '#server/demo/bulk-copies.ts';
import { refuseProduction, parseWish } from '#server/demo/data.ts';
import { toWebAccountId } from '#server/demo/load.ts';
import { borrowers, paymentHistory, paymentMethods, webAccounts } from '#server/db/schema/index.ts';
import { seals } from '#server/db/seals.ts';
import { readEnv } from '#server/env.ts';
import { openEmpty } from '#test/support/database.ts';
import { type TestServer, startTestServer } from '#test/support/server.ts';

let server: TestServer;
let first: number;
beforeAll(async () => {
  server = await startTestServer();
  first = (await server.opened.db.$count(borrowers)) + 1;
  const made = await addBulkCopies(server.opened.db, ['avery', 'jules'], 5);
  expect(made.borrowers).toBe(5);
  expect(made.rows['payment_history']).toBeGreaterThan(10);
}, 60_000);
afterAll(() => server.close());

describe('bulk copies', () => {
  it('rotate through the originals and continue the numbering of other copies', async () => {
    const { db } = server.opened;
    const rows = await db.select().from(borrowers).where(like(borrowers.borrowerKey, '%-%'));
    expect(rows.map(({ borrowerKey }) => borrowerKey).sort()).toEqual(
      [0, 1, 2, 3, 4].map((at) => `${(first + at - 1) % 2 === 0 ? 'avery' : 'jules'}-${first + at}`).sort(),
    );
    // Registration must find the original only.
    expect(rows.every((row) => row.identityHash === null && row.ssnLastFour === null)).toBe(true);
  });

  it('have separate web accounts, including those of people who act for the borrower', async () => {
    const { db } = server.opened;
    const copy = first % 2 === 1 ? first : first + 1;
    const people = await db
      .select()
      .from(webAccounts)
      .where(eq(webAccounts.borrowerKey, `avery-${copy}`));
    const names = people.map(({ loginName }) => loginName).sort();
    expect(names).toContain(`avery-${copy}`);
    expect(names).toContain(`casey-${copy}`);
    for (const { loginName, webAccountId } of people) expect(webAccountId).toBe(toWebAccountId(loginName));
    const methods = (
      await db
        .select()
        .from(paymentMethods)
        .where(eq(paymentMethods.borrowerKey, `avery-${copy}`))
    ).map(seals.paymentMethods.open);
    expect(methods.length).toBeGreaterThan(0);
    for (const method of methods) {
      expect(method.webAccountId).toBe(toWebAccountId(`avery-${copy}`));
      // The number is encrypted for the copy's row.
      expect(method.accountNumber).toMatch(/^\d+$/);
    }
  });

  it('return the same data as their original', async () => {
    const copy = first % 2 === 1 ? first : first + 1;
    const seenBy = async (name: string) =>
      (await server.make(accounts.list, { token: await server.mintToken(name) })).json();
    expect(await seenBy(`avery-${copy}`)).toEqual(await seenBy('avery'));
    const { db } = server.opened;
    const countHistory = (key: string) => db.$count(paymentHistory, eq(paymentHistory.borrowerKey, key));
    expect(await countHistory(`avery-${copy}`)).toBe(await countHistory('avery'));
  });

  it('are rejected for an unknown borrower and for a database without demo people', async () => {
    await expect(addBulkCopies(server.opened.db, ['nobody'], 1)).rejects.toThrow('no demo borrower "nobody"');
    const empty = await openEmpty();
    await expect(addBulkCopies(empty.db, ['avery'], 1)).rejects.toThrow('no demo people');
    await empty.close();
    await expect(addBulkCopies(server.opened.db, [], 1)).rejects.toThrow('at least one');
  });

  it('roll back completely if one table cannot be copied', async () => {
    const { db } = server.opened;
    const before = await db.$count(webAccounts);
    await db.execute(
      sql`alter table applications add constraint refuse_copies check (borrower_key not like '%-%') not valid`,
    );
    await expect(addBulkCopies(db, ['harper'], 1)).rejects.toThrow();
    await db.execute(sql`alter table applications drop constraint refuse_copies`);
    expect(await db.$count(webAccounts)).toBe(before);
  });
});

describe('the data command', () => {
  it('parses the number and the originals', () => {
    expect(parseWish(['--borrowers', '100'])).toEqual({ borrowers: 100, like: undefined });
    expect(parseWish(['--borrowers', '5', '--like', 'avery, jules'])).toEqual({
      borrowers: 5,
      like: ['avery', 'jules'],
    });
  });

  it.each([[[]], [['--borrowers', '0']], [['--borrowers', 'many']], [['--borrowers', '2000000']], [['--everything']]])(
    'prints its usage for %j',
    (args) => {
      expect(() => parseWish(args)).toThrow('Usage: npm run data');
    },
  );

  const PLAIN = {
    DATABASE_URL: 'postgres://user:password@localhost:5432/load',
    PORTAL_KEY: Buffer.alloc(32, 1).toString('base64'),
    PORTAL_DEMO: '1',
  };

  it.each([
    ['DATABASE_URL is not set', { DATABASE_URL: '' }],
    ['PORTAL_DEMO is not 1', { PORTAL_DEMO: '' }],
    ['PUBLIC_URL is an https URL', { PUBLIC_URL: 'https://portal.example', PORTAL_PROXIES: '1' }],
    ['OIDC_ISSUER is set', { OIDC_ISSUER: 'https://sign-in.example' }],
  ])('rejects settings with %s', (obstacle, more) => {
    expect(() => refuseProduction(readEnv({ ...PLAIN, ...more }))).toThrow(obstacle);
    expect(() => refuseProduction(readEnv(PLAIN))).not.toThrow();
  });
});
