/**
 * Confirmations: which changes need the password again, the code of a new email address, and the previous address for
 * 72 hours (ruling 118).
 */
import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type CallSpec, Problem } from '#domain/call.ts';
import { autoDebit } from '#domain/payments/auto-debit/calls.ts';
import { banking } from '#domain/payments/banking/calls.ts';
import { confirmation } from '#domain/session/confirmation/calls.ts';
import { contact } from '#domain/profile/contact/calls.ts';
import { credentials } from '#domain/session/credentials/calls.ts';
import { payers } from '#domain/profile/payers/calls.ts';
import { record } from '#domain/accounts/record/calls.ts';
import { security } from '#domain/session/security/calls.ts';
import { textAlerts } from '#domain/messages/text-alerts/calls.ts';
import { accounts, contactInformation, notices, oidcRecords, paymentMethods } from '#server/db/schema/index.ts';
import { seals } from '#server/db/seals.ts';
import { readRecoveryEmail } from '#server/credentials/contact.ts';
import { SESSION } from '#server/credentials/sessions.ts';
import { AUDIENCE, type TestServer, type WireRequest, readJson, startTestServer } from '#test/support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
}, 60_000);
afterAll(() => server.close());
beforeEach(async () => {
  const { db } = server.opened;
  await db.delete(notices);
  await db.delete(oidcRecords);
});
afterEach(() => {
  vi.useRealTimers();
});

const BANK = { accountTypeId: 1, accountNumber: '4711471147', routingNumber: '021000021', accountHolder: 'Avery L' };
const CONTACT = {
  email: 'new@example.com',
  homePhone: '',
  mobilePhone: '4025550131',
  country: 'US',
  street: '2217 Prairie Rose Lane',
  city: 'Lincoln',
  state: 'NE',
  zip: '68506',
  updatedAt: null,
};
const once = (body: object): WireRequest => ({ body, idempotencyKey: randomUUID() });
const invitation = { change: 'invite', firstName: 'Robin', lastName: 'Hale', email: 'robin.hale@example.com' };

/** Returns the codes with which the server refuses a call. */
async function refusal(call: CallSpec, request: WireRequest): Promise<unknown> {
  const response = await server.make(call, request);
  const problem = v.safeParse(Problem, await response.json());
  return [response.status, ...(problem.success ? (problem.output.fields ?? []).map(({ code }) => code) : [])];
}
const impersonatorToken = async () => {
  const claims = await server.findClaims('frankie');
  const sid = await server.openSession(claims.sub);
  return server.issuer.mint({ ...claims, sid }, { audience: [AUDIENCE, 'impersonator'] });
};
const confirm = async (token: string, password = 'demo') =>
  (
    await readJson(
      await server.make(confirmation.password, { token, body: { password } }),
      confirmation.password.response,
    )
  ).outcome;
const startingAlerts = async (token: string) => {
  const { consentVersion } = await readJson(await server.make(textAlerts.read, { token }), textAlerts.read.response);
  return once({ change: 'start', phone: '4025550142', alerts: ['paymentPosted'], consentVersion });
};
const sentCode = async (email: string) =>
  (await server.opened.db.select().from(notices).where(eq(notices.kind, 'emailCode')))
    .map(seals.notices.open)
    .find((notice) => notice.email === email && notice.code !== null);

/** The sensitive changes. */
const CHANGES: readonly (readonly [string, CallSpec, (token: string) => Promise<WireRequest> | WireRequest])[] = [
  ['the email address', contact.save, () => ({ body: CONTACT })],
  ['the authorized payers', payers.change, () => once(invitation)],
  ['a saved bank account', banking.save, () => ({ body: { ...BANK, profileName: 'New' } })],
  ['the number for text alerts', textAlerts.change, startingAlerts],
  ['a username', security.end, () => ({ body: { end: 'username', usernameId: 'web-avery' } })],
  ['a session', security.end, () => ({ body: { end: 'otherSessions' } })],
  ['a code to a new email address', confirmation.sendEmailCode, () => ({ body: { email: CONTACT.email } })],
];

