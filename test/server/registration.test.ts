/** Registration (ruling 49): recognition, identical responses for all mismatches, and idempotency. */
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Problem } from '#domain/call.ts';
import { credentials } from '#domain/session/credentials/calls.ts';
import { accounts, borrowers, notices, oidcRecords, webAccounts } from '#server/db/schema/index.ts';
import { seals } from '#server/db/seals.ts';
import { forgetAttempts } from '#server/credentials/rate-limits.ts';
import { signIn } from '#server/credentials/people.ts';
import { forgetSignIns } from '#server/oidc/records.ts';
import { type TestServer, jsonOf, startTestServer } from '#test/support/server.ts';

let server: TestServer;
let avery: { accountNumber: string; dateOfBirth: string; ssnLastFour: string };

beforeAll(async () => {
  server = await startTestServer();
  const { db } = server.opened;
  const [borrower] = (await db.select().from(borrowers).where(eq(borrowers.borrowerKey, 'avery'))).map(
    seals.borrowers.open,
  );
  const [account] = await db.select().from(accounts).where(eq(accounts.borrowerKey, 'avery'));
  avery = {
    accountNumber: account?.accountNumber.slice(1) ?? '',
    dateOfBirth: borrower?.dateOfBirth ?? '',
    ssnLastFour: borrower?.ssnLastFour ?? '',
  };
}, 60_000);
afterAll(() => server.close());
beforeEach(() => forgetSignIns(server.opened.db));

const PASSWORD = 'seven quiet herons';
const wish = (username: string, more: object = {}) => ({
  ...avery,
  username,
  password: PASSWORD,
  terms: true,
  ...more,
});
const recognize = (body: unknown) => server.make(credentials.recognize, { body });
const register = (body: unknown, idempotencyKey: string = randomUUID()) =>
  server.make(credentials.register, { body, idempotencyKey });
const settle = async (idempotencyKey: string) =>
  jsonOf(await server.make(credentials.settle, { body: { idempotencyKey } }), credentials.settle.response);
const outcome = async (response: Response) => (await jsonOf(response, credentials.register.response)).outcome;
const accountOf = async (username: string) =>
  (await server.opened.db.select().from(webAccounts).where(eq(webAccounts.loginName, username)))[0];

/** Combinations with one wrong detail each. */
const WRONG = [
  ['the account number', { accountNumber: '999999999' }],
  ["another borrower's account number", { accountNumber: '118340726' }],
  ['the date of birth', { dateOfBirth: '1994-04-18' }],
  ['the digits', { ssnLastFour: '4822' }],
] as const;

describe('recognition', () => {
  it('accepts the demo borrower of docs/demo-data.md', async () => {
    expect(avery).toMatchObject({ dateOfBirth: '1994-04-17', ssnLastFour: '4821' });
    const response = await recognize(avery);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ isRecognized: true });
  });

  it.each(WRONG)('gives the same response if %s is wrong', async (_, wrong) => {
    const response = await recognize({ ...avery, ...wrong });
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('{"isRecognized":false}');
  });

  it('rejects malformed details before counting them', async () => {
    for (const wrong of [{ accountNumber: 'E12345678' }, { dateOfBirth: '1994-02-30' }, { ssnLastFour: '48' }]) {
      for (let attempt = 0; attempt < 11; attempt += 1) {
        expect((await recognize({ ...avery, ...wrong })).status).toBe(422);
      }
    }
    expect((await recognize(avery)).status).toBe(200);
  });

  it.each([
    ['accountNumber', 'E118340726', 'Your account number must be nine digits.'],
    ['ssnLastFour', '48210', 'Please enter the last four digits of your Social Security number.'],
  ])(
    'rejects %s "%s", which is one character too long, with the message of the field',
    async (field, typed, message) => {
      const answer = await recognize({ ...avery, [field]: typed });
      expect(answer.status).toBe(422);
      expect((await jsonOf(answer, Problem)).fields).toMatchObject([{ field, message }]);
    },
  );

  it('does not reveal who has registered already', async () => {
    await register(wish('avery.first'));
    expect(await (await recognize(avery)).json()).toEqual({ isRecognized: true });
  });

  it('limits attempts for an account number, whether it exists or not', async () => {
    for (const accountNumber of [avery.accountNumber, '987654321']) {
      for (let attempt = 0; attempt < 10; attempt += 1) {
        const guess = { accountNumber, dateOfBirth: '1980-01-01', ssnLastFour: String(1000 + attempt) };
        expect((await recognize(guess)).status).toBe(200);
      }
      const refused = await recognize({ ...avery, accountNumber });
      expect(refused.status).toBe(429);
      expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
      expect((await jsonOf(refused, Problem)).detail).toBe('There were too many attempts. Try again in 15 minutes.');
    }
  });

  it('limits attempts for a date of birth and SSN digits with different account numbers', async () => {
    const { accountNumber: _, ...person } = avery;
    for (let attempt = 0; attempt < 10; attempt += 1) {
      await recognize({ ...person, accountNumber: String(500_000_000 + attempt) });
    }
    expect((await recognize(avery)).status).toBe(429);
  });

  it('ends after a hundred attempts in total, however slow; then the person has to call', async () => {
    // Advances the database's time for expiry. The clock of the process, which its timers use, is unchanged.
    const pass = (minutes: number) =>
      server.opened.db
        .update(oidcRecords)
        .set({ expiresAt: sql`${oidcRecords.expiresAt} - make_interval(mins => ${minutes})` });
    const DAY = 24 * 60;
    for (let attempt = 0; attempt < 100; attempt += 1) {
      if (attempt > 0 && attempt % 10 === 0) await pass(20);
      const guess = { ...avery, dateOfBirth: '1980-01-01', ssnLastFour: String(1000 + attempt) };
      expect((await recognize(guess)).status).toBe(200);
    }
    await pass(30 * DAY);
    const refused = await recognize(avery);
    expect(refused.status).toBe(403);
    expect((await jsonOf(refused, Problem)).detail).toContain('by phone only');
    expect((await register(wish('avery.slow'))).status).toBe(403);
    await pass(61 * DAY);
    expect((await recognize(avery)).status).toBe(200);
  });

  it('counts attempts of registration too, and resets them after a success', async () => {
    for (let attempt = 0; attempt < 9; attempt += 1) {
      await register(wish('avery.tries', { dateOfBirth: `1980-01-0${attempt + 1}` }));
    }
    expect((await recognize(avery)).status).toBe(200);
    for (let attempt = 0; attempt < 9; attempt += 1) {
      await register(wish('avery.tries', { dateOfBirth: `1981-01-0${attempt + 1}` }));
    }
    expect((await recognize(avery)).status).toBe(200);
  });
});

