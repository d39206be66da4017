/**
 * `npm run distribute`: spreads the tables of the PostgreSQL database that `DATABASE_URL` names over the servers of a Citus
 * cluster, as distribution.ts says. It refuses a database without the extension. What is distributed already is left as it is,
 * so that it can be run again. No portal may run on the database meanwhile.
 */
import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { EnvProblem, readEnv } from '../env.ts';
import { explain } from '../explain.ts';
import { paths } from '../paths.ts';
import { DISTRIBUTION, TRIGGERS_TO_DROP } from './distribution.ts';
import { type Database, openDatabase } from './open.ts';

/** The database cannot be distributed; the message says why. */
export class DistributeProblem extends Error {
  override readonly name = 'DistributeProblem';
}

/** What a Citus cluster says of the tables that it knows: all but the local ones. */
const Known = v.object({
  rows: v.array(v.object({ name: v.string(), column: v.nullable(v.string()) })),
});
const Found = v.object({ rows: v.array(v.unknown()) });

/** Runs one statement, text without parameters. */
export type Run = (statement: string) => Promise<unknown>;

/** The statement that distributes a table. `withTable` is the one that it is co-located with; `none` begins another group. */
const distributing = (table: string, column: string, withTable: string): string =>
  `select create_distributed_table('${table}', '${column}', colocate_with => '${withTable}')`;

const KNOWN = `select logicalrelid::text as name,
  case when partkey is null then null else column_to_column_name(logicalrelid, partkey) end as column
  from pg_dist_partition where (partmethod = 'h' or (partmethod = 'n' and repmodel = 't')) and logicalrelid::text not like '%.%'`;

/**
 * Distributes the tables. `run` runs each statement in one transaction. Returns what was done, one line for each table. Throws
 * a {@link DistributeProblem} where Citus is not there, or where a table is distributed by another column.
 */
export async function distributeTables(run: Run): Promise<string[]> {
  if (v.parse(Found, await run(`select 1 from pg_extension where extname = 'citus'`)).rows.length === 0) {
    throw new DistributeProblem(
      'The extension citus is not in this database. Install Citus, then: create extension citus; and add the workers.',
    );
  }
  const known = new Map(v.parse(Known, await run(KNOWN)).rows.map(({ name, column }) => [name, column]));
  const done: string[] = [];
  // The trigger on `borrowers` changes its own row only, which Citus cannot know.
  await run('set local citus.enable_unsafe_triggers to on');
  for (const { table, trigger } of TRIGGERS_TO_DROP) await run(`drop trigger if exists ${trigger} on ${table}`);
  /** The table that begins each group of co-located tables. */
  const first = new Map<string, string>();
  for (const [table, placement] of Object.entries(DISTRIBUTION)) {
    if (placement.kind === 'local') continue;
    const wanted = placement.kind === 'distributed' ? placement.column : null;
    const present = known.get(table);
    if (present !== undefined && present !== wanted) {
      throw new DistributeProblem(`${table} is distributed by ${present ?? 'copies'}, not by ${wanted ?? 'copies'}.`);
    }
    if (placement.kind === 'reference') {
      if (present === undefined) await run(`select create_reference_table('${table}')`);
    } else {
      const withTable = first.get(placement.colocation) ?? 'none';
      if (present === undefined) await run(distributing(table, placement.column, withTable));
      if (withTable === 'none') first.set(placement.colocation, table);
    }
    done.push(`${table}: ${present === undefined ? 'distributed' : 'was distributed'} by ${wanted ?? 'copies'}`);
  }
  return done;
}

/** Distributes the tables of an open database, all of them or none. */
export const distributeDatabase = (db: Database): Promise<string[]> =>
  db.transaction((transaction) => distributeTables((statement) => transaction.execute(sql.raw(statement))));

/** Runs the command. Returns its exit code. */
export default async function distribute(): Promise<number> {
  try {
    const { databaseUrl } = readEnv({ ...process.env });
    if (databaseUrl === undefined) throw new EnvProblem('DATABASE_URL is not set.');
    const opened = await openDatabase({ databaseUrl, migrations: paths.migrations });
    try {
      const done = await opened.withoutLimits(distributeDatabase);
      for (const line of done) process.stdout.write(`${line}\n`);
    } finally {
      await opened.close();
    }
    return 0;
  } catch (error) {
    process.stderr.write(`${error instanceof DistributeProblem ? error.message : explain(error)}\n`);
    return 1;
  }
}
