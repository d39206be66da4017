/** Registration (rulings 49 and 116): the code, identical responses for all mismatches, and idempotency. */
import { randomUUID } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { toPlainDate } from '#domain/calendar.ts';
import { Problem } from '#domain/call.ts';
import { credentials } from '#domain/session/credentials/calls.ts';
import {
  accounts,
  borrowers,
  contactInformation,
  inboxMessages,
  notices,
  recoveryRequests,
  webAccounts,
} from '#server/db/schema/index.ts';
import { seals } from '#server/db/seals.ts';
import { NewAccounts } from '#server/credentials/new-accounts.ts';
import { startRegistration } from '#server/credentials/one-time-codes.ts';
import { signIn } from '#server/credentials/people.ts';
import { forgetSignIns } from '#server/oidc/records.ts';
import { type TestServer, readJson, startTestServer } from '#test/support/server.ts';
import { restoreWaits, skipWaits } from '#test/support/waits.ts';

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
const isAverys = and(
  eq(webAccounts.borrowerKey, 'avery'),
  eq(webAccounts.applicationId, 'borrower'),
  isNull(webAccounts.audienceRole),
);
/** Avery has no username before each test. */
beforeEach(async () => {
  const { db } = server.opened;
  await forgetSignIns(db);
  await db.delete(recoveryRequests);
  await db.delete(notices);
  await db.delete(webAccounts).where(isAverys);
});
beforeAll(skipWaits);
afterAll(restoreWaits);

const PASSWORD = 'seven quiet herons';
const recognize = (body: unknown) => server.make(credentials.recognize, { body });
const start = async (body: unknown) => readJson(await recognize(body), credentials.recognize.response);
const pendingCode = async () =>
  (await server.opened.db.select().from(notices).where(eq(notices.kind, 'registrationCode')))
    .map(seals.notices.open)
    .find(({ code, failedAt }) => code !== null && failedAt === null)?.code ?? '';
const check = async (requestToken: string, oneTimeCode: string) =>
  readJson(
    await server.make(credentials.checkCode, { body: { requestToken, oneTimeCode } }),
    credentials.checkCode.response,
  );
/** Returns the token of a request whose code was entered. */
async function provenToken(): Promise<string> {
  const { requestToken } = await start(avery);
  expect((await check(requestToken, await pendingCode())).outcome).toBe('right');
  return requestToken;
}
const wishWith = (requestToken: string, username: string, more: object = {}) => ({
  requestToken,
  username,
  password: PASSWORD,
  terms: true,
  ...more,
});
const wish = async (username: string, more: object = {}) => wishWith(await provenToken(), username, more);
const register = (body: unknown, idempotencyKey: string = randomUUID()) =>
  server.make(credentials.register, { body, idempotencyKey });
const settle = async (idempotencyKey: string) =>
  readJson(await server.make(credentials.settle, { body: { idempotencyKey } }), credentials.settle.response);
const outcome = async (response: Response) => (await readJson(response, credentials.register.response)).outcome;
const readAccount = async (username: string) =>
  (await server.opened.db.select().from(webAccounts).where(eq(webAccounts.loginName, username)))[0];
/** Makes avery a borrower without an email address, for the duration of `act`. */
async function withoutEmail<T>(act: () => Promise<T>): Promise<T> {
  const { db } = server.opened;
  const isAvery = eq(borrowers.borrowerKey, 'avery');
  const ofAvery = eq(contactInformation.borrowerKey, 'avery');
  const [before] = await db.select({ email: borrowers.email }).from(borrowers).where(isAvery);
  const contacts = await db.select().from(contactInformation).where(ofAvery);
  await db.update(borrowers).set({ email: '' }).where(isAvery);
  await db.delete(contactInformation).where(ofAvery);
  try {
    return await act();
  } finally {
    await db
      .update(borrowers)
      .set({ email: before?.email ?? '' })
      .where(isAvery);
    if (contacts.length > 0) await db.insert(contactInformation).values(contacts);
  }
}
/** Adds a username. */
const addUsername = (loginName: string, borrowerKey = 'avery') =>
  server.opened.db.insert(webAccounts).values({
    webAccountId: `web-${loginName}`,
    loginName,
    passwordHash: 'x',
    applicationId: 'borrower',
    givenName: 'Avery',
    familyName: 'Lindqvist',
    borrowerKey,
  });