describe('registration', () => {
  it("creates an account that shows the borrower's loans, with a working password", async () => {
    expect(await outcome(await register(wish(' Avery.Second ')))).toBe('registered');
    const account = await accountOf('avery.second');
    expect(account).toMatchObject({
      borrowerKey: 'avery',
      givenName: 'Avery',
      applicationId: 'borrower',
      audienceRole: null,
      identityProvider: 'local',
    });
    expect(account?.passwordHash).toMatch(/^\$scrypt\$/);
    expect(account?.passwordHash).not.toContain(PASSWORD);
    const { db } = server.opened;
    expect(await signIn(db, { loginName: 'AVERY.second', password: PASSWORD })).toMatchObject({
      outcome: 'signedIn',
      account: { webAccountId: account?.webAccountId },
    });
    expect(await signIn(db, { loginName: 'avery.second', password: `${PASSWORD} ` })).toEqual({ outcome: 'wrong' });
  });

  it.each(WRONG)('rejects if %s is wrong, without further information', async (_, wrong) => {
    const free = await (await register(wish('avery.nobody', wrong))).text();
    const taken = await (await register(wish('blakes.name', wrong))).text();
    expect(free).toBe('{"outcome":"notRecognized"}');
    expect(taken).toBe(free);
    expect(await accountOf('avery.nobody')).toBeUndefined();
  });

  it('reports a used username only to recognized people', async () => {
    await register(wish('taken.name'));
    expect(await outcome(await register(wish('Taken.Name')))).toBe('usernameTaken');
    await forgetAttempts(server.opened.db);
    expect(await outcome(await register(wish('taken.name', { ssnLastFour: '0000' })))).toBe('notRecognized');
  });

  it('is rejected after too many attempts, even with correct details', async () => {
    for (let attempt = 0; attempt < 10; attempt += 1) {
      await recognize({ ...avery, dateOfBirth: '1980-01-01', ssnLastFour: String(1000 + attempt) });
    }
    const response = await register(wish('avery.late'));
    expect(response.status).toBe(429);
    expect((await jsonOf(response, Problem)).detail).toBe('There were too many attempts. Try again in 15 minutes.');
    expect(await accountOf('avery.late')).toBeUndefined();
  });

  it.each([
    ['short', { password: 'fourteen chars' }, 'password', 'Your password must have at least 15 characters.'],
    [
      'common',
      { password: 'passwordpassword' },
      'password',
      'This password is too easy to guess. Please choose another one.',
    ],
    ['with the username', { password: 'rule.check herons' }, 'password', "Your password can't contain your username."],
    ['a bad username', { username: 'av' }, 'username', 'Your username must have between 6 and 40 characters.'],
  ])('rejects an account (%s) with the field and its message', async (_, wrong, field, message) => {
    const response = await register(wish('rule.check', wrong));
    expect(response.status).toBe(422);
    expect((await jsonOf(response, Problem)).fields).toMatchObject([{ field, message }]);
  });

  it('rejects a password of more than 256 characters, and a registration without accepted terms', async () => {
    expect((await register(wish('rule.check', { password: 'xk'.repeat(129) }))).status).toBe(422);
    expect((await register(wish('rule.check', { terms: false }))).status).toBe(422);
    expect(await accountOf('rule.check')).toBeUndefined();
  });
});

