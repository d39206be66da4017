/** The next dates and the changes since the last visit at the server. */
import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDays, businessDate } from '#domain/calendar.ts';
import { toCents } from '#domain/money.ts';
import { CANCELED } from '#domain/payments/payment-types.ts';
import { updates } from '#domain/accounts/updates/calls.ts';
import { Updates } from '#domain/accounts/updates/shapes.ts';
import { postponement } from '#domain/repayment/postponement/calls.ts';
import { Application } from '#domain/repayment/postponement/shapes.ts';
import { applications, inboxMessages, paymentHistory, paperlessEnrollments } from '#server/db/schema/index.ts';
import { recordLogIn } from '#server/log-ins.ts';
import { NOW, TODAY } from '#test/support/database.ts';
import { type TestServer, readJson, startTestServer } from '#test/support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
}, 120_000);
afterAll(() => server.close());

const read = async (name: string) =>
  readJson(await server.make(updates.read, { token: await server.mintToken(name) }), Updates);

const DAY = 24 * 60 * 60 * 1000;

/** Records a log-in some days ago, by the real clock. */
const logIn = async (name: string, daysAgo: number) => {
  const { sub } = await server.findClaims(name);
  const at = new Date(Date.now() - daysAgo * DAY);
  await recordLogIn(server.opened.db, { webAccountId: sub }, at);
};

it('the first visit has dates and no changes', async () => {
  await logIn('blake', 0);
  const { nextDates, sinceLastVisit, unreadMessages } = await read('blake');
  // Avery gets letters by mail.
  expect([unreadMessages, (await read('avery')).unreadMessages]).toEqual([5, 0]);
  expect(nextDates.length).toBeGreaterThan(0);
  expect(nextDates.every(({ date }) => date >= TODAY)).toBe(true);
  expect(sinceLastVisit).toBeNull();
});

it('a later visit has the changes since the previous log-in, of this borrower only', async () => {
  await logIn('avery', 10);
  await logIn('avery', 0);
  const { db } = server.opened;
  const visit = businessDate(new Date(NOW.getTime() - 10 * DAY));
  const own = { borrowerKey: 'avery' };
  const before = await read('avery');
  expect(before.sinceLastVisit).toMatchObject({ lastVisit: visit });
  const [some] = await db.select().from(paymentHistory).where(eq(paymentHistory.borrowerKey, 'avery'));
  if (some === undefined) throw new Error('avery has a payment');
  const posted = { ...some, effectiveDate: addDays(visit, 1) };
  await db.insert(paymentHistory).values([
    { ...posted, paymentDetailId: 'posted' },
    { ...posted, paymentDetailId: 'canceled', description: CANCELED },
    // A debit in two parts counts once, without its refunded part (rulings 95 and 105).
    { ...posted, paymentDetailId: 'part-1', paymentId: 'parts' },
    { ...posted, paymentDetailId: 'part-2', paymentId: 'parts', partOf: 'part-1', refunded: toCents(100) },
    { ...posted, paymentDetailId: 'refunded', refunded: posted.amount },
    { ...posted, paymentDetailId: 'seen', effectiveDate: addDays(visit, -20) },
    { ...posted, paymentDetailId: 'foreign', borrowerKey: 'blake' },
  ]);
  await db
    .insert(paperlessEnrollments)
    .values({ ...own, enrolled: true })
    .onConflictDoUpdate({
      target: paperlessEnrollments.borrowerKey,
      set: { enrolled: true },
    });
  const letter = { ...own, isDirect: true, isPlainText: true, subject: 'A letter', text: 'Hello', readAt: null };
  await db.insert(inboxMessages).values([
    { ...letter, documentId: 'new', receivedOn: addDays(visit, 3) },
    { ...letter, documentId: 'old', receivedOn: addDays(visit, -1) },
    { ...letter, documentId: 'read', receivedOn: visit, readAt: new Date(NOW.getTime() - 11 * DAY) },
  ]);
  const application = { ...own, kind: 'idr', receivedAt: new Date(NOW.getTime() - 40 * DAY) } as const;
  await db.insert(applications).values([
    { ...application, confirmationNumber: 'decided', status: 'approved', decidedAt: new Date(NOW.getTime() - DAY) },
    { ...application, confirmationNumber: 'older', status: 'denied', decidedAt: new Date(NOW.getTime() - 20 * DAY) },
  ]);
  const after = await read('avery');
  const [was, is] = [before.sinceLastVisit, after.sinceLastVisit];
  expect(is?.payments.count).toBe((was?.payments.count ?? 0) + 2);
  expect(is?.payments.total).toBe((was?.payments.total ?? 0) + 3 * some.amount - 100);
  expect(is?.letters).toBe((was?.letters ?? 0) + 1);
  expect(is?.statusChanges).toEqual([{ kind: 'idr', status: 'approved' }, ...(was?.statusChanges ?? [])]);
  expect(is?.interestAdded).toBeGreaterThan(0);
});

it('the calendar has the same dates at each download, and no amounts or account numbers', async () => {
  const token = await server.mintToken('noor');
  const file = async () => (await server.make(updates.calendar, { token })).text();
  const [first, second] = [await file(), await file()];
  // The time stamp is that of the download.
  const dated = (text: string) => text.replaceAll(/DTSTAMP:.*/g, '');
  expect(dated(second)).toBe(dated(first));
  const { nextDates } = await read('noor');
  expect(first.match(/DTSTART;VALUE=DATE:\d{8}/g)).toEqual(
    nextDates.map(({ date }) => `DTSTART;VALUE=DATE:${date.replaceAll('-', '')}`),
  );
  expect(new Set(first.match(/UID:[0-9a-f]{32}\r/g)).size).toBe(nextDates.length);
  expect(first.replaceAll(/UID:.*|DT.*:.*/g, '')).not.toMatch(/\$|\d{4}/);
});

it('is refused to an authorized payer', async () => {
  expect((await server.make(updates.read, { token: await server.mintToken('casey') })).status).toBe(403);
});

it("an application's next step is among the next dates and in the calendar", async () => {
  const token = await server.mintToken('harper');
  const [sent] = await readJson(await server.make(postponement.applications, { token }), v.array(Application));
  const { event, date } = sent?.next ?? {};
  const isDecided = event === 'decided';
  const name = 'Unemployment Deferment';
  expect(date && date >= TODAY).toBe(true);
  expect((await read('harper')).nextDates).toContainEqual({
    kind: isDecided ? 'decision' : 'documentDue',
    date,
    accountIds: [],
    accountNames: [name],
  });
  const calendar = await (await server.make(updates.calendar, { token })).text();
  expect(calendar).toContain(isDecided ? 'Decision expected' : 'Last day to send a document');
  expect(calendar).not.toContain(name);
});
