/** Forgotten usernames and passwords (ruling 49): who is shown what, what a new password ends, and that nobody gets more guesses. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { plainDateOf } from '#domain/calendar.ts';
import { Problem } from '#domain/call.ts';
import { credentials } from '#domain/credentials/calls.ts';
import { identityHashOf } from '#server/db/columns.ts';
import { accounts, borrowers, notices, oidcRecords, pendingActions, securityEvents } from '#server/db/schema.ts';
import { signIn } from '#server/oidc/people.ts';
import { SESSION, forgetSignIns } from '#server/oidc/records.ts';
import { type TestServer, jsonOf, startTestServer } from '#test/support/server.ts';

let server: TestServer;
const identities = new Map<string, { accountNumber: string; dateOfBirth: string; ssnLastFour: string }>();

beforeAll(async () => {
  server = await startTestServer();
  const { db } = server.opened;
  for (const [index, stored] of (await db.select().from(borrowers)).entries()) {
    // Only some of the demo people have what registration asks for.
    const borrower = {
      ...stored,
      dateOfBirth: stored.dateOfBirth ?? plainDateOf('1990-02-03'),
      ssnLastFour: stored.ssnLastFour ?? String(7000 + index),
    };
    await db
      .update(borrowers)
      .set({ ...borrower, identityHash: identityHashOf(borrower) })
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
beforeEach(() => forgetSignIns(server.opened.db));

const PASSWORD = 'seven quiet herons';
const who = (name: string) => ({ ...identities.get(name) });
const find = (body: unknown) => server.make(credentials.findUsernames, { body });
const usernamesOf = async (name: string) =>
  (await jsonOf(await find(who(name)), credentials.findUsernames.response)).usernames;
const wish = async (name: string, more: object = {}) => ({
  ...who(name),
  usernameId: (await usernamesOf(name))[0]?.id ?? '',
  newPassword: PASSWORD,
  ...more,
});
const reset = (body: unknown) => server.make(credentials.resetPassword, { body });
const outcome = async (response: Response) => (await jsonOf(response, credentials.resetPassword.response)).outcome;
const logIn = async (loginName: string, password: string) =>
  (await signIn(server.opened.db, { loginName, password })).outcome;
const told = async (kind: 'usernameShown' | 'passwordReset', webAccountId: string) => ({
  notices: (await server.opened.db.select().from(notices).where(eq(notices.webAccountId, webAccountId))).filter(
    (notice) => notice.kind === kind,
  ),
  events: (
    await server.opened.db.select().from(securityEvents).where(eq(securityEvents.webAccountId, webAccountId))
  ).filter((event) => event.kind === kind),
});

/** Each part of the combination wrong by itself. */
const WRONG = [
  ['the account number', { accountNumber: '999999999' }],
  ["somebody else's account number", { accountNumber: '118340726' }],
  ['the date of birth', { dateOfBirth: '1994-04-18' }],
  ['the digits', { ssnLastFour: '4822' }],
] as const;

describe('the usernames', () => {
  it('are shown masked to their borrower, and no others: not those of payers and employees', async () => {
    const answer = await jsonOf(await find(who('avery')), credentials.findUsernames.response);
    expect(answer).toEqual({ isRecognized: true, usernames: [{ id: expect.any(String), masked: 'a*****y' }] });
  });

  it('are none where the federal identity keeps the password', async () => {
    expect(await usernamesOf('emery')).toEqual([]);
  });

  it.each(WRONG)('are not shown when %s is wrong, with one and the same answer', async (_, wrong) => {
    const response = await find({ ...who('avery'), ...wrong });
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('{"isRecognized":false,"usernames":[]}');
    expect(await outcome(await reset(await wish('avery', wrong)))).toBe('notRecognized');
    expect(await logIn('avery', PASSWORD)).toBe('wrong');
  });

  it('were shown: the holder is told at the address on file, once as long as that waits to be sent', async () => {
    const [username] = await usernamesOf('blake');
    await usernamesOf('blake');
    const { notices: rows, events } = await told('usernameShown', username?.id ?? '');
    const [borrower] = await server.opened.db.select().from(borrowers).where(eq(borrowers.borrowerKey, 'blake'));
    expect(rows).toMatchObject([{ borrowerKey: 'blake', email: borrower?.email, sentAt: null }]);
    expect(events).toHaveLength(1);
  });
});

