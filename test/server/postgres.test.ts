/** Failures of a PostgreSQL server that disconnects, stops responding or rejects, simulated by a socket. */
import { once } from 'node:events';
import { type AddressInfo, type Server, type Socket, createServer } from 'node:net';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Pool } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPool } from '#server/db/postgres.ts';
import { isUnavailable } from '#server/unavailable.ts';

/** How the server handles a statement. */
type Manner = 'answer' | 'breakOff' | 'standStill' | 'sendNoGreeting' | { readonly sqlState: string };

const message = (type: string, ...parts: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
};
const ready = message('Z', Buffer.from('I'));
const welcome = Buffer.concat([message('R', Buffer.alloc(4)), ready]);
const done = Buffer.concat([message('C', Buffer.from('SELECT 0\0')), ready]);
const refusal = (sqlState: string) =>
  Buffer.concat([message('E', Buffer.from(`SERROR\0VERROR\0C${sqlState}\0Mno\0\0`)), ready]);

let manner: Manner;
let server: Server;
let pool: Pool;
let address: string;
const sockets = new Set<Socket>();

/** Completes the handshake and handles each statement in the current manner. */
function serve(socket: Socket): void {
  sockets.add(socket);
  let isGreeted = false;
  socket.on('error', () => undefined);
  socket.on('data', () => {
    if (manner === 'standStill' || manner === 'sendNoGreeting') return;
    if (!isGreeted) {
      isGreeted = true;
      socket.write(welcome);
    } else if (manner === 'breakOff') socket.destroy();
    else socket.write(manner === 'answer' ? done : refusal(manner.sqlState));
  });
}

const LIMITS = { connect: 300, statement: 1000, use: 300 };

beforeEach(async () => {
  manner = 'answer';
  server = createServer(serve).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  address = `postgres://portal:x@127.0.0.1:${port}/portal`;
  pool = createPool(address, () => undefined, LIMITS);
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  await pool.end();
  server.close();
});

const catchError = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );
const ask = () => drizzle(pool).execute(sql`select`);
const write = (between = () => undefined as void) =>
  drizzle(pool).transaction(async (transaction) => {
    between();
    await transaction.execute(sql`select`);
  });

describe('a failing database', () => {
  it.each([
    ['breaks the connection during a statement', 'breakOff'],
    ['stops responding', 'standStill'],
    ['shuts down', { sqlState: '57P01' }],
    ['is read-only after a failover', { sqlState: '25006' }],
    ['cancels a slow statement', { sqlState: '57014' }],
  ] as const)('is detected if it %s, and used again when it recovers', async (_, failing) => {
    await ask();
    manner = failing;
    expect(isUnavailable(await catchError(ask()))).toBe(true);
    manner = 'answer';
    await ask();
    expect(isUnavailable(await catchError(write(() => void (manner = failing))))).toBe(true);
    manner = 'answer';
    await write();
  });

  it('does not end the process if the connection breaks during a transaction without a query', async () => {
    const client = await pool.connect();
    const broken = new Promise<void>((resolve) => void client.once('end', () => resolve()));
    for (const socket of sockets) socket.destroy();
    await broken;
    expect(isUnavailable(await catchError(client.query('select')))).toBe(true);
    client.release();
    await ask();
  });

  it('times out if it accepts connections and does not complete the handshake', async () => {
    manner = 'sendNoGreeting';
    expect(isUnavailable(await catchError(ask()))).toBe(true);
  });

  it('is detected if all connections are in use', async () => {
    const clients = await Promise.all(Array.from({ length: 10 }, () => pool.connect()));
    expect(isUnavailable(await catchError(ask()))).toBe(true);
    for (const client of clients) client.release();
  });

  it('is detected if it does not listen', async () => {
    server.close();
    for (const socket of sockets) socket.destroy();
    expect(isUnavailable(await catchError(ask()))).toBe(true);
  });

  it('is distinguished from an invalid statement', async () => {
    manner = { sqlState: '23505' };
    expect(isUnavailable(await catchError(ask()))).toBe(false);
    expect(isUnavailable(new Error('No server responds'))).toBe(false);
  });
});
