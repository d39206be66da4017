/**
 * Rate limits for guessing secrets, and for submissions without signing in. Each attempt increments several counters:
 * by subject, and by network address. When a counter exceeds its limit, further attempts with the same key are rejected
 * for a while, correct or not. The total counters never reject attempts, because an attacker could use that to lock out
 * all borrowers: beyond the limit, each attempt is delayed and an alarm is logged. The counters are in the database, so
 * that the limits apply across all instances. Unknown usernames are counted as well, so that the limits do not reveal
 * which names exist. A successful attempt is uncounted.
 */
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq, inArray, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { presentKeys } from './db/keys.ts';
import type { Database } from './db/database.ts';
import { oidcRecords } from './db/schema/index.ts';
import { HttpProblem } from './http/problems.ts';
import { recordEvent } from './security-events.ts';

const MODEL = 'SignInAttempts';

/**
 * The secret or action of an attempt: the password of a username; the identity behind an account number; the current
 * password, in a password change or before other changes; the code from an email with the password (logInCode); the codes
 * that a person sends to new email addresses (emailCode); a recovery code (by address and in total;
 * one-time-codes.ts limits the attempts per code); the token of a payer's invitation (by address), and the invitations
 * that a borrower sends. Without signing in: uploading documents, sending a privacy form, and closing the key of a
 * submission that was never recorded.
 */
export type LimitedAction =
  | 'signIn'
  | 'recognition'
  | 'passwordChange'
  | 'recoveryCode'
  | 'logInCode'
  | 'emailCode'
  | 'invitation'
  | 'upload'
  | 'privacyForm'
  | 'settlement';

/**
 * The counters with their limits: maximum number of attempts, and the window in minutes from the first attempt. The
 * limit per address is higher than the limit per name, because a school or a company may share one address. `isTotal`
 * counts all attempts and rejects none.
 */
const LIMITS = {
  subject: { most: 10, minutes: 15, isForgotten: true, isTotal: false },
  /** A browser in which the person has logged in before. */
  device: { most: 10, minutes: 15, isForgotten: true, isTotal: false },
  /** Attempts to be recognized as one person over a long period. */
  identity: { most: 100, minutes: 90 * 24 * 60, isForgotten: false, isTotal: false },
  address: { most: 100, minutes: 15, isForgotten: false, isTotal: false },
  total: { most: 1000, minutes: 15, isForgotten: false, isTotal: true },
  /** Codes to new email addresses. */
  emailCode: { most: 5, minutes: 60, isForgotten: false, isTotal: false },
  uploadAddress: { most: 20, minutes: 60, isForgotten: false, isTotal: false },
  uploadTotal: { most: 500, minutes: 60, isForgotten: false, isTotal: true },
  privacyFormAddress: { most: 20, minutes: 60, isForgotten: false, isTotal: false },
  privacyFormTotal: { most: 500, minutes: 60, isForgotten: false, isTotal: true },
  settlementAddress: { most: 100, minutes: 60, isForgotten: false, isTotal: false },
  settlementTotal: { most: 2000, minutes: 60, isForgotten: false, isTotal: true },
} as const;
type Kind = keyof typeof LIMITS;

/** A counter with its key. */
interface Counter {
  readonly kind: Kind;
  readonly id: string;
}

/** An attempt: the secret or action, the subject, and the source. */
export interface Attempt {
  readonly tried: LimitedAction;
  readonly subjects: readonly string[];
  /** The network address, if known. */
  readonly address?: string | undefined;
  /** A browser in which the person has logged in before. If set, only its own counter applies (device-cookie.ts). */
  readonly device?: string | undefined;
}

/**
 * Returns the key of a counter as a keyed hash. Users sometimes type a password into the username field, and birth
 * dates could be brute-forced, so the name is not stored. The unkeyed inner hash preserves compatibility with earlier
 * versions (db/key-rotation.ts).
 */
const toId = (tried: LimitedAction, kind: Kind, name: string): string => {
  const plain = createHash('sha256').update(`${tried} ${kind} ${name.trim().toLowerCase()}`).digest('hex');
  return presentKeys().hash(plain);
};

/** Returns the counters of an attempt. */
function listCounters({ tried, subjects, address, device }: Attempt): Counter[] {
  const counter = (kind: Kind, name: string): Counter => ({ kind, id: toId(tried, kind, name) });
  if (device !== undefined) return [counter('device', device)];
  if (tried === 'upload' || tried === 'privacyForm' || tried === 'settlement') {
    return [...(address === undefined ? [] : [counter(`${tried}Address`, address)]), counter(`${tried}Total`, '')];
  }
  if (tried === 'emailCode') return subjects.map((subject) => counter('emailCode', subject));
  // Some attempts are limited by person and address together, so that another address cannot lock the person out.
  const isPerAddress = tried === 'recognition' || tried === 'logInCode';
  const from = isPerAddress && address !== undefined ? ` from ${address}` : '';
  return [
    ...subjects.map((subject) => counter('subject', subject + from)),
    ...(address === undefined ? [] : [counter('address', address)]),
    counter('total', ''),
  ];
}

/** Returns the long-term counters, which count only attempts that no other limit has rejected. */
const listLongTerm = ({ tried, subjects }: Attempt): Counter[] =>
  subjects.map((subject): Counter => ({ kind: 'identity', id: toId(tried, 'identity', subject) }));

const Count = v.object({ count: v.number() });

