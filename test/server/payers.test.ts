/** Authorized payers: invitation, acceptance, expiry, single use, removal, and who may do it (rulings 7, 15). */
import { randomUUID } from 'node:crypto';
import { and, desc, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Problem } from '#domain/call.ts';
import { credentials } from '#domain/session/credentials/calls.ts';
import { payers } from '#domain/profile/payers/calls.ts';
import { type PayerChange, PayerChangeAnswer, PayersAnswer } from '#domain/profile/payers/shapes.ts';
import { identity } from '#domain/session/identity/calls.ts';
import { payments } from '#domain/payments/calls.ts';
import {
  notices,
  oidcRecords,
  payerInvitations,
  securityEvents,
  submissions,
  webAccounts,
} from '#server/db/schema/index.ts';
import { sweepInvitations } from '#server/service/profile/payers.ts';
import { forgetAttempts } from '#server/rate-limits.ts';
import { signIn } from '#server/credentials/people.ts';
import { SESSION } from '#server/credentials/sessions.ts';
import { readContents } from '#test/support/database.ts';
import { AUDIENCE, type TestServer, readJson, startTestServer } from '#test/support/server.ts';

const PASSWORD = 'seven quiet herons';
const DAYS_14 = 14 * 24 * 60 * 60 * 1000;

let server: TestServer;
let start: Date;
let names = 0;
beforeAll(async () => {
  server = await startTestServer();
  start = server.clock.now();
}, 60_000);
afterAll(() => server.close());
beforeEach(async () => {
  server.clock.set(start);
  await forgetAttempts(server.opened.db);
});
// Leaves each borrower without invitations.
afterEach(async () => {
  await server.opened.db.delete(payerInvitations);
});

const tokens = new Map<string, string>();
const createToken = async (name: string) => {
  const token = tokens.get(name) ?? (await server.mintToken(name));
  tokens.set(name, token);
  return token;
};
const impersonator = async () => {
  const claims = await server.findClaims('frankie');
  const sid = await server.openSession(claims.sub);
  return server.issuer.mint({ ...claims, sid }, { audience: [AUDIENCE, 'impersonator'] });
};
const list = async (name = 'avery') =>
  (await readJson(await server.make(payers.list, { token: await createToken(name) }), PayersAnswer)).payers;
const send = async (body: PayerChange, { name = 'avery', key = '' } = {}) =>
  server.make(payers.change, { body, idempotencyKey: key || randomUUID(), token: await createToken(name) });
const change = async (body: PayerChange, facts?: Parameters<typeof send>[1]) =>
  readJson(await send(body, facts), PayerChangeAnswer);
const readProblem = async (response: Response) => {
  const { status, fields = [] } = await readJson(response, Problem);
  return [status, ...fields.map(({ field, code }) => `${field} ${code}`)];
};

/** Invites a person and returns the token and the id of the invitation. */
async function invite(email = `robin${(names += 1)}@example.com`, name = 'avery') {
  const body: PayerChange = { change: 'invite', firstName: 'Robin', lastName: 'Hale', email };
  const { link } = await change(body, { name });
  const payerId = (await list(name)).find((payer) => payer.email === email)?.payerId ?? '';
  return { email, payerId, token: link?.split('#')[1] ?? '' };
}

const lookUp = async (token: string) =>
  (
    await readJson(
      await server.make(credentials.readInvitation, { body: { token } }),
      credentials.readInvitation.response,
    )
  ).invitation;
const acceptance = (token: string, username: string) => ({
  body: { token, username, password: PASSWORD, terms: true },
  idempotencyKey: randomUUID() as string,
});
const accept = async (token: string, username = `robin.hale${(names += 1)}`) => {
  const response = await server.make(credentials.acceptInvitation, acceptance(token, username));
  return (await readJson(response, credentials.acceptInvitation.response)).outcome;
};

/** Invites a payer who accepts, and returns the payer's account. */
async function newPayer() {
  const invited = await invite();
  const username = `payer.${(names += 1)}`;
  expect(await accept(invited.token, username)).toBe('accepted');
  const [account] = await server.opened.db.select().from(webAccounts).where(eq(webAccounts.loginName, username));
  if (account === undefined) throw new Error('There is no account');
  return { ...invited, username, webAccountId: account.webAccountId, account };
}

const lastEvent = async (kind: 'payerInvited' | 'payerAccepted' | 'payerRemoved') => {
  const rows = server.opened.db.select().from(securityEvents).where(eq(securityEvents.kind, kind));
  return (await rows.orderBy(desc(securityEvents.at)))[0];
};

