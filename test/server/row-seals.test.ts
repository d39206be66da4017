/** Encrypted values decrypt only in their own row. Runs on PostgreSQL if `PORTAL_TEST_DATABASE` is set. */
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { getTableConfig } from 'drizzle-orm/pg-core';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { toPlainDate } from '#domain/calendar.ts';
import { payments } from '#domain/payments/calls.ts';
import { hashIdentity } from '#server/db/columns.ts';
import { CannotOpen, KeyProblem, KeyRing, presentKeys, setKeys } from '#server/db/keys.ts';
import { reencryptDatabase } from '#server/db/key-rotation.ts';
import { accounts, borrowers, oidcRecords, paymentMethods, serverSettings } from '#server/db/schema/index.ts';
import { ALL_SEALS, openInRow, sealForRow, seals } from '#server/db/seals.ts';
import { explain } from '#server/explain.ts';
import { findBorrower } from '#server/credentials/identity.ts';
import { SESSION } from '#server/credentials/sessions.ts';
import { Records } from '#server/oidc/records.ts';
import { type TestServer, startTestServer } from '#test/support/server.ts';

let server: TestServer;
const tested = presentKeys();
beforeAll(async () => {
  server = await startTestServer();
}, 120_000);
afterEach(() => setKeys(tested));
afterAll(() => server.close());

const avery = { accountNumber: '104882913', dateOfBirth: toPlainDate('1994-04-17'), ssnLastFour: '4821' };
/** Re-encrypts as at startup. A second variant accepts values of an earlier version. */
const reencrypt = () => reencryptDatabase(server.opened.db, { acceptsEarlier: false });
const upgrade = () => reencryptDatabase(server.opened.db, { acceptsEarlier: true });
const stored = () =>
  server.opened.db.select().from(paymentMethods).orderBy(paymentMethods.borrowerKey, paymentMethods.profileId);
const methods = async () => (await stored()).map(seals.paymentMethods.open);
const catchError = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

/** Returns the saved bank accounts of two borrowers. */
async function twoMethods() {
  const rows = await stored();
  const [own] = rows.filter(({ borrowerKey }) => borrowerKey === 'avery');
  const [foreign] = rows.filter(({ borrowerKey }) => borrowerKey !== 'avery');
  if (own === undefined || foreign === undefined) throw new Error('There are no two saved bank accounts');
  return { own, foreign };
}

/** Overwrites the value in the row of a saved bank account, and restores it after `check`. */
async function withNumber(row: typeof paymentMethods.$inferSelect, value: unknown, check: () => Promise<void>) {
  const { db } = server.opened;
  const { borrowerKey, profileId } = row;
  const put = (to: unknown) =>
    db.execute(
      sql`update payment_methods set account_number = ${to} where borrower_key = ${borrowerKey} and profile_id = ${profileId}`,
    );
  await put(value);
  await check().finally(() => put(row.accountNumber));
}

