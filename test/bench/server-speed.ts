/**
 * How many calls the built server answers in a second, as ratios to a bare handler that checks the same token and does one
 * select on the same embedded engine. Both run at once, and the rounds take turns, so that the machine treats them alike.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { join } from 'node:path';
import { accounts } from '#domain/accounts/calls.ts';
import type { CallSpec } from '#domain/call.ts';
import { payments } from '#domain/payments/calls.ts';
import { Borrower } from '../faults/borrower.ts';
import { freePort } from '../support/free-port.ts';

/** How many connections ask at the same time. */
const CONNECTIONS = 20;
/** How long a round lasts, in milliseconds, and how many rounds each target has. */
const ROUND_MS = 1500;
const ROUNDS = 3;

/** The bare handler: its packages, its engine and its token are the server's. */
const BARE_SERVER = (database: string, issuer: string) => `import { PGlite } from '@electric-sql/pglite';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { createLocalJWKSet, jwtVerify } from 'jose';
const db = await PGlite.create(${JSON.stringify(database)});
await db.exec("create table methods (id text primary key, name text not null, number text not null)");
await db.exec("insert into methods select 'method-' || n, 'Checking', '000' || n from generate_series(1, 100) as n");
const keys = createLocalJWKSet(await (await fetch('${issuer}/jwks')).json());
const app = new Hono();
app.get('/up', (c) => c.text('here'));
app.get('/', async (c) => {
  const token = (c.req.header('authorization') ?? '').slice('Bearer '.length);
  await jwtVerify(token, keys, { issuer: '${issuer}' });
  const { rows } = await db.query('select id, name, number from methods where id = $1', ['method-7']);
  return c.json(rows);
});
serve({ fetch: app.fetch, port: Number(process.env.PORT) });
process.once('SIGTERM', () => void db.close().then(() => process.exit(0)));
`;

interface Target {
  readonly what: string;
  readonly address: string;
  readonly token: string;
}

/** What one target was seen to do: answers in a second, and the times of its answers in milliseconds. */
interface Round {
  readonly perSecond: number;
  readonly times: readonly number[];
}

/** Asks once, as a browser does; settles with how long the whole answer took, in milliseconds. */
function ask(agent: Agent, { what, address, token }: Target): Promise<number> {
  const began = performance.now();
  const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip, deflate, br' };
  return new Promise((resolve, reject) => {
    get(address, { agent, headers }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${what}: ${answer.statusCode}`));
      answer.resume().once('end', () => resolve(performance.now() - began));
    }).once('error', reject);
  });
}

/** Asks again and again over as many connections, for `ms` milliseconds. */
async function load(target: Target, connections: number, ms: number): Promise<Round> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const times: number[] = [];
  const began = performance.now();
  const askOn = async () => {
    while (performance.now() - began < ms) times.push(await ask(agent, target));
  };
  await Promise.all(Array.from({ length: connections }, askOn));
  agent.destroy();
  return { perSecond: (times.length / (performance.now() - began)) * 1000, times };
}

const sorted = (values: readonly number[]): number[] => values.toSorted((a, b) => a - b);
const median = (values: readonly number[]): number => sorted(values)[values.length >> 1] ?? 0;
const p99 = (values: readonly number[]): number => sorted(values)[Math.floor(values.length * 0.99)] ?? 0;

/** Starts the bare handler beside the server that gives out the tokens. */
async function startBare(folder: string, origin: string): Promise<{ address: string; child: ChildProcess }> {
  const script = join(folder, 'bare-server.mjs');
  await writeFile(script, BARE_SERVER(join(folder, 'bare-database'), `${origin}/oidc`));
  const port = await freePort();
  const env = { ...process.env, NODE_ENV: 'production', PORT: String(port), NODE_NO_WARNINGS: '1' };
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 'ignore', 'inherit'], env });
  process.once('exit', () => child.kill());
  const address = `http://localhost:${port}/`;
  const isUp = () =>
    fetch(`${address}up`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isUp())) {
    if (child.exitCode !== null) throw new Error(`The bare handler ended with ${child.exitCode}`);
    await new Promise((settle) => setTimeout(settle, 20));
  }
  return { address, child };
}

/** What is measured of the server: the calls of the pages that are opened most, and the large case. */
const MEASURED: readonly { readonly what: string; readonly name: string; readonly call: CallSpec }[] = [
  { what: 'payment methods, avery', name: 'avery', call: payments.methods },
  { what: 'account list, avery', name: 'avery', call: accounts.list },
  { what: 'account list, noor', name: 'noor', call: accounts.list },
  { what: 'payment overview, avery', name: 'avery', call: payments.overview },
  { what: 'payment overview, noor', name: 'noor', call: payments.overview },
];

/** Measures the server at `origin`, whose demo people can sign in. `folder` is for what is written meanwhile. */
export async function measureServer(origin: string, folder: string): Promise<string[][]> {
  const bareServer = await startBare(folder, origin);
  try {
    const tokens = new Map<string, string>();
    for (const name of ['avery', 'noor']) tokens.set(name, await new Borrower(origin, name).accessToken());
    const tokenOf = (name: string): string => tokens.get(name) ?? '';
    const targets: Target[] = [
      { what: 'bare handler', address: bareServer.address, token: tokenOf('avery') },
      ...MEASURED.map(({ what, name, call }) => ({
        what,
        address: `${origin}/api/1/${call.path}`,
        token: tokenOf(name),
      })),
    ];
    for (const target of targets) await load(target, CONNECTIONS, ROUND_MS / 2);
    const rounds = new Map<Target, Round[]>(targets.map((target) => [target, []]));
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const target of targets) rounds.get(target)?.push(await load(target, CONNECTIONS, ROUND_MS));
    }
    const rows = targets.map((target) => {
      const of = rounds.get(target) ?? [];
      const perSecond = median(of.map((round) => round.perSecond));
      return { what: target.what, perSecond, slowest: median(of.map((round) => p99(round.times))) };
    });
    const [bare] = rows;
    const bareRate = bare?.perSecond ?? Number.NaN;
    // One person reads while all other connections ask for the large case.
    const [, first, , large] = targets;
    const behind =
      first && large && (await Promise.all([load(first, 1, ROUND_MS), load(large, CONNECTIONS - 1, ROUND_MS)]));
    return [
      [`server, ${CONNECTIONS} connections`, 'a second', 'to the bare handler', '99 of 100 within'],
      ...rows.map(({ what, perSecond, slowest }) => [
        what,
        perSecond.toFixed(0),
        `${(perSecond / bareRate).toFixed(2)}x`,
        `${slowest.toFixed(1)} ms`,
      ]),
      ['payment methods, avery, while 19 ask for noor', '', '', `${p99(behind?.[0].times ?? []).toFixed(1)} ms`],
    ];
  } finally {
    bareServer.child.kill('SIGTERM');
  }
}
