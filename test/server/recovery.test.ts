/**
 * Account recovery by a one-time code (ruling 49): recipients, permissions, and responses that do not reveal accounts.
 */
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { toPlainDate } from '#domain/calendar.ts';
import { Problem } from '#domain/call.ts';
import { credentials } from '#domain/session/credentials/calls.ts';
import { hashIdentity } from '#server/db/columns.ts';
import {
  accounts,
  borrowers,
  notices,
  oidcRecords,
  pendingActions,
  recoveryRequests,
  securityEvents,
} from '#server/db/schema/index.ts';
import { seals } from '#server/db/seals.ts';
import { signIn } from '#server/credentials/people.ts';
import { SESSION } from '#server/credentials/sessions.ts';
import { forgetSignIns } from '#server/oidc/records.ts';
import { checkCode, requestCode, sweepRecoveryRequests } from '#server/credentials/one-time-codes.ts';
import { type TestServer, readJson, startTestServer } from '#test/support/server.ts';
import { restoreWaits, skipWaits } from '#test/support/waits.ts';

let server: TestServer;
const identities = new Map<string, { accountNumber: string; dateOfBirth: string; ssnLastFour: string }>();

beforeAll(async () => {
  server = await startTestServer();
  const { db } = server.opened;
  for (const [index, stored] of (await db.select().from(borrowers)).map(seals.borrowers.open).entries()) {
    // Only some demo people have the data that registration requires.
    const borrower = {
      ...stored,
      dateOfBirth: stored.dateOfBirth ?? toPlainDate('1990-02-03'),
      ssnLastFour: stored.ssnLastFour ?? String(7000 + index),
    };
    const { dateOfBirth, ssnLastFour, identityHash } = seals.borrowers.seal({
      ...borrower,
      identityHash: hashIdentity(borrower),
    });
    await db
      .update(borrowers)
      .set({ dateOfBirth, ssnLastFour, identityHash })
      .where(eq(borrowers.borrowerKey, borrower.borrowerKey));
    const [account] = await db.select().from(accounts).where(eq(accounts.borrowerKey, borrower.borrowerKey));
    identities.set(borrower.borrowerKey, {
      accountNumber: account?.accountNumber.slice(1) ?? '',
      dateOfBirth: borrower.dateOfBirth,
      ssnLastFour: borrower.ssnLastFour,
    });
  }
}, 60_000);
afterAll(() => server.close());
beforeEach(async () => {
  const { db } = server.opened;
  await forgetSignIns(db);
  await db.delete(recoveryRequests);
  await db.delete(notices);
  await db.delete(securityEvents);
});
afterEach(() => {
  vi.useRealTimers();
});

beforeAll(skipWaits);
afterAll(restoreWaits);

const PASSWORD = 'seven quiet herons';
const MINUTE = 60_000;
const who = (name: string) => ({ ...identities.get(name) });
/** Details that match no borrower. */
const nobody = { accountNumber: '999999999', dateOfBirth: '1980-01-01', ssnLastFour: '1234' };

const request = (body: unknown) => server.make(credentials.requestCode, { body });
const tokenFor = async (body: unknown) =>
  (await readJson(await request(body), credentials.requestCode.response)).requestToken;
const readRows = async (kind: (typeof notices.$inferSelect)['kind']) =>
  (await server.opened.db.select().from(notices).where(eq(notices.kind, kind))).map(seals.notices.open);
/** Returns the code in the borrower's pending email. */
const codeFor = async (name: string) =>
  (await readRows('recoveryCode')).find(({ borrowerKey, code }) => borrowerKey === name && code !== null)?.code ?? '';
const check = async (requestToken: string, oneTimeCode: string) =>
  readJson(
    await server.make(credentials.checkCode, { body: { requestToken, oneTimeCode } }),
    credentials.checkCode.response,
  );
