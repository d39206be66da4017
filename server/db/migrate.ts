/**
 * The migrations of a PostgreSQL server, in one transaction that holds the start-up lock: instances that start together take
 * turns, also behind a pooler that gives each transaction another connection, where a lock of the session would be lost.
 */
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import * as v from 'valibot';
import type { Database } from './open.ts';

/** `created_at` is a bigint, which the driver gives as text. */
const Applied = v.object({ rows: v.array(v.object({ created_at: v.pipe(v.string(), v.toNumber()) })) });

/** Runs the migrations of a folder that the database lacks, while its transaction holds the lock that `hold` takes. Its record of them is the one that Drizzle keeps. */
export async function migrateInTurn(
  db: Database,
  migrationsFolder: string,
  hold: (transaction: Database) => Promise<void>,
): Promise<void> {
  const migrations = readMigrationFiles({ migrationsFolder });
  await db.transaction(async (transaction) => {
    await hold(transaction);
    await transaction.execute(sql`create schema if not exists drizzle`);
    await transaction.execute(
      sql`create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`,
    );
    const found = await transaction.execute(
      sql`select created_at from drizzle.__drizzle_migrations order by created_at desc limit 1`,
    );
    const last = v.parse(Applied, found).rows[0]?.created_at ?? 0;
    for (const { folderMillis, hash, sql: statements } of migrations) {
      if (folderMillis <= last) continue;
      for (const statement of statements) await transaction.execute(sql.raw(statement));
      await transaction.execute(
        sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${folderMillis})`,
      );
    }
  });
}
