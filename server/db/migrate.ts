/**
 * Runs the migrations of a PostgreSQL server in one transaction that holds the startup lock, so that instances that
 * start together run them in sequence. This also works behind a pooler in transaction mode, where a session lock would
 * be lost.
 */
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import * as v from 'valibot';
import type { Database } from './database.ts';

/** `created_at` is a bigint, which the driver returns as text. */
const Applied = v.object({ rows: v.array(v.object({ created_at: v.pipe(v.string(), v.toNumber()) })) });

/**
 * Runs the pending migrations of a folder. The transaction holds the lock that `hold` acquires. Completed migrations
 * are recorded in Drizzle's own table.
 */
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