describe('a change', () => {
  it.each(CHANGES)('of %s needs the password again, in this session and within five minutes', async (_, call, make) => {
    const token = await server.mintUnconfirmedToken('avery');
    const request = async () => ({ ...(await make(token)), token });
    expect(await refusal(call, await request())).toEqual([403, 'confirmation.password']);
    expect(await confirm(token, 'wrong')).toBe('wrongPassword');
    expect(await refusal(call, await request())).toEqual([403, 'confirmation.password']);
    expect(await confirm(token)).toBe('confirmed');
    const other = await server.mintUnconfirmedToken('avery');
    expect(await refusal(call, { ...(await make(token)), token: other })).toEqual([403, 'confirmation.password']);
    const [, code] = v.parse(v.array(v.unknown()), await refusal(call, await request()));
    expect(code).not.toBe('confirmation.password');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5 * 60_000 + 1000 });
    expect(await refusal(call, await request())).toEqual([403, 'confirmation.password']);
  });

  it.each([
    ...CHANGES,
    [
      'the password',
      credentials.changePassword,
      () => ({ body: { presentPassword: 'demo', newPassword: 'seven quiet herons' } }),
    ] as const,
    ['the record', record.download, () => ({ body: { password: 'demo' } })] as const,
    ['a confirmation', confirmation.password, () => ({ body: { password: 'demo' } })] as const,
  ])('of %s is refused to an impersonator, with the right password too', async (_, call, make) => {
    const token = await impersonatorToken();
    expect(await refusal(call, { ...(await make(token)), token })).toEqual([403]);
  });

  it('of other contact information needs no password', async () => {
    const token = await server.mintUnconfirmedToken('avery');
    const { stateName: _, ...before } = await readJson(
      await server.make(contact.read, { token }),
      contact.read.response,
    );
    const answer = await server.make(contact.save, { token, body: { ...before, homePhone: '4025550199' } });
    expect(answer.status).toBe(200);
  });

  it('needs a fresh log-in where the federal identity provider has the password', async () => {
    const { db } = server.opened;
    const claims = await server.findClaims('emery');
    const sid = await server.openSession(claims.sub);
    const token = await server.issuer.mint({ ...claims, sid });
    const request = { ...once(invitation), token };
    expect(await refusal(payers.change, request)).toEqual([403, 'confirmation.logIn']);
    expect(await refusal(confirmation.password, { token, body: { password: 'demo' } })).toEqual([
      403,
      'confirmation.logIn',
    ]);
    const loginTs = Math.floor(Date.now() / 1000);
    const isSession = and(eq(oidcRecords.model, SESSION), eq(oidcRecords.uid, sid));
    await db
      .update(oidcRecords)
      .set({ payload: { accountId: claims.sub, loginTs: loginTs - 301 } })
      .where(isSession);
    expect(await refusal(payers.change, request)).toEqual([403, 'confirmation.logIn']);
    await db
      .update(oidcRecords)
      .set({ payload: { accountId: claims.sub, loginTs } })
      .where(isSession);
    expect((await server.make(payers.change, request)).status).toBe(200);
  });
});

describe('a bank account saved in Make a Payment', () => {
  it('needs no password, but auto debit draws from it only after the password was confirmed', async () => {
    const { db } = server.opened;
    const token = await server.mintUnconfirmedToken('avery');
    const body = { ...BANK, profileName: 'From a payment', isForPayment: true };
    const { result: profileId } = await readJson(
      await server.make(banking.save, { token, body }),
      banking.save.response,
    );
    const [account] = await db.select().from(accounts).where(eq(accounts.borrowerKey, 'avery'));
    const change = { change: 'enroll', accountId: account?.accountId, extraAmount: 0, terms: true };
    expect(await refusal(autoDebit.change, { ...once({ ...change, profileId }), token })).toEqual([
      403,
      'confirmation.password',
    ]);
    const [older] = await db
      .select()
      .from(paymentMethods)
      .where(and(eq(paymentMethods.borrowerKey, 'avery'), eq(paymentMethods.isConfirmed, true)));
    const known = once({ ...change, profileId: older?.profileId });
    expect((await server.make(autoDebit.change, { ...known, token })).status).toBe(200);
    await confirm(token);
    const enrolled = await server.make(autoDebit.change, { ...once({ ...change, profileId }), token });
    expect(await enrolled.json()).toEqual({ result: true });
  });
});

