/** Common behavior of all HTTP responses: headers, request id in the log, and connection limits. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { Problem } from '#domain/call.ts';
import { DocumentData } from '#domain/portal/document.ts';
import { listen, stopListening } from '#server/http/listen.ts';
import { describeError, setLog } from '#server/log.ts';
import { freePort } from '#test/support/free-port.ts';
import { type TestServer, readJson, startTestServer, UNHURRIED } from '#test/support/server.ts';

let server: TestServer;
let http: Server;
let origin: string;
let port: number;
const lines: string[] = [];

beforeAll(async () => {
  port = await freePort();
  origin = `http://localhost:${port}`;
  server = await startTestServer({ PUBLIC_URL: origin, PORT: String(port) });
  const limits = { headers: 300, request: 500, check: 50, idle: 5000, connections: 20, perSubscriber: 20 };
  http = await listen({
    ...server,
    publicUrl: origin,
    port,
    viteMiddleware: undefined,
    requestLimits: UNHURRIED,
    limits,
  });
}, 60_000);
afterAll(async () => {
  await stopListening(http);
  await server.close();
});
afterEach(() => {
  vi.restoreAllMocks();
  lines.length = 0;
});

const readLog = () => vi.spyOn(process.stderr, 'write').mockImplementation((line) => lines.push(String(line)) > 0);

/** Returns a token request to the provider, which looks up the code. */
const createExchange = () =>
  new URLSearchParams({
    grant_type: 'authorization_code',
    client_id: 'portal',
    redirect_uri: `${origin}/auth/callback`,
    code: 'x'.repeat(43),
    code_verifier: 'x'.repeat(43),
  });

/** Sends raw bytes and returns the response until the connection is closed. */
async function exchange(sent: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.setEncoding('utf8').on('data', (text: string) => (received += text));
  socket.write(sent);
  await once(socket, 'close');
  return received;
}

const form = { method: 'POST', body: 'x' };
interface RequestOptions {
  readonly method?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}
const ANSWERS: readonly (readonly [string, string, RequestOptions])[] = [
  ['a call', '/api/1/time/epoch', {}],
  ['a rejected call', '/api/1/loan-accounts', {}],
  ['an unknown URL', '/api/1/nothing', {}],
  ['an unsupported method', '/api/1/time/epoch', { method: 'DELETE' }],
  ['the OpenAPI document', '/api', {}],
  ['a page of the portal', '/welcome', {}],
  ['a missing file', '/assets/nothing.js', {}],
  ['the conversation page', '/chat', {}],
  ['a conversation whose body is not a form', '/chat', { ...form, headers: { 'content-type': 'application/json' } }],
  ['an expired sign-in', '/oidc/interaction/nothing', {}],
  ['a file of the sign-in pages', '/oidc/assets/sign-in.css', {}],
  ['the discovery document of the provider', '/oidc/.well-known/openid-configuration', {}],
  ['a malformed sign-in request', '/oidc/auth?client_id=nobody', {}],
  ['an unknown URL of the provider', '/oidc/nothing', {}],
  ['a URL that is too long for the provider', `/oidc/auth?state=${'x'.repeat(5000)}`, {}],
  ['a rejected token', '/oidc/token', form],
];

describe.each(ANSWERS)('%s', (_, path, request) => {
  it("has the common headers and the request's id", async () => {
    const id = 'balancer-0123456789';
    const answer = await fetch(origin + path, { ...request, headers: { ...request.headers, 'x-request-id': id } });
    expect(answer.headers.get('x-request-id')).toBe(id);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
    expect(answer.headers.get('permissions-policy')).toContain('camera=()');
    if (answer.headers.get('content-type') === 'application/problem+json') {
      expect((await readJson(answer, Problem)).requestId).toBe(id);
    }
  });
});

describe('the request id', () => {
  it.each([
    ['is missing', undefined],
    ['is too short', 'x'],
    ['is too long', 'x'.repeat(65)],
    ['could forge a log line', 'balancer error in'],
  ])('is replaced if it %s', async (_, id) => {
    const ask = async () => {
      const answer = await fetch(
        `${origin}/api/1/time/epoch`,
        id === undefined ? {} : { headers: { 'x-request-id': id } },
      );
      return answer.headers.get('x-request-id');
    };
    const [first, second] = [await ask(), await ask()];
    expect(first).toMatch(/^[\da-f-]{36}$/);
    expect(second).not.toBe(first);
  });

  it('appears in the log, for the API and the provider', async () => {
    const headers = { 'x-request-id': 'seen-in-the-log', authorization: `Bearer ${await server.mintToken('avery')}` };
    readLog();
    vi.spyOn(server.opened.db, 'select').mockImplementation(() => {
      throw new Error('no row');
    });
    expect((await fetch(`${origin}/api/1/electronic-correspondence/claims-status`, { headers })).status).toBe(500);
    expect(lines.join('')).toContain('error in paperless.claimsStatus, request seen-in-the-log: ');
    lines.length = 0;
    await fetch(`${origin}/oidc/token`, {
      method: 'POST',
      body: createExchange(),
      headers: { 'x-request-id': 'seen-at-the-provider' },
    });
    expect(lines.join('')).toContain('request seen-at-the-provider: ');
  });
});