describe('an invitation', () => {
  it('is listed, and its link opens it', async () => {
    const { payerId, email, token } = await invite();
    const listed = (await list()).find((payer) => payer.payerId === payerId);
    expect(listed).toMatchObject({ firstName: 'Robin', lastName: 'Hale', email, status: 'invited', acceptedAt: null });
    const invitedAt = new Date(listed?.invitedAt ?? 0).getTime();
    expect(new Date(listed?.expiresAt ?? 0).getTime() - invitedAt).toBe(DAYS_14);
    expect(await lookUp(token)).toEqual({
      firstName: 'Robin',
      borrowerName: 'Avery Lindqvist',
      expiresAt: listed?.expiresAt,
    });
    const { sub } = await server.findClaims('avery');
    expect(await lastEvent('payerInvited')).toMatchObject({
      webAccountId: sub,
      role: 'borrower',
      isImpersonator: false,
      detail: payerId,
    });
  });

  it('lists casey as an active payer, from the demo data', async () => {
    expect(await list()).toContainEqual(
      expect.objectContaining({
        firstName: 'Casey',
        lastName: 'Lindqvist',
        email: 'casey.lindqvist@example.com',
        status: 'active',
      }),
    );
    expect(await list('blake')).toEqual([]);
  });

  it('leaves no token in the database once its email is sent, only a hash', async () => {
    const { email, token, payerId } = await invite();
    const [queued] = await server.opened.db.select().from(notices).where(eq(notices.email, email));
    expect(queued).toMatchObject({ kind: 'payerInvitation' });
    expect(queued?.code).not.toBeNull();
    expect(await readContents(server.opened)).not.toContain(token);
    await server.mail.deliverDue();
    const [sent] = await server.opened.db.select().from(notices).where(eq(notices.email, email));
    expect(sent).toMatchObject({ code: null });
    expect(sent?.sentAt).not.toBeNull();
    const [row] = await server.opened.db
      .select()
      .from(payerInvitations)
      .where(eq(payerInvitations.invitationId, payerId));
    expect(row?.tokenHash).toMatch(/^[\w-]{43}$/);
  });

  it('is deleted 90 days after it has expired, unless it was accepted', async () => {
    const { payerId } = await invite();
    const isOne = eq(payerInvitations.invitationId, payerId);
    const [row] = await server.opened.db.select().from(payerInvitations).where(isOne);
    const expired = row?.expiresAt.getTime() ?? 0;
    const after = async (days: number) => {
      await sweepInvitations(server.opened.db, new Date(expired + days * 24 * 60 * 60 * 1000));
      return server.opened.db.$count(payerInvitations, isOne);
    };
    expect(await after(90)).toBe(1);
    await server.opened.db.update(payerInvitations).set({ acceptedAt: new Date() }).where(isOne);
    expect(await after(91)).toBe(1);
    await server.opened.db.update(payerInvitations).set({ acceptedAt: null }).where(isOne);
    expect(await after(91)).toBe(0);
  });

  /** Longer than the test takes on a busy machine. */
  const MINUTE = 60_000;

  it('can be accepted for 14 days', async () => {
    const { token, payerId } = await invite();
    const [row] = await server.opened.db
      .select()
      .from(payerInvitations)
      .where(eq(payerInvitations.invitationId, payerId));
    const sent = row?.invitedAt.getTime() ?? 0;
    const statusAt = async (after: number) => {
      server.clock.set(new Date(sent + after));
      return (await list()).find((payer) => payer.payerId === payerId)?.status;
    };
    expect(await statusAt(DAYS_14 - MINUTE)).toBe('invited');
    expect(await lookUp(token)).not.toBeNull();
    expect(await statusAt(DAYS_14)).toBe('expired');
    expect(await lookUp(token)).toBeNull();
    expect(await accept(token)).toBe('notValid');
    // Sent again, it has a new token and a new time.
    const { link } = await change({ change: 'renew', payerId });
    expect(await accept(link?.split('#')[1] ?? '')).toBe('accepted');
  });

  it('is replaced by another one to the same email address', async () => {
    const first = await invite();
    const second = await invite(first.email);
    expect(second.payerId).toBe(first.payerId);
    expect((await list()).filter((payer) => payer.email === first.email)).toHaveLength(1);
    expect(await lookUp(first.token)).toBeNull();
    expect(await lookUp(second.token)).not.toBeNull();
    // The first email was not sent yet, and is dropped.
    const mails = await server.opened.db.select().from(notices).where(eq(notices.email, first.email));
    expect(mails.filter(({ failedAt }) => failedAt === null)).toHaveLength(1);
    // A payer who has accepted is not invited again.
    expect(await accept(second.token)).toBe('accepted');
    const again = await send({ change: 'invite', firstName: 'R', lastName: 'H', email: first.email.toUpperCase() });
    expect(await readProblem(again)).toEqual([422, 'email payer.active']);
    expect(await change({ change: 'renew', payerId: first.payerId })).toEqual({ result: false, link: null });
  });

  it('is refused with the invalid fields', async () => {
    const response = await send({ change: 'invite', firstName: '', lastName: '<b>', email: 'robin' });
    expect(await readProblem(response)).toEqual([
      422,
      'firstName payerName.required',
      'lastName payerName.characters',
      'email email.invalid',
    ]);
    expect((await list()).filter(({ status }) => status !== 'active')).toEqual([]);
  });

  it('is sent at most ten times within 15 minutes', async () => {
    const { payerId } = await invite();
    for (let times = 1; times < 10; times += 1) expect((await send({ change: 'renew', payerId })).status).toBe(200);
    expect((await send({ change: 'renew', payerId })).status).toBe(429);
    expect((await send({ change: 'remove', payerId })).status).toBe(200);
  });

  it('is created once per key, settles a lost response, and returns the link once', async () => {
    const key = randomUUID();
    const email = 'once@example.com';
    const body: PayerChange = { change: 'invite', firstName: 'Robin', lastName: 'Hale', email };
    const first = await change(body, { key });
    expect(first.link).toContain('/account/payer-invitation#');
    expect(await change(body, { key })).toEqual({ result: true, link: null });
    const settle = async (idempotencyKey: string) => {
      const token = await createToken('avery');
      return readJson(await server.make(payers.settle, { body: { idempotencyKey }, token }), payers.settle.response);
    };
    expect(await settle(key)).toEqual({ outcome: 'recorded', answer: { result: true, link: null }, record: body });
    // The token of the first response is still the valid one.
    expect(await lookUp(first.link?.split('#')[1] ?? '')).not.toBeNull();
    const closed = randomUUID();
    expect(await settle(closed)).toEqual({ outcome: 'closed' });
    expect((await send(body, { key: closed })).status).toBe(409);
  });
});

