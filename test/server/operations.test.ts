/** Operations: probes, metrics, log, shutdown, and the status of unknown addresses. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { Problem } from '#domain/call.ts';
import { DocumentData } from '#domain/portal/document.ts';
import { Configuration } from '#domain/portal/shapes.ts';
import { payments } from '#domain/payments/calls.ts';
import { presentKeys, setKeys } from '#server/db/keys.ts';
import { EnvProblem, readEnv } from '#server/env.ts';
import { drain, listen, stopListening } from '#server/http/listen.ts';
import { RequestObserver } from '#server/http/observe.ts';
import { log, logError, setLog, setLogFormat } from '#server/log.ts';
import { TEST_COST, setHashCost } from '#server/credentials/password-hash.ts';
import { type MetricsServer, serveMetrics } from '#server/operations/metrics.ts';
import { Readiness, databaseCheck, providerCheck } from '#server/operations/readiness.ts';
import { paths } from '#server/paths.ts';
import { recordEvent } from '#server/security-events.ts';
import { type SubmissionDecision, Submissions } from '#server/service/submissions.ts';
import { start } from '#server/start.ts';
import { openNew, preparedFile, createScope } from '#test/support/database.ts';
import { freePort } from '#test/support/free-port.ts';
import { type TestServer, readJson, startTestServer, UNHURRIED } from '#test/support/server.ts';
import { eventually } from '#test/support/eventually.ts';

const Report = v.object({
  status: v.picklist(['ready', 'notReady']),
  checks: v.object({ database: v.string(), signIn: v.string(), shutdown: v.string() }),
});

const SecurityContact = v.object({ Contact: v.string(), Expires: v.string(), Canonical: v.string() });
const { servicer } = v.parse(Configuration, JSON.parse(readFileSync('public/config.json', 'utf8')));

const getPort = (server: Server): number => (server.address() as AddressInfo).port;

let server: TestServer;
let http: Server;
let origin: string;
let metrics: MetricsServer;
let metricsOrigin: string;
const observer = new RequestObserver();

beforeAll(async () => {
  const port = await freePort();
  origin = `http://localhost:${port}`;
  server = await startTestServer({ PUBLIC_URL: origin, PORT: String(port) });
  http = await listen({
    ...server,
    publicUrl: origin,
    port,
    viteMiddleware: undefined,
    requestLimits: UNHURRIED,
    observer,
  });
  metrics = await serveMetrics(
    { host: '127.0.0.1', port: 0 },
    {
      connections: server.opened.connections,
      underWay: () => observer.underWay,
      signInsUnderWay: () => observer.signInsUnderWay,
      passwordsWaiting: () => 3,
    },
  );
  metricsOrigin = `http://127.0.0.1:${getPort(metrics.server)}`;
}, 60_000);
afterAll(async () => {
  await metrics.close();
  await stopListening(http);
  await server.close();
});

const lines: string[] = [];
let before: ((line: string) => void) | undefined;
const readLog = (): void => {
  before ??= setLog((line) => lines.push(line));
};
afterEach(() => {
  if (before !== undefined) setLog(before);
  before = undefined;
  lines.length = 0;
  setLogFormat('text');
  vi.restoreAllMocks();
});

const asPage = { headers: { accept: 'text/html,*/*' } };

