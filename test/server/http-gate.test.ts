/** Responses of the gate to invalid requests, and data that never leaves the server. */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { Problem } from '#domain/call.ts';
import { accounts } from '#domain/accounts/calls.ts';
import { content } from '#domain/portal/content/calls.ts';
import { payments } from '#domain/payments/calls.ts';
import { portal } from '#domain/portal/calls.ts';
import { isDefinitelyNotAccepted } from '#domain/submission.ts';
import { getEngine } from '#test/support/database.ts';
import { type TestServer, readJson, startTestServer } from '#test/support/server.ts';
import { EXAMPLES, type Rows, readRows } from './http-examples.ts';

let server: TestServer;
let token: string;
let rows: Rows;
beforeAll(async () => {
  server = await startTestServer();
  token = await server.mintToken('avery');
  rows = await readRows(server, 'avery');
}, 60_000);
afterAll(() => server.close());
afterEach(() => vi.restoreAllMocks());

const submission = () => EXAMPLES['payments.submit']?.own(rows) ?? {};
const send = (body: string, headers: Record<string, string>) =>
  server.app.request('/api/1/payments/v2', {
    method: 'POST',
    body,
    headers: { authorization: `Bearer ${token}`, ...headers },
  });
const json = { 'content-type': 'application/json', 'idempotency-key': randomUUID() };

describe('an invalid request', () => {
  it.each([
    ['without a key', undefined],
    ['with a key that is not a UUID', 'again'],
  ])('is rejected %s', async (_, idempotencyKey) => {
    const { body } = submission();
    const response = await server.make(payments.submit, { body, token, ...(idempotencyKey && { idempotencyKey }) });
    const { fields } = await readJson(response, Problem);
    expect(response.status).toBe(400);
    expect(fields).toEqual([expect.objectContaining({ field: 'Idempotency-Key' })]);
  });

  it('is rejected with the invalid fields', async () => {
    const { body, ...rest } = submission();
    const wrong = { ...v.parse(v.looseObject({}), body), effectiveDate: '2026-02-30', methodId: 7, surprise: true };
    const response = await server.make(payments.submit, { ...rest, body: wrong, token });
    const problem = await readJson(response, Problem);
    expect(response.status).toBe(422);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    expect(problem.fields?.map(({ field }) => field).sort()).toEqual(['effectiveDate', 'methodId', 'surprise']);
    expect(problem.fields?.find(({ field }) => field === 'effectiveDate')?.message).toBe(
      'An effective date is an ISO date at midnight UTC',
    );
  });

  it.each([
    [
      415,
      'does not have the media type of JSON',
      'a=b',
      { ...json, 'content-type': 'application/x-www-form-urlencoded' },
    ],
    [400, 'is not valid JSON', '{"a":', json],
    [413, 'is too large', JSON.stringify('x'.repeat(140_000)), json],
  ])('gets %i if its body %s', async (status, _, body, headers) => {
    const response = await send(body, headers);
    expect(response.status).toBe(status);
    await readJson(response, Problem);
  });

  it('is checked for its caller before its format', async () => {
    const response = await server.app.request('/api/1/payments/v2', { method: 'POST', body: 'nonsense' });
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toContain('Bearer');
  });
});

describe('a client that has hung up', () => {
  const ask = (
    path: string,
    { headers = {}, ...given }: { method?: string; body?: string; headers?: Record<string, string> },
  ) =>
    server.app.request(path, {
      signal: AbortSignal.abort(),
      ...given,
      headers: { authorization: `Bearer ${token}`, ...headers },
    });
  const isSent = ({ headers }: Response): boolean => headers.get('x-hono-already-sent') === null;

  it('gets no answer to a read, and a write is completed', async () => {
    expect(isSent(await ask(server.toUrl(accounts.list, {}), {}))).toBe(false);
    const { body } = submission();
    const key = randomUUID();
    const answer = await ask('/api/1/payments/v2', {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
    });
    expect(isSent(answer)).toBe(true);
    const settled = await server.make(payments.settle, { body: { idempotencyKey: key }, token });
    expect((await readJson(settled, payments.settle.response)).outcome).toBe('recorded');
  });
});

