/** The security page: usernames and sessions that can be ended, log-ins, and the log of changes. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { banking } from '#domain/payments/banking/calls.ts';
import { contact } from '#domain/profile/contact/calls.ts';
import { emailUs } from '#domain/messages/email-us/calls.ts';
import { payers } from '#domain/profile/payers/calls.ts';
import { security } from '#domain/session/security/calls.ts';
import { notices, oidcRecords, securityEvents, webAccounts } from '#server/db/schema/index.ts';
import { signIn } from '#server/credentials/people.ts';
import { recordLogIn } from '#server/log-ins.ts';
import { AUDIENCE, type TestServer, readJson, startTestServer } from '#test/support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
}, 60_000);
afterAll(() => server.close());
beforeEach(async () => {
  const { db } = server.opened;
  for (const table of [notices, oidcRecords, securityEvents]) await db.delete(table);
  await db.delete(webAccounts).where(eq(webAccounts.webAccountId, 'web-second'));
  const [first] = await db.select().from(webAccounts).where(eq(webAccounts.loginName, 'avery'));
  if (first === undefined) throw new Error('There is no avery');
  await db.insert(webAccounts).values({ ...first, webAccountId: 'web-second', loginName: 'avery.second' });
});

const read = async (token: string) => readJson(await server.make(security.read, { token }), security.read.response);
const end = async (token: string, body: v.InferInput<typeof security.end.body>) =>
  server.make(security.end, { token, body });
const impersonatorToken = async () => {
  const claims = await server.findClaims('frankie');
  const sid = await server.openSession(claims.sub);
  return server.issuer.mint({ ...claims, sid }, { audience: [AUDIENCE, 'impersonator'] });
};
const status = async (token: string) => (await server.make(contact.read, { token })).status;

describe('usernames', () => {
  it('are listed, the current one first, without those of payers and employees', async () => {
    const names = async (who: string) =>
      (await read(await server.mintToken(who))).usernames.map(({ username, isCurrent }) => [username, isCurrent]);
    expect(await names('avery')).toEqual([
      ['avery', true],
      ['avery.second', false],
    ]);
    expect(await names('casey')).toEqual([['casey', true]]);
    expect((await read(await server.mintToken('emery'))).usernames).toMatchObject([{ isFederal: true }]);
  });

  it('can be ended, except the current one: it cannot log in, its session ends, and the borrower gets a notice', async () => {
    const { db } = server.opened;
    const [token, other] = [await server.mintToken('avery'), await server.mintToken('avery.second')];
    const { sub } = await server.findClaims('avery');
    expect((await end(token, { end: 'username', usernameId: sub })).status).toBe(409);
    const answer = await readJson(
      await end(token, { end: 'username', usernameId: 'web-second' }),
      security.end.response,
    );
    expect(answer.usernames.map(({ username }) => username)).toEqual(['avery']);
    expect((await end(token, { end: 'username', usernameId: 'web-second' })).status).toBe(200);
    expect(await signIn(db, { loginName: 'avery.second', password: 'demo' })).toEqual({ outcome: 'wrong' });
    expect(await status(other)).toBe(401);
    expect(await db.select().from(notices)).toMatchObject([{ kind: 'usernameEnded', borrowerKey: 'avery' }]);
  });

  it('of other people cannot be ended', async () => {
    const token = await server.mintToken('avery');
    for (const name of ['casey', 'frankie', 'blake']) {
      const usernameId = (await server.findClaims(name)).sub;
      expect((await end(token, { end: 'username', usernameId })).status).toBe(404);
    }
    const payer = await server.mintToken('casey');
    expect((await end(payer, { end: 'username', usernameId: 'web-second' })).status).toBe(404);
  });
});

describe('sessions', () => {
  it('are those of the person, the current one first, and one of them can be ended', async () => {
    const [here, there] = [await server.mintToken('avery'), await server.mintToken('avery.second')];
    await server.mintToken('casey');
    await server.mintToken('blake');
    const { sessions } = await read(here);
    expect(sessions.map(({ username, isCurrent }) => [username, isCurrent])).toEqual([
      ['avery', true],
      ['avery.second', false],
    ]);
    expect((await end(here, { end: 'session', sessionId: sessions[1]?.sessionId ?? '' })).status).toBe(200);
    expect([await status(here), await status(there)]).toEqual([200, 401]);
    // The current session is not ended.
    await end(here, { end: 'session', sessionId: sessions[0]?.sessionId ?? '' });
    expect(await status(here)).toBe(200);
  });

  it('can all be ended but the current one, and none of another person', async () => {
    const here = await server.mintToken('avery');
    const others = [await server.mintToken('avery'), await server.mintToken('avery.second')];
    const strangers = [await server.mintToken('casey'), await server.mintToken('blake')];
    const answer = await readJson(await end(here, { end: 'otherSessions' }), security.end.response);
    expect(answer.sessions).toHaveLength(1);
    expect(await Promise.all([here, ...others].map(status))).toEqual([200, 401, 401]);
    expect(await Promise.all(strangers.map(status))).toEqual([200, 200]);
  });

  it('and usernames are shown to an impersonator, who can end none', async () => {
    const token = await impersonatorToken();
    await server.mintToken('avery');
    expect(await read(token)).toMatchObject({ canEnd: false, sessions: [{ username: 'avery', isCurrent: false }] });
    expect((await end(token, { end: 'otherSessions' })).status).toBe(403);
  });
});

describe('the audit log', () => {
  it('shows log-ins and wrong passwords of the usernames, the latest first', async () => {
    const { db } = server.opened;
    const { sub } = await server.findClaims('avery');
    await signIn(db, { loginName: 'avery', password: 'wrong' });
    await signIn(db, { loginName: 'casey', password: 'wrong' });
    await recordLogIn(db, { webAccountId: sub });
    expect((await read(await server.mintToken('avery'))).logIns).toMatchObject([
      { username: 'avery', isFailed: false },
      { username: 'avery', isFailed: true },
    ]);
  });

  it('shows changes by the borrower, a payer and an employee', async () => {
    const [token, payer, employee] = [
      await server.mintToken('avery'),
      await server.mintToken('casey'),
      await impersonatorToken(),
    ];
    const once = (body: object) => ({ body, idempotencyKey: randomUUID() });
    const bank = {
      accountTypeId: 1,
      accountNumber: '4711471147',
      routingNumber: '021000021',
      accountHolder: 'Avery L',
    };
    const changedPhone = async (as: string, homePhone: string) => {
      const { stateName: _, ...before } = await readJson(
        await server.make(contact.read, { token: as }),
        contact.read.response,
      );
      return server.make(contact.save, { token: as, body: { ...before, homePhone } });
    };
    const message = { topic: 'payments', accountId: '', subject: 'Hello', text: 'About nothing.' };
    const invitation = { change: 'invite', firstName: 'Robin', lastName: 'Hale', email: 'robin.hale@example.com' };
    for (const answer of [
      await server.make(banking.save, { token, body: { ...bank, profileName: 'New' } }),
      await server.make(payers.change, { token, ...once(invitation) }),
      await changedPhone(payer, '4025550197'),
      await changedPhone(employee, '4025550198'),
      await server.make(emailUs.send, { token: employee, ...once(message) }),
    ]) {
      expect(answer.status).toBe(200);
    }
    const shown = (await read(token)).changes.map(({ kind, by, name }) => [kind, by, name]);
    expect(shown).toEqual([
      ['employeeActed', 'servicer', ''],
      ['contactChanged', 'servicer', ''],
      ['contactChanged', 'payer', 'Casey Lindqvist'],
      ['payerInvited', 'borrower', 'avery'],
      ['bankAccountSaved', 'borrower', 'avery'],
    ]);
    // A payer sees only the payer's changes.
    expect((await read(payer)).changes.map(({ kind }) => kind)).toEqual(['contactChanged']);
  });
});
