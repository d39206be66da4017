/**
 * Rate limits for tries at a secret, and for what people who are not signed in may send. Each try is counted under several names at
 * once: whom it is about, and where it comes from. A limit that is passed refuses further tries under that name for a while, right or
 * wrong. Tries in total refuse nobody, because anybody could use that to lock everybody out: beyond their limit each try waits, and the
 * log has an alarm. The database counts, so that the limits hold for all instances, also for names that don't exist, so that they
 * don't reveal which names exist. A try that turns out right is taken back.
 */
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq, inArray, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { presentKeys } from '../db/keys.ts';
import type { Database } from '../db/open.ts';
import { oidcRecords } from '../db/schema.ts';
import { HttpProblem } from '../http/problems.ts';
import { recordEvent } from '../security-events.ts';

const MODEL = 'SignInAttempts';

/**
 * What is tried: the password of a login name, the identity behind an account number, the present password, a one-time code by which an
 * account is recovered (by address and in total; oidc/recovery.ts limits the tries of each code). Without signing in:
 * uploading documents, sending a privacy form, closing the key of a submission that was never recorded.
 */
export type Tried =
  | 'signIn'
  | 'recognition'
  | 'passwordChange'
  | 'recoveryCode'
  | 'upload'
  | 'privacyForm'
  | 'settlement';

/**
 * The names under which tries are counted: how many may be made, and within how many minutes from the first. An address may fail more
 * often than a name, because a school or a company can have one address. `isTotal`: counts all tries, and refuses none.
 */
const LIMITS = {
  subject: { most: 10, minutes: 15, isForgotten: true, isTotal: false },
  /** A browser in which the person has logged in before. */
  device: { most: 10, minutes: 15, isForgotten: true, isTotal: false },
  /** Tries to be recognized as one person, however slow. After that the person must call. */
  identity: { most: 100, minutes: 90 * 24 * 60, isForgotten: false, isTotal: false },
  address: { most: 100, minutes: 15, isForgotten: false, isTotal: false },
  total: { most: 1000, minutes: 15, isForgotten: false, isTotal: true },
  uploadAddress: { most: 20, minutes: 60, isForgotten: false, isTotal: false },
  uploadTotal: { most: 500, minutes: 60, isForgotten: false, isTotal: true },
  privacyFormAddress: { most: 20, minutes: 60, isForgotten: false, isTotal: false },
  privacyFormTotal: { most: 500, minutes: 60, isForgotten: false, isTotal: true },
  settlementAddress: { most: 100, minutes: 60, isForgotten: false, isTotal: false },
  settlementTotal: { most: 2000, minutes: 60, isForgotten: false, isTotal: true },
} as const;
type Kind = keyof typeof LIMITS;

/** One of the names under which a try is counted. */
interface Counter {
  readonly kind: Kind;
  readonly id: string;
}

/** A try: what is tried, whom it is about, and where it comes from. */
export interface Attempt {
  readonly tried: Tried;
  readonly subjects: readonly string[];
  /** The network address, where it is known. */
  readonly address?: string | undefined;
  /** A browser in which the person has logged in before: then it alone is counted (device-cookie.ts). */
  readonly device?: string | undefined;
}

/**
 * A person may type a password where the name belongs, and birthdays could be tried, so the name itself is not kept but hashed
 * with a key. It is hashed without one before, as it was kept in earlier versions (db/reseal.ts).
 */
const idOf = (tried: Tried, kind: Kind, name: string): string => {
  const plain = createHash('sha256').update(`${tried} ${kind} ${name.trim().toLowerCase()}`).digest('hex');
  return presentKeys().hash(plain);
};

/** The names under which a try is counted. */
function countersOf({ tried, subjects, address, device }: Attempt): Counter[] {
  const counter = (kind: Kind, name: string): Counter => ({ kind, id: idOf(tried, kind, name) });
  if (device !== undefined) return [counter('device', device)];
  if (tried === 'upload' || tried === 'privacyForm' || tried === 'settlement') {
    return [...(address === undefined ? [] : [counter(`${tried}Address`, address)]), counter(`${tried}Total`, '')];
  }
  // Recognition is limited by person and address together, so that another address cannot lock the person out.
  const from = tried === 'recognition' && address !== undefined ? ` from ${address}` : '';
  return [
    ...subjects.map((subject) => counter('subject', subject + from)),
    ...(address === undefined ? [] : [counter('address', address)]),
    counter('total', ''),
  ];
}