const reset = (body: unknown) => server.make(credentials.resetPassword, { body });
const outcome = async (response: Response) => (await readJson(response, credentials.resetPassword.response)).outcome;
const logIn = async (loginName: string, password: string) =>
  (await signIn(server.opened.db, { loginName, password })).outcome;
const readEvents = async (kind: (typeof securityEvents.$inferSelect)['kind']) =>
  server.opened.db.select().from(securityEvents).where(eq(securityEvents.kind, kind));
const readEmail = async (name: string) =>
  (await server.opened.db.select().from(borrowers).where(eq(borrowers.borrowerKey, name)))[0]?.email;

/** Creates a request and returns it with its correct code. */
async function requestWithCode(name: string) {
  const requestToken = await tokenFor(who(name));
  return { requestToken, code: await codeFor(name) };
}

/** Returns the data for setting the borrower's password after a correct code. */
async function allowed(name: string, more: object = {}) {
  const { requestToken, code } = await requestWithCode(name);
  const { usernames } = await check(requestToken, code);
  return { requestToken, usernameId: usernames[0]?.id ?? '', newPassword: PASSWORD, ...more };
}

/** Returns a wrong code. */
const otherThan = (code: string) => (code === '000000' ? '111111' : '000000');

/** Advances the time. */
function passes(milliseconds: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + milliseconds });
}

/** Combinations with one wrong detail each. */
const WRONG = [
  ['the account number', { accountNumber: '999999999' }],
  ["another borrower's account number", { accountNumber: '118340726' }],
  ['the date of birth', { dateOfBirth: '1994-04-18' }],
  ['the digits', { ssnLastFour: '4822' }],
] as const;