describe('a value that is bound to its row', () => {
  it('has table, column and complete primary key as associated data', () => {
    const names = ALL_SEALS.flatMap(({ columns }) => columns.map(({ name }) => name));
    expect(new Set(names).size).toBe(names.length);
    for (const { table, rowKey } of ALL_SEALS) {
      const { primaryKeys, columns } = getTableConfig(table);
      const key = primaryKeys[0]?.columns ?? columns.filter(({ primary }) => primary);
      expect(rowKey.map(({ name }) => name)).toEqual(key.map(({ name }) => name));
    }
    const value = sealForRow('a.b', ['one', 'two/three'], 'secret');
    expect(openInRow('a.b', ['one', 'two/three'], value)).toBe('secret');
    for (const [column, key] of [
      ['a.c', ['one', 'two/three']],
      ['a.b', ['one/two', 'three']],
      ['a.b', ['one']],
    ] as const) {
      expect(() => openInRow(column, key, value)).toThrow(CannotOpen);
    }
  });

  it("does not decrypt in another borrower's row: the response is a logged error without either number", async () => {
    const { own, foreign } = await twoMethods();
    const token = await server.mintToken('avery');
    const errors: string[] = [];
    const written = vi.spyOn(process.stderr, 'write').mockImplementation((line) => errors.push(String(line)) > 0);
    await withNumber(own, foreign.accountNumber, async () => {
      const listed = await server.make(payments.methods, { token });
      expect(listed.status).toBe(500);
      expect(await listed.text()).not.toContain(seals.paymentMethods.open(foreign).accountNumber.slice(-4));
      expect(errors.join('')).toContain('payment_methods.account_number');
    }).finally(() => written.mockRestore());
    expect((await server.make(payments.methods, { token })).status).toBe(200);
  });

  it('does not decrypt in another column of its row', async () => {
    const { db } = server.opened;
    const [row] = await db.select().from(borrowers).where(eq(borrowers.borrowerKey, 'avery'));
    if (row === undefined) throw new Error('There is no avery');
    const swapped = { ...row, ssnLastFour: row.dateOfBirth, dateOfBirth: row.ssnLastFour };
    expect(() => seals.borrowers.open(swapped)).toThrow(CannotOpen);
    expect(seals.borrowers.open(row)).toMatchObject({ dateOfBirth: avery.dateOfBirth });
  });

  it.each([
    ['bound to its column only', () => tested.seal('4000123412341234', 'payment_methods.account_number')],
    ['not encrypted', () => '4000123412341234'],
  ])('is the only accepted form: a value that is %s is rejected', async (_, value) => {
    const { own } = await twoMethods();
    await withNumber(own, value(), async () => {
      await expect(methods()).rejects.toThrow(CannotOpen);
    });
  });

  it('verifies the hash by which registration finds a borrower', async () => {
    const { db } = server.opened;
    const [other] = await db.select().from(accounts).where(eq(accounts.borrowerKey, 'blake'));
    const ofBlake = { ...avery, accountNumber: other?.accountNumber.slice(1) ?? '' };
    const put = (identityHash: string | null) =>
      db.update(borrowers).set({ identityHash }).where(eq(borrowers.borrowerKey, 'blake'));
    const [before] = await db.select().from(borrowers).where(eq(borrowers.borrowerKey, 'blake'));
    await put(hashIdentity(avery));
    await expect(findBorrower(db, ofBlake)).rejects.toThrow(CannotOpen);
    await put(before?.identityHash ?? null);
  });

  it('of the sign-in provider does not decrypt under the id of another session', async () => {
    const { db } = server.opened;
    const [id, other, uid] = [randomUUID(), randomUUID(), randomUUID()];
    const sessions = new Records(db, SESSION, 1200);
    await sessions.upsert(id, { jti: id, uid, accountId: 'web-avery', kind: SESSION }, 60);
    await sessions.upsert(other, { jti: other, uid: randomUUID(), accountId: 'web-blake', kind: SESSION }, 60);
    const [victim] = await db.select().from(oidcRecords).where(eq(oidcRecords.uid, uid));
    await db
      .update(oidcRecords)
      .set({ payload: victim?.payload ?? {} })
      .where(sql`${oidcRecords.payload}->>'accountId' = 'web-blake'`);
    expect(await sessions.find(other)).toBeUndefined();
    expect(await sessions.find(id)).toMatchObject({ accountId: 'web-avery' });
    await sessions.destroy(id);
    await sessions.destroy(other);
  });
});

/** Makes the next startup check every value again. */
const forgetChecked = () => server.opened.db.delete(serverSettings).where(eq(serverSettings.key, 'sealedBy'));

/** Converts the database to an earlier version whose values were not all bound to their rows. */
async function asBefore(): Promise<void> {
  const { db } = server.opened;
  await forgetChecked();
  const value = presentKeys().seal('the key of this database', 'server_settings.keyCheck');
  await db
    .insert(serverSettings)
    .values({ key: 'keyCheck', value })
    .onConflictDoUpdate({ target: serverSettings.key, set: { value } });
}

