/**
 * How often something secret may be tried. Each try is counted under several names at once: who it is about, where it
 * comes from, and all tries together. A limit that is reached refuses further ones for a while, right or wrong. It is
 * counted in the database, so that it holds for all instances, and for names that nobody has as well, so that it tells
 * nobody which names exist. Tries that turn out right are taken back.
 */
import { createHash } from 'node:crypto';
import { and, eq, inArray, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { presentKeys } from '../db/keys.ts';
import type { Database } from '../db/open.ts';
import { oidcRecords } from '../db/schema.ts';
import { HttpProblem } from '../http/problems.ts';
import { recordEvent } from '../security-events.ts';

const MODEL = 'SignInAttempts';

/**
 * What is tried: the password of a login name, the person behind an account number, the present password; or to upload
 * documents or to send a privacy form without signing in, of which not the secret but the room for them is guarded.
 */
export type Tried = 'signIn' | 'recognition' | 'passwordChange' | 'upload' | 'privacyForm';

/**
 * Under what tries are counted, how many may be made, and within how many minutes from the first. Behind a school's or a
 * company's gateway many people have one address, so it may fail more often than a name; all together more often still.
 */
const LIMITS = {
  subject: { most: 10, minutes: 15, isForgotten: true },
  /** A browser in which the person has logged in before. */
  device: { most: 10, minutes: 15, isForgotten: true },
  /** Whoever tries to be recognized as somebody: in all, however slowly. After that only a person on the phone helps. */
  identity: { most: 100, minutes: 90 * 24 * 60, isForgotten: false },
  address: { most: 100, minutes: 15, isForgotten: false },
  all: { most: 1000, minutes: 15, isForgotten: false },
  /** Documents from one address, and from all: a family sends a few, and nobody hundreds. */
  uploadAddress: { most: 20, minutes: 60, isForgotten: false },
  uploadAll: { most: 500, minutes: 60, isForgotten: false },
  /** Privacy forms, likewise. */
  privacyFormAddress: { most: 20, minutes: 60, isForgotten: false },
  privacyFormAll: { most: 500, minutes: 60, isForgotten: false },
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
  if (tried === 'upload' || tried === 'privacyForm') {
    return [...(address === undefined ? [] : [counter(`${tried}Address`, address)]), counter(`${tried}All`, '')];
  }
  return [
    ...subjects.map((subject) => counter('subject', subject)),
    ...(address === undefined ? [] : [counter('address', address)]),
    counter('all', ''),
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

/** Counts under each name once more. Gives how many seconds to wait where a limit is passed. */
async function count(
  db: Database,
  counters: readonly Counter[],
  { tried, address }: Attempt,
): Promise<number | undefined> {
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
  for (const { id, payload, expiresAt } of rows) {
    const kind = kinds.get(id);
    if (kind === undefined || expiresAt === null) continue;
    const passed = v.parse(Count, payload).count - LIMITS[kind].most;
    if (passed <= 0) continue;
    // Only the first refusal is an event; what comes after it tells nothing new.
    if (passed === 1) await recordEvent(db, { kind: 'lockedOut', address, detail: `${tried} by ${kind}` });
    waits.push(Math.max(1, Math.ceil((expiresAt.getTime() - now) / 1000)));
  }
  return waits.length === 0 ? undefined : Math.max(...waits);
}

/** The refusal of whoever has been looked for a hundred times in vain: 403, since no waiting helps. */
const onlyByPhone = (): HttpProblem =>
  new HttpProblem(403, 'There were too many wrong attempts. You can be recognized by phone only.', {
    title: 'Only by phone.',
  });

/**
 * Counts a try, and refuses it when a limit is passed: 429, or 403 for somebody who can be recognized only on the phone any
 * more. Counting comes before the secret is looked at, so that tries made at the same time cannot slip through together.
 */
export async function countAttempt(db: Database, attempt: Attempt): Promise<void> {
  const wait = await count(db, countersOf(attempt), attempt);
  if (wait !== undefined) throw tooManyAttempts(wait);
  const lifelong = lifelongOf(attempt);
  if (lifelong.length > 0 && (await count(db, lifelong, attempt)) !== undefined) throw onlyByPhone();
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
