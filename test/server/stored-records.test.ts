/** Stored records of actions: the actor, the number, and the notified address. */
import { randomUUID } from 'node:crypto';
import { and, asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CallSpec } from '#domain/call.ts';
import { contact } from '#domain/profile/contact/calls.ts';
import { credentials } from '#domain/session/credentials/calls.ts';
import { deferment } from '#domain/repayment/deferment/calls.ts';
import { documents } from '#domain/documents/calls.ts';
import { emailUs } from '#domain/messages/email-us/calls.ts';
import { forbearance } from '#domain/repayment/forbearance/calls.ts';
import { paperless } from '#domain/messages/paperless/calls.ts';
import {
  accounts,
  borrowers,
  contactInformation,
  notices,
  paperlessEnrollments,
  securityEvents,
  sentMessages,
  submissions,
  webAccounts,
} from '#server/db/schema/index.ts';
import { seals } from '#server/db/seals.ts';
import { addNotice } from '#server/mail/notices.ts';
import { confirmEmail } from '#test/support/confirmed.ts';
import { type TestServer, readJson, startTestServer } from '#test/support/server.ts';
import { EXAMPLES, readRows } from './http-examples.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
}, 60_000);
afterAll(() => server.close());

const MOVED = {
  email: 'new.address@example.com',
  homePhone: '',
  mobilePhone: '4025550131',
  country: 'US',
  street: '12 Elm Street',
  city: 'Omaha',
  state: 'NE',
  zip: '68102',
  updatedAt: null,
};
const readContact = async (who: string) =>
  readJson(await server.make(contact.read, { token: await server.mintToken(who) }), contact.read.response);
const saveContact = async (who: string, body: unknown = MOVED) => {
  await confirmEmail(server.opened.db, (await server.findClaims(who)).sub, MOVED.email);
  return (await server.make(contact.save, { token: await server.mintToken(who), body })).status;
};

describe('changed contact information', () => {
  beforeEach(async () => {
    await server.opened.db.delete(notices);
    await server.opened.db.delete(securityEvents);
  });

  it('is reported to the previous email address, and recorded', async () => {
    const { db } = server.opened;
    const { sub } = await server.findClaims('lane');
    const { email } = await readContact('lane');
    expect(await saveContact('lane')).toBe(200);
    const sent = await db.select().from(notices).where(eq(notices.borrowerKey, 'lane'));
    expect(sent).toEqual([
      expect.objectContaining({ kind: 'contactChanged', email, webAccountId: sub, sentAt: null }) as unknown,
    ]);
    const events = await db.select().from(securityEvents).where(eq(securityEvents.webAccountId, sub));
    expect(events.map(({ kind, role }) => [kind, role])).toEqual([['emailChanged', 'borrower']]);
  });

  it("of a payer is separate from the borrower's", async () => {
    const before = await readContact('avery');
    expect((await readContact('casey')).email).not.toBe(before.email);
    expect(await saveContact('casey')).toBe(200);
    expect((await readContact('casey')).street).toBe(MOVED.street);
    expect(await readContact('avery')).toEqual(before);
    const { sub } = await server.findClaims('casey');
    const readNotices = await server.opened.db
      .select()
      .from(contactInformation)
      .where(eq(contactInformation.webAccountId, sub));
    expect(readNotices).toHaveLength(1);
  });
});

it('an email is stored for a person with an address, and none for a person without one', async () => {
  const { db } = server.opened;
  const notice = { borrowerKey: 'blake', webAccountId: 'web-1', kind: 'passwordChanged' } as const;
  const readNotices = () =>
    db
      .select()
      .from(notices)
      .where(and(eq(notices.borrowerKey, 'blake'), eq(notices.kind, notice.kind)));
  await addNotice(db, { ...notice, email: '' });
  expect(await readNotices()).toEqual([]);
  await addNotice(db, { ...notice, email: 'blake@example.com' });
  expect(await readNotices()).toMatchObject([{ email: 'blake@example.com', webAccountId: 'web-1' }]);
});