describe('a weak password', () => {
  it.each([
    ['of the most common ones', 'iloveyouverymuch'],
    ['with letters replaced', 'P@ssw0rd12345678'],
    ['of the portal’s own name', 'Larkfield Loan Servicing'],
    ['of the person’s names', 'averyaverylindqvist'],
    ['of the portal’s name, the person’s and a year', 'larkfieldlindqvist2026'],
    ['of names with punctuation and a year', 'Avery-Lindqvist-1990!'],
    ['of common words and a year', 'monkeydragon2024!'],
  ])('%s is rejected, and the same key accepts another one', async (_, password) => {
    const [key, username] = [randomUUID(), `easy.${randomUUID().slice(0, 8)}`];
    expect(await outcome(await register(wish(username, { password }), key))).toBe('commonPassword');
    expect(await accountOf(username)).toBeUndefined();
    expect(await outcome(await register(wish(username), key))).toBe('registered');
  });

  it.each([
    ['of symbols', '~`!@#$%^&*()_-+=[]'],
    ['of several words', 'seven quiet herons'],
    ['of digits without a pattern', '85029361748205917x'],
  ])('is not one %s', async (_, password) => {
    const username = `hard.${randomUUID().slice(0, 8)}`;
    expect(await outcome(await register(wish(username, { password })))).toBe('registered');
  });

  it('is not reported to unrecognized people', async () => {
    const wrong = { password: 'iloveyouverymuch', ssnLastFour: '0000' };
    expect(await outcome(await register(wish('easy.nobody', wrong)))).toBe('notRecognized');
  });
});

it('notifies the borrower once, at the email address on file', async () => {
  const { db } = server.opened;
  const before = (await db.select().from(notices)).length;
  const key = randomUUID();
  await register(wish('told.avery'), key);
  await register(wish('told.avery'), key);
  await register(wish('told.avery'));
  const account = await accountOf('told.avery');
  const added = (await db.select().from(notices)).slice(before);
  expect(added).toMatchObject([
    { borrowerKey: 'avery', webAccountId: account?.webAccountId, kind: 'registered', sentAt: null },
  ]);
  const [borrower] = await db.select().from(borrowers).where(eq(borrowers.borrowerKey, 'avery'));
  expect(added[0]?.email).toBe(borrower?.email);
});

describe('a repeated registration', () => {
  const howMany = async () =>
    (await server.opened.db.select().from(webAccounts).where(eq(webAccounts.borrowerKey, 'avery'))).length;

  it('returns the first response for the same key and body, also concurrently', async () => {
    const key = randomUUID();
    const before = await howMany();
    const answers = await Promise.all([1, 2, 3].map(() => register(wish('only.once'), key)));
    expect(await Promise.all(answers.map(outcome))).toEqual(['registered', 'registered', 'registered']);
    expect(await howMany()).toBe(before + 1);
  });

  it('is rejected with another body for the same key', async () => {
    const key = randomUUID();
    await register(wish('one.body'), key);
    const refused = await register(wish('other.body'), key);
    expect(refused.status).toBe(422);
    expect((await jsonOf(refused, Problem)).detail).toBe('This key was used for another registration.');
    expect((await register(wish('one.body', { password: 'eight quiet herons' }), key)).status).toBe(422);
    expect(await accountOf('other.body')).toBeUndefined();
  });

  it('may use the same key after a rejected username', async () => {
    await register(wish('used.name'));
    const key = randomUUID();
    expect(await outcome(await register(wish('used.name'), key))).toBe('usernameTaken');
    expect(await outcome(await register(wish('unused.name'), key))).toBe('registered');
  });

  it('is found by its key, without the password', async () => {
    const key = randomUUID();
    await register(wish('to.be.found'), key);
    expect(await settle(key)).toEqual({
      outcome: 'recorded',
      answer: { outcome: 'registered' },
      record: { username: 'to.be.found' },
    });
  });

  it('is rejected after its key was settled while unused', async () => {
    const key = randomUUID();
    expect(await settle(key)).toEqual({ outcome: 'closed' });
    expect(await settle(key)).toEqual({ outcome: 'closed' });
    const refused = await register(wish('too.late'), key);
    expect(refused.status).toBe(409);
    expect((await jsonOf(refused, Problem)).detail).toBe('This registration was not completed. Please register again.');
    expect(await accountOf('too.late')).toBeUndefined();
  });

  it('requires a key', async () => {
    const response = await server.make(credentials.register, { body: wish('with.no.key') });
    expect(response.status).toBe(400);
    v.parse(Problem, await response.json());
  });
});