describe('an unreachable database', () => {
  it('causes a 503 at the provider too', async () => {
    readLog();
    vi.spyOn(server.opened.db, 'select').mockImplementation(() => {
      throw new Error('Connection terminated unexpectedly');
    });
    const token = await fetch(`${origin}/oidc/token`, { method: 'POST', body: createExchange() });
    expect(token.status).toBe(503);
    expect(token.headers.get('retry-after')).toMatch(/^\d+$/);
  });
});

describe('a connection', () => {
  const HEAD = `POST /api/1/registrations/settlements HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n`;

  it('is closed after a malformed request, with a normal error response', async () => {
    const answer = await exchange('nonsense\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(answer).toMatch(/^x-request-id: [\da-f-]{36}\r$/m);
    expect(answer).toContain('x-content-type-options: nosniff');
    expect(answer).toContain('application/problem+json');
  });

  it.each([
    ['head', 'GET / HTTP/1.1\r\n'],
    ['body', `${HEAD}Content-Length: 100\r\n\r\n{`],
  ])('is closed if its %s does not arrive', async (_, sent) => {
    readLog();
    expect(await exchange(sent)).toMatch(/^(?:HTTP\/1\.1 408 |$)/);
    expect(lines.join('')).toBe('');
  });

  it('that the client closes within a body causes no server error', async () => {
    readLog();
    const socket = connect(port, '127.0.0.1');
    socket.write(`${HEAD}Content-Length: 100\r\n\r\n{`);
    await sleep(100);
    socket.destroy();
    await sleep(200);
    expect(lines.join('')).toBe('');
  });

  it('is rejected beyond the limit', async () => {
    const open = Array.from({ length: 40 }, () => connect(port, '127.0.0.1').on('error', () => undefined));
    await sleep(150);
    const counted = await new Promise<number>((resolve, reject) =>
      http.getConnections((error, count) => (error === null ? resolve(count) : reject(error))),
    );
    expect(counted).toBeLessThanOrEqual(20);
    for (const socket of open) socket.destroy();
    await sleep(50);
    expect((await fetch(`${origin}/api/1/time/epoch`)).status).toBe(200);
  });
});

describe('a malformed form', () => {
  it.each([
    [400, 'multipart/form-data'],
    [415, 'text/plain'],
  ])('gets %i with the type %s', async (status, type) => {
    readLog();
    const request = { method: 'POST', body: 'asked=x', headers: { 'content-type': type } };
    expect((await fetch(`${origin}/chat`, request)).status).toBe(status);
    const parameters = new URLSearchParams({
      client_id: 'portal',
      response_type: 'code',
      scope: 'openid',
      redirect_uri: `${origin}/auth/callback`,
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
    });
    const begun = await fetch(`${origin}/oidc/auth?${parameters}`, { redirect: 'manual' });
    const cookie = begun.headers
      .getSetCookie()
      .map((each) => each.split(';', 1)[0])
      .join('; ');
    const page = new URL(begun.headers.get('location') ?? '', origin);
    const answer = await fetch(page, { ...request, headers: { ...request.headers, cookie } });
    expect(answer.status).toBe(status);
    expect(await answer.text()).toContain("Log-in couldn't continue");
    expect(lines.join('')).toBe('');
  });
});

it('logs the SQLSTATE of a database error, whatever digits it contains', () => {
  const failure = Object.assign(new Error('duplicate key for E104882913'), { severity: 'ERROR', code: '23505' });
  expect(describeError(failure)).toContain('SQLSTATE 23505');
  expect(describeError(failure)).not.toContain('104882913');
});

it('logs once that an unconfigured proxy is in front of the server', async () => {
  const logged: string[] = [];
  const before = setLog((line) => logged.push(line));
  try {
    const headers = { 'x-forwarded-for': '203.0.113.5' };
    for (let times = 0; times < 2; times += 1) await fetch(`${origin}/api/1/time/epoch`, { headers });
  } finally {
    setLog(before);
  }
  expect(logged).toHaveLength(1);
  expect(logged[0]).toContain('Set PORTAL_PROXIES to the number of your proxies.');
});

it('embeds the metadata of the embedded sign-in provider in its page', async () => {
  const html = await (await fetch(`${origin}/welcome`, { headers: { accept: 'text/html' } })).text();
  const [, written = ''] = /<script type="application\/json" id="document-data">([^<]*)<\/script>/.exec(html) ?? [];
  const { files } = v.parse(v.pipe(v.string(), v.parseJson(), DocumentData), written);
  const said: unknown = await (await fetch(`${origin}/oidc/.well-known/openid-configuration`)).json();
  expect(said).toMatchObject(v.parse(v.record(v.string(), v.unknown()), files['openid-configuration']));
});
