/**
 * `npm run distribute`: distributes the tables of the PostgreSQL database in `DATABASE_URL` over a Citus cluster, as
 * defined in distribution.ts. Fails if the database lacks the extension. It is idempotent: tables that are distributed
 * already stay unchanged. No portal may use the database while it runs.
 */
import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { EnvProblem, readEnv } from './env.ts';
import { explain } from './explain.ts';
import { paths } from './paths.ts';
import { DISTRIBUTION, TRIGGERS_TO_DROP } from './db/distribution.ts';
import type { Database } from './db/database.ts';
import { openDatabase } from './db/open.ts';

/** The database cannot be distributed; the message contains the reason. */
export class DistributeProblem extends Error {
  override readonly name = 'DistributeProblem';
}

/** The result of the query for tables that Citus manages, which excludes local tables. */
const Known = v.object({
  rows: v.array(v.object({ name: v.string(), column: v.nullable(v.string()) })),
});
const Found = v.object({ rows: v.array(v.unknown()) });

/** Runs one SQL statement without parameters. */
export type Run = (statement: string) => Promise<unknown>;

/**
 * Returns the statement that distributes a table. `withTable` is the table to co-locate it with; `none` starts a new
 * co-location group.
 */
const distributing = (table: string, column: string, withTable: string): string =>
  `select create_distributed_table('${table}', '${column}', colocate_with => '${withTable}')`;

const KNOWN = `select logicalrelid::text as name,
  case when partkey is null then null else column_to_column_name(logicalrelid, partkey) end as column
  from pg_dist_partition where (partmethod = 'h' or (partmethod = 'n' and repmodel = 't')) and logicalrelid::text not like '%.%'`;

/**
 * Distributes the tables. `run` must execute all statements in one transaction. Returns one line per table. Throws
 * {@link DistributeProblem} if Citus is missing or a table is distributed by another column.
 */
export async function distributeTables(run: Run): Promise<string[]> {
  if (v.parse(Found, await run(`select 1 from pg_extension where extname = 'citus'`)).rows.length === 0) {
    throw new DistributeProblem(
      'The extension citus is not in this database. Install Citus, then: create extension citus; and add the workers.',
    );
  }
  const known = new Map(v.parse(Known, await run(KNOWN)).rows.map(({ name, column }) => [name, column]));
  const done: string[] = [];
  // The trigger on `borrowers` changes only its own row, which Citus cannot verify.
  await run('set local citus.enable_unsafe_triggers to on');
  for (const { table, trigger } of TRIGGERS_TO_DROP) await run(`drop trigger if exists ${trigger} on ${table}`);
  /** The first table of each co-location group. */
  const first = new Map<string, string>();
  for (const [table, placement] of Object.entries(DISTRIBUTION)) {
    if (placement.kind === 'local') continue;
    const requested = placement.kind === 'distributed' ? placement.column : null;
    const present = known.get(table);
    if (present !== undefined && present !== requested) {
      throw new DistributeProblem(
        `${table} is distributed by ${present ?? 'copies'}, not by ${requested ?? 'copies'}.`,
      );
    }
    if (placement.kind === 'reference') {
      if (present === undefined) await run(`select create_reference_table('${table}')`);
    } else {
      const withTable = first.get(placement.colocation) ?? 'none';
      if (present === undefined) await run(distributing(table, placement.column, withTable));
      if (withTable === 'none') first.set(placement.colocation, table);
    }
    done.push(`${table}: ${present === undefined ? 'distributed' : 'was distributed'} by ${requested ?? 'copies'}`);
  }
  return done;
}

/** Distributes the tables of an open database in one transaction. */
export const distributeDatabase = (db: Database): Promise<string[]> =>
  db.transaction((transaction) => distributeTables((statement) => transaction.execute(sql.raw(statement))));

/** Runs the command and returns its exit code. */
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
