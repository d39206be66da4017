/** The test endpoints and their isolation by journey. */
import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import type { Server } from 'node:http';
import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { accounts as accountCalls } from '#domain/accounts/calls.ts';
import { toPlainDate } from '#domain/calendar.ts';
import { documents } from '#domain/documents/calls.ts';
import { payments } from '#domain/payments/calls.ts';
import { portal } from '#domain/portal/calls.ts';
import { accounts, borrowers, paymentHistory, submissions, webAccounts } from '#server/db/schema/index.ts';
import { seals } from '#server/db/seals.ts';
import { findBorrower } from '#server/credentials/identity.ts';
import { JOURNEY_HEADER } from '#server/http/journeys.ts';
import { listen, stopListening } from '#server/http/listen.ts';
import { Visitor } from '#test/support/cookie-client.ts';
import { freePort } from '#test/support/free-port.ts';
import { sentWithDocument } from '#test/support/sample-requests.ts';
import { type TestServer, readJson, startTestServer, UNHURRIED } from '#test/support/server.ts';
import { samplePdfFile } from '#test/support/sample-pdf.ts';

/** Longer than any of these tests, and shorter than the clock changes. */
const HOUR = 3_600_000;

let server: TestServer;
let http: Server;
let origin: string;

beforeAll(async () => {
  const port = await freePort();
  origin = `http://localhost:${port}`;
  server = await startTestServer({ PORTAL_TEST: '1', PUBLIC_URL: origin, PORT: String(port) });
  http = await listen({ ...server, publicUrl: origin, port, viteMiddleware: undefined, requestLimits: UNHURRIED });
}, 60_000);
afterAll(async () => {
  await stopListening(http);
  await server.close();
});

