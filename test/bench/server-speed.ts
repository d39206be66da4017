/**
 * Measures the built server's calls per second as ratios to a bare handler that verifies the same token and runs one
 * select on the same embedded engine. Both run at the same time, and rounds alternate, so that changes in machine load
 * affect both equally.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { access } from '#domain/session/access/calls.ts';
import { accounts } from '#domain/accounts/calls.ts';
import type { CallSpec } from '#domain/call.ts';
import { forbearance } from '#domain/repayment/forbearance/calls.ts';
import { payments } from '#domain/payments/calls.ts';
import { postponement } from '#domain/repayment/postponement/calls.ts';
import { Borrower } from '../faults/borrower.ts';
import { freePort } from '../support/free-port.ts';

/** Number of concurrent connections. */
const CONNECTIONS = 20;
/**
 * Duration of a round in milliseconds, and number of rounds per target. Rounds are short, so that all targets see the
 * same machine load.
 */
const ROUND_MS = 250;
const ROUNDS = 12;

/** The bare handler, with the server's packages, engine and token. */
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
  /** Sent as JSON by POST, in turn; GET where they are left out. */
  readonly bodies?: readonly unknown[];
}

/** The result of a round for one target: responses per second, and response times in milliseconds. */
interface Round {
  readonly perSecond: number;
  readonly times: readonly number[];
}