/** Combinations with one wrong detail each. */
const WRONG = [
  ['the account number', { accountNumber: '999999999' }],
  ["another borrower's account number", { accountNumber: '118340726' }],
  ['the date of birth', { dateOfBirth: '1994-04-18' }],
  ['the digits', { ssnLastFour: '4822' }],
] as const;

describe('the details', () => {
  it('of the demo borrower in docs/demo-data.md send a code to the email address on file', async () => {
    expect(avery).toMatchObject({ dateOfBirth: '1994-04-17', ssnLastFour: '4821' });
    expect(await start(avery)).toMatchObject({ next: 'code' });
    expect(await pendingCode()).toMatch(/^\d{6}$/);
  });

  it.each(WRONG)('get the same response if %s is wrong, and no code is sent', async (_, wrong) => {
    const response = await recognize({ ...avery, ...wrong });
    expect(response.status).toBe(200);
    const { requestToken, ...rest } = await readJson(response, credentials.recognize.response);
    const { requestToken: other, ...right } = await start(avery);
    expect({ ...rest, outboxFile: null }).toEqual({ ...right, outboxFile: null });
    expect(requestToken).toHaveLength(other.length);
    expect(await server.opened.db.select().from(notices)).toHaveLength(1);
    expect((await check(requestToken, await pendingCode())).outcome).toBe('wrong');
    expect(await outcome(await register(wishWith(requestToken, 'avery.nobody')))).toBe('over');
    expect(await readAccount('avery.nobody')).toBeUndefined();
  });

  it('that are malformed are rejected before they count', async () => {
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
    'are rejected with %s "%s", which is one character too long, with the message of the field',
    async (field, typed, message) => {
      const answer = await recognize({ ...avery, [field]: typed });
      expect(answer.status).toBe(422);
      expect((await readJson(answer, Problem)).fields).toMatchObject([{ field, message }]);
    },
  );

  it('of a borrower with a username return that username after the code, and create no other', async () => {
    await addUsername('avery');
    const { requestToken, next } = await start(avery);
    expect(next).toBe('code');
    expect(await check(requestToken, await pendingCode())).toMatchObject({
      outcome: 'right',
      usernames: [{ masked: 'a*****y' }],
    });
    expect(await outcome(await register(wishWith(requestToken, 'avery.second')))).toBe('over');
    expect(await readAccount('avery.second')).toBeUndefined();
  });

  it('of a borrower with a username but no email address get the same response, and no code is sent', async () => {
    await addUsername('avery');
    await withoutEmail(async () => {
      const { requestToken, next } = await start(avery);
      expect(next).toBe('code');
      expect(await server.opened.db.select().from(notices)).toEqual([]);
      expect(await outcome(await register(wishWith(requestToken, 'avery.second')))).toBe('over');
    });
  });

  it('of a borrower without username and email address are enough, and a letter confirms it', async () => {
    await withoutEmail(async () => {
      const { requestToken, next, outboxFile } = await start(avery);
      expect([next, outboxFile]).toEqual(['credentials', null]);
      expect(await outcome(await register(wishWith(requestToken, 'avery.first')))).toBe('registered');
    });
    const account = await readAccount('avery.first');
    const letters = await server.opened.db
      .select()
      .from(inboxMessages)
      .where(eq(inboxMessages.documentId, `registered-${account?.webAccountId}`));
    expect(letters).toMatchObject([{ borrowerKey: 'avery', subject: 'Your new online account', readAt: null }]);
    await server.opened.db.delete(inboxMessages).where(eq(inboxMessages.subject, 'Your new online account'));
  });

  it('are limited for an account number, whether it exists or not', async () => {
    for (const accountNumber of [avery.accountNumber, '987654321']) {
      for (let attempt = 0; attempt < 10; attempt += 1) {
        const guess = { accountNumber, dateOfBirth: '1980-01-01', ssnLastFour: String(1000 + attempt) };
        expect((await recognize(guess)).status).toBe(200);
      }
      const refused = await recognize({ ...avery, accountNumber });
      expect(refused.status).toBe(429);
      expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
      expect((await readJson(refused, Problem)).detail).toBe('There were too many attempts. Try again in 15 minutes.');
    }
  });

  it('are limited for a date of birth and SSN digits with different account numbers', async () => {
    const { accountNumber: _, ...person } = avery;
    for (let attempt = 0; attempt < 10; attempt += 1) {
      await recognize({ ...person, accountNumber: String(500_000_000 + attempt) });
    }
    expect((await recognize(avery)).status).toBe(429);
  });

  it('that were tried a hundred times from eleven addresses still bring the borrower the code, but are not enough', async () => {
    const { db } = server.opened;
    const facts = (source: string) => ({ source, outbox: undefined });
    const right = { ...avery, dateOfBirth: toPlainDate(avery.dateOfBirth) };
    for (let attempt = 0; attempt < 110; attempt += 1) {
      const guess = { ...right, dateOfBirth: toPlainDate('1980-01-01'), ssnLastFour: String(1000 + attempt) };
      await startRegistration(db, guess, facts(`192.0.2.${Math.floor(attempt / 10)}`));
    }
    const { requestToken } = await startRegistration(db, right, facts('198.51.100.1'));
    expect((await check(requestToken, await pendingCode())).outcome).toBe('right');
    await withoutEmail(async () => {
      expect((await startRegistration(db, right, facts('198.51.100.2'))).next).toBe('code');
    });
  });

  it('bring a code that requests from other addresses neither replace nor use up', async () => {
    const { db } = server.opened;
    const right = { ...avery, dateOfBirth: toPlainDate(avery.dateOfBirth) };
    const { requestToken } = await startRegistration(db, right, { source: '198.51.100.1', outbox: undefined });
    const code = await pendingCode();
    for (let time = 0; time < 6; time += 1) {
      await startRegistration(db, right, { source: '192.0.2.1', outbox: undefined });
    }
    expect(await db.select().from(notices)).toHaveLength(6);
    expect((await check(requestToken, code)).outcome).toBe('right');
  });
});

describe('registration', () => {
  it("creates an account that shows the borrower's loans, with a working password", async () => {
    expect(await outcome(await register(await wish(' Avery.Second ')))).toBe('registered');
    const account = await readAccount('avery.second');
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

  it('reports a used username, and the same token works with another one', async () => {
    await addUsername('used.name', 'blake');
    const body = await wish('Used.Name');
    expect(await outcome(await register(body))).toBe('usernameTaken');
    expect(await outcome(await register({ ...body, username: 'not.taken' }))).toBe('registered');
  });

  it('succeeds once per token, even with two concurrent requests', async () => {
    const body = await wish('avery.one');
    const answers = await Promise.all([register(body), register({ ...body, username: 'avery.two' })]);
    expect((await Promise.all(answers.map(outcome))).toSorted()).toEqual(['over', 'registered']);
    expect(await server.opened.db.select().from(webAccounts).where(isAverys)).toHaveLength(1);
  });

  it('is not made without the code, with a wrong code or an unknown token', async () => {
    const { requestToken } = await start(avery);
    expect(await outcome(await register(wishWith(requestToken, 'avery.nobody')))).toBe('over');
    await check(requestToken, (await pendingCode()) === '000000' ? '111111' : '000000');
    expect(await outcome(await register(wishWith(requestToken, 'avery.nobody')))).toBe('over');
    expect(await outcome(await register(wishWith('no token', 'avery.nobody')))).toBe('over');
    expect(await readAccount('avery.nobody')).toBeUndefined();
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
    const response = await register(wishWith('any token', 'rule.check', wrong));
    expect(response.status).toBe(422);
    expect((await readJson(response, Problem)).fields).toMatchObject([{ field, message }]);
  });

  it('rejects a password of more than 256 characters, and a registration without accepted terms', async () => {
    expect((await register(wishWith('any token', 'rule.check', { password: 'xk'.repeat(129) }))).status).toBe(422);
    expect((await register(wishWith('any token', 'rule.check', { terms: false }))).status).toBe(422);
    expect(await readAccount('rule.check')).toBeUndefined();
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
    const body = await wish(username, { password });
    expect(await outcome(await register(body, key))).toBe('commonPassword');
    expect(await readAccount(username)).toBeUndefined();
    expect(await outcome(await register({ ...body, password: PASSWORD }, key))).toBe('registered');
  });

  it.each([
    ['of symbols', '~`!@#$%^&*()_-+=[]'],
    ['of several words', 'seven quiet herons'],
    ['of digits without a pattern', '85029361748205917x'],
  ])('is not one %s', async (_, password) => {
    const username = `hard.${randomUUID().slice(0, 8)}`;
    expect(await outcome(await register(await wish(username, { password })))).toBe('registered');
  });

  it('is not reported to unrecognized people', async () => {
    const wrong = { password: 'iloveyouverymuch' };
    expect(await outcome(await register(wishWith('no token', 'easy.nobody', wrong)))).toBe('over');
  });
});

it('notifies the borrower once, at the email address on file', async () => {
  const { db } = server.opened;
  const key = randomUUID();
  const body = await wish('told.avery');
  await register(body, key);
  await register(body, key);
  await register(body);
  const account = await readAccount('told.avery');
  const added = await db.select().from(notices).where(eq(notices.kind, 'registered'));
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
    const body = await wish('only.once');
    const answers = await Promise.all([1, 2, 3].map(() => register(body, key)));
    expect(await Promise.all(answers.map(outcome))).toEqual(['registered', 'registered', 'registered']);
    expect(await howMany()).toBe(before + 1);
  });

  it('returns the first response when the token is used up between its checks', async () => {
    const key = randomUUID();
    const body = await wish('overtaken');
    const late = new NewAccounts('Registration', { done: 'registered', tokenIsUsed: 'over' });
    const useUp = async () => {
      await register(body, key);
      return 'over' as const;
    };
    expect(await late.createOnce(server.opened.db, { key, source: undefined }, body, useUp)).toBe('registered');
    expect(
      await late.createOnce(
        server.opened.db,
        { key: randomUUID(), source: undefined },
        body,
        async () => 'over' as const,
      ),
    ).toBe('over');
  });

  it('is rejected with another body for the same key', async () => {
    const key = randomUUID();
    const body = await wish('one.body');
    await register(body, key);
    const refused = await register({ ...body, username: 'other.body' }, key);
    expect(refused.status).toBe(422);
    expect((await readJson(refused, Problem)).detail).toBe('This key was used for another registration.');
    expect((await register({ ...body, password: 'eight quiet herons' }, key)).status).toBe(422);
    expect(await readAccount('other.body')).toBeUndefined();
  });

  it('may use the same key after a rejected username', async () => {
    const key = randomUUID();
    await addUsername('name.in.use', 'blake');
    const body = await wish('name.in.use');
    expect(await outcome(await register(body, key))).toBe('usernameTaken');
    expect(await outcome(await register({ ...body, username: 'unused.name' }, key))).toBe('registered');
  });

  it('is found by its key, without the password', async () => {
    const key = randomUUID();
    await register(await wish('to.be.found'), key);
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
    const refused = await register(await wish('too.late'), key);
    expect(refused.status).toBe(409);
    expect((await readJson(refused, Problem)).detail).toBe(
      'This registration was not completed. Please register again.',
    );
    expect(await readAccount('too.late')).toBeUndefined();
  });

  it('requires a key', async () => {
    const response = await server.make(credentials.register, { body: wishWith('any token', 'with.no.key') });
    expect(response.status).toBe(400);
    v.parse(Problem, await response.json());
  });
});
