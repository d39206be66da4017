/**
 * How often a login name may be tried: after a few wrong passwords its sign-in is refused for a while, whatever the
 * password. It is counted in the database, so that it holds for all instances, and for names that nobody has as well, so
 * that it tells nobody which names exist.
 */
import { createHash } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Database } from '../db/open.ts';
import { oidcRecords } from '../db/schema.ts';

const MODEL = 'SignInAttempts';
const LIMIT = 10;
const WINDOW_MINUTES = 15;

const Counted = v.object({ count: v.number() });

/** A person may type a password where the name belongs, so the name itself is not kept. */
const idOf = (loginName: string): string => createHash('sha256').update(loginName.trim().toLowerCase()).digest('hex');

/**
 * Counts an attempt and says whether it may go on. Counting comes before the password is looked at, so that attempts
 * made at the same time cannot slip through together.
 */
export async function countAttempt(db: Database, loginName: string): Promise<boolean> {
  const now = new Date();
  const until = new Date(now.getTime() + WINDOW_MINUTES * 60_000);
  const isOver = sql`${oidcRecords.expiresAt} <= ${now.toISOString()}::timestamptz`;
  const [row] = await db
    .insert(oidcRecords)
    .values({ model: MODEL, id: idOf(loginName), payload: { count: 1 }, expiresAt: until })
    .onConflictDoUpdate({
      target: [oidcRecords.model, oidcRecords.id],
      set: {
        payload: sql`jsonb_build_object('count', case when ${isOver} then 1
          else (${oidcRecords.payload}->>'count')::integer + 1 end)`,
        expiresAt: sql`case when ${isOver} then ${until.toISOString()}::timestamptz else ${oidcRecords.expiresAt} end`,
      },
    })
    .returning({ payload: oidcRecords.payload });
  return v.parse(Counted, row?.payload).count <= LIMIT;
}

/** Forgets a name's attempts, once its password was right; without a name those of everybody. */
export async function forgetAttempts(db: Database, loginName?: string): Promise<void> {
  const whose = loginName === undefined ? undefined : eq(oidcRecords.id, idOf(loginName));
  await db.delete(oidcRecords).where(and(eq(oidcRecords.model, MODEL), whose));
}
