/**
 * How often something secret may be tried: after a few wrong passwords for a login name its sign-in is refused for a while,
 * whatever the password; so is the recognition of a borrower, and the present password when it is changed. It is counted
 * in the database, so that it holds for all instances, and for names that nobody has as well, so that it tells nobody
 * which names exist. Network addresses are not counted: behind a balancer or a school's gateway they are many people's.
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

/** What is tried: the password of a login name, the person behind an account number, the present password. */
export type Tried = 'signIn' | 'recognition' | 'passwordChange';

/** A person may type a password where the name belongs, so the name itself is not kept. */
const idOf = (name: string, tried: Tried): string =>
  createHash('sha256').update(`${tried} ${name.trim().toLowerCase()}`).digest('hex');

/**
 * Counts an attempt and says whether it may go on. Counting comes before the password is looked at, so that attempts
 * made at the same time cannot slip through together.
 */
export async function countAttempt(db: Database, name: string, tried: Tried = 'signIn'): Promise<boolean> {
  const now = new Date();
  const until = new Date(now.getTime() + WINDOW_MINUTES * 60_000);
  const isOver = sql`${oidcRecords.expiresAt} <= ${now.toISOString()}::timestamptz`;
  const [row] = await db
    .insert(oidcRecords)
    .values({ model: MODEL, id: idOf(name, tried), payload: { count: 1 }, expiresAt: until })
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
export async function forgetAttempts(db: Database, name?: string, tried: Tried = 'signIn'): Promise<void> {
  const whose = name === undefined ? undefined : eq(oidcRecords.id, idOf(name, tried));
  await db.delete(oidcRecords).where(and(eq(oidcRecords.model, MODEL), whose));
}