describe('paperless enrollment', () => {
  const ask = async (call: CallSpec) =>
    (await server.make(call, { token: await server.mintToken('morgan') })).json() as Promise<unknown>;
  const stored = async () =>
    (
      await server.opened.db.select().from(paperlessEnrollments).where(eq(paperlessEnrollments.borrowerKey, 'morgan'))
    )[0];

  it('is unchanged by a repeated request, also for a borrower who is not eligible, and keeps its record', async () => {
    const { db } = server.opened;
    expect(await ask(paperless.enroll)).toEqual({ result: true });
    const long = new Date('2020-01-01T00:00:00Z');
    await db.update(paperlessEnrollments).set({ isEligible: false, updatedAt: long });
    expect([await ask(paperless.enroll), await ask(paperless.status)]).toEqual([{ result: true }, { enrolled: true }]);
    expect((await stored())?.updatedAt).toEqual(long);
    expect(await ask(paperless.unenroll)).toEqual({ result: true });
    expect((await stored())?.updatedAt).not.toEqual(long);
    expect([await ask(paperless.enroll), await ask(paperless.status)]).toEqual([
      { result: false },
      { enrolled: false },
    ]);
  });
});

describe('a submission', () => {
  it.each([
    ['a document', documents.upload, 'avery'],
    ['a message', emailUs.send, 'avery'],
    ['an application for a deferment', deferment.applyUnemployment, 'avery'],
    ['an application for forbearance', forbearance.applyHardship, 'blake'],
  ] as const)('of %s is stored with the number of the created object', async (_, call, who) => {
    const key = randomUUID();
    const example = EXAMPLES[call.id]?.own(await readRows(server, who)) ?? {};
    const answer = await server.make(call, { ...example, idempotencyKey: key, token: await server.mintToken(who) });
    expect(answer.status).toBe(200);
    const text = await answer.text();
    const [row] = await server.opened.db.select().from(submissions).where(eq(submissions.idempotencyKey, key));
    expect(row?.createdId).toMatch(/./);
    expect(row?.confirmationNumber).toMatch(/./);
    // The response contains this number.
    expect(text).toContain(row?.confirmationNumber);
  });
});

it('a message about no account contains no account number', async () => {
  const { db } = server.opened;
  await db.delete(sentMessages);
  const body = { topic: 'payments', accountId: '', subject: 'Hello', text: 'About nothing.' };
  const token = await server.mintToken('blake');
  expect((await server.make(emailUs.send, { body, idempotencyKey: randomUUID(), token })).status).toBe(200);
  const [row] = await db.select().from(sentMessages).where(eq(sentMessages.borrowerKey, 'blake'));
  expect(row).toMatchObject({ accountId: null, subject: 'Hello' });
});

describe('a registration', () => {
  it('is recorded with the new account and the source address', async () => {
    const { db } = server.opened;
    await db.delete(securityEvents);
    await db.delete(webAccounts).where(eq(webAccounts.loginName, 'avery'));
    const [person] = (await db.select().from(borrowers).where(eq(borrowers.borrowerKey, 'avery'))).map(
      seals.borrowers.open,
    );
    const [account] = await db.select().from(accounts).where(eq(accounts.borrowerKey, 'avery'));
    const identity = {
      accountNumber: account?.accountNumber.slice(1),
      dateOfBirth: person?.dateOfBirth,
      ssnLastFour: person?.ssnLastFour,
    };
    const { requestToken } = await readJson(
      await server.make(credentials.recognize, { body: identity }),
      credentials.recognize.response,
    );
    const [sent] = (await db.select().from(notices).where(eq(notices.kind, 'registrationCode'))).map(
      seals.notices.open,
    );
    await server.make(credentials.checkCode, { body: { requestToken, oneTimeCode: sent?.code } });
    const body = { requestToken, username: 'avery.second', password: 'seven quiet herons', terms: true };
    const answer = await server.make(credentials.register, { body, idempotencyKey: randomUUID() });
    expect(await answer.json()).toEqual({ outcome: 'registered' });
    const [made] = await db.select().from(webAccounts).where(eq(webAccounts.loginName, 'avery.second'));
    expect(made?.webAccountId).toMatch(/^web-[0-9a-f]{12}$/);
    const events = await db.select().from(securityEvents).orderBy(asc(securityEvents.at));
    expect(events.map(({ kind, webAccountId }) => [kind, webAccountId])).toEqual([
      ['recoveryCodeSent', null],
      ['registered', made?.webAccountId],
    ]);
  });
});