describe('startup', () => {
  it('binds values of an earlier version to their rows, once and only if configured', async () => {
    await asBefore();
    const { own, foreign } = await twoMethods();
    const number = seals.paymentMethods.open(own).accountNumber;
    const earlier = (text: string) => tested.seal(text, 'payment_methods.account_number');
    const { borrowerKey, profileId } = own;
    const ofOwn = async () => (await methods()).find((each) => each.profileId === profileId);
    await withNumber(own, earlier(number), async () => {
      expect(explain(await catchError(reencrypt()))).toMatch(
        /^payment_methods\.account_number of row avery\/[^\n]* PORTAL_SEAL_ROWS=1[^\n]*$/,
      );
      await upgrade();
      expect(await ofOwn()).toMatchObject({ borrowerKey, accountNumber: number });
      const bound = await stored();
      await forgetChecked();
      await upgrade();
      expect(await stored()).toEqual(bound);
    });
    // From then on the earlier form is rejected, so that no value of an old copy can be moved to another row.
    const copied = earlier(seals.paymentMethods.open(foreign).accountNumber);
    for (const value of [copied, '4000123412341234']) {
      await withNumber(own, value, async () => {
        await forgetChecked();
        const before = await stored();
        expect(explain(await catchError(upgrade()))).toMatch(
          /^payment_methods\.account_number of row [^\n]* were bound/,
        );
        expect(await stored()).toEqual(before);
      });
    }
    await upgrade();
  });

  it('with a new key rejects a moved value, names its row and writes nothing', async () => {
    const { own, foreign } = await twoMethods();
    await upgrade();
    await forgetChecked();
    await withNumber(own, foreign.accountNumber, async () => {
      setKeys(new KeyRing(Buffer.alloc(32, 8), [Buffer.alloc(32, 7)]));
      const before = await stored();
      const failure = await catchError(reencrypt());
      expect(failure).toBeInstanceOf(KeyProblem);
      expect(explain(failure)).toMatch(
        /^The database contains a value that cannot be decrypted [^\n]*account_number","avery"/,
      );
      expect(await stored()).toEqual(before);
      setKeys(tested);
    });
  });

  it.each(['a new key', 'PORTAL_SEAL_ROWS=1'])(
    'with %s keeps every value of a table whose parts have the same row addresses, as shards do',
    async (kind) => {
      const { db } = server.opened;
      await upgrade();
      const before = await methods();
      const whole = await stored();
      await db.execute(sql`alter table payment_methods rename to whole_methods`);
      await db.execute(
        sql`create table payment_methods (like whole_methods including defaults) partition by hash (borrower_key)`,
      );
      for (const remainder of [0, 1, 2]) {
        await db.execute(
          sql.raw(
            `create table methods_${remainder} partition of payment_methods for values with (modulus 3, remainder ${remainder})`,
          ),
        );
      }
      try {
        await db.insert(paymentMethods).values(whole);
        // The rows of each part are numbered from 1.
        expect(
          await db.execute(
            sql`select count(distinct tableoid)::int as parts from payment_methods having count(distinct tableoid) > 1`,
          ),
        ).toMatchObject({ rows: [{}] });
        if (kind === 'a new key') setKeys(new KeyRing(Buffer.alloc(32, 8), [Buffer.alloc(32, 7)]));
        else {
          await asBefore();
          for (const row of before) {
            const accountNumber = tested.seal(row.accountNumber, 'payment_methods.account_number');
            await db.execute(
              sql`update payment_methods set account_number = ${accountNumber} where profile_id = ${row.profileId} and borrower_key = ${row.borrowerKey}`,
            );
          }
        }
        await (kind === 'a new key' ? reencrypt() : upgrade());
        expect(await methods()).toEqual(before);
        expect(await stored()).not.toEqual(whole);
      } finally {
        await db.execute(sql`drop table payment_methods`);
        await db.execute(sql`alter table whole_methods rename to payment_methods`);
        setKeys(new KeyRing(Buffer.alloc(32, 7), [Buffer.alloc(32, 8)]));
        await reencrypt();
      }
    },
  );

  it('stops before writing, and names the table, if the database would change other rows', async () => {
    const { db } = server.opened;
    await upgrade();
    setKeys(new KeyRing(Buffer.alloc(32, 8), [Buffer.alloc(32, 7)]));
    await db.execute(
      sql.raw(`create function spoil() returns trigger language plpgsql as $$
        begin new.account_number := old.account_number || 'x'; return new; end $$`),
    );
    await db.execute(sql`create trigger spoil before update on payment_methods for each row execute function spoil()`);
    try {
      const before = [await stored(), await db.select().from(borrowers).orderBy(borrowers.borrowerKey)];
      expect(explain(await catchError(reencrypt()))).toMatch(
        /^Values of payment_methods\.account_number .*the table payment_methods was not changed$/,
      );
      expect([await stored(), await db.select().from(borrowers).orderBy(borrowers.borrowerKey)]).toEqual(before);
    } finally {
      await db.execute(sql`drop function spoil cascade`);
    }
  });
});