describe('the probes', () => {
  it('report a running and ready process', async () => {
    const alive = await fetch(`${origin}/healthz`);
    expect([alive.status, await alive.json()]).toEqual([200, { status: 'ok', version: '1.2.3' }]);
    const ready = await fetch(`${origin}/readyz`);
    expect([ready.status, ready.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(await readJson(ready, Report)).toEqual({
      status: 'ready',
      checks: { database: 'ok', signIn: 'ok', shutdown: 'running' },
    });
    expect((await fetch(`${origin}/readyz`, { method: 'HEAD' })).status).toBe(200);
    expect((await fetch(`${origin}/healthz`, { method: 'POST' })).status).toBe(405);
  });

  it('include a file with the contact for vulnerabilities (RFC 9116)', async () => {
    const answer = await fetch(`${origin}/.well-known/security.txt`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=UTF-8']);
    const fields = v.parse(
      SecurityContact,
      Object.fromEntries(
        (await answer.text())
          .trim()
          .split('\n')
          .map((line) => line.split(': ', 2)),
      ),
    );
    expect(fields.Contact).toBe(`mailto:${servicer.email}`);
    expect(fields.Canonical).toBe(`${origin}/.well-known/security.txt`);
    const days = (Date.parse(fields.Expires) - Date.now()) / (24 * 60 * 60 * 1000);
    expect(days).toBeGreaterThan(30);
    expect(days).toBeLessThan(365);
  });

  it('report 503 for readiness after the database has been closed, while the process is healthy', async () => {
    const opened = await openNew();
    const own = await startTestServer({ PORTAL_DEMO: '0' }, () => Promise.resolve(opened));
    expect((await own.app.request('/readyz')).status).toBe(200);
    await opened.close();
    // The last result is cached for a second.
    await vi.waitFor(async () => expect((await own.app.request('/readyz')).status).toBe(503), { timeout: 5000 });
    const { checks } = await readJson(await own.app.request('/readyz'), Report);
    expect(checks).toEqual({ database: 'failed', signIn: 'ok', shutdown: 'running' });
    expect((await own.app.request('/healthz')).status).toBe(200);
  });

  it('report a database that does not respond in time', async () => {
    const readiness = new Readiness({ database: () => new Promise(() => undefined) });
    const began = performance.now();
    expect((await readiness.report()).checks.database).toBe('failed');
    expect(performance.now() - began).toBeLessThan(4000);
  });

  it('query the database once for concurrent requests', async () => {
    const execute = vi.spyOn(server.opened.db, 'execute');
    const readiness = new Readiness({ database: databaseCheck(server.opened.db) });
    await Promise.all(Array.from({ length: 20 }, () => readiness.report()));
    expect(execute).toHaveBeenCalledTimes(1);
  });

  it('report 503 while the external sign-in provider is unavailable', async () => {
    let status = 200;
    const provider = createServer((_, response) => response.writeHead(status).end('{}')).listen(0);
    await once(provider, 'listening');
    const issuer = `http://localhost:${getPort(provider)}`;
    const check = providerCheck(issuer);
    const readiness = new Readiness({ database: () => Promise.resolve(), signIn: check });
    expect((await readiness.report()).status).toBe('ready');
    status = 500;
    await expect(check()).rejects.toThrow('500');
    const elsewhere = await startTestServer({ OIDC_ISSUER: issuer, PORTAL_DEMO: '0' });
    const failing = await elsewhere.app.request('/readyz');
    expect(failing.status).toBe(503);
    expect((await readJson(failing, Report)).checks).toMatchObject({ database: 'ok', signIn: 'failed' });
    provider.close();
    await expect(check()).rejects.toThrow();
    await elsewhere.close();
  });
});

describe('an unknown address', () => {
  it.each([
    '/no-such-page',
    '/foo.bar',
    '/content/no-such-page',
    '/content/forms/no-such-form',
    '/payments/no-such-page',
  ])("returns 404 with the portal's page at %s", async (path) => {
    const answer = await fetch(origin + path, asPage);
    const html = await answer.text();
    expect(answer.status).toBe(404);
    expect(html).toContain('<title>Portal</title>');
    const [, written = ''] = /id="document-data">([^<]*)</.exec(html) ?? [];
    const { answers, initialReads } = v.parse(v.pipe(v.string(), v.parseJson(), DocumentData), written);
    expect(Object.keys(answers).some((address) => address.startsWith('content/sections/globalsite'))).toBe(true);
    expect(initialReads).toBeUndefined();
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('content-security-policy')).toContain("require-trusted-types-for 'script'");
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
  });

  it.each([
    '/',
    '/welcome',
    '/dashboard',
    '/payments/payflow/schedule',
    '/content/help',
    '/CONTENT/HELP/',
    '/content/forms/docupload',
    '/error/not-found',
  ])('is not %s', async (path) => {
    expect((await fetch(origin + path, asPage)).status).toBe(200);
  });

  it('returns a problem under the API', async () => {
    const answer = await fetch(`${origin}/api/1/no-such-call`, asPage);
    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect((await readJson(answer, Problem)).status).toBe(404);
  });

  it('includes the account pages with an external provider', async () => {
    const elsewhere = await startTestServer({ OIDC_ISSUER: 'https://sign-in.example/realm', PORTAL_DEMO: '0' });
    expect((await elsewhere.app.request('/account/registration', asPage)).status).toBe(404);
    expect((await server.app.request('/account/registration', asPage)).status).toBe(200);
    await elsewhere.close();
  });
});

const metricsText = async (): Promise<string> => (await fetch(`${metricsOrigin}/metrics`)).text();

/** Returns the values of a metric by label text. */
async function listValues(name: string): Promise<Map<string, number>> {
  const found = (await metricsText()).matchAll(new RegExp(`^${name}(\\{[^}]*\\})? (\\S+)$`, 'gm'));
  return new Map([...found].map(([, labels = '', value]) => [labels, Number(value)]));
}

/** Retries a check, because a request is counted shortly after the client has received the response. */
const seen = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 2000, interval: 20 });