describe('a code request', () => {
  it('sends six digits to the email address on file, and stores them in the request as a hash', async () => {
    const { requestToken, code } = await requestWithCode('avery');
    expect(code).toMatch(/^\d{6}$/);
    expect(await readRows('recoveryCode')).toMatchObject([{ borrowerKey: 'avery', email: await readEmail('avery') }]);
    const [stored] = await server.opened.db.select().from(recoveryRequests);
    expect(stored?.codeHash).toMatch(/./);
    // A random hash can contain the six digits of a code.
    expect(JSON.stringify(stored)).not.toMatch(new RegExp(`\\b${code}\\b`));
    expect(JSON.stringify(stored)).not.toContain(requestToken);
    const [account] = (await readEvents('recoveryCodeSent')).map(({ webAccountId }) => webAccountId);
    expect(account).toMatch(/^web-/);
  });

  it('stores the code of an email encrypted until the email is sent', async () => {
    const { code } = await requestWithCode('avery');
    const stored = async () => JSON.stringify(await server.opened.db.execute('select * from notices'));
    expect(await stored()).not.toContain(`"${code}"`);
    await server.mail.deliverDue();
    expect(await readRows('recoveryCode')).toMatchObject([{ code: null, sentAt: expect.any(Date) as unknown }]);
  });

  it.each(WRONG)('sends nothing if %s is wrong, with the same response', async (_, wrong) => {
    const right = await request(who('avery'));
    const other = await request({ ...who('avery'), ...wrong });
    const Answer = credentials.requestCode.response;
    const answers = [await readJson(right, Answer), await readJson(other, Answer)];
    for (const answer of answers) {
      expect(answer.requestToken).toMatch(/^[\w-]{43}$/);
      expect(answer.outboxFile).toMatch(/\/outbox\/recovery-code-[\da-f-]{36}\.eml$/);
    }
    expect(other.status).toBe(right.status);
    expect([...other.headers.keys()]).toEqual([...right.headers.keys()]);
    expect(await readRows('recoveryCode')).toHaveLength(1);
    // Codes get the same responses as well, until the attempts are used up.
    const code = await codeFor('avery');
    for (const { requestToken } of answers) {
      const outcomes = [];
      for (let time = 0; time < 6; time += 1) outcomes.push(await check(requestToken, otherThan(code)));
      expect(outcomes).toEqual([
        ...Array.from({ length: 4 }, () => ({ outcome: 'wrong', usernames: [] })),
        { outcome: 'over', usernames: [] },
        { outcome: 'over', usernames: [] },
      ]);
    }
  });

  it('responds after a fixed time, with or without a match', async () => {
    const measureTime = async (body: unknown) => {
      const began = performance.now();
      await request(body);
      return performance.now() - began;
    };
    restoreWaits();
    const times = [await measureTime(who('avery')), await measureTime(nobody)];
    skipWaits();
    // Timers may fire slightly early.
    for (const time of times) expect(time).toBeGreaterThan(290);
  });

  it('sends nothing to a borrower without an email address, with the same response', async () => {
    const { db } = server.opened;
    const email = (await readEmail('sam')) ?? '';
    await db.update(borrowers).set({ email: '' }).where(eq(borrowers.borrowerKey, 'sam'));
    const contact = sql`update contact_information set email = '' where borrower_key = 'sam'`;
    await db.execute(contact);
    expect(await tokenFor(who('sam'))).toMatch(/./);
    expect(await readRows('recoveryCode')).toEqual([]);
    await db.update(borrowers).set({ email }).where(eq(borrowers.borrowerKey, 'sam'));
  });

  it('replaces the earlier one: its code is rejected, and not sent if it is still pending', async () => {
    const first = await requestWithCode('avery');
    const second = await requestWithCode('avery');
    expect((await check(first.requestToken, first.code)).outcome).toBe('wrong');
    expect((await check(first.requestToken, second.code)).outcome).toBe('wrong');
    expect((await check(second.requestToken, second.code)).outcome).toBe('right');
    expect((await readRows('recoveryCode')).filter(({ failedAt }) => failedAt === null)).toHaveLength(1);
  });

  it('sends five codes per hour to a borrower, and the last one remains valid', async () => {
    let last = { requestToken: '', code: '' };
    for (let time = 0; time < 5; time += 1) last = await requestWithCode('kai');
    expect(await readRows('recoveryCode')).toHaveLength(5);
    expect(await tokenFor(who('kai'))).toMatch(/./);
    expect(await readRows('recoveryCode')).toHaveLength(5);
    expect((await check(last.requestToken, last.code)).outcome).toBe('right');
    passes(60 * MINUTE + 1000);
    await sweepRecoveryRequests(server.opened.db);
    expect(await server.opened.db.select().from(recoveryRequests)).toEqual([]);
    await tokenFor(who('kai'));
    expect(await readRows('recoveryCode')).toHaveLength(6);
  });

  it('names no file without demo people', async () => {
    const identity = { ...nobody, dateOfBirth: toPlainDate(nobody.dateOfBirth) };
    const answer = await requestCode(server.opened.db, identity, { source: undefined, outbox: undefined });
    expect(answer.outboxFile).toBeNull();
  });
});

