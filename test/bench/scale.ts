/**
 * `npm run bench:scale -- 1000,10000`: measures the processor time of a call and the bytes of a borrower on PostgreSQL with that many
 * borrowers, and computes what 40 million borrowers need. `PORTAL_TEST_DATABASE` is the address of a PostgreSQL server on this
 * machine, with a superuser. The databases are made there and dropped afterwards. The processor time of PostgreSQL is read from
 * /proc. The figures in docs/scale.md come from this script.
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

/** Rounds that count, after one that does not, and requests of each call in each round. */
const ROUNDS = 5;
const REQUESTS = 60;
/** Milliseconds of a tick of /proc/PID/stat. */
const TICK = 10;

/** What is assumed of 40 million borrowers; each is a figure of ours, not a measurement. */
const ASSUMED = {
  borrowers: 40_000_000,
  /** Of the borrowers, those that visit on the busiest day, and of these those in its busiest hour. */
  visitOnBusiestDay: 0.05,
  visitInBusiestHour: 0.15,
  callsOfVisit: 20,
  paymentsOfVisit: 0.2,
  /** How much of a processor may be in use. */
  utilization: 0.5,
  /** Bytes on disk for each byte measured: a replica of each node, and room for what vacuum has not cleared. */
  copies: 2,
  slack: 1.5,
  /** The most bytes of one shard that moves within minutes when nodes are added. */
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

/** Processor time in milliseconds. */
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

  /** The processor time that PostgreSQL's processes of this database have used, in milliseconds. */
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

  /** Makes requests of one call, each of another borrower, and counts what they cost. */
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
        const rows = { accountNumber, methodId, groupId: '', documentId: '', letterId: '', noteId: '' };
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

  /** Processor time of one request in milliseconds. */
  costOf(name: Name): Cost {
    const { server, database } = this.costs.get(name) ?? { server: 0, database: 0 };
    return { server: server / (ROUNDS * REQUESTS), database: database / (ROUNDS * REQUESTS) };
  }

  /** Closes and drops the database. Throws where a payment was answered and is not there. */
  async close(origin: string): Promise<void> {
    const { rows } = await this.client.query('select count(*)::integer as count from submissions');
    const kept = v.parse(Counts, rows)[0].count;
    await this.client.end();
    await this.server.close();
    const admin = new Client({ connectionString: origin });
    await admin.connect();
    await admin.query(`drop database portal_scale_${this.borrowers}`).finally(() => admin.end());
    if (kept !== this.paid) throw new Error(`${this.paid} payments were made, ${kept} are there`);
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
  // Copies of the same people at each size, who have a saved bank account.
  const { rows: people } = await client.query(
    `select w.web_account_id as "webAccountId", w.application_id as "applicationId",
       min(a.account_number) as "accountNumber", min(m.profile_id) as "methodId"
     from web_accounts w join accounts a using (borrower_key) join payment_methods m using (borrower_key)
     where w.borrower_key ~ '^(avery|blake|devon|emery|morgan)-' and w.application_id = 'borrower' and w.audience_role is null
     group by w.web_account_id, w.application_id order by random()`,
  );
  const opened = await openDatabase({ databaseUrl: address.href });
  // Hardly anything is kept of earlier answers: as for borrowers who have just come.
  const server = await startTestServer({ PORTAL_CACHE_MB: '1' }, () => Promise.resolve(opened));
  const bytes = new Map(v.parse(Sizes, sizes).map((each) => [each.name, each.bytes]));
  const once = v.parse(People, people);
  if (once.length === 0) throw new Error('There is nobody with a saved bank account');
  // Where there are few, they come again, each call after all others.
  const needed = NAMES.length * (ROUNDS + 1) * REQUESTS;
  const turns = Array.from({ length: Math.ceil(needed / once.length) }, () => once).flat();
  return new Site(borrowers, server, client, turns, bytes);
}

const sum = (values: readonly number[]): number => values.reduce((all, each) => all + each, 0);
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const round = (value: number, digits = 2): string => value.toFixed(digits);

/** Bytes of one more borrower in these tables, from two databases. */
const slope = (few: Site, many: Site, tables: readonly string[]): number =>
  sum(tables.map((table) => (many.bytes.get(table) ?? 0) - (few.bytes.get(table) ?? 0))) /
  (many.borrowers - few.borrowers);

/** What 40 million borrowers need, from what one costs. */
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
  const [list, overview, payment] = NAMES.map((name) => many.costOf(name));
  if (list === undefined || overview === undefined || payment === undefined) return;
  for (const part of ['server', 'database'] as const) {
    const read = (list[part] + overview[part]) / 2;
    const needed = (calls * read + paid * payment[part]) / 1000 / utilization;
    say(
      `Processors, ${part}: (${round(calls, 0)} × ${round(read)} ms + ${round(paid, 1)} × ${round(payment[part])} ms) ÷ ${utilization} = ${round(needed, 1)}`,
    );
  }
}

/** Runs the measurement. */
export default async function scale([sizes = '1000,10000']: readonly string[]): Promise<number> {
  const origin = process.env['PORTAL_TEST_DATABASE'];
  if (origin === undefined) throw new Error('PORTAL_TEST_DATABASE is not set');
  const sites: Site[] = [];
  for (const size of sizes.split(',')) sites.push(await open(origin, Number(size)));
  // The rounds take turns, so that the machine treats all alike.
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
      const cost = site.costOf(name);
      const ratio = whole(cost) / whole(first.costOf(name));
      say(`${site.borrowers} | ${name} | ${round(cost.server)} | ${round(cost.database)} | ${round(ratio)}`);
    }
  }
  if (last !== first) extrapolate(first, last);
  for (const site of sites) await site.close(origin);
  return 0;
}