describe('the metrics', () => {
  it('are available on a separate port only, at one address', async () => {
    const answer = await fetch(`${metricsOrigin}/metrics`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining('text/plain; version=0.0.4'),
    ]);
    expect(await answer.text()).toContain('process_cpu_seconds_total');
    expect((await fetch(`${metricsOrigin}/healthz`)).status).toBe(404);
    expect((await fetch(`${origin}/metrics`, asPage)).status).toBe(404);
    expect(metrics.server.address()).toMatchObject({ address: '127.0.0.1' });
  });

  it('label requests by route, never by URL', async () => {
    const secret = `E${randomUUID()}`;
    const token = await server.mintToken('avery');
    const headers = { authorization: `Bearer ${token}` };
    await fetch(`${origin}/api/1/documents/${secret}?name=Avery`, { headers });
    await fetch(`${origin}/api/1/nothing/${secret}`);
    await fetch(`${origin}/${secret}`, asPage);
    await fetch(`${origin}/payments/payflow/${secret}`, asPage);
    await fetch(`${origin}/oidc/auth/${secret}`);
    await fetch(`${origin}/oidc/interaction/${secret}`);
    await fetch(`${origin}/assets/index-abc123.js`);
    await fetch(`${origin}/dashboard`, { method: 'PROPFIND' });
    const reads = encodeURIComponent(JSON.stringify([['loan-accounts'], ['scheduled-payments']]));
    await (await fetch(`${origin}/api/1/initial-data?reads=${reads}`, { headers })).text();
    const label = (method: string, route: string, status: number) =>
      `{method="${method}",route="${route}",status="${status}"}`;
    await seen(async () => {
      const counts = await listValues('http_request_duration_seconds_count');
      expect(counts.get(label('GET', '(unknown)', 404))).toBeGreaterThanOrEqual(1);
      expect(counts.has(label('GET', '/payments/payflow/*', 200))).toBe(true);
      expect([...counts.keys()].some((each) => each.includes('route="/oidc/auth/:uid"'))).toBe(true);
      expect([...counts.keys()].some((each) => each.includes('route="/oidc/interaction/:uid"'))).toBe(true);
      expect(counts.get(label('GET', '(file)', 200))).toBe(1);
      expect([...counts.keys()].some((each) => each.includes('method="OTHER"'))).toBe(true);
      expect(counts.get(label('GET', '/api/1/initial-data', 200))).toBe(1);
      // Reads within the batch request are not counted separately.
      expect(counts.has(label('GET', '/api/1/loan-accounts', 200))).toBe(false);
    });
    const text = await metricsText();
    expect(text).not.toContain(secret);
    expect(text).not.toMatch(/avery/i);
  });

  it('count submissions by result', async () => {
    const scope = createScope(server.opened, 'avery');
    const kind = new Submissions({ submit: payments.submit, settle: payments.settle, noun: 'payment' });
    const answer = { statusCode: 0, paymentConfirmation: null };
    const submit = (idempotencyKey: string, body: unknown, decide: () => SubmissionDecision<unknown, unknown>) =>
      kind.submitOnce(scope, { idempotencyKey, body }, decide as never).catch(() => undefined);
    const [first, second] = [randomUUID(), randomUUID()];
    const record = { requested: 1 };
    const created = { id: 'payment-1', confirmationNumber: 'C1' };
    await submit(first, { amount: 1 }, () => ({ answer, record, created }));
    await submit(first, { amount: 2 }, () => ({ answer, record, created }));
    await submit(second, { amount: 1 }, () => ({ answer, record }));
    await submit(randomUUID(), { amount: 1 }, () => {
      throw new Error('The bank is closed');
    });
    const outcomes = await listValues('portal_submissions_total');
    const label = (outcome: string) => `{call="payments.submit",outcome="${outcome}"}`;
    expect(Object.fromEntries(outcomes)).toMatchObject({
      [label('recorded')]: 1,
      [label('rejected')]: 1,
      [label('refused')]: 1,
      [label('failed')]: 1,
    });
  });

  it('count security events, alarms and rate limit rejections', async () => {
    const { db } = server.opened;
    const alarms = async () => (await listValues('portal_alarms_total')).get('') ?? 0;
    const earlier = await alarms();
    await recordEvent(db, { kind: 'alarm', detail: 'more than 1000 attempts of signIn' });
    await recordEvent(db, { kind: 'logInFailed', webAccountId: 'web-avery', address: '203.0.113.5' });
    const body = JSON.stringify({ idempotencyKey: randomUUID() });
    const headers = { 'content-type': 'application/json' };
    const ask = async () => {
      const request = { method: 'POST', headers, body: body.replace(/[\da-f-]{36}/, randomUUID()) };
      return (await fetch(`${origin}/api/1/forms/privacy-optout/settlements`, request)).status;
    };
    const statuses: number[] = [];
    for (let times = 0; times < 110 && statuses.at(-1) !== 429; times += 1) statuses.push(await ask());
    expect(statuses.at(-1)).toBe(429);
    await seen(async () => {
      expect((await listValues('portal_rate_limit_refusals_total')).size).toBe(1);
    });
    expect(await alarms()).toBe(earlier + 1);
    expect((await listValues('portal_security_events_total')).get('{kind="logInFailed"}')).toBe(1);
    expect(await metricsText()).not.toContain('203.0.113.5');
  });

  it('report the usage of database connections for PostgreSQL', async () => {
    const open = (await listValues('portal_database_connections_open')).get('');
    if (server.opened.kind === 'postgres') expect(open).toBeGreaterThan(0);
    else expect(open).toBeUndefined();
  });

  it("are off by default, and rejected on the portal's own port", () => {
    expect(readEnv({}).metrics).toBeUndefined();
    expect(readEnv({ METRICS_PORT: '9464' }).metrics).toEqual({ host: '127.0.0.1', port: 9464 });
    expect(() => readEnv({ PORT: '9464', METRICS_PORT: '9464' })).toThrow(EnvProblem);
  });
});