describe('a code', () => {
  it("reveals its borrower's masked usernames only, without those of payers and employees", async () => {
    const { requestToken, code } = await requestWithCode('avery');
    const answer = { outcome: 'right', usernames: [{ id: expect.any(String) as unknown, masked: 'a*****y' }] };
    expect(await check(requestToken, code)).toEqual(answer);
    // A retry after a lost response.
    expect(await check(requestToken, code)).toEqual(answer);
    expect(await readEvents('usernameShown')).toHaveLength(1);
  });

  it('reveals no username of the federal identity', async () => {
    const { requestToken, code } = await requestWithCode('emery');
    expect(await check(requestToken, code)).toEqual({ outcome: 'right', usernames: [] });
  });

  it('is valid for ten minutes', async () => {
    const { requestToken, code } = await requestWithCode('avery');
    passes(10 * MINUTE - 2000);
    expect((await check(requestToken, code)).outcome).toBe('right');
    const late = await requestWithCode('blake');
    passes(10 * MINUTE + 1);
    expect((await check(late.requestToken, late.code)).outcome).toBe('over');
  });

  it('is rejected after five wrong attempts, even if they are concurrent', async () => {
    const { requestToken, code } = await requestWithCode('avery');
    const wrong = await Promise.all(Array.from({ length: 8 }, () => check(requestToken, otherThan(code))));
    expect(wrong.filter((answer) => answer.outcome === 'wrong')).toHaveLength(4);
    expect((await check(requestToken, code)).outcome).toBe('over');
  });

  it("is valid with its request's token only", async () => {
    const { code } = await requestWithCode('avery');
    const other = await tokenFor(nobody);
    expect((await check(other, code)).outcome).toBe('wrong');
    expect((await check('no token', code)).outcome).toBe('over');
  });

  it('is rejected with its message unless it has six digits', async () => {
    const response = await server.make(credentials.checkCode, { body: { requestToken: 'x', oneTimeCode: '12 345' } });
    expect(response.status).toBe(422);
    expect((await readJson(response, Problem)).fields).toMatchObject([{ field: 'oneTimeCode' }]);
  });

  it('allows a hundred attempts per address', async () => {
    const { db } = server.opened;
    const guess = () => checkCode(db, { requestToken: 'no token', oneTimeCode: '123456' }, '192.0.2.1');
    for (let time = 0; time < 100; time += 1) expect((await guess()).outcome).toBe('over');
    await expect(guess()).rejects.toMatchObject({ status: 429 });
  });
});

