/**
 * `npm run test:load`: measures how one client or many clients affect others. Each part starts the built server, puts
 * load on it and checks that other clients are still served. Not part of `npm test`, because it takes minutes and both
 * processors.
 */
import { randomUUID } from 'node:crypto';
import { get } from 'node:http';
import { type Socket, connect } from 'node:net';
import { parseArgs } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { credentials } from '#domain/session/credentials/calls.ts';
import { Borrower } from './borrower.ts';
import { ServerProcess } from './server.ts';

const tell = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const CONNECTIONS = 2000;
/** Time until a hostile client's connections must be closed, in milliseconds. */
const UNTIL_GONE = 20_000;

/** Sends a request from another local address. Returns its status, or 0 without a response. */
const statusFrom = (localAddress: string, origin: string): Promise<number> =>
  new Promise((resolve) => {
    const { port } = new URL(origin);
    const asking = get({ host: '127.0.0.1', port, path: '/api/1/time/epoch', localAddress, agent: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    asking.setTimeout(UNTIL_GONE, () => asking.destroy());
    asking.on('error', () => resolve(0));
  });

/** Opens connections that send malformed requests and neither read nor close. */
async function connections(): Promise<boolean> {
  const server = await ServerProcess.create({ HOST: '127.0.0.1' });
  await server.start();
  const { port } = new URL(server.origin);
  const open: Socket[] = [];
  for (let count = 0; count < CONNECTIONS; count += 1) {
    const socket = connect({ host: '127.0.0.1', port: Number(port), localAddress: '127.0.0.1', allowHalfOpen: true });
    open.push(socket.on('error', () => undefined));
    socket.write('nonsense\r\n\r\n');
    socket.pause();
  }
  await sleep(1000);
  const during = await statusFrom('127.0.0.2', server.origin);
  await sleep(UNTIL_GONE);
  const after = await statusFrom('127.0.0.1', server.origin);
  for (const socket of open) socket.destroy();
  await server.stop();
  server.remove();
  tell(`${CONNECTIONS} connections of one address: another address gets ${during}, the same one later ${after}`);
  return during === 200 && after === 200;
}

const TRIES = 1020;
const ADDRESSES = 11;
const DETAILS = { accountNumber: '104882913', dateOfBirth: '1994-04-17', ssnLastFour: '4821' };

/** Sends wrong details from a few addresses: these are rejected, and other addresses are not affected. */
async function wrongDetails(): Promise<boolean> {
  const server = await ServerProcess.create({ PORTAL_PROXIES: '1' });
  await server.start();
  const recognize = (address: string, body: object) =>
    fetch(`${server.origin}/api/1/${credentials.recognize.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify(body),
    });
  const statuses = new Map<number, number>();
  for (let count = 0; count < TRIES; count += 1) {
    const accountNumber = String(200_000_000 + count);
    // Different details each time, because attempts for one person are limited across all addresses.
    const ssnLastFour = String(5000 + count);
    const { status } = await recognize(`198.51.100.${count % ADDRESSES}`, { ...DETAILS, accountNumber, ssnLastFour });
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  const answer = await recognize('203.0.113.7', DETAILS);
  const body: unknown = await answer.json();
  const signedIn = await new Borrower(server.origin, 'blake').accessToken();
  await server.stop();
  server.remove();
  const counted = [...statuses].map(([status, count]) => `${count} times ${status}`).join(', ');
  tell(`${TRIES} wrong tries from ${ADDRESSES} addresses: ${counted}; another address gets ${answer.status}`);
  return answer.status === 200 && JSON.stringify(body).includes('"next":"code"') && signedIn !== '';
}

const SIGN_INS = 40;
/** Maximum factor by which waiting sign-ins may slow down a read. */
const MAX_TIMES = 20;

async function measureMedian(count: number, work: () => Promise<unknown>): Promise<number> {
  const taken: number[] = [];
  for (let at = 0; at < count; at += 1) {
    const began = performance.now();
    await work();
    taken.push(performance.now() - began);
  }
  return taken.toSorted((one, other) => one - other)[Math.floor(count / 2)] ?? Infinity;
}

/** Fills the queue of sign-ins: reads must still be served. */
async function signIns(): Promise<boolean> {
  const server = await ServerProcess.create();
  await server.start();
  const token = await new Borrower(server.origin, 'avery').accessToken();
  const read = async () => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${server.origin}/api/1/accounts?${randomUUID()}`, { headers });
    await answer.arrayBuffer();
  };
  await measureMedian(20, read);
  const idle = await measureMedian(50, read);
  let left = SIGN_INS;
  const waiting = Array.from({ length: SIGN_INS }, () =>
    new Borrower(server.origin, 'blake').signIn().finally(() => {
      left -= 1;
    }),
  );
  await sleep(500);
  const busy = await measureMedian(30, read);
  const stillWaiting = left;
  const results = await Promise.allSettled(waiting);
  const done = results.filter(({ status }) => status === 'fulfilled').length;
  await server.stop();
  server.remove();
  const times = busy / idle;
  tell(
    `${SIGN_INS} sign-ins at once: ${done} succeed; a read takes ${times.toFixed(1)} times as long as without them ` +
      `(${stillWaiting} still waited after the last read)`,
  );
  return done === SIGN_INS && times <= MAX_TIMES;
}

const PIPELINES = 20;
const PIPELINED = 50;
/** Time until the pipelining clients hang up, in milliseconds. */
const UNTIL_HANG_UP = 300;
/** How long the neighbor is observed after the pipelining clients have connected, in milliseconds. */
const OBSERVED = 2000;

/**
 * Requests a path from a local address on a separate connection. Returns the status and the time until the last byte.
 */
async function timed(origin: string, path: string, localAddress: string): Promise<{ status: number; ms: number }> {
  const began = performance.now();
  const status = await new Promise<number>((resolve) => {
    const { port } = new URL(origin);
    const headers = { 'accept-encoding': 'br, gzip' };
    get({ host: '127.0.0.1', port, path, localAddress, agent: false, headers }, (answer) => {
      answer.resume().once('close', () => resolve(answer.statusCode ?? 0));
    }).on('error', () => resolve(0));
  });
  return { status, ms: performance.now() - began };
}

/** Sends pipelined requests on each of 20 connections, and hangs up without reading the responses. */
function pipeline(origin: string, path: string): void {
  const { port } = new URL(origin);
  const request = `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: br\r\n\r\n`;
  for (let count = 0; count < PIPELINES; count += 1) {
    const socket = connect({ host: '127.0.0.1', port: Number(port), localAddress: '127.0.0.1' });
    socket.on('error', () => undefined).write(request.repeat(PIPELINED));
    socket.pause();
    setTimeout(() => socket.destroy(), UNTIL_HANG_UP);
  }
}

const PATHS = [
  '/api',
  '/api/openapi.json',
  '/dashboard',
  '/',
  '/flows/layouts.json',
  '/api/1/content/search?term=payment',
];

/** Measures how long a neighbor waits at most, alone and while another client pipelines requests and hangs up. */
async function pipelining(): Promise<boolean> {
  const server = await ServerProcess.create({ HOST: '127.0.0.1' });
  await server.start();
  let isRight = true;
  for (const path of PATHS) {
    /** Requests the path again and again. Returns the longest time, and the number of refused requests. */
    const observe = async () => {
      const end = performance.now() + OBSERVED;
      const seen = { longest: 0, refused: 0 };
      while (performance.now() < end) {
        const { status, ms } = await timed(server.origin, path, '127.0.0.2');
        seen.longest = Math.max(seen.longest, ms);
        if (status !== 200) seen.refused += 1;
      }
      return seen;
    };
    await measureMedian(10, () => timed(server.origin, path, '127.0.0.2'));
    const alone = await observe();
    pipeline(server.origin, path);
    const beside = await observe();
    const times = beside.longest / alone.longest;
    tell(
      `${path}: a neighbor waits ${alone.longest.toFixed(0)} ms at most alone, ${beside.longest.toFixed(0)} ms beside ` +
        `${PIPELINES} x ${PIPELINED} pipelined requests (${times.toFixed(1)} times); ${beside.refused} refused`,
    );
    isRight &&= times <= MAX_TIMES && beside.refused === 0;
  }
  await server.stop();
  server.remove();
  return isRight;
}

const PARTS = { connections, 'wrong-details': wrongDetails, 'sign-ins': signIns, pipelining };

export default async function load(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: { only: { type: 'string' } } });
  let failed = 0;
  for (const [name, part] of Object.entries(PARTS)) {
    if (values.only !== undefined && values.only !== name) continue;
    const isRight = await part();
    tell(`${isRight ? 'passed' : 'FAILED'}  ${name}`);
    if (!isRight) failed += 1;
  }
  return failed === 0 ? 0 : 1;
}