const Entry = v.looseObject({ time: v.pipe(v.string(), v.isoTimestamp()), level: v.string(), message: v.string() });
const entries = () => lines.map((line) => v.parse(v.pipe(v.string(), v.parseJson(), Entry), line));

describe('the log', () => {
  it('has one JSON object per request, with its route and without user input', async () => {
    readLog();
    setLogFormat('json');
    const token = await server.mintToken('avery');
    const headers = { authorization: `Bearer ${token}`, 'x-request-id': 'balancer-0123456789' };
    await fetch(`${origin}/api/1/documents/E104882913?name=Avery`, { headers });
    await seen(() => Promise.resolve(expect(lines).toHaveLength(1)));
    const [entry] = entries();
    expect(entry).toEqual({
      time: expect.any(String),
      level: 'info',
      message: 'request',
      requestId: 'balancer-0123456789',
      method: 'GET',
      route: expect.stringMatching(/^(?:\/api\/1\/documents\/:\w+|\(unknown\))$/),
      status: expect.any(Number),
      ms: expect.any(Number),
    });
    expect(lines.join('')).not.toMatch(/104882913|avery|\?/i);
  });

  it('omits probes, and at a terminal all successful requests', async () => {
    readLog();
    setLogFormat('json');
    await fetch(`${origin}/healthz`);
    setLogFormat('text');
    await fetch(`${origin}/api/1/time/epoch`);
    const headers = { authorization: `Bearer ${await server.mintToken('avery')}` };
    vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    vi.spyOn(server.opened.db, 'select').mockImplementation(() => {
      throw new Error('no row');
    });
    const failed = await fetch(`${origin}/api/1/electronic-correspondence/claims-status`, { headers });
    expect(failed.status).toBe(500);
    await seen(() => Promise.resolve(expect(lines).toHaveLength(1)));
    expect(lines[0]).toMatch(
      /^request requestId=\S+ method=GET route=\/api\/1\/electronic-correspondence\/claims-status status=500 ms=[\d.]+$/,
    );
  });

  it('contains errors and security events as entries too', async () => {
    readLog();
    setLogFormat('json');
    const errors: string[] = [];
    vi.spyOn(process.stderr, 'write').mockImplementation((line) => errors.push(String(line)) > 0);
    logError('sweeping', new Error('row 104882913'));
    expect(JSON.parse(errors[0] ?? '')).toMatchObject({
      level: 'error',
      message: 'error in sweeping',
      error: expect.stringMatching(/^Error: row …\n/),
    });
    await recordEvent(server.opened.db, { kind: 'alarm', detail: 'more than 1000 attempts of signIn' });
    expect(entries()[0]).toMatchObject({
      level: 'warn',
      message: 'security event',
      securityEvent: 'alarm',
      detail: 'more than 1000 attempts of signIn',
    });
  });

  it('quotes fields in the text format, so that one field cannot look like two', () => {
    readLog();
    log('said', { plain: 'a', quoted: 'b c="d"', left: undefined, none: null });
    expect(lines).toEqual(['said plain=a quoted="b c=\\"d\\""']);
  });

  it('uses JSON with an HTTPS URL or if configured, and text otherwise', () => {
    expect(readEnv({}).logFormat).toBe('text');
    expect(readEnv({ LOG_FORMAT: 'json' }).logFormat).toBe('json');
    expect(readEnv({ PUBLIC_URL: 'https://portal.example', PORTAL_PROXIES: '1' }).logFormat).toBe('json');
    expect(() => readEnv({ LOG_FORMAT: 'xml' })).toThrow(EnvProblem);
  });
});

