/** Messages to the servicer: sent once per key, and listed for the borrower. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accounts } from '#domain/accounts/calls.ts';
import { LoanAccounts } from '#domain/accounts/shapes.ts';
import { Problem } from '#domain/call.ts';
import { emailUs } from '#domain/messages/email-us/calls.ts';
import { LISTED_MESSAGES, MAX_PER_DAY } from '#domain/messages/email-us/rules.ts';
import { EmailResponse, EmailPage } from '#domain/messages/email-us/shapes.ts';
import { payments } from '#domain/payments/calls.ts';
import { sentMessages, submissions } from '#server/db/schema/index.ts';
import { type TestServer, readJson, startTestServer } from '#test/support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
}, 60_000);
afterAll(() => server.close());
beforeEach(async () => {
  await server.opened.db.delete(sentMessages);
  await server.opened.db.delete(submissions);
});

const email = { topic: 'payments', accountId: '', subject: 'My payment', text: 'When will it be posted?' };

const send = async (name: string, body: object = email, idempotencyKey = randomUUID()) =>
  server.make(emailUs.send, { body, idempotencyKey, token: await server.mintToken(name) });
const settle = async (name: string, idempotencyKey: string) =>
  (await server.make(emailUs.settle, { body: { idempotencyKey }, token: await server.mintToken(name) })).json();
const sent = async (name: string) =>
  readJson(await server.make(emailUs.sent, { token: await server.mintToken(name) }), EmailPage);

describe('a message', () => {
  it('is stored with its sender, and listed with its number for its borrower only', async () => {
    const answer = await readJson(await send('avery'), EmailResponse);
    expect(answer).toMatchObject({ outcome: 'sent', messageNumber: expect.stringMatching(/^M\d{9}$/) });
    const { outcome: _, ...numbered } = { ...answer };
    expect(await sent('avery')).toMatchObject({
      messages: [{ topic: 'payments', accountNumber: null, subject: email.subject, text: email.text, ...numbered }],
      total: 1,
    });
    expect((await sent('blake')).total).toBe(0);
    const [row] = await server.opened.db.select().from(sentMessages).where(eq(sentMessages.borrowerKey, 'avery'));
    expect(row).toMatchObject({ actorRole: 'borrower', actorIsImpersonator: false });
  });

  it("names one of the borrower's accounts, and no other borrower's", async () => {
    const cards = await readJson(
      await server.make(accounts.list, { token: await server.mintToken('avery') }),
      LoanAccounts,
    );
    const [own] = cards.federalAccounts;
    const about = { ...email, accountId: own?.accountId };
    expect((await send('avery', about)).status).toBe(200);
    expect((await sent('avery')).messages[0]?.accountNumber).toBe(own?.accountNumber);
    const refused = await send('blake', about);
    expect(refused.status).toBe(422);
    expect((await readJson(refused, Problem)).fields).toEqual([
      { field: 'accountId', code: 'accountId.unknown', message: 'Please select one of your accounts.' },
    ]);
  });

  it.each([
    ['without a known topic', 'topic', { topic: 'nothing' }],
    ['without a subject', 'subject', { subject: '  ' }],
    ['with a subject too long', 'subject', { subject: 'x'.repeat(101) }],
    ['without a text', 'text', { text: '' }],
    ['with a text too long', 'text', { text: 'x'.repeat(4001) }],
    ['with a Social Security number', 'text', { text: 'My number is 123-45-6789.' }],
    ['with a Social Security number in look-alikes', 'text', { text: 'My number is 123\u201145\u2011\u200B6789.' }],
  ])('is rejected %s', async (_, field, wrong) => {
    const refused = await send('avery', { ...email, ...wrong });
    expect(refused.status).toBe(422);
    expect((await readJson(refused, Problem)).fields?.map((each) => each.field)).toEqual([field]);
    expect((await sent('avery')).total).toBe(0);
  });

  it('keeps its punctuation and joiners, but no direction marks and control characters', async () => {
    const text = '\u202EI can\u2019t pay \u2013\r\nمی\u200Cخواهم\u0007';
    expect((await send('avery', { ...email, text })).status).toBe(200);
    expect((await sent('avery')).messages[0]?.text).toBe('I can\u2019t pay \u2013\nمی\u200Cخواهم');
  });

  it('may have the maximum length in any script', async () => {
    expect((await send('avery', { ...email, text: 'ж'.repeat(4000) })).status).toBe(200);
  });
});

describe('a key', () => {
  it('sends once: the same body returns the first response, another body is rejected', async () => {
    const key = randomUUID();
    const first: unknown = await (await send('avery', email, key)).json();
    expect(await (await send('avery', email, key)).json()).toEqual(first);
    expect((await send('avery', { ...email, text: 'Something else' }, key)).status).toBe(422);
    expect((await sent('avery')).total).toBe(1);
    expect(await settle('avery', key)).toEqual({
      outcome: 'recorded',
      answer: first,
      record: { topic: 'payments', accountNumber: null, subject: email.subject, text: email.text },
    });
  });

  it('sends once for two concurrent requests', async () => {
    const key = randomUUID();
    const answers = await Promise.all([send('avery', email, key), send('avery', email, key)]);
    const [one, other] = await Promise.all(answers.map(async (answer): Promise<unknown> => answer.json()));
    expect(one).toEqual(other);
    expect((await sent('avery')).total).toBe(1);
  });

  it('is rejected after it was settled', async () => {
    const key = randomUUID();
    expect(await settle('avery', key)).toEqual({ outcome: 'closed' });
    expect(await settle('avery', key)).toEqual({ outcome: 'closed' });
    expect((await send('avery', email, key)).status).toBe(409);
    expect(await sent('avery')).toMatchObject({ messages: [], total: 0 });
  });

  it('is separate for each borrower and call', async () => {
    const key = randomUUID();
    await send('avery', email, key);
    expect(await settle('blake', key)).toEqual({ outcome: 'closed' });
    const request = { body: { idempotencyKey: key }, token: await server.mintToken('avery') };
    expect(await (await server.make(payments.settle, request)).json()).toEqual({ outcome: 'closed' });
    expect(await settle('avery', key)).toMatchObject({ outcome: 'recorded' });
    expect((await sent('avery')).total).toBe(1);
  });
});

it('lists the latest messages, and limits the number per day', async () => {
  for (let at = 0; at < MAX_PER_DAY; at += 1) {
    expect(await readJson(await send('avery', { ...email, subject: `Message ${at}` }), EmailResponse)).toMatchObject({
      outcome: 'sent',
    });
  }
  const key = randomUUID();
  expect(await (await send('avery', email, key)).json()).toEqual({ outcome: 'tooMany' });
  expect(await settle('avery', key)).toMatchObject({ outcome: 'recorded', answer: { outcome: 'tooMany' } });
  const { messages, total } = await sent('avery');
  expect([messages.length, total]).toEqual([LISTED_MESSAGES, MAX_PER_DAY]);
  expect(messages[0]?.subject).toBe(`Message ${MAX_PER_DAY - 1}`);
  expect(await (await send('blake')).json()).toMatchObject({ outcome: 'sent' });
});

it('may be used for another message after the first of the limit is a day old', async () => {
  const sentAt = server.clock.now();
  for (let at = 0; at < MAX_PER_DAY; at += 1) await send('avery');
  const outcomeAt = async (milliseconds: number) => {
    server.clock.set(new Date(sentAt.getTime() + milliseconds));
    return (await readJson(await send('avery'), EmailResponse)).outcome;
  };
  const day = 24 * 60 * 60 * 1000;
  expect(await outcomeAt(day - 60_000)).toBe('tooMany');
  expect(await outcomeAt(day + 60_000)).toBe('sent');
  server.clock.set(sentAt);
});

it('is closed to payers', async () => {
  expect((await send('casey')).status).toBe(403);
});
