/** Limits on requests under way: one client cannot occupy the server. */
import type { Server } from 'node:http';
import { type Socket, connect } from 'node:net';
import { Hono } from 'hono';
import { afterEach, expect, it, vi } from 'vitest';
import { REQUEST_LIMITS, type RequestLimits } from '#server/http/admission.ts';
import type { AppBindings } from '#server/http/faults.ts';
import { listen } from '#server/http/listen.ts';
import { RequestObserver } from '#server/http/observe.ts';
import { setLog } from '#server/log.ts';
import { freePort } from '#test/support/free-port.ts';
import { eventually } from '#test/support/eventually.ts';

const open: (Server | Socket)[] = [];
let lines: string[] = [];
afterEach(() => {
  for (const each of open.splice(0)) {
    if ('closeAllConnections' in each) each.close().closeAllConnections();
    else each.destroy();
  }
});

/** Starts a server whose `/held` responds when `finish` is called. */
async function serve(limits: Partial<RequestLimits> = {}, proxies = 0) {
  lines = [];
  setLog((line) => lines.push(line));
  const held: (() => void)[] = [];
  /** The paths of the started requests. */
  const paths: string[] = [];
  const app = new Hono<AppBindings>();
  app.use((c, next) => {
    paths.push(c.req.path);
    return next();
  });
  app.get('/held', async (c) => {
    await new Promise<void>((resolve) => held.push(resolve));
    return c.text('held');
  });
  app.get('/block/:ms', (c) => {
    const end = performance.now() + Number(c.req.param('ms'));
    while (performance.now() < end);
    return c.text('blocked');
  });
  app.get('*', (c) => c.text('ok'));
  const port = await freePort();
  const observer = new RequestObserver();
  const publicUrl = `http://localhost:${port}`;
  const requestLimits = { ...REQUEST_LIMITS, ...limits };
  open.push(
    await listen({
      app,
      signIn: undefined,
      publicUrl,
      port,
      viteMiddleware: undefined,
      proxies,
      requestLimits,
      observer,
    }),
  );
  const finish = () => {
    for (const end of held.splice(0)) end();
  };
  return { port, origin: `http://127.0.0.1:${port}`, held, finish, observer, paths };
}

/** Sends pipelined requests on one connection. Returns the socket and the received data. */
function pipeline(port: number, count: number, headers = '', path = '/held') {
  const socket = connect({ port, host: '127.0.0.1' });
  open.push(socket);
  const received = { text: '', isClosed: false };
  socket.on('error', () => undefined).on('data', (bytes) => (received.text += bytes.toString()));
  socket.on('close', () => (received.isClosed = true));
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`.repeat(count));
  return { socket, received };
}

const responsesIn = (text: string, status: number) => text.split(`HTTP/1.1 ${status} `).length - 1;

it('starts eight pipelined requests of a connection at once, and the others after them', async () => {
  const { port, held, finish } = await serve();
  const { received } = pipeline(port, 20);
  await eventually(() => expect(held).toHaveLength(8));
  finish();
  await eventually(() => expect(held).toHaveLength(8));
  finish();
  await eventually(() => expect(held).toHaveLength(4));
  finish();
  await eventually(() => expect(responsesIn(received.text, 200)).toBe(20));
});

it('does not start the waiting requests of a client that has hung up, and counts none of them any longer', async () => {
  const { origin, port, held, finish, observer } = await serve({ total: 20 });
  const { socket } = pipeline(port, 20);
  await eventually(() => expect(held).toHaveLength(8));
  expect((await fetch(`${origin}/`)).status).toBe(503);
  socket.destroy();
  await eventually(() => expect(observer.underWay).toBe(0));
  finish();
  expect((await fetch(`${origin}/`)).status).toBe(200);
  expect(held).toHaveLength(0);
});

it('refuses requests above the limit of an address, closes a pipelining connection, and serves other addresses', async () => {
  const { origin, port, held, finish } = await serve({ perSource: 10 }, 1);
  const { received } = pipeline(port, 50, 'X-Forwarded-For: 198.51.100.1\r\n');
  await eventually(() => expect(held).toHaveLength(8));
  const of = (address: string) => fetch(`${origin}/`, { headers: { 'x-forwarded-for': address } });
  const refused = await of('198.51.100.1');
  expect(refused.status).toBe(503);
  expect(refused.headers.get('retry-after')).toBe('5');
  expect(refused.headers.get('content-type')).toBe('application/problem+json');
  expect(refused.headers.get('x-content-type-options')).toBe('nosniff');
  expect((await of('198.51.100.2')).status).toBe(200);
  finish();
  await eventually(() => expect(held).toHaveLength(2));
  finish();
  await eventually(() => expect(received.isClosed).toBe(true));
  expect(responsesIn(received.text, 200)).toBe(10);
  expect(responsesIn(received.text, 503)).toBe(1);
  expect((await of('198.51.100.1')).status).toBe(200);
  expect(lines.filter((line) => line.includes('503'))).toHaveLength(1);
});

it('refuses all requests but the liveness probe above the total', async () => {
  const { origin, port, held } = await serve({ total: 2 });
  pipeline(port, 2);
  await eventually(() => expect(held).toHaveLength(2));
  expect((await fetch(`${origin}/readyz`)).status).toBe(503);
  expect((await fetch(`${origin}/healthz`)).status).toBe(200);
});

it('starts the requests of a client between those of another one', async () => {
  const { port, paths } = await serve({ perConnection: 40 }, 1);
  const from = (address: number) => `X-Forwarded-For: 198.51.100.${address}\r\n`;
  pipeline(port, 40, from(1), '/block/20');
  pipeline(port, 1, from(2), '/');
  await eventually(() => expect(paths).toContain('/'));
  expect(paths.indexOf('/')).toBeLessThan(20);
});

it('refuses requests while the event loop is late for long, but not after one long task', async () => {
  const { origin, port } = await serve({ lag: 50, lagFor: 600 });
  const block = async (ms: number) => (await fetch(`${origin}/block/${ms}`)).status;
  expect(await block(1000)).toBe(200);
  expect(await block(0)).toBe(200);
  pipeline(port, 6, '', '/block/320');
  await vi.waitFor(async () => expect(await block(0)).toBe(503), { timeout: 10_000, interval: 20 });
  expect((await fetch(`${origin}/healthz`)).status).toBe(200);
  await vi.waitFor(async () => expect(await block(0)).toBe(200), { timeout: 10_000, interval: 100 });
});