describe('a new password', () => {
  it('works, invalidates the old one, and ends earlier sessions and codes', async () => {
    const { db } = server.opened;
    const body = await allowed('avery');
    const accountId = body.usernameId;
    await db.insert(oidcRecords).values([
      { model: SESSION, id: 'a session', uid: 'a uid', payload: { accountId } },
      { model: 'AuthorizationCode', id: 'a code', payload: { accountId, sessionUid: 'a uid' } },
      { model: SESSION, id: 'of another', uid: 'another uid', payload: { accountId: 'web-another' } },
    ]);
    expect(await outcome(await reset(body))).toBe('reset');
    const left = (await db.select().from(oidcRecords)).map(({ id }) => id);
    expect(left).toContain('of another');
    expect(left).not.toContain('a session');
    expect(left).not.toContain('a code');
    expect(await logIn('avery', 'demo')).toBe('wrong');
    expect(await logIn('avery', PASSWORD)).toBe('signedIn');
    // People who pay for avery or view avery's account have separate passwords.
    expect(await logIn('casey', 'demo')).toBe('signedIn');
    expect(await logIn('frankie', 'demo')).toBe('signedIn');
  });

  it('is set once: a retry succeeds, another password and the code are rejected', async () => {
    const { requestToken, code } = await requestWithCode('jules');
    const { usernames } = await check(requestToken, code);
    const body = { requestToken, usernameId: usernames[0]?.id ?? '', newPassword: PASSWORD };
    const both = await Promise.all([reset(body), reset(body)]);
    expect(await Promise.all(both.map(outcome))).toEqual(['reset', 'reset']);
    expect(await outcome(await reset(body))).toBe('reset');
    expect(await outcome(await reset({ ...body, newPassword: 'eight quiet herons' }))).toBe('over');
    expect((await check(requestToken, code)).outcome).toBe('over');
    expect(await logIn('jules', PASSWORD)).toBe('signedIn');
    expect(await readRows('passwordReset')).toHaveLength(1);
  });

  it('requires a verified code, for ten minutes after verification', async () => {
    const requestToken = await tokenFor(who('morgan'));
    const usernameId = (await server.findClaims('morgan')).sub;
    expect(await outcome(await reset({ requestToken, usernameId, newPassword: PASSWORD }))).toBe('over');
    const body = await allowed('morgan');
    passes(10 * MINUTE + 1);
    expect(await outcome(await reset(body))).toBe('over');
    expect(await logIn('morgan', 'demo')).toBe('signedIn');
  });

  it('is rejected after a later request', async () => {
    const body = await allowed('morgan');
    await tokenFor(who('morgan'));
    expect(await outcome(await reset(body))).toBe('over');
  });

  it("is reported to the account holder's email address on file, with an event", async () => {
    const body = await allowed('devon');
    await reset(body);
    expect(await readRows('passwordReset')).toMatchObject([
      { borrowerKey: 'devon', webAccountId: body.usernameId, email: await readEmail('devon'), sentAt: null },
    ]);
    expect(await readEvents('passwordReset')).toMatchObject([{ webAccountId: body.usernameId }]);
  });

  it('completes a required password change', async () => {
    const { db } = server.opened;
    const body = await allowed('noor');
    const row = { borrowerKey: 'noor', webAccountId: body.usernameId, position: 1 };
    await db.insert(pendingActions).values([
      { ...row, action: 'change-password' },
      { ...row, action: 'agreements' },
    ]);
    await reset(body);
    const actions = await db.select().from(pendingActions).where(eq(pendingActions.webAccountId, body.usernameId));
    expect(actions.filter(({ doneAt }) => doneAt !== null).map(({ action }) => action)).toEqual(['change-password']);
  });

  it('allows logging in immediately after too many wrong attempts', async () => {
    for (let attempt = 0; attempt < 10; attempt += 1) await logIn('blake', 'wrong');
    await expect(logIn('blake', 'demo')).rejects.toMatchObject({ status: 429 });
    await reset(await allowed('blake'));
    expect(await logIn('blake', PASSWORD)).toBe('signedIn');
  });

  it.each([
    ['a username of another borrower', { usernameId: 'web-frankie' }, 'over'],
    ['a password that contains the username', { newPassword: 'morgan herons fly' }, 'containsUsername'],
    ['a password that is easy to guess', { newPassword: 'iloveyouverymuch' }, 'commonPassword'],
  ])('is rejected with %s', async (_, wrong, expected) => {
    expect(await outcome(await reset(await allowed('morgan', wrong)))).toBe(expected);
    expect(await logIn('morgan', 'demo')).toBe('signedIn');
  });

  it("is rejected if it contains the person's name, and accepted for another person", async () => {
    const newPassword = 'marchettimarchetti';
    expect(await outcome(await reset(await allowed('indigo', { newPassword })))).toBe('commonPassword');
    expect(await logIn('indigo', newPassword)).not.toBe('signedIn');
    expect(await outcome(await reset(await allowed('kai', { newPassword })))).toBe('reset');
  });

  it('is rejected with its message if it is too short', async () => {
    const response = await reset(await allowed('morgan', { newPassword: 'fourteen chars' }));
    expect(response.status).toBe(422);
    expect((await readJson(response, Problem)).fields).toMatchObject([
      { field: 'newPassword', message: 'Your password must have at least 15 characters.' },
    ]);
  });
});

describe('attempts', () => {
  const guess = (attempt: number) => ({
    ...who('avery'),
    dateOfBirth: '1980-01-01',
    ssnLastFour: String(1000 + attempt),
  });

  it('share their limit with registration', async () => {
    for (let attempt = 0; attempt < 4; attempt += 1) await server.make(credentials.recognize, { body: guess(attempt) });
    for (let attempt = 4; attempt < 10; attempt += 1) await request(guess(attempt));
    for (const call of [credentials.recognize, credentials.requestCode]) {
      const refused = await server.make(call, { body: who('avery') });
      expect(refused.status).toBe(429);
      expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
    }
  });

  it('are limited for correct and wrong details alike, so that the limit does not distinguish them', async () => {
    const firstRefused = async (body: unknown) => {
      for (let time = 1; time < 20; time += 1) if ((await request(body)).status === 429) return time;
      return undefined;
    };
    expect(await firstRefused(who('avery'))).toBe(11);
    expect(await firstRefused(nobody)).toBe(11);
  });
});