/** Returns the 429 problem for too many attempts, with the number of seconds until the next one is allowed. */
export const tooManyAttempts = (seconds: number): HttpProblem =>
  new HttpProblem(429, `There were too many attempts. Try again in ${Math.ceil(seconds / 60)} minutes.`, {
    title: 'Too many attempts.',
    headers: { 'retry-after': String(seconds) },
  });

/** Sorts the counters, so that concurrent attempts lock rows in the same order and cannot deadlock. */
const inOrder = (counters: readonly Counter[]): Counter[] =>
  counters.toSorted((one, other) => (one.id < other.id ? -1 : 1));

/** The result of counting: seconds until the next attempt if a limit is exceeded, and whether a total is exceeded. */
interface Passed {
  readonly wait: number | undefined;
  readonly isTotalPassed: boolean;
}

/** Increments the counters. Records a security event when a limit is first exceeded. */
async function count(db: Database, counters: readonly Counter[], { tried, address }: Attempt): Promise<Passed> {
  const kinds = new Map(counters.map(({ id, kind }) => [id, kind]));
  const now = Date.now();
  const isOver = sql`${oidcRecords.expiresAt} <= ${new Date(now).toISOString()}::timestamptz`;
  const rows = await db
    .insert(oidcRecords)
    .values(
      inOrder(counters).map(({ id, kind }) => ({
        model: MODEL,
        id,
        payload: { count: 1 },
        expiresAt: new Date(now + LIMITS[kind].minutes * 60_000),
      })),
    )
    .onConflictDoUpdate({
      target: [oidcRecords.model, oidcRecords.id],
      set: {
        payload: sql`jsonb_build_object('count', case when ${isOver} then 1
          else (${oidcRecords.payload}->>'count')::integer + 1 end)`,
        expiresAt: sql`case when ${isOver} then excluded.expires_at else ${oidcRecords.expiresAt} end`,
      },
    })
    .returning({ id: oidcRecords.id, payload: oidcRecords.payload, expiresAt: oidcRecords.expiresAt });
  const waits: number[] = [];
  let isTotalPassed = false;
  for (const { id, payload, expiresAt } of rows) {
    const kind = kinds.get(id);
    if (kind === undefined || expiresAt === null) continue;
    const { most, isTotal } = LIMITS[kind];
    const passed = v.parse(Count, payload).count - most;
    if (passed <= 0) continue;
    if (passed === 1) {
      await recordEvent(
        db,
        isTotal
          ? { kind: 'alarm', detail: `more than ${most} attempts of ${tried}` }
          : { kind: 'lockedOut', address, detail: `${tried} by ${kind}` },
      );
    }
    if (isTotal) isTotalPassed = true;
    else waits.push(Math.max(1, Math.ceil((expiresAt.getTime() - now) / 1000)));
  }
  return { wait: waits.length === 0 ? undefined : Math.max(...waits), isTotalPassed };
}

/** Delay of each attempt while a total is exceeded, in milliseconds. */
const SLOW_DOWN = 1000;

/**
 * Counts an attempt. Throws 429 if a limit is exceeded. Call it before checking the secret, so that concurrent attempts
 * cannot exceed the limit. Must not be called within a transaction, because it may wait.
 */
export async function countAttempt(db: Database, attempt: Attempt): Promise<void> {
  const { wait, isTotalPassed } = await count(db, listCounters(attempt), attempt);
  if (wait !== undefined) throw tooManyAttempts(wait);
  if (isTotalPassed) await sleep(SLOW_DOWN);
}

/**
 * Counts an attempt to be recognized as one person over a long period. Returns whether there were too many from all
 * addresses. Then the details alone are not sufficient, but a code to the email address on file still is: other people's
 * attempts must not lock a borrower out.
 */
export async function isTriedTooOften(db: Database, attempt: Attempt): Promise<boolean> {
  return (await count(db, listLongTerm(attempt), attempt)).wait !== undefined;
}

/** Selects the rows of counters. */
const among = (ids: string[]) => and(eq(oidcRecords.model, MODEL), inArray(oidcRecords.id, ids));

/** Uncounts a successful attempt: resets the counters of its subject and decrements the others. */
export async function takeBackAttempt(db: Database, attempt: Attempt): Promise<void> {
  const counters = listCounters(attempt);
  const forgotten = counters.filter(({ kind }) => LIMITS[kind].isForgotten).map(({ id }) => id);
  const now = new Date();
  await db
    .insert(oidcRecords)
    .values(inOrder(counters).map(({ id }) => ({ model: MODEL, id, payload: { count: 0 }, expiresAt: now })))
    .onConflictDoUpdate({
      target: [oidcRecords.model, oidcRecords.id],
      set: {
        payload: sql`jsonb_build_object('count', greatest(0, (${oidcRecords.payload}->>'count')::integer - 1))`,
        // An expired row counts as deleted.
        expiresAt: sql`case when ${inArray(oidcRecords.id, forgotten)} then excluded.expires_at else ${oidcRecords.expiresAt} end`,
      },
    });
}

/** Resets the attempts for one subject from all addresses. The counters by address and in total are unchanged. */
export async function forgetAttemptsAbout(db: Database, tried: LimitedAction, subject: string): Promise<void> {
  await db.delete(oidcRecords).where(among([toId(tried, 'subject', subject)]));
}

/** Resets all counters. */
export async function forgetAttempts(db: Database): Promise<void> {
  await db.delete(oidcRecords).where(eq(oidcRecords.model, MODEL));
}