describe('an acceptance', () => {
  it("creates a payer with a payer's access", async () => {
    const { username, webAccountId, email, account, payerId } = await newPayer();
    const casey = await server.findClaims('casey');
    expect(account).toMatchObject({
      applicationId: casey.nds_application_id,
      borrowerKey: 'avery',
      audienceRole: null,
      givenName: 'Robin',
    });
    const result = await signIn(server.opened.db, { loginName: username, password: PASSWORD });
    expect(result.outcome).toBe('signedIn');
    const token = await server.mintToken(username);
    const seen = await readJson(await server.make(identity.webAccount, { token }), identity.webAccount.response);
    expect(seen.authorizedPayerFor).toBe('Avery Lindqvist');
    expect((await server.make(payments.overview, { token })).status).toBe(200);
    expect((await server.make(payers.list, { token })).status).toBe(403);
    expect(await list()).toContainEqual(
      expect.objectContaining({ payerId: webAccountId, email, status: 'active', expiresAt: null }),
    );
    expect(await lastEvent('payerAccepted')).toMatchObject({ webAccountId, role: 'payer', detail: payerId });
    const [sent] = await server.opened.db
      .select()
      .from(notices)
      .where(and(eq(notices.kind, 'payerAccepted'), eq(notices.borrowerKey, 'avery')));
    expect(sent).toBeDefined();
  });

  it('succeeds once, also if two arrive at the same time', async () => {
    const { token } = await invite();
    const outcomes = await Promise.all([accept(token, 'robin.one'), accept(token, 'robin.two')]);
    expect(outcomes.toSorted()).toEqual(['accepted', 'notValid']);
    expect(await accept(token)).toBe('notValid');
    expect(await lookUp(token)).toBeNull();
    const made = await server.opened.db.select().from(webAccounts).where(eq(webAccounts.loginName, 'robin.two'));
    const other = await server.opened.db.select().from(webAccounts).where(eq(webAccounts.loginName, 'robin.one'));
    expect(made.length + other.length).toBe(1);
  });

  it('preserves the token if the username is in use or the password is too easy to guess', async () => {
    const { username } = await newPayer();
    const { token } = await invite();
    expect(await accept(token, username)).toBe('usernameTaken');
    const easy = acceptance(token, 'robin.easy');
    const response = await server.make(credentials.acceptInvitation, {
      ...easy,
      body: { ...easy.body, password: 'Larkfield Loan Servicing' },
    });
    expect(await response.json()).toEqual({ outcome: 'commonPassword' });
    expect(await accept(token)).toBe('accepted');
  });

  it('is answered again with the same key, and settles a lost response', async () => {
    const { token } = await invite();
    const request = acceptance(token, 'robin.again');
    const make = (more: object = {}) => server.make(credentials.acceptInvitation, { ...request, ...more });
    expect(await (await make()).json()).toEqual({ outcome: 'accepted' });
    expect(await (await make()).json()).toEqual({ outcome: 'accepted' });
    expect((await make({ body: { ...request.body, username: 'robin.other' } })).status).toBe(422);
    const settle = async (idempotencyKey: string) =>
      (await server.make(credentials.settleAcceptance, { body: { idempotencyKey } })).json();
    expect(await settle(request.idempotencyKey)).toEqual({
      outcome: 'recorded',
      answer: { outcome: 'accepted' },
      record: { username: 'robin.again' },
    });
    const late = acceptance((await invite()).token, 'robin.late');
    expect(await settle(late.idempotencyKey)).toEqual({ outcome: 'closed' });
    expect((await server.make(credentials.acceptInvitation, late)).status).toBe(409);
  });
});