/** What is counted besides, of those tries alone that no other limit has refused. */
const lifelongOf = ({ tried, subjects }: Attempt): Counter[] =>
  tried === 'recognition'
    ? subjects.map((subject): Counter => ({ kind: 'identity', id: idOf(tried, 'identity', subject) }))
    : [];

const Count = v.object({ count: v.number() });

/** The refusal of what was tried too often: 429, with the seconds after which it may be tried again. */
export const tooManyAttempts = (seconds: number): HttpProblem =>
  new HttpProblem(429, `There were too many attempts. Try again in ${Math.ceil(seconds / 60)} minutes.`, {
    title: 'Too many attempts.',
    headers: { 'retry-after': String(seconds) },
  });

/** In one order, so that tries made at the same time do not wait for each other in a circle. */
const inOrder = (counters: readonly Counter[]): Counter[] =>
  counters.toSorted((one, other) => (one.id < other.id ? -1 : 1));

/** Seconds after which an address or a name may try again, where a limit is passed; and whether a total is passed. */
interface Passed {
  readonly wait: number | undefined;
  readonly isTotalPassed: boolean;
}

/** Adds a try to each counter, and records the first one that passes a limit as a security event. */
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
          ? { kind: 'alarm', detail: `more than ${most} tries of ${tried}` }
          : { kind: 'lockedOut', address, detail: `${tried} by ${kind}` },
      );
    }
    if (isTotal) isTotalPassed = true;
    else waits.push(Math.max(1, Math.ceil((expiresAt.getTime() - now) / 1000)));
  }
  return { wait: waits.length === 0 ? undefined : Math.max(...waits), isTotalPassed };
}

/** How long a try waits when there are too many in total, in milliseconds. */
const SLOW_DOWN = 1000;

/** The refusal of a person whom too many tries have looked for: 403, because waiting doesn't help. */
const onlyByPhone = (): HttpProblem =>
  new HttpProblem(403, 'There were too many wrong attempts. You can be recognized by phone only.', {
    title: 'Only by phone.',
  });

/**
 * Counts a try. Throws a 429 problem when a limit is passed, or 403 when the person can be recognized by phone only. It is called
 * before the secret is checked, so that concurrent tries cannot pass together. Must not be called within a transaction: it may wait.
 */
export async function countAttempt(db: Database, attempt: Attempt): Promise<void> {
  const { wait, isTotalPassed } = await count(db, countersOf(attempt), attempt);
  if (wait !== undefined) throw tooManyAttempts(wait);
  const lifelong = lifelongOf(attempt);
  if (lifelong.length > 0 && (await count(db, lifelong, attempt)).wait !== undefined) throw onlyByPhone();
  if (isTotalPassed) await sleep(SLOW_DOWN);
}

/** The rows of counters. */
const among = (ids: string[]) => and(eq(oidcRecords.model, MODEL), inArray(oidcRecords.id, ids));

/** Takes back a try that turned out right: wrong ones about the same are forgotten, elsewhere it no longer counts. */
export async function takeBackAttempt(db: Database, attempt: Attempt): Promise<void> {
  const counters = [...countersOf(attempt), ...lifelongOf(attempt)];
  const forgotten = counters.filter(({ kind }) => LIMITS[kind].isForgotten).map(({ id }) => id);
  const now = new Date();
  await db
    .insert(oidcRecords)
    .values(inOrder(counters).map(({ id }) => ({ model: MODEL, id, payload: { count: 0 }, expiresAt: now })))
    .onConflictDoUpdate({
      target: [oidcRecords.model, oidcRecords.id],
      set: {
        payload: sql`jsonb_build_object('count', greatest(0, (${oidcRecords.payload}->>'count')::integer - 1))`,
        // What is over is as good as gone.
        expiresAt: sql`case when ${inArray(oidcRecords.id, forgotten)} then excluded.expires_at else ${oidcRecords.expiresAt} end`,
      },
    });
}

/** Forgets the tries about one subject, whoever made them; those counted by address and in all stay. */
export async function forgetAttemptsAbout(db: Database, tried: Tried, subject: string): Promise<void> {
  await db.delete(oidcRecords).where(among([idOf(tried, 'subject', subject)]));
}

/** Forgets everybody's tries. */
export async function forgetAttempts(db: Database): Promise<void> {
  await db.delete(oidcRecords).where(eq(oidcRecords.model, MODEL));
}
