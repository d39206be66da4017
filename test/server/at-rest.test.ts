/** Encryption at rest: a copy of the database contains nothing that an attacker could use. */
import { randomUUID } from 'node:crypto';
import { chmod, cp, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { businessDate, toPlainDate } from '#domain/calendar.ts';
import { credentials } from '#domain/session/credentials/calls.ts';
import { payments } from '#domain/payments/calls.ts';
import { hashIdentity } from '#server/db/columns.ts';
import { getKeyFile, keysFrom } from '#server/db/key-file.ts';
import { CannotOpen, KeyProblem, KeyRing, parseKey, newKey, presentKeys, setKeys } from '#server/db/keys.ts';
import { isSealedDatabase, reencryptDatabase } from '#server/db/key-rotation.ts';
import {
  borrowers,
  oidcRecords,
  paymentHistory,
  paymentMethods,
  scheduledPayments,
  serverSettings,
  submissions,
} from '#server/db/schema/index.ts';
import { seals } from '#server/db/seals.ts';
import { EnvProblem, readEnv } from '#server/env.ts';
import { explain } from '#server/explain.ts';
import { TEST_COST, setHashCost } from '#server/credentials/password-hash.ts';
import { findBorrower } from '#server/credentials/identity.ts';
import { providerKeys } from '#server/oidc/keys.ts';
import { SESSION } from '#server/credentials/sessions.ts';
import { Records } from '#server/oidc/records.ts';
import { paths } from '#server/paths.ts';
import { postDuePayments } from '#server/service/due-work/work.ts';
import { start } from '#server/start.ts';
import { readContents, copyPeople, preparedFile } from '#test/support/database.ts';
import { freePort } from '#test/support/free-port.ts';
import { type TestServer, buildPlaceholder, readJson, startTestServer } from '#test/support/server.ts';
import { EXAMPLES, readRows } from './http-examples.ts';

let server: TestServer;
let folder: string;
const tested = presentKeys();
beforeAll(async () => {
  server = await startTestServer();
  folder = await mkdtemp(join(tmpdir(), 'portal-test-'));
}, 120_000);
// Starting a server sets both for the process.
afterEach(() => {
  setKeys(tested);
  setHashCost(TEST_COST);
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const avery = { accountNumber: '104882913', dateOfBirth: toPlainDate('1994-04-17'), ssnLastFour: '4821' };
const ring = () => new KeyRing(Buffer.from(newKey(), 'base64'));
const contents = () => readContents(server.opened);
/** Re-encrypts as at startup. A second variant accepts values of an earlier version. */
const reencrypt = () => reencryptDatabase(server.opened.db, { acceptsEarlier: false });
const upgrade = () => reencryptDatabase(server.opened.db, { acceptsEarlier: true });
const people = async () => (await server.opened.db.select().from(borrowers)).map(seals.borrowers.open);
const methods = async () => (await server.opened.db.select().from(paymentMethods)).map(seals.paymentMethods.open);
const scheduled = async () =>
  (await server.opened.db.select().from(scheduledPayments)).map(seals.scheduledPayments.open);
const history = async () => (await server.opened.db.select().from(paymentHistory)).map(seals.paymentHistory.open);

/** Submits a payment of Avery from a new bank account. */
async function payFrom(accountNumber: string): Promise<void> {
  const example = EXAMPLES['payments.submit']?.own({ ...(await readRows(server, 'avery')), methodId: null });
  const body = {
    ...v.parse(v.looseObject({ accountNumber: v.string() }), example?.body),
    accountNumber,
    routingNumber: '021000021',
    accountNickname: 'Entered now',
  };
  const token = await server.mintToken('avery');
  const submitted = await server.make(payments.submit, { body, token, idempotencyKey: randomUUID() });
  expect(await readJson(submitted, payments.submit.response)).toMatchObject({ statusCode: 0 });
}

const catchError = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('an encrypted value', () => {
  const keys = ring();
  it('decrypts with its key, at its place, unchanged', () => {
    const sealed = keys.seal('021000021', 'here');
    expect(sealed).not.toContain('021000021');
    expect(sealed.startsWith(keys.prefix)).toBe(true);
    expect(keys.open(sealed, 'here')).toBe('021000021');
    expect(keys.seal('021000021', 'here')).not.toBe(sealed);
    expect(() => keys.open(sealed, 'there')).toThrow(CannotOpen);
    expect(() => ring().open(sealed, 'here')).toThrow(CannotOpen);
    const at = sealed.length - 3;
    const changed = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1);
    expect(() => keys.open(changed, 'here')).toThrow(CannotOpen);
    expect(() => keys.open('4111111111', 'here')).toThrow(CannotOpen);
    expect(() => keys.open(keys.prefix, 'here')).toThrow(CannotOpen);
  });

  it('of an older key decrypts, and new values use the newest key', () => {
    const [first, second] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
    const sealed = new KeyRing(first).seal('text', 'here');
    const rotated = new KeyRing(second, [first]);
    expect(rotated.open(sealed, 'here')).toBe('text');
    expect(() => new KeyRing(first).open(rotated.seal('text', 'here'), 'here')).toThrow(CannotOpen);
  });
});

describe('the key', () => {
  const plain = { key: undefined, oldKeys: [], isSealed: false };

  it('of an embedded database is created once, readable by its owner only', async () => {
    const file = join(folder, 'database.key');
    const sealed = (await keysFrom({ ...plain, file })).seal('text', 'here');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(parseKey((await readFile(file, 'utf8')).trim())).toHaveLength(32);
    await chmod(file, 0o644);
    expect((await keysFrom({ ...plain, file, isSealed: true })).open(sealed, 'here')).toBe('text');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('is not recreated for an encrypted database, and must be valid', async () => {
    const file = join(folder, 'gone.key');
    await expect(keysFrom({ ...plain, file, isSealed: true })).rejects.toThrow(KeyProblem);
    await expect(stat(file)).rejects.toThrow('ENOENT');
    await writeFile(file, 'secret');
    await expect(keysFrom({ ...plain, file })).rejects.toThrow('contains no key');
    const key = newKey();
    expect(readEnv({ PORTAL_KEY: key, PORTAL_OLD_KEYS: `${newKey()},${newKey()}` })).toMatchObject({
      key: Buffer.from(key, 'base64'),
      oldKeys: { length: 2 },
    });
    for (const name of ['PORTAL_KEY', 'PORTAL_OLD_KEYS']) {
      expect(() => readEnv({ [name]: 'c2VjcmV0' })).toThrow(EnvProblem);
      expect(() => readEnv({ [name]: 'c2VjcmV0' })).not.toThrow(/c2VjcmV0/);
    }
  });
});

describe('the database', () => {
  it('contains no plain bank account number, birth date, SSN digits or signing key in any table', async () => {
    const { db } = server.opened;
    const keys = await providerKeys(db);
    const entered = '4400982716350042';
    await payFrom(entered);
    const saved = (await methods()).map(({ accountNumber }) => accountNumber);
    const drawn = (await scheduled()).map(({ bankAccountNumber }) => bankAccountNumber);
    expect(drawn).toContain(entered);
    await postDuePayments({ db, borrowerKey: 'avery', today: businessDate(new Date('2027-03-01T15:00:00Z')) });
    const posted = (await history()).map(({ drawnOn }) => drawnOn?.bankAccountNumber);
    expect(posted).toContain(entered);
    await server.make(credentials.recognize, { body: avery });

    const everybody = await people();
    expect(everybody.find(({ borrowerKey }) => borrowerKey === 'avery')).toMatchObject({
      dateOfBirth: avery.dateOfBirth,
      ssnLastFour: avery.ssnLastFour,
    });
    const text = await contents();
    expect(text).toContain('Lindqvist');
    for (const number of new Set([...saved, ...drawn])) {
      expect(number).toMatch(/^\d{4,17}$/);
      expect(text).not.toContain(number);
    }
    for (const { dateOfBirth, ssnLastFour } of everybody) {
      if (dateOfBirth !== null) expect(text).not.toContain(dateOfBirth);
      if (ssnLastFour !== null) expect(text).not.toContain(`"${ssnLastFour}"`);
    }
    expect(text).not.toContain(keys.signing.d);
    expect(text).not.toContain(keys.cookie);
  });

  it('contains no id that allows session hijacking', async () => {
    const { db } = server.opened;
    const [id, uid] = [randomUUID(), randomUUID()];
    const sessions = new Records(db, SESSION, 1200);
    await sessions.upsert(id, { jti: id, uid, accountId: 'web-avery', kind: SESSION }, 60);
    expect(await contents()).not.toContain(id);
    expect(await sessions.find(id)).toMatchObject({ jti: id, uid });
    expect(await sessions.findByUid(uid)).toMatchObject({ jti: id });
    setKeys(ring());
    expect(await sessions.find(id)).toBeUndefined();
    setKeys(tested);
    await sessions.destroy(id);
    expect(await db.select().from(oidcRecords).where(eq(oidcRecords.uid, uid))).toEqual([]);
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
  beforeEach(() => asBefore());

  it('checks the tables once per key, and again with older keys or new columns', async () => {
    const { db } = server.opened;
    const looksThrough = async (): Promise<boolean> => {
      const [row] = await db.select().from(borrowers).where(eq(borrowers.borrowerKey, 'avery'));
      await db.execute(sql`update borrowers set ssn_last_four = '4821' where borrower_key = 'avery'`);
      const failure = await catchError(reencrypt());
      await db.update(borrowers).set({ ssnLastFour: row?.ssnLastFour }).where(eq(borrowers.borrowerKey, 'avery'));
      await reencrypt();
      return failure instanceof KeyProblem;
    };
    expect(await looksThrough()).toBe(true);
    expect(await looksThrough()).toBe(false);
    setKeys(new KeyRing(Buffer.alloc(32, 7), [Buffer.alloc(32, 9)]));
    expect(await looksThrough()).toBe(true);
    setKeys(tested);
    expect(await looksThrough()).toBe(false);
    await db.update(serverSettings).set({ value: 'of fewer columns' }).where(eq(serverSettings.key, 'sealedBy'));
    expect(await looksThrough()).toBe(true);
  });

  it('encrypts plain values of earlier versions, which remain searchable and readable', async () => {
    const { db } = server.opened;
    const keys = await providerKeys(db);
    await payFrom('4400982716350043');
    const before = await scheduled();
    await db.execute(sql`update borrowers set date_of_birth = '1994-04-17', ssn_last_four = '4821', identity_hash = null
      where borrower_key = 'avery'`);
    await db.execute(sql`update scheduled_payments set bank_account_number = '4000123412341234'`);
    await db.execute(sql`update payment_history set drawn_on = '{"routingNumber": "021000021", "accountTypeId": 1,
      "accountHolder": "Avery", "bankAccountNumber": "4000567856785678"}' where borrower_key = 'avery'`);
    await db.execute(sql`update submissions set body_hash = repeat('0a', 32)`);
    await db.update(serverSettings).set({ value: keys }).where(eq(serverSettings.key, 'signInKeys'));
    const attempt = { model: 'SignInAttempts', id: 'ab'.repeat(32), payload: { count: 3 } };
    await db.insert(oidcRecords).values(attempt);
    expect(await contents()).toContain(keys.signing.d);
    await upgrade();
    const text = await contents();
    const shown = [
      '1994-04-17',
      '"4821"',
      '4000123412341234',
      '4000567856785678',
      '0a0a0a',
      keys.signing.d,
      attempt.id,
    ];
    for (const known of shown) expect(text).not.toContain(known);
    const after = await scheduled();
    expect(after).toHaveLength(before.length);
    for (const row of after) expect(row.bankAccountNumber).toBe('4000123412341234');
    const drawn = (await history()).flatMap(({ drawnOn }) => drawnOn ?? []);
    expect(drawn[0]).toMatchObject({ bankAccountNumber: '4000567856785678', accountHolder: 'Avery' });
    expect((await db.select().from(submissions)).map(seals.submissions.open).map(({ bodyHash }) => bodyHash)).toContain(
      '0a'.repeat(32),
    );
    expect(await providerKeys(db)).toEqual(keys);
    expect(await findBorrower(db, avery)).toBeDefined();
    await db.delete(oidcRecords).where(eq(oidcRecords.id, tested.hash(attempt.id)));
  });

  it('with a new key re-encrypts everything, after which the old key is not needed', async () => {
    const { db } = server.opened;
    const old = Buffer.alloc(32, 7);
    const next = Buffer.alloc(32, 8);
    const before = await methods();
    const keys = await providerKeys(db);
    setKeys(new KeyRing(next, [old]));
    expect(await findBorrower(db, avery)).toBeUndefined();
    await reencrypt();
    setKeys(new KeyRing(next));
    await reencrypt();
    expect(await findBorrower(db, avery)).toBeDefined();
    expect(await methods()).toEqual(expect.arrayContaining(before));
    expect(await providerKeys(db)).toEqual(keys);
    const [row] = await db.select().from(borrowers).where(eq(borrowers.borrowerKey, 'avery'));
    expect(row?.identityHash).toBe(hashIdentity(avery));
    setKeys(new KeyRing(old, [next]));
    await reencrypt();
  });

  it('re-encrypts more rows than it reads at once', async () => {
    const { db } = server.opened;
    const [row] = await methods();
    if (row === undefined) throw new Error('There is no saved bank account');
    const more = Array.from({ length: 2300 }, (_, at) => ({ ...row, borrowerKey: 'many', profileId: String(at) }));
    await db.insert(paymentMethods).values(more.map(seals.paymentMethods.seal));
    await db.execute(
      sql`update payment_methods set account_number = '40001234' || profile_id where borrower_key = 'many'`,
    );
    await upgrade();
    expect(await contents()).not.toContain('40001234');
    const stored = (await methods()).filter(({ borrowerKey }) => borrowerKey === 'many');
    expect(stored).toHaveLength(more.length);
    for (const { profileId, accountNumber } of stored) expect(accountNumber).toBe(`40001234${profileId}`);
    await db.delete(paymentMethods).where(eq(paymentMethods.borrowerKey, 'many'));
  });

  it('with a wrong key writes nothing and reports one line', async () => {
    const { db } = server.opened;
    await reencrypt();
    const before = await contents();
    setKeys(ring());
    await db.execute(sql`update borrowers set ssn_last_four = '4821' where borrower_key = 'avery'`);
    const failure = await catchError(upgrade());
    expect(failure).toBeInstanceOf(KeyProblem);
    expect(explain(failure)).toMatch(/^The database is encrypted with another key [^\n]*PORTAL_OLD_KEYS$/);
    expect(await contents()).toContain('"4821"');
    setKeys(tested);
    await asBefore();
    await upgrade();
    expect((await contents()).length).toBe(before.length);
  });

  it('continues with the key file next to the database, and reports one line if it is lost', async () => {
    const dataDir = join(folder, 'database');
    const portal = await buildPlaceholder();
    await cp(paths.public, portal, { recursive: true });
    const prepared = await preparedFile();
    const data = await copyPeople(folder, 'avery');
    const begin = async (env: Readonly<Record<string, string>> = {}) =>
      start({
        env: { PORT: String(await freePort()), PORTAL_DATA: data, ...env },
        database: { dataDir, prepared },
        portal,
      });
    const failed = async (env?: Readonly<Record<string, string>>) => explain(await catchError(begin(env)));
    await (await begin()).close();
    const file = getKeyFile(dataDir);
    const key = await readFile(file, 'utf8');
    await (await begin()).close();
    expect(await readFile(file, 'utf8')).toBe(key);

    await rm(file);
    expect(await failed()).toMatch(/^\S+database\.key, [^\n]* is missing\. [^\n]*$/);
    await expect(stat(file)).rejects.toThrow('ENOENT');
    expect(await failed({ PORTAL_KEY: newKey() })).toMatch(/^The database is encrypted with another key [^\n]*$/);
    const given = newKey();
    await (await begin({ PORTAL_KEY: given, PORTAL_OLD_KEYS: key.trim() })).close();
    await (await begin({ PORTAL_KEY: given })).close();
    expect(await failed({ PORTAL_KEY: key.trim() })).toMatch(/^The database is encrypted with another key [^\n]*$/);
    await rm(portal, { recursive: true });
  }, 120_000);

  it('distinguishes encrypted databases from unencrypted ones', async () => {
    const { db } = server.opened;
    expect(await isSealedDatabase(db)).toBe(true);
    await db.delete(serverSettings).where(eq(serverSettings.key, 'keyCheck'));
    expect(await isSealedDatabase(db)).toBe(false);
    await reencrypt();
    expect(await isSealedDatabase(db)).toBe(true);
  });
});
