/** Actor columns: the web account, the role, and whether it was an impersonator. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { businessDate } from '#domain/calendar.ts';
import { contact } from '#domain/profile/contact/calls.ts';
import { payments } from '#domain/payments/calls.ts';
import { contactInformation, paymentHistory, scheduledPayments, submissions } from '#server/db/schema/index.ts';
import { setLog, setLogFormat } from '#server/log.ts';
import { recordEvent } from '#server/security-events.ts';
import { postDuePayments } from '#server/service/due-work/work.ts';
import { AUDIENCE, type TestServer, readJson, startTestServer } from '#test/support/server.ts';
import { EXAMPLES, readRows } from './http-examples.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
}, 60_000);
afterAll(() => server.close());

const impersonator = async () => {
  const claims = await server.findClaims('frankie');
  const sid = await server.openSession(claims.sub);
  return server.issuer.mint({ ...claims, sid }, { audience: [AUDIENCE, 'impersonator'] });
};

async function submit(name: 'casey' | 'frankie', token: string) {
  const rows = await readRows(server, 'avery');
  // Payers have no saved bank account.
  const example = EXAMPLES['payments.submit']?.own(name === 'casey' ? { ...rows, methodId: null } : rows) ?? {};
  const idempotencyKey = randomUUID();
  const answer = await readJson(
    await server.make(payments.submit, { ...example, idempotencyKey, token }),
    payments.submit.response,
  );
  const [submission] = await server.opened.db
    .select()
    .from(submissions)
    .where(eq(submissions.idempotencyKey, idempotencyKey));
  return { answer, submission };
}

it("a payer's submission records the actor, also if it is rejected", async () => {
  const { sub } = await server.findClaims('casey');
  const { submission } = await submit('casey', await server.mintToken('casey'));
  expect(submission).toMatchObject({ actorWebAccountId: sub, actorRole: 'payer', actorIsImpersonator: false });
});

it("an impersonator's payment records the actor until it is in the history", async () => {
  const { db } = server.opened;
  const { sub } = await server.findClaims('frankie');
  const actor = { actorWebAccountId: sub, actorRole: 'borrower', actorIsImpersonator: true };
  const { answer, submission } = await submit('frankie', await impersonator());
  expect(answer).toMatchObject({ statusCode: 0, statusResultMessage: '' });
  expect(submission).toMatchObject(actor);
  const paymentId = submission?.createdId ?? '';
  const scheduled = await db.select().from(scheduledPayments).where(eq(scheduledPayments.paymentId, paymentId));
  expect(scheduled.length).toBeGreaterThan(0);
  for (const row of scheduled) expect(row).toMatchObject(actor);
  await postDuePayments({ db, borrowerKey: 'avery', today: businessDate(new Date('2027-03-01T15:00:00Z')) });
  const posted = await db.select().from(paymentHistory).where(eq(paymentHistory.paymentId, paymentId));
  expect(posted).toHaveLength(scheduled.length);
  for (const row of posted) expect(row).toMatchObject(actor);
});

it('changed contact information records the actor', async () => {
  const { sub } = await server.findClaims('frankie');
  const token = await impersonator();
  const { stateName: _, ...before } = await readJson(await server.make(contact.read, { token }), contact.read.response);
  const body = { ...before, homePhone: '4025550198' };
  expect((await server.make(contact.save, { token, body })).status).toBe(200);
  const [row] = await server.opened.db
    .select()
    .from(contactInformation)
    .where(eq(contactInformation.homePhone, '4025550198'));
  expect(row).toMatchObject({ actorWebAccountId: sub, actorRole: 'borrower', actorIsImpersonator: true });
});

it('a security event is a row and one structured log line', async () => {
  const lines: string[] = [];
  const before = setLog((line) => lines.push(line));
  setLogFormat('json');
  try {
    await recordEvent(server.opened.db, { kind: 'logInFailed', webAccountId: 'web-avery', address: '203.0.113.5' });
  } finally {
    setLog(before);
    setLogFormat('text');
  }
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toEqual({
    time: expect.any(String),
    level: 'info',
    message: 'security event',
    securityEvent: 'logInFailed',
    at: expect.stringMatching(/^\d{4}-.*Z$/),
    webAccountId: 'web-avery',
    address: '203.0.113.5',
  });
});
