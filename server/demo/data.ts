/**
 * `npm run data -- --borrowers 100000`: seeds the PostgreSQL database in `DATABASE_URL` with copies of demo borrowers
 * for load tests. Rejects production settings. `npm run data -- --compare` and `--release` belong to an upgrade
 * (docs/operations.md) and work on any database.
 */
import { parseArgs } from 'node:util';
import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { businessDate } from '#domain/calendar.ts';
import { getKeyFile, keysFrom } from '../db/key-file.ts';
import { setKeys } from '../db/keys.ts';
import type { Database } from '../db/database.ts';
import { openDatabase } from '../db/open.ts';
import { isSealedDatabase, reencryptDatabase } from '../db/key-rotation.ts';
import { EnvProblem, type ServerEnv, readEnv } from '../env.ts';
import { explain } from '../explain.ts';
import { loadSettings } from '../http/settings.ts';
import { OIDC_BASE, isHttps } from '../http/routes.ts';
import { paths } from '../paths.ts';
import { runComparison } from '../service/conversion/command.ts';
import { CopyProblem, addBulkCopies } from './bulk-copies.ts';
import { loadDemoData, readPeople } from './load.ts';

const USAGE = 'Usage: npm run data -- --borrowers 10000 [--like avery,jules] | --compare | --release';

/**
 * Borrowers with more accounts than this are copied only if named, because one of them has as many rows as a thousand
 * others.
 */
export const USUAL_ACCOUNTS = 10;

/** Maximum number of copies per run. */
const MOST = 1_000_000;

interface Wish {
  readonly borrowers: number;
  /** The borrowers to copy. Undefined means all demo borrowers with at most {@link USUAL_ACCOUNTS} accounts. */
  readonly like: readonly string[] | undefined;
}

/** Parses the arguments. Throws {@link CopyProblem} if they are invalid. */
export function parseWish(args: readonly string[]): Wish {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { borrowers: { type: 'string' }, like: { type: 'string' } },
    });
    const requested = /^\d{1,7}$/.test(values.borrowers ?? '') ? Number(values.borrowers) : 0;
    if (requested < 1 || requested > MOST) throw new CopyProblem(USAGE);
    return { borrowers: requested, like: values.like?.split(',').map((each) => each.trim()) };
  } catch (error) {
    throw error instanceof CopyProblem ? error : new CopyProblem(USAGE);
  }
}

/** Throws {@link EnvProblem} if the settings could be those of a production server. */
export function refuseProduction(env: ServerEnv): void {
  const obstacle = [
    env.databaseUrl === undefined && 'DATABASE_URL is not set',
    isHttps(env.publicUrl) && 'PUBLIC_URL is an https URL',
    env.oidcIssuer !== undefined && 'OIDC_ISSUER is set',
    !env.hasDemoPeople && 'PORTAL_DEMO is not 1',
  ].find((each) => each !== false);
  if (obstacle !== undefined) throw new EnvProblem(`Demo borrowers cannot be copied into this database: ${obstacle}.`);
}

const Size = v.object({
  rows: v.tuple([v.object({ bytes: v.pipe(v.union([v.string(), v.number()]), v.transform(Number)) })]),
});

async function readSize(db: Database): Promise<number> {
  return v.parse(Size, await db.execute(sql`select pg_database_size(current_database()) as bytes`)).rows[0].bytes;
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function fill(env: ServerEnv, wish: Wish): Promise<void> {
  const opened = await openDatabase({ databaseUrl: env.databaseUrl, migrations: paths.migrations });
  try {
    const isSealed = await isSealedDatabase(opened.db);
    setKeys(await keysFrom({ key: env.key, oldKeys: env.oldKeys, file: getKeyFile(paths.data), isSealed }));
    await opened.withoutLimits(async (db) => {
      await reencryptDatabase(db, { acceptsEarlier: env.sealsRows });
      const today = businessDate(env.now ?? new Date());
      const issuer = `${env.publicUrl}${OIDC_BASE}`;
      const { configuration } = await loadSettings({ folders: [paths.public], publicUrl: env.publicUrl, issuer });
      await loadDemoData(db, paths.demo, today, configuration.signIn);
      const people = await readPeople(paths.demo, today);
      const usual = people.flatMap((person) => {
        if (person.role !== 'borrower') return [];
        const accounts = person.accounts.reduce((all, { copies }) => all + copies, 0);
        return accounts <= USUAL_ACCOUNTS ? [person.signIn] : [];
      });
      const before = await readSize(db);
      const began = performance.now();
      const { borrowers, rows } = await addBulkCopies(db, wish.like ?? usual, wish.borrowers, (made) =>
        say(`${made} of ${wish.borrowers} borrowers`),
      );
      const seconds = (performance.now() - began) / 1000;
      await db.execute(sql`analyze`);
      for (const [table, inserted] of Object.entries(rows)) say(`${String(inserted).padStart(10)}  ${table}`);
      const all = Object.values(rows).reduce((sum, inserted) => sum + inserted, 0);
      const bytes = (await readSize(db)) - before;
      say(`${borrowers} borrowers, ${all} rows, ${bytes} bytes more on disk, in ${seconds.toFixed(1)} s.`);
    });
  } finally {
    await opened.close();
  }
}

/** Runs the command and returns its exit code. */
export default async function data(args: readonly string[]): Promise<number> {
  try {
    const env = readEnv({ ...process.env });
    const [option = ''] = args;
    if (args.length === 1 && (option === '--compare' || option === '--release')) {
      return await runComparison(env, option === '--release', say);
    }
    const wish = parseWish(args);
    refuseProduction(env);
    await fill(env, wish);
    return 0;
  } catch (error) {
    process.stderr.write(`${error instanceof CopyProblem ? error.message : explain(error)}\n`);
    return 1;
  }
}