const createHeaders = (journey: string | undefined) => ({
  'content-type': 'application/json',
  ...(journey !== undefined && { [JOURNEY_HEADER]: journey }),
});
const post = (path: string, body: unknown = {}, journey?: string) =>
  server.app.request(`/__test__/${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: createHeaders(journey),
  });

/** Requests the time within a journey. */
const askTime = (journey?: string) => server.app.request('/api/1/time/epoch', { headers: createHeaders(journey) });
const timeIn = async (journey?: string) => (await readJson(await askTime(journey), portal.serverTime.response)).epoch;

const Copy = v.object({ signIns: v.record(v.string(), v.string()), ssnLastFour: v.optional(v.string()) });
const createCopy = async (like: string) => readJson(await post('people', { like }), Copy);

it('do not exist without PORTAL_TEST', async () => {
  const shipped = await startTestServer();
  for (const name of ['clock', 'reset', 'fail', 'release', 'people', 'sessions']) {
    expect((await shipped.app.request(`/__test__/${name}`, { method: 'POST' })).status, name).toBe(404);
  }
  const response = await shipped.app.request('/api/1/time/epoch', { headers: createHeaders('a') });
  expect(response.status).toBe(200);
  await shipped.close();
});

it('names the invalid field of a fault', async () => {
  const refused = await post('people', { like: 7 });
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain('like');
});

describe('clock', () => {
  afterEach(() => post('reset'));
  const LATER = '2027-01-15T12:00:00Z';

  it('sets the business clock, which then advances', async () => {
    expect((await post('clock', { now: LATER })).status).toBe(200);
    const ahead = (await timeIn()) - Date.parse(LATER);
    expect(ahead).toBeGreaterThanOrEqual(0);
    expect(ahead).toBeLessThan(HOUR);
    expect((await post('clock', { now: 'tomorrow' })).status).toBe(400);
  });

  it('sets it for one journey only', async () => {
    await post('clock', { now: LATER }, 'a');
    expect((await timeIn('a')) - Date.parse(LATER)).toBeLessThan(HOUR);
    const started = server.env.now?.getTime() ?? 0;
    for (const other of ['b', undefined]) expect((await timeIn(other)) - started).toBeLessThan(HOUR);
  });
});

describe('reset', () => {
  it('deletes the files of removed documents', async () => {
    const count = async () => (await readdir(server.documentsFolder)).length;
    const before = await count();
    const form = { ...sentWithDocument, attachment: samplePdfFile() };
    const idempotencyKey = randomUUID();
    expect((await server.make(documents.uploadAnonymously, { form, idempotencyKey })).status).toBe(200);
    expect(await count()).toBe(before + 1);
    expect((await post('reset')).status).toBe(200);
    expect(await count()).toBe(before);
  });

  it('resets everything, including the clocks and faults of all journeys', async () => {
    await post('clock', { now: '2027-01-15T12:00:00Z' });
    await post('clock', { now: '2027-01-15T12:00:00Z' }, 'a');
    await post('fail', { call: 'portal.serverTime', how: { when: 'before', status: 503 } }, 'a');
    expect((await post('reset')).status).toBe(200);
    const started = server.env.now?.getTime() ?? 0;
    for (const journey of ['a', undefined]) expect((await timeIn(journey)) - started).toBeLessThan(HOUR);
    const token = await server.mintToken('avery');
    expect((await server.make(payments.overview, { token })).status).toBe(200);
  });
});

describe('fail', () => {
  const how = { when: 'before', status: 503 };

  it('makes a call fail as often as requested', async () => {
    await post('fail', { call: 'portal.serverTime', times: 2, how });
    for (const status of [503, 503, 200]) expect((await askTime()).status).toBe(status);
    expect((await post('fail', { call: 'no.such', how })).status).toBe(400);
  });

  it('applies to requests of the same journey only', async () => {
    await post('fail', { call: 'portal.serverTime', how }, 'a');
    expect((await askTime('b')).status).toBe(200);
    expect((await askTime()).status).toBe(200);
    expect((await askTime('a')).status).toBe(503);
    expect((await askTime('a')).status).toBe(200);
  });

  it('drops a response after the handler has run', async () => {
    const token = await server.mintToken('avery');
    const key = '3f1c1f0e-6c1c-4c39-9a55-1b7b8c0f5d11';
    const request = { token, body: { idempotencyKey: key } };
    await post('fail', { call: 'payments.settle', how: { when: 'after', status: 500 } });
    expect((await server.make(payments.settle, request)).status).toBe(500);
    expect(await (await server.make(payments.settle, request)).json()).toEqual({ outcome: 'closed' });
  });

  it('holds a response until the journey releases it', async () => {
    await post('fail', { call: 'portal.serverTime', how: { when: 'before', hold: true } }, 'a');
    let isAnswered = false;
    const held = Promise.resolve(askTime('a')).then((answer) => {
      isAnswered = true;
      return answer;
    });
    expect((await post('release', { call: 'portal.serverTime' }, 'b')).status).toBe(400);
    expect((await askTime('b')).status).toBe(200);
    expect(isAnswered).toBe(false);
    expect((await post('release', { call: 'portal.serverTime' }, 'a')).status).toBe(204);
    expect((await held).status).toBe(200);
  });

  it('holds one read of a batch and no other; a dropped read is missing, and the rest arrives', async () => {
    const reads = [['access-facts'], ['loan-accounts'], ['payment-methods']];
    const token = await server.mintToken('avery');
    const ask = (journey: string, init: RequestInit = {}) =>
      fetch(`${origin}/api/1/initial-data?${new URLSearchParams({ reads: JSON.stringify(reads) })}`, {
        headers: { ...createHeaders(journey), authorization: `Bearer ${token}` },
        ...init,
      });
    await post('fail', { call: 'access.facts', how: { when: 'before', hold: true } }, 'a');
    const reader = (await ask('a')).body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    const readUntil = async (isEnough: () => boolean) => {
      while (!isEnough()) {
        const { done = true, value = '' } = (await reader?.read()) ?? {};
        text += value;
        if (done) break;
      }
    };
    await readUntil(() => text.split('\n').length > 2);
    expect(text).toContain('"address":"loan-accounts","status":200');
    expect(text).toContain('"address":"payment-methods","status":200');
    expect(text).not.toContain('access-facts');
    await post('release', { call: 'access.facts' }, 'a');
    await readUntil(() => false);
    expect(text.trimEnd().split('\n').at(-1)).toContain('"address":"access-facts","status":200');

    await post('fail', { call: 'access.facts', how: { when: 'before', drop: true } }, 'b');
    const rest = (await (await ask('b')).text()).trimEnd().split('\n');
    expect(rest).toHaveLength(2);
    expect(rest.join()).not.toContain('access-facts');
    expect((await (await ask('b')).text()).trimEnd().split('\n')).toHaveLength(3);

    // A client that disconnects while a request is held leaves nothing behind.
    const caller = new AbortController();
    await post('fail', { call: 'access.facts', how: { when: 'before', hold: true } }, 'c');
    await (await ask('c', { signal: caller.signal })).body?.getReader().read();
    caller.abort();
    await post('release', { call: 'access.facts' }, 'c');
    expect((await (await ask('c')).text()).trimEnd().split('\n')).toHaveLength(3);
  });

  it('makes a held response fail when it is released', async () => {
    await post('fail', { call: 'portal.serverTime', how: { ...how, hold: true } }, 'a');
    const held = askTime('a');
    await post('release', { call: 'portal.serverTime' }, 'a');
    expect((await held).status).toBe(503);
  });

  it('does not run the handler if the client disconnected while the request was held', async () => {
    const key = 'b3f0c8de-54a6-4be2-9d53-7a1f5f1f6f10';
    const headers = { ...createHeaders('a'), authorization: `Bearer ${await server.mintToken('avery')}` };
    const caller = new AbortController();
    await post('fail', { call: 'payments.settle', how: { when: 'before', hold: true } }, 'a');
    const left = fetch(`${origin}/api/1/${payments.settle.path}`, {
      method: 'POST',
      body: JSON.stringify({ idempotencyKey: key }),
      headers,
      signal: caller.signal,
    });
    setTimeout(() => caller.abort(), 200);
    await expect(left).rejects.toThrow('aborted');
    await post('release', { call: 'payments.settle' }, 'a');
    const known = await server.opened.db.select().from(submissions).where(eq(submissions.idempotencyKey, key));
    expect(known).toEqual([]);
  });
});

describe('people', () => {
  it('copies a borrower with all rows and a new sign-in name', async () => {
    const first = await createCopy('avery');
    const second = await createCopy('avery');
    const key = first.signIns['avery'] ?? '';
    expect(second.signIns['avery']).not.toBe(key);
    const { db } = server.opened;
    const readNumbers = async (borrowerKey: string) =>
      (await db.select().from(accounts).where(eq(accounts.borrowerKey, borrowerKey))).map((each) => each.accountNumber);
    expect((await readNumbers(key)).sort()).toEqual((await readNumbers('avery')).sort());
    const countHistory = async (borrowerKey: string) =>
      (await db.select().from(paymentHistory).where(eq(paymentHistory.borrowerKey, borrowerKey))).length;
    expect(await countHistory(key)).toBe(await countHistory('avery'));
    const listed = async (name: string) =>
      (await server.make(accountCalls.list, { token: await server.mintToken(name) })).json();
    expect(await listed(key)).toEqual(await listed('avery'));
  });

  it('copies people who act for the borrower, whichever person is named', async () => {
    const { signIns } = await createCopy('casey');
    expect(Object.keys(signIns).sort()).toEqual(['avery', 'casey', 'frankie']);
    for (const [like, name] of Object.entries(signIns)) {
      const [copied] = await server.opened.db.select().from(webAccounts).where(eq(webAccounts.loginName, name));
      const [original] = await server.opened.db.select().from(webAccounts).where(eq(webAccounts.loginName, like));
      expect(copied).toEqual({
        ...original,
        loginName: name,
        webAccountId: expect.any(String),
        passwordHash: expect.any(String),
        borrowerKey: signIns['avery'],
      });
      expect((await server.make(payments.overview, { token: await server.mintToken(name) })).status).toBe(200);
    }
  });

  it('keeps the original recognizable, and gives the copy different digits', async () => {
    const { signIns, ssnLastFour = '' } = await createCopy('avery');
    const [copied] = await server.opened.db
      .select()
      .from(borrowers)
      .where(eq(borrowers.borrowerKey, signIns['avery'] ?? ''));
    expect(copied && seals.borrowers.open(copied).ssnLastFour).toBe(ssnLastFour);
    for (const digits of ['4821', ssnLastFour]) {
      const identity = { accountNumber: '104882913', dateOfBirth: toPlainDate('1994-04-17'), ssnLastFour: digits };
      expect(await findBorrower(server.opened.db, identity)).toBeDefined();
    }
  });

  it('rejects an unknown name', async () => {
    expect((await post('people', { like: 'nobody' })).status).toBe(400);
  });
});

describe('sessions', () => {
  it('signs a copy in without the sign-in page', async () => {
    const { signIns } = await createCopy('blake');
    const visitor = new Visitor(origin);
    const opened = await visitor.send('/__test__/sessions', { signIn: signIns['blake'] });
    expect(opened.status).toBe(204);
    const parameters = new URLSearchParams({
      client_id: 'portal',
      response_type: 'code',
      scope: 'openid profile',
      redirect_uri: `${origin}/auth/callback`,
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
      prompt: 'none',
    });
    const answer = await visitor.follow(`/oidc/auth?${parameters.toString()}`, `${origin}/auth/callback`);
    expect(answer.location).toMatch(/[?&]code=/);
  });

  it('rejects an unknown name', async () => {
    expect((await new Visitor(origin).send('/__test__/sessions', { signIn: 'nobody' })).status).toBe(400);
  });
});