describe('shutdown', () => {
  const tested = presentKeys();
  // Starting a server sets both for the process.
  afterAll(() => {
    setHashCost(TEST_COST);
    setKeys(tested);
  });

  it('responds to /readyz with 503 until the running request has completed, then closes the port', async () => {
    const port = await freePort();
    const running = await start({
      env: { PORT: String(port), PORTAL_DEMO: '0' },
      database: { memory: true, prepared: await preparedFile() },
      portal: paths.public,
    });
    const at = `http://localhost:${port}`;
    expect((await fetch(`${at}/readyz`)).status).toBe(200);
    const body = JSON.stringify({ idempotencyKey: randomUUID() });
    const socket = connect(port, '127.0.0.1');
    let received = '';
    socket.setEncoding('utf8').on('data', (text: string) => (received += text));
    socket.write(
      `POST /api/1/forms/privacy-optout/settlements HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
    );
    // The server has received the headers of the request and waits for its body.
    await eventually(async () => expect((await fetch(`${at}/healthz`)).status).toBe(200));
    const closed = running.close();
    const refused = await fetch(`${at}/readyz`);
    expect(refused.status).toBe(503);
    expect((await readJson(refused, Report)).checks).toEqual({
      database: 'ok',
      signIn: 'ok',
      shutdown: 'shuttingDown',
    });
    socket.write(body);
    await eventually(() => expect(received).toMatch(/^HTTP\/1\.1 200 /));
    socket.end();
    await closed;
    await expect(fetch(`${at}/readyz`)).rejects.toThrow();
  }, 30_000);

  it('waits for load balancers, and only for a limited time for requests', async () => {
    const began = performance.now();
    await drain({ underWay: 0 }, 200);
    expect(performance.now() - began).toBeGreaterThanOrEqual(195);
    expect(readEnv({}).shutdownDelay).toBe(0);
    expect(readEnv({ PUBLIC_URL: 'https://portal.example', PORTAL_PROXIES: '1' }).shutdownDelay).toBe(5);
    expect(readEnv({ SHUTDOWN_DELAY: '0', PORTAL_PROXIES: '1' }).shutdownDelay).toBe(0);
    expect(() => readEnv({ SHUTDOWN_DELAY: '121' })).toThrow(EnvProblem);
  });
});
