/** Connection limits: a single client cannot block other clients. */
import { type Server, createServer, get } from 'node:http';
import { type Socket, connect } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { type ConnectionLimits, endSocket, limitConnections } from '#server/http/connections.ts';
import { setLog } from '#server/log.ts';
import { freePort } from '#test/support/free-port.ts';

const LIMITS: ConnectionLimits = {
  headers: 60_000,
  request: 60_000,
  check: 60_000,
  idle: 60_000,
  connections: 40,
  perSubscriber: 10,
};

const servers: Server[] = [];
const clients: Socket[] = [];
afterEach(() => {
  for (const client of clients.splice(0)) client.destroy();
  for (const server of servers.splice(0)) server.closeAllConnections();
});

/** Starts a server that responds to every request with `body` and to a malformed one with 400. Returns its port. */
async function serve({
  hasProxies = false,
  body = 'ok',
  ...limits
}: Partial<ConnectionLimits> & { hasProxies?: boolean; body?: string }) {
  const port = await freePort();
  const server = createServer((_, response) => response.end(body));
  limitConnections(server, { ...LIMITS, ...limits }, hasProxies);
  server.on('clientError', (_, socket) => endSocket(socket, 'HTTP/1.1 400 Bad Request\r\n\r\n'));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return { server, port };
}

/** Opens connections that neither read nor close, and sends `text` on each. */
async function holdOpen(port: number, count: number, text = ''): Promise<void> {
  const opened = Array.from({ length: count }, () => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    clients.push(socket.on('error', () => undefined));
    if (text !== '') socket.write(text);
    return new Promise((resolve) => socket.once('connect', resolve));
  });
  await Promise.all(opened);
}

const countConnections = (server: Server) =>
  new Promise<number>((resolve, reject) =>
    server.getConnections((error, count) => (error === null ? resolve(count) : reject(error))),
  );

/** Sends one request from a local address. Returns its status or the error code. */
const statusFrom = (localAddress: string, port: number) =>
  new Promise((resolve) => {
    get({ port, host: '127.0.0.1', localAddress, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).on('error', () => resolve('refused'));
  });

it('closes the connections of a client that neither reads error responses nor closes', async () => {
  const { server, port } = await serve({ perSubscriber: 1000 });
  await holdOpen(port, 20, 'nonsense\r\n\r\n');
  await vi.waitFor(async () => expect(await countConnections(server)).toBe(0), { timeout: 10_000, interval: 100 });
});

it('closes the connection of a client that does not read the response', async () => {
  const { server, port } = await serve({ idle: 300, body: 'x'.repeat(20_000_000) });
  await holdOpen(port, 1, 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  // The system's buffers accept a part of the response from time to time, and each part counts as progress.
  await vi.waitFor(async () => expect(await countConnections(server)).toBe(0), { timeout: 50_000, interval: 100 });
});

it('rejects further connections from one address and still serves another', async () => {
  const lines: string[] = [];
  const before = setLog((line) => lines.push(line));
  try {
    const { server, port } = await serve({});
    await holdOpen(port, 30);
    await vi.waitFor(async () => expect(await countConnections(server)).toBe(10), { timeout: 10_000, interval: 50 });
    expect(await statusFrom('127.0.0.1', port)).toBe('refused');
    expect(await statusFrom('127.0.0.2', port)).toBe(200);
    expect(lines).toEqual(['127.0.0.1 has 10 connections; further ones are refused']);
    for (const client of clients.splice(0)) client.destroy();
    await vi.waitFor(async () => expect(await statusFrom('127.0.0.1', port)).toBe(200), { timeout: 10_000 });
  } finally {
    setLog(before);
  }
});

it('does not limit the connections of a proxy', async () => {
  const { server, port } = await serve({ hasProxies: true });
  await holdOpen(port, 30);
  await vi.waitFor(async () => expect(await countConnections(server)).toBe(30), { timeout: 10_000, interval: 50 });
});
