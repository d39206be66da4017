/** Several database hosts: the one that accepts writes is used, also after a failover. And the warning about replication. */
import { once } from 'node:events';
import { type AddressInfo, type Server, type Socket, createServer } from 'node:net';
import { sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { DatabaseHosts, parseHostUrls } from '#server/db/hosts.ts';
import { createPool } from '#server/db/postgres.ts';
import { ASYNCHRONOUS, replicationWarning } from '#server/db/replication.ts';
import { readEnv } from '#server/env.ts';
import { Readiness } from '#server/operations/readiness.ts';
import { openNew } from '#test/support/database.ts';

describe('DATABASE_URL', () => {
  it.each([
    ['postgres://portal:a%40b@one:5432/portal', ['postgres://portal:a%40b@one:5432/portal']],
    ['postgres://one/portal?target_session_attrs=primary', ['postgres://one/portal']],
    [
      'postgresql://p:x@one:5432,[::1]:5433,three/portal?target_session_attrs=read-write&sslmode=require',
      [
        'postgresql://p:x@one:5432/portal?sslmode=require',
        'postgresql://p:x@[::1]:5433/portal?sslmode=require',
        'postgresql://p:x@three/portal?sslmode=require',
      ],
    ],
  ])('names the hosts of %s', (text, urls) => expect(parseHostUrls(text)).toEqual(urls));

  it.each([
    'postgres://one,two/portal',
    'postgres://one,two/portal?target_session_attrs=any',
    'postgres://one:x,two/portal?target_session_attrs=read-write',
    'mysql://one/portal',
    'portal',
  ])('rejects %s', (text) => {
    expect(() => readEnv({ DATABASE_URL: text, PORTAL_KEY: Buffer.alloc(32).toString('base64') })).toThrow(
      /^DATABASE_URL is not the URL of a PostgreSQL database, or has several hosts without/,
    );
  });
});

const message = (type: string, body: Buffer): Buffer => {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
};
const bytes = (...parts: (string | readonly [number, number])[]): Buffer =>
  Buffer.concat(
    parts.map((part) => {
      if (typeof part === 'string') return Buffer.from(part);
      const number = Buffer.alloc(part[1]);
      number.writeIntBE(part[0], 0, part[1]);
      return number;
    }),
  );
const ready = message('Z', bytes('I'));
/** Responds to a query with one row, whose column `mode` has this value. */
const findRow = (mode: string): Buffer =>
  Buffer.concat([
    message('T', bytes([1, 2], 'mode\0', [0, 4], [0, 2], [25, 4], [-1, 2], [-1, 4], [0, 2])),
    message('D', bytes([1, 2], [mode.length, 4], mode)),
    message('C', bytes('SELECT 1\0')),
    ready,
  ]);

/** A simulated host. */
interface Host {
  mode: 'on' | 'off';
  queries: number;
  readonly address: string;
  stop(): void;
}
const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

async function startHost(mode: Host['mode']): Promise<Host> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    let isGreeted = false;
    socket.on('data', (data) => {
      if (!isGreeted) {
        isGreeted = true;
        socket.write(Buffer.concat([message('R', Buffer.alloc(4)), ready]));
      } else if (data.toString('latin1', 0, 1) === 'Q') {
        host.queries += 1;
        socket.write(findRow(host.mode));
      }
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const stop = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  const host: Host = { mode, queries: 0, address: `127.0.0.1:${port}`, stop };
  stops.push(stop);
  return host;
}

const LIMITS = { connect: 500, statement: 1000, use: 1000 };

it('uses the host that accepts writes, and the other one after a failover', async () => {
  const [one, two] = [await startHost('on'), await startHost('off')];
  const text = `postgres://p:x@${one.address},${two.address}/portal?target_session_attrs=read-write`;
  const hosts = new DatabaseHosts(text, LIMITS.connect);
  expect(await hosts.find()).toContain(two.address);
  const pool: Pool = createPool(text, () => undefined, LIMITS, true, hosts);
  stops.push(() => pool.end());
  const before = [one.queries, two.queries] as const;
  await pool.query('select 1');
  expect([one.queries, two.queries]).toEqual([before[0], before[1] + 1]);
  two.stop();
  await expect(pool.query('select 1')).rejects.toThrow();
  one.mode = 'off';
  await vi.waitFor(() => pool.query('select 1'), { timeout: 10_000, interval: 100 });
  expect(hosts.current).toContain(one.address);
});

it('reports that no host accepts writes', async () => {
  const [one, two] = [await startHost('on'), await startHost('on')];
  const text = `postgres://p:x@${one.address},${two.address}/portal?target_session_attrs=read-write`;
  await expect(new DatabaseHosts(text, LIMITS.connect).find()).rejects.toThrow('does not accept writes');
});

it('warns of standbys without synchronous replication, in the response of a ready server', async () => {
  const opened = await openNew();
  stops.push(() => opened.close());
  const { db } = opened;
  expect(await replicationWarning(db)).toBeUndefined();
  // Views and functions in place of the system's.
  await db.execute(sql`create schema simulated`);
  await db.execute(sql`create view simulated.pg_stat_replication as select 1 as pid`);
  await db.execute(sql`create table simulated.names as select '' as value`);
  await db.execute(
    sql`create function simulated.current_setting(name text) returns text language sql as
      $$ select case name when 'synchronous_standby_names' then (select value from simulated.names) else 'on' end $$`,
  );
  await db.execute(sql`set search_path to simulated, public, pg_catalog`);
  expect(await replicationWarning(db)).toBe(ASYNCHRONOUS);
  const readiness = new Readiness({ database: () => Promise.resolve(), warning: () => replicationWarning(db) });
  expect(await readiness.report()).toMatchObject({ status: 'ready', warnings: [ASYNCHRONOUS] });
  await db.execute(sql`update simulated.names set value = 'ANY 1 (*)'`);
  expect(await replicationWarning(db)).toBeUndefined();
});