describe('a new email address', () => {
  const save = async (token: string, email: string) => {
    const { stateName: _, ...before } = await readJson(
      await server.make(contact.read, { token }),
      contact.read.response,
    );
    return { token, body: { ...before, email } };
  };
  const send = async (token: string, email: string) =>
    readJson(
      await server.make(confirmation.sendEmailCode, { token, body: { email } }),
      confirmation.sendEmailCode.response,
    );
  const check = async (token: string, email: string, oneTimeCode: string) =>
    (
      await readJson(
        await server.make(confirmation.checkEmailCode, { token, body: { email, oneTimeCode } }),
        confirmation.checkEmailCode.response,
      )
    ).outcome;
  const recovery = (who: string) =>
    readRecoveryEmail({
      db: server.opened.db,
      borrowerKey: who,
      webAccountId: `web-${who}`,
      person: { role: 'borrower' },
    });
  const HOUR = 3_600_000;
  const pass = (hours: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * HOUR });

  /** Changes the email address of a person. */
  async function changeTo(who: string, email: string): Promise<void> {
    const token = await server.mintToken(who);
    await send(token, email);
    expect(await check(token, email, (await sentCode(email))?.code ?? '')).toBe('right');
    expect((await server.make(contact.save, await save(token, email))).status).toBe(200);
  }

  it('counts only with the code that was sent to it, once', async () => {
    const token = await server.mintToken('blake');
    const email = 'blake.new@example.com';
    const request = await save(token, email);
    expect(await refusal(contact.save, request)).toEqual([403, 'confirmation.emailCode']);
    expect((await send(token, email)).outcome).toBe('sent');
    const sent = await sentCode(email);
    expect(sent).toMatchObject({ email, code: expect.stringMatching(/^\d{6}$/) as unknown });
    const code = sent?.code ?? '';
    expect(await check(token, email, code === '000000' ? '111111' : '000000')).toBe('wrong');
    expect(await refusal(contact.save, request)).toEqual([403, 'confirmation.emailCode']);
    expect(await check(token, 'other@example.com', code)).toBe('over');
    expect(await check(token, email, code)).toBe('right');
    expect(await refusal(contact.save, await save(token, 'other@example.com'))).toEqual([
      403,
      'confirmation.emailCode',
    ]);
    expect((await server.make(contact.save, request)).status).toBe(200);
    await changeTo('blake', 'blake.third@example.com');
    expect(await refusal(contact.save, await save(token, email))).toEqual([403, 'confirmation.emailCode']);
  });

  it('gets five tries and five codes an hour', async () => {
    const token = await server.mintToken('kai');
    const email = 'kai.new@example.com';
    await send(token, email);
    const code = (await sentCode(email))?.code ?? '';
    const wrong = code === '000000' ? '111111' : '000000';
    for (let time = 0; time < 5; time += 1) await check(token, email, wrong);
    expect(await check(token, email, code)).toBe('over');
    for (let time = 1; time < 5; time += 1) expect((await send(token, email)).outcome).toBe('sent');
    expect((await send(token, email)).outcome).toBe('tooManyCodes');
  });

  it('gets recovery codes after 72 hours; until then, the one before all changes gets them', async () => {
    const before = await recovery('jules');
    await changeTo('jules', 'first@example.com');
    expect(await recovery('jules')).toBe(before);
    pass(71);
    await changeTo('jules', 'second@example.com');
    pass(71);
    expect(await recovery('jules')).toBe(before);
    pass(1.1);
    expect(await recovery('jules')).toBe('second@example.com');
  });

  it('of a person who had none counts from its code, and recovery needs the phone for 72 hours', async () => {
    const { db } = server.opened;
    await db.update(contactInformation).set({ email: '' }).where(eq(contactInformation.borrowerKey, 'kai'));
    await changeTo('kai', 'kai.first@example.com');
    expect(await recovery('kai')).toBe('');
    pass(72.1);
    expect(await recovery('kai')).toBe('kai.first@example.com');
  });
});