describe('an unknown address', () => {
  it.each(['/api/1/no-such-call', '/api/2/loan-accounts', '/api/1/', '/api/nothing'])(
    '%s returns 404',
    async (path) => {
      const response = await server.app.request(path, { headers: { accept: 'text/html' } });
      expect(response.status).toBe(404);
      await readJson(response, Problem);
    },
  );
});

describe('managed content', () => {
  it.each([
    ['..', 'package'],
    ['payments', '../globalsite/company-title'],
    ['payments', '..%2fglobalsite%2fcompany-title'],
    ['payments', 'pay-now-disclaimer.html'],
    ['payments\u0000', 'pay-now-disclaimer'],
    ['PAYMENTS/..', 'x'],
  ])('section %s, name %s returns 404', async (section, name) => {
    const response = await server.make(content.item, { params: { section, name } });
    expect([400, 404]).toContain(response.status);
  });

  it.each([
    '/api/1/content/items/../../../package.json',
    '/api/1/content/items/payments/%2e%2e%2f%2e%2e%2fpackage.json',
  ])('%s returns 404', async (path) => {
    const response = await server.app.request(path);
    expect([400, 404]).toContain(response.status);
  });

  it('returns 404 for an unknown name', async () => {
    const response = await server.make(content.item, { params: { section: 'payments', name: 'constructor' } });
    expect(response.status).toBe(404);
  });

  it('is cacheable forever with its current version only', async () => {
    const params = { section: 'payments', name: 'pay-now-disclaimer' };
    const answer = await server.make(portal.contentVersion, { params: { clientId: '1', appId: '1' } });
    const { versionContent: version } = await readJson(answer, portal.contentVersion.response);
    const stored = await server.make(content.item, { params, query: { version } });
    const other = await server.make(content.item, { params, query: { version: 'other' } });
    expect(stored.headers.get('cache-control')).toContain('immutable');
    expect(other.headers.get('cache-control')).toBe('no-store');
  });
});

describe('an unreachable database', () => {
  const breakOff = () => {
    vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const failure = new Error('Connection terminated unexpectedly');
    vi.spyOn(getEngine(server.opened), 'query').mockRejectedValue(failure);
    vi.spyOn(getEngine(server.opened), 'transaction').mockRejectedValue(failure);
  };

  it('causes a 503 with `Retry-After`', async () => {
    breakOff();
    const response = await server.make(accounts.list, { token });
    expect(response.status).toBe(503);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    expect(response.headers.get('retry-after')).toMatch(/^\d+$/);
    expect((await readJson(response, Problem)).detail).toContain('try again');
  });

  it('does not suggest that a query with a body may have been saved', async () => {
    breakOff();
    const body = { idempotencyKey: crypto.randomUUID() };
    const response = await server.make(payments.settle, { body, token });
    expect(response.status).toBe(503);
    expect((await readJson(response, Problem)).detail).toBe(
      "We can't reach our records right now. Please try again in a moment.",
    );
  });

  it('leaves open whether data was written', async () => {
    breakOff();
    const response = await server.make(payments.submit, { ...submission(), token });
    const problem = await readJson(response, Problem);
    expect(response.status).toBe(503);
    expect(problem.detail).toContain("we don't know whether this was saved");
    expect(isDefinitelyNotAccepted({ kind: 'refused', status: response.status, problem })).toBe(false);
  });
});

it('responds to an unexpected error without details and logs it without numbers', async () => {
  const written: string[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    written.push(String(text));
    return true;
  });
  const failure = new Error(`no row for E104882913 in ${token}`);
  vi.spyOn(getEngine(server.opened), 'query').mockRejectedValue(failure);
  const response = await server.make(accounts.list, { token });
  const text = await response.text();
  expect(response.status).toBe(500);
  expect(text).not.toContain('E104882913');
  expect(text).not.toContain('row');
  expect(written.join('')).toContain('accounts.list');
  expect(written.join('')).not.toMatch(/104882913|eyJ/);
});