describe('a new password', () => {
  it('logs in, the old one does not, and sessions and codes of before have ended', async () => {
    const { db } = server.opened;
    const wanted = await wish('avery');
    const accountId = wanted.usernameId;
    await db.insert(oidcRecords).values([
      { model: SESSION, id: 'a session', uid: 'a uid', payload: { accountId } },
      { model: 'AuthorizationCode', id: 'a code', payload: { accountId, sessionUid: 'a uid' } },
      { model: SESSION, id: 'of another', uid: 'another uid', payload: { accountId: 'web-another' } },
    ]);
    expect(await outcome(await reset(wanted))).toBe('reset');
    expect(await outcome(await reset(wanted))).toBe('reset');
    const left = (await db.select().from(oidcRecords)).map(({ id }) => id);
    expect(left).toContain('of another');
    expect(left).not.toContain('a session');
    expect(left).not.toContain('a code');
    expect(await logIn('avery', 'demo')).toBe('wrong');
    expect(await logIn('avery', PASSWORD)).toBe('signedIn');
    // Whoever pays for avery, or sees what avery sees, has a password of their own.
    expect(await logIn('casey', 'demo')).toBe('signedIn');
    expect(await logIn('frankie', 'demo')).toBe('signedIn');
  });

  it('is told to the holder at the address on file, with an event', async () => {
    const wanted = await wish('devon');
    await reset(wanted);
    const { notices: rows, events } = await told('passwordReset', wanted.usernameId);
    const [borrower] = await server.opened.db.select().from(borrowers).where(eq(borrowers.borrowerKey, 'devon'));
    expect(rows).toMatchObject([{ borrowerKey: 'devon', email: borrower?.email, sentAt: null }]);
    expect(events).toHaveLength(1);
  });

  it('counts as the change of password that was asked for before everything else', async () => {
    const { db } = server.opened;
    const wanted = await wish('noor');
    const row = { borrowerKey: 'noor', webAccountId: wanted.usernameId, position: 1 };
    await db.insert(pendingActions).values([
      { ...row, action: 'change-password' },
      { ...row, action: 'agreements' },
    ]);
    await reset(wanted);
    const actions = await db.select().from(pendingActions).where(eq(pendingActions.webAccountId, wanted.usernameId));
    expect(actions.filter(({ doneAt }) => doneAt !== null).map(({ action }) => action)).toEqual(['change-password']);
  });

  it('lets whoever guessed wrong too often log in at once', async () => {
    for (let attempt = 0; attempt < 10; attempt += 1) await logIn('blake', 'wrong');
    await expect(logIn('blake', 'demo')).rejects.toMatchObject({ status: 429 });
    await reset(await wish('blake'));
    expect(await logIn('blake', PASSWORD)).toBe('signedIn');
  });

  it.each([
    ['a username of somebody else', { usernameId: 'web-frankie' }, 'notRecognized'],
    ['the username in it', { newPassword: 'morgan herons fly' }, 'containsUsername'],
    ['a password that is easy to guess', { newPassword: 'iloveyouverymuch' }, 'commonPassword'],
  ])('is not set with %s', async (_, wrong, expected) => {
    expect(await outcome(await reset(await wish('morgan', wrong)))).toBe(expected);
    expect(await logIn('morgan', 'demo')).toBe('signedIn');
  });

  it('is not set where it is made of the own name, which is good enough for somebody else', async () => {
    const newPassword = 'marchettimarchetti';
    expect(await outcome(await reset(await wish('indigo', { newPassword })))).toBe('commonPassword');
    expect(await logIn('indigo', newPassword)).not.toBe('signedIn');
    expect(await outcome(await reset(await wish('kai', { newPassword })))).toBe('reset');
  });

  it('is refused with its sentence when it is too short', async () => {
    const response = await reset(await wish('morgan', { newPassword: 'fourteen chars' }));
    expect(response.status).toBe(422);
    expect((await jsonOf(response, Problem)).fields).toMatchObject([
      { field: 'newPassword', message: 'Your password must have at least 15 characters.' },
    ]);
  });
});

describe('tries', () => {
  const guess = (attempt: number) => ({
    ...who('avery'),
    dateOfBirth: '1980-01-01',
    ssnLastFour: String(1000 + attempt),
  });

  it('count together with those of registration: nobody gets more guesses', async () => {
    for (let attempt = 0; attempt < 4; attempt += 1) await server.make(credentials.recognize, { body: guess(attempt) });
    for (let attempt = 4; attempt < 8; attempt += 1) await find(guess(attempt));
    for (let attempt = 8; attempt < 10; attempt += 1) {
      await reset({ ...guess(attempt), usernameId: 'web-avery', newPassword: PASSWORD });
    }
    for (const call of [credentials.recognize, credentials.findUsernames]) {
      const refused = await server.make(call, { body: who('avery') });
      expect(refused.status).toBe(429);
      expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
    }
    const refused = await reset({ ...who('avery'), usernameId: 'web-avery', newPassword: 'eight quiet herons' });
    expect(refused.status).toBe(429);
    expect(await logIn('avery', 'eight quiet herons')).toBe('wrong');
  });
});
