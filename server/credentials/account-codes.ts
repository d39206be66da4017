/**
 * One-time codes by email that belong to a web account: to log in after other people have tried wrong passwords
 * (log-in-code.ts), and to confirm a new email address. They are stored among the provider's records, which expire. A code
 * is six random digits, stored as a keyed hash, valid for ten minutes and five tries.
 */
import { and, eq, gt, lt, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { millisecondsInMinute } from 'date-fns/constants';
import type { Database } from '../db/database.ts';
import { presentKeys } from '../db/keys.ts';
import { oidcRecords } from '../db/schema/index.ts';
import { CODE_MINUTES } from '../mail/messages.ts';
import { isSameHash, newCode } from './one-time-codes.ts';

const MAX_TRIES = 5;

/** A code: its purpose and its subject (a web account, for a new email address also the address). */
export interface CodeKey {
  readonly model: 'LogInCode' | 'EmailCode';
  readonly subject: string;
}

const toId = ({ model, subject }: CodeKey): string => presentKeys().hash(`${model} ${subject}`);
const hashCode = ({ model, subject }: CodeKey, code: string): string =>
  presentKeys().hash(`${model} ${subject} code ${code}`);

const Payload = v.object({ codeHash: v.string(), tries: v.number(), isVerified: v.boolean() });

const isMatch = (key: CodeKey) => and(eq(oidcRecords.model, key.model), eq(oidcRecords.id, toId(key)));
const isLive = () => gt(oidcRecords.expiresAt, new Date());
const inTenMinutes = (): Date => new Date(Date.now() + CODE_MINUTES * millisecondsInMinute);

/**
 * Creates a code and returns it. The code replaces an earlier one. With `isOnce`, an earlier code stays valid, and the
 * function returns undefined.
 */
export async function createCode(
  db: Database,
  key: CodeKey,
  { isOnce }: { readonly isOnce: boolean },
): Promise<string | undefined> {
  const code = newCode();
  const row = { payload: { codeHash: hashCode(key, code), tries: 0, isVerified: false }, expiresAt: inTenMinutes() };
  const made = await db
    .insert(oidcRecords)
    .values({ model: key.model, id: toId(key), ...row })
    .onConflictDoUpdate({
      target: [oidcRecords.model, oidcRecords.id],
      set: row,
      ...(isOnce && { setWhere: lt(oidcRecords.expiresAt, new Date()) }),
    })
    .returning({ id: oidcRecords.id });
  return made.length > 0 ? code : undefined;
}

/**
 * Tries a code. A correct one is marked as verified, and may be tried again. The try is counted before the comparison, so
 * that concurrent tries are counted too.
 */
export async function tryCode(db: Database, key: CodeKey, code: string): Promise<'right' | 'wrong' | 'over'> {
  const tries = sql`(${oidcRecords.payload}->>'tries')::integer`;
  const [row] = await db
    .update(oidcRecords)
    .set({ payload: sql`jsonb_set(${oidcRecords.payload}, '{tries}', to_jsonb(${tries} + 1))` })
    .where(and(isMatch(key), isLive(), lt(tries, MAX_TRIES)))
    .returning({ payload: oidcRecords.payload });
  if (row === undefined) return 'over';
  const stored = v.parse(Payload, row.payload);
  if (!isSameHash(hashCode(key, code), stored.codeHash)) return stored.tries < MAX_TRIES ? 'wrong' : 'over';
  await db
    .update(oidcRecords)
    .set({ payload: { ...stored, tries: stored.tries - 1, isVerified: true } })
    .where(isMatch(key));
  return 'right';
}

/** Uses up a code that was verified. Returns false if there is none. */
export async function consumeVerified(db: Database, key: CodeKey): Promise<boolean> {
  const used = await db
    .delete(oidcRecords)
    .where(and(isMatch(key), isLive(), eq(sql`${oidcRecords.payload}->>'isVerified'`, 'true')))
    .returning({ id: oidcRecords.id });
  return used.length > 0;
}
