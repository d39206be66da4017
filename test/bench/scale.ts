/**
 * `npm run bench:scale -- 1000,10000`: measures the CPU time per call and the bytes per borrower on PostgreSQL with
 * these numbers of borrowers, and extrapolates to 40 million borrowers. It also measures an upgrade to records;
 * `npm run bench:scale -- --conversion` measures only that. `PORTAL_TEST_DATABASE` is the URL of a PostgreSQL server on
 * this machine, with a superuser. The script creates databases there and drops them afterwards. It reads PostgreSQL's
 * CPU time from /proc. The numbers in docs/scale.md come from this script.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Client } from 'pg';
import * as v from 'valibot';
import { accounts } from '#domain/accounts/calls.ts';
import type { CallSpec } from '#domain/call.ts';
import { payments } from '#domain/payments/calls.ts';
import { DISTRIBUTION } from '#server/db/distribution.ts';
import { openDatabase } from '#server/db/open.ts';
import { EXAMPLES } from '../server/http-examples.ts';
import { NOW } from '../support/database.ts';
import { type TestServer, startTestServer } from '../support/server.ts';
import { measureConversion } from './conversion-speed.ts';

/** Number of measured rounds, after one warm-up round, and of requests per call and round. */
const ROUNDS = 5;
const REQUESTS = 60;
/** Length of a tick in /proc/PID/stat, in milliseconds. */
const TICK = 10;

/** Assumptions for 40 million borrowers, which are not measured. */
const ASSUMED = {
  borrowers: 40_000_000,
  /** Share of borrowers who visit on the busiest day, and of these who visit in its busiest hour. */
  visitOnBusiestDay: 0.05,
  visitInBusiestHour: 0.15,
  callsOfVisit: 20,
  paymentsOfVisit: 0.2,
  /** Target CPU utilization. */
  utilization: 0.5,
  /** Disk bytes per measured byte: a replica of each node, and space that vacuum has not reclaimed. */
  copies: 2,
  slack: 1.5,
  /** Maximum size of a shard that moves within minutes when nodes are added. */
  shardBytes: 10e9,
};

const CALLS = {
  'account list': accounts.list,
  'payment overview': payments.overview,
  'a payment': payments.submit,
} satisfies Readonly<Record<string, CallSpec>>;
type Name = keyof typeof CALLS;
const NAMES: readonly Name[] = ['account list', 'payment overview', 'a payment'];

interface Person {
  readonly webAccountId: string;
  readonly applicationId: string;
  readonly accountNumber: string;
  readonly methodId: string;
}

const People = v.array(
  v.object({ webAccountId: v.string(), applicationId: v.string(), accountNumber: v.string(), methodId: v.string() }),
);
const Sizes = v.array(v.object({ name: v.string(), bytes: v.pipe(v.string(), v.toNumber()) }));
const Counts = v.tuple([v.object({ count: v.number() })]);
const Pids = v.array(v.object({ pid: v.number() }));

/** CPU time in milliseconds. */
interface Cost {
  server: number;
  database: number;
}

class Site {
  readonly borrowers: number;
  readonly server: TestServer;
  readonly client: Client;
  readonly people: Person[];
  readonly bytes: ReadonlyMap<string, number>;
  readonly costs = new Map<Name, Cost>();
  paid = 0;

  constructor(
    borrowers: number,
    server: TestServer,
    client: Client,
    people: Person[],
    bytes: ReadonlyMap<string, number>,
  ) {
    this.borrowers = borrowers;
    this.server = server;
    this.client = client;
    this.people = people;
    this.bytes = bytes;
  }

