/** Detects whether a failover of the database could lose acknowledged payments. */
import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Database } from './database.ts';

/** The warning: standbys exist, but a commit does not wait for any of them. */
export const ASYNCHRONOUS =
  'The database has standbys, but synchronous_standby_names is empty or synchronous_commit is off: a failover would lose confirmed payments (docs/operations.md, Failover).';

const Found = v.object({ rows: v.tuple([v.object({ is_unsafe: v.boolean() })]) });

/** Returns {@link ASYNCHRONOUS} if it applies to the database. */
export async function replicationWarning(db: Database): Promise<string | undefined> {
  const found = await db.execute(
    sql`select exists (select 1 from pg_stat_replication) and (current_setting('synchronous_standby_names') = ''
      or current_setting('synchronous_commit') in ('off', 'local')) as is_unsafe`,
  );
  return v.parse(Found, found).rows[0].is_unsafe ? ASYNCHRONOUS : undefined;
}