describe('a removal', () => {
  it('ends the sessions of a payer at once and refuses the log-in', async () => {
    const { username, webAccountId } = await newPayer();
    const token = await server.mintToken(username);
    expect((await server.make(payments.overview, { token })).status).toBe(200);
    expect(await change({ change: 'remove', payerId: webAccountId })).toEqual({ result: true, link: null });
    expect((await server.make(payments.overview, { token })).status).toBe(401);
    const sessions = await server.opened.db.select().from(oidcRecords).where(eq(oidcRecords.model, SESSION));
    expect(sessions.filter(({ payload }) => payload['accountId'] === webAccountId)).toEqual([]);
    const result = await signIn(server.opened.db, { loginName: username, password: PASSWORD });
    expect(result.outcome).toBe('wrong');
    // Not even a session that began at the same moment is of use.
    const sid = await server.openSession(webAccountId);
    const claims = { ...(await server.findClaims('casey')), sub: webAccountId, nds_web_account_id: webAccountId, sid };
    expect((await server.make(payments.overview, { token: await server.issuer.mint(claims) })).status).toBe(401);
    expect((await list()).map(({ payerId }) => payerId)).not.toContain(webAccountId);
    const { sub } = await server.findClaims('avery');
    expect(await lastEvent('payerRemoved')).toMatchObject({ webAccountId: sub, detail: webAccountId });
    // The other payer is not affected.
    expect((await server.make(payments.overview, { token: await createToken('casey') })).status).toBe(200);
    // A second removal changes nothing.
    expect((await send({ change: 'remove', payerId: webAccountId })).status).toBe(200);
    const isNotice = and(eq(notices.kind, 'payerRemoved'), eq(notices.borrowerKey, 'avery'));
    expect(await server.opened.db.$count(notices, isNotice)).toBe(1);
  });

  it('makes the token of an invitation invalid', async () => {
    const { token, payerId } = await invite();
    expect(await change({ change: 'remove', payerId })).toEqual({ result: true, link: null });
    expect(await lookUp(token)).toBeNull();
    expect(await accept(token)).toBe('notValid');
    expect(await change({ change: 'renew', payerId })).toEqual({ result: false, link: null });
    expect(await lastEvent('payerRemoved')).toMatchObject({ detail: payerId });
  });

  it('of an invitation that was accepted in the meantime removes the payer', async () => {
    const { payerId, username } = await newPayer();
    const token = await server.mintToken(username);
    expect((await send({ change: 'remove', payerId })).status).toBe(200);
    expect((await server.make(payments.overview, { token })).status).toBe(401);
  });
});

describe('other people', () => {
  it("do not find another borrower's payers and invitations", async () => {
    const { payerId, token } = await invite();
    const { sub: casey } = await server.findClaims('casey');
    const { sub: avery } = await server.findClaims('avery');
    for (const id of [payerId, casey, randomUUID()]) {
      expect((await send({ change: 'remove', payerId: id }, { name: 'blake' })).status).toBe(404);
    }
    expect((await send({ change: 'renew', payerId }, { name: 'blake' })).status).toBe(404);
    // Not even the borrower's own account is a payer.
    expect((await send({ change: 'remove', payerId: avery })).status).toBe(404);
    expect(await lookUp(token)).not.toBeNull();
  });

  it('allows an impersonator to read only, and refuses payers', async () => {
    const { payerId } = await invite();
    const employee = await impersonator();
    const as = async (token: string) => {
      const body: PayerChange = { change: 'remove', payerId };
      const idempotencyKey = randomUUID();
      const responses = [
        await server.make(payers.list, { token }),
        await server.make(payers.change, { body, idempotencyKey, token }),
        await server.make(payers.settle, { body: { idempotencyKey }, token }),
      ];
      return responses.map(({ status }) => status);
    };
    expect(await as(employee)).toEqual([200, 403, 403]);
    expect(await as(await createToken('casey'))).toEqual([403, 403, 403]);
    expect((await list()).map((payer) => payer.payerId)).toContain(payerId);
  });
});

it('stores no token with the recorded response', async () => {
  const { token } = await invite();
  const rows = await server.opened.db.select().from(submissions).where(eq(submissions.call, payers.change.id));
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toContain(token);
});