  /** Returns the CPU time of this database's PostgreSQL processes, in milliseconds. */
  async #databaseTime(): Promise<number> {
    const { rows } = await this.client.query(
      'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    return v.parse(Pids, rows).reduce((sum, { pid }) => {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ');
      return sum + (Number(fields[11]) + Number(fields[12])) * TICK;
    }, 0);
  }

  /** Sends requests of one call for different borrowers and measures their cost. */
  async round(name: Name, counts: boolean): Promise<void> {
    const asks = await Promise.all(
      this.people.splice(0, REQUESTS).map(async ({ webAccountId, applicationId, accountNumber, methodId }) => {
        const token = await this.server.issuer.mint({
          sub: webAccountId,
          given_name: 'Test',
          family_name: 'Person',
          nds_application_id: applicationId,
          nds_web_account_id: webAccountId,
          identity_provider: 'local',
          sid: await this.server.openSession(webAccountId),
        });
        const rows = {
          accountNumber,
          accountId: '',
          methodId,
          groupId: '',
          documentId: '',
          letterId: '',
          noteId: '',
          historyId: '',
          deniedNumber: '',
          withdrawnNumber: '',
        };
        return { ...(name === 'a payment' ? EXAMPLES['payments.submit']?.own(rows) : {}), token };
      }),
    );
    if (asks.length < REQUESTS) throw new Error('There are too few borrowers');
    const [before, began] = [await this.#databaseTime(), process.cpuUsage()];
    for (const ask of asks) {
      const response = await this.server.make(CALLS[name], ask);
      const text = await response.text();
      if (response.status !== 200) throw new Error(`${name}: ${response.status} ${text}`);
    }
    const { user, system } = process.cpuUsage(began);
    const used = (await this.#databaseTime()) - before;
    if (name === 'a payment') this.paid += asks.length;
    if (!counts) return;
    const cost = this.costs.get(name) ?? { server: 0, database: 0 };
    this.costs.set(name, { server: cost.server + (user + system) / 1000, database: cost.database + used });
  }

  /** Returns the CPU time per request, in milliseconds. */
  computeCost(name: Name): Cost {
    const { server, database } = this.costs.get(name) ?? { server: 0, database: 0 };
    return { server: server / (ROUNDS * REQUESTS), database: database / (ROUNDS * REQUESTS) };
  }

  /** Closes and drops the database. Throws if a confirmed payment is missing. */
  async close(origin: string): Promise<void> {
    const { rows } = await this.client.query('select count(*)::integer as count from submissions');
    const stored = v.parse(Counts, rows)[0].count;
    await this.client.end();
    await this.server.close();
    const admin = new Client({ connectionString: origin });
    await admin.connect();
    await admin.query(`drop database portal_scale_${this.borrowers}`).finally(() => admin.end());
    if (stored !== this.paid) throw new Error(`${this.paid} payments were made, ${stored} are there`);
  }
}

async function open(origin: string, borrowers: number): Promise<Site> {
  const name = `portal_scale_${borrowers}`;
  const admin = new Client({ connectionString: origin });
  await admin.connect();
  await admin.query(`drop database if exists ${name} with (force)`);
  await admin.query(`create database ${name}`);
  await admin.end();
  const address = new URL(origin);
  address.pathname = `/${name}`;
  const env = {
    ...process.env,
    DATABASE_URL: address.href,
    PORTAL_KEY: Buffer.alloc(32, 7).toString('base64'),
    PORTAL_DEMO: '1',
    PORTAL_NOW: NOW.toISOString(),
  };
  const filled = spawnSync('node', ['tools/run.mjs', 'server/demo/data.ts', '--borrowers', String(borrowers)], { env });
  if (filled.status !== 0) throw new Error(filled.stderr.toString());
  process.stdout.write(`${filled.stdout.toString().trim().split('\n').at(-1)}\n`);
  const client = new Client({ connectionString: address.href });
  await client.connect();
  const { rows: sizes } = await client.query(
    `select relname as name, pg_total_relation_size(oid)::text as bytes from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  // Copies the same people for each size: those with a saved bank account.
  const { rows: people } = await client.query(
    `select w.web_account_id as "webAccountId", w.application_id as "applicationId",
       min(a.account_number) as "accountNumber", min(m.profile_id) as "methodId"
     from web_accounts w join accounts a using (borrower_key) join payment_methods m using (borrower_key)
     where w.borrower_key ~ '^(avery|blake|devon|emery|morgan)-' and w.application_id = 'borrower' and w.audience_role is null
     group by w.web_account_id, w.application_id order by random()`,
  );
  const opened = await openDatabase({ databaseUrl: address.href });
  // A tiny cache, so that borrowers look like new visitors.
  const server = await startTestServer({ PORTAL_CACHE_MB: '1' }, () => Promise.resolve(opened));
  const bytes = new Map(v.parse(Sizes, sizes).map((each) => [each.name, each.bytes]));
  const once = v.parse(People, people);
  if (once.length === 0) throw new Error('There is nobody with a saved bank account');
  // With few borrowers, borrowers repeat, each call after all others.
  const needed = NAMES.length * (ROUNDS + 1) * REQUESTS;
  const turns = Array.from({ length: Math.ceil(needed / once.length) }, () => once).flat();
  return new Site(borrowers, server, client, turns, bytes);
}

const sum = (values: readonly number[]): number => values.reduce((all, each) => all + each, 0);
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const round = (value: number, digits = 2): string => value.toFixed(digits);

/** Returns the additional bytes per borrower in these tables, from two databases. */
const slope = (few: Site, many: Site, tables: readonly string[]): number =>
  sum(tables.map((table) => (many.bytes.get(table) ?? 0) - (few.bytes.get(table) ?? 0))) /
  (many.borrowers - few.borrowers);

/** Extrapolates to 40 million borrowers. */
function extrapolate(few: Site, many: Site): void {
  const { borrowers, copies, slack, utilization, shardBytes } = ASSUMED;
  const ofKind = (kind: string) => Object.keys(DISTRIBUTION).filter((table) => DISTRIBUTION[table]?.kind === kind);
  const distributed = slope(few, many, ofKind('distributed'));
  const reference = slope(few, many, ofKind('reference'));
  say(`Bytes of a borrower: ${round(distributed, 0)} distributed, ${round(reference, 0)} on each node`);
  const total = borrowers * distributed * slack;
  say(
    `Distributed: ${borrowers} × ${round(distributed, 0)} × ${slack} = ${round(total / 1e12)} TB, ${round((total * copies) / 1e12)} TB with a replica`,
  );
  say(`Reference, on each node: ${round((borrowers * reference * slack) / 1e9, 1)} GB`);
  const least = total / shardBytes;
  say(`Shards of at most ${shardBytes / 1e9} GB: ${Math.ceil(least)}, so ${2 ** Math.ceil(Math.log2(least))}`);
  const visits = (borrowers * ASSUMED.visitOnBusiestDay * ASSUMED.visitInBusiestHour) / 3600;
  const [calls, paid] = [visits * ASSUMED.callsOfVisit, visits * ASSUMED.paymentsOfVisit];
  say(`Load: ${round(visits, 1)} visits, ${round(calls, 0)} calls and ${round(paid, 1)} payments a second`);
  const [list, overview, payment] = NAMES.map((name) => many.computeCost(name));
  if (list === undefined || overview === undefined || payment === undefined) return;
  for (const part of ['server', 'database'] as const) {
    const read = (list[part] + overview[part]) / 2;
    const needed = (calls * read + paid * payment[part]) / 1000 / utilization;
    say(
      `Processors, ${part}: (${round(calls, 0)} × ${round(read)} ms + ${round(paid, 1)} × ${round(payment[part])} ms) ÷ ${utilization} = ${round(needed, 1)}`,
    );
  }
}

/** Number of borrowers that are converted, and the number to which the result is extrapolated. */
const CONVERTED = 5000;
const UPGRADED = 100_000;

/** Measures an upgrade to records and extrapolates its duration. */
async function measureUpgrade(origin: string): Promise<void> {
  const { compare, convert } = await measureConversion(origin, CONVERTED);
  const minutes = (ms: number): string => round((ms * UPGRADED) / 60_000, 1);
  say(`upgrade of ${CONVERTED} borrowers | ms per borrower | minutes for ${UPGRADED}`);
  say(`comparison | ${round(compare)} | ${minutes(compare)}`);
  say(`conversion | ${round(convert)} | ${minutes(convert)}`);
}

/** Runs the measurement. */
export default async function scale([sizes = '1000,10000']: readonly string[]): Promise<number> {
  const origin = process.env['PORTAL_TEST_DATABASE'];
  if (origin === undefined) throw new Error('PORTAL_TEST_DATABASE is not set');
  await measureUpgrade(origin);
  if (sizes === '--conversion') return 0;
  const sites: Site[] = [];
  for (const size of sizes.split(',')) sites.push(await open(origin, Number(size)));
  // Alternates between the databases, so that changes in machine load affect all equally.
  for (let at = 0; at <= ROUNDS; at += 1) {
    for (const name of NAMES) for (const site of sites) await site.round(name, at > 0);
  }
  const [first] = sites;
  const last = sites.at(-1);
  if (first === undefined || last === undefined) return 1;
  say('borrowers | call | server ms | database ms | ratio of both to the first size');
  const whole = ({ server, database }: Cost) => server + database;
  for (const site of sites) {
    for (const name of NAMES) {
      const cost = site.computeCost(name);
      const ratio = whole(cost) / whole(first.computeCost(name));
      say(`${site.borrowers} | ${name} | ${round(cost.server)} | ${round(cost.database)} | ${round(ratio)}`);
    }
  }
  if (last !== first) extrapolate(first, last);
  for (const site of sites) await site.close(origin);
  return 0;
}