/** Sends one request, as a browser does. Resolves with the time to the complete response, in milliseconds. */
function ask(agent: Agent, { what, address, token, bodies = [] }: Target, nth: number): Promise<number> {
  const began = performance.now();
  const body = bodies[nth % bodies.length];
  const sent = body === undefined ? '' : JSON.stringify(body);
  const headers = {
    authorization: `Bearer ${token}`,
    'accept-encoding': 'gzip, deflate, br',
    ...(body !== undefined && { 'content-type': 'application/json', 'content-length': String(sent.length) }),
  };
  return new Promise((resolve, reject) => {
    request(address, { agent, headers, method: body === undefined ? 'GET' : 'POST' }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${what}: ${answer.statusCode}`));
      answer.resume().once('end', () => resolve(performance.now() - began));
    })
      .once('error', reject)
      .end(sent);
  });
}

/** Sends requests continuously over this number of connections for `ms` milliseconds. */
async function load(target: Target, connections: number, ms: number): Promise<Round> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const times: number[] = [];
  const began = performance.now();
  let requested = 0;
  const askOn = async () => {
    while (performance.now() - began < ms) times.push(await ask(agent, target, (requested += 1)));
  };
  await Promise.all(Array.from({ length: connections }, askOn));
  agent.destroy();
  return { perSecond: (times.length / (performance.now() - began)) * 1000, times };
}

const sorted = (values: readonly number[]): number[] => values.toSorted((a, b) => a - b);
const median = (values: readonly number[]): number => sorted(values)[values.length >> 1] ?? 0;
const p99 = (values: readonly number[]): number => sorted(values)[Math.floor(values.length * 0.99)] ?? 0;

/** Starts the bare handler next to the server that issues the tokens. */
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

/** The measured calls: those of the most visited pages, and those of every page that requires a session. */
const CALLS = {
  'access facts': access.facts,
  'account list': accounts.list,
  'payment overview': payments.overview,
  'amounts due': payments.borrowerPayment,
  'payment methods': payments.methods,
  'scheduled payments': payments.scheduled,
  applications: postponement.applications,
  'hardship forbearance': forbearance.hardshipSummary,
} satisfies Readonly<Record<string, CallSpec>>;

/** Returns a query for a page of the payment history. */
const createPageRequest = (search: string | null, page: number) => ({
  period: 'all',
  search,
  page,
  sort: 'date',
  order: 'desc',
  size: 10,
});

/** The months of three years, as a borrower types them. */
const MONTHS = [2024, 2025, 2026].flatMap((year) => Array.from({ length: 12 }, (_, month) => `${month + 1}/${year}`));

/**
 * Pages of the payment history: the first, one that is searched for, and the last. The server caches the most recent query
 * of a borrower, so that a search for another text with each request is never answered from the cache.
 */
const HISTORY: Readonly<Record<string, readonly ReturnType<typeof createPageRequest>[]>> = {
  'history, first page': [createPageRequest(null, 1)],
  'history, filtered': [createPageRequest('2025', 1)],
  'history, filtered, not cached': MONTHS.map((month) => createPageRequest(month, 1)),
  'history, last page': [createPageRequest(null, 999_999)],
};

/** The callers: an average borrower, and the one with the most loans. */
const NAMES = ['avery', 'noor'] as const;

/** Duration of the test of one client next to many others, in milliseconds. */
const BEHIND_MS = 2000;

/** Number of log-ins and silent renewals in sequence. */
const SIGN_INS = 20;

const measureTime = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};

/** Measures the duration of logging in and of renewing on an idle server: medians in milliseconds. */
async function measureSignIns(origin: string): Promise<string[][]> {
  const logIns: number[] = [];
  const renewals: number[] = [];
  for (let time = 0; time < SIGN_INS; time += 1) {
    const borrower = new Borrower(origin, 'avery');
    logIns.push(await measureTime(() => borrower.signIn()));
    renewals.push(await measureTime(() => borrower.signIn()));
  }
  const row = (what: string, times: readonly number[]) => [what, '', '', '', `${median(times).toFixed(1)} ms`];
  return [row('logging in, one at a time', logIns), row('silent renewal, one at a time', renewals)];
}

/** Measures the server at `origin`, which has demo people. `folder` is for temporary files. */
export async function measureServer(origin: string, folder: string): Promise<string[][]> {
  const bareServer = await startBare(folder, origin);
  try {
    const tokens = {
      avery: await new Borrower(origin, 'avery').accessToken(),
      noor: await new Borrower(origin, 'noor').accessToken(),
    };
    const createTarget = (call: CallSpec, what: string, name: (typeof NAMES)[number]): Target => ({
      what: `${what}, ${name}`,
      address: `${origin}/api/1/${call.path}`,
      token: tokens[name],
    });
    const bare: Target = { what: 'bare handler', address: bareServer.address, token: tokens.avery };
    const pages = Object.entries(HISTORY).map(([what, bodies]) =>
      NAMES.map((name): Target => ({ ...createTarget(payments.history, what, name), bodies })),
    );
    const pairs = [
      ...Object.entries(CALLS).map(([what, call]) => NAMES.map((name) => createTarget(call, what, name))),
      ...pages,
    ];
    const targets = [bare, ...pairs.flat()];
    for (const target of targets) await load(target, CONNECTIONS, 2 * ROUND_MS);
    const rounds = new Map<Target, Round[]>(targets.map((target) => [target, []]));
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const target of targets) rounds.get(target)?.push(await load(target, CONNECTIONS, ROUND_MS));
    }
    const computeRate = (target: Target | undefined): number =>
      median((target && rounds.get(target))?.map(({ perSecond }) => perSecond) ?? []);
    const toRow = (target: Target, ordinary?: Target): string[] => [
      target.what,
      computeRate(target).toFixed(0),
      `${(computeRate(target) / computeRate(bare)).toFixed(2)}x`,
      ordinary === undefined || ordinary === target
        ? ''
        : `${(computeRate(ordinary) / computeRate(target)).toFixed(2)}x`,
      `${median((rounds.get(target) ?? []).map(({ times }) => p99(times))).toFixed(1)} ms`,
    ];
    // One client reads while all other connections send the most expensive request.
    const [behind] = await Promise.all([
      load(createTarget(payments.methods, 'payment methods', 'avery'), 1, BEHIND_MS),
      load(createTarget(payments.borrowerPayment, 'amounts due', 'noor'), CONNECTIONS - 1, BEHIND_MS),
    ]);
    return [
      [`server, ${CONNECTIONS} connections`, 'a second', 'to the bare handler', 'noor takes', '99 of 100 within'],
      toRow(bare),
      ...pairs.flatMap((pair) => pair.map((target) => toRow(target, pair[0]))),
      ['payment methods, avery, while 19 ask for noor', '', '', '', `${p99(behind.times).toFixed(1)} ms`],
      ...(await measureSignIns(origin)),
    ];
  } finally {
    bareServer.child.kill('SIGTERM');
  }
}
