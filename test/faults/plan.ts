/** The random plan of a run: its submissions and the moments of its kills. The same seed gives the same plan. */
import * as fc from 'fast-check';

/** The ways to send a submission. */
export const KINDS = {
  /** Once. */
  once: 'once',
  /** Twice concurrently, as by a double click. */
  twice: 'twice at the same moment',
  /** Again after its response. */
  again: 'again after its answer',
  /** A second body with the same key. */
  otherBody: 'with a second body under the same key',
  /** Concurrently with settling the key. */
  raced: 'while it is being settled',
  /** The client disconnects and settles the key immediately, whatever the state of the request. */
  abandoned: 'and hung up on, then settled',
  /** First with a text that the database cannot store, which must be rejected without storing anything. */
  unstorable: 'after a body with a NUL character',
} as const;
export type Kind = keyof typeof KINDS;

export interface PlannedSubmission {
  /** Consecutive number from 0, from which the amounts are derived. */
  readonly index: number;
  readonly key: string;
  readonly kind: Kind;
  /** Time of sending, in milliseconds after the start of the iteration. */
  readonly at: number;
  /** Time of the accompanying request, in milliseconds after `at`. Negative values are before it. */
  readonly gap: number;
  /** Indexes of the accounts and the date, modulo the available ones. */
  readonly account: number;
  readonly accounts: number;
  readonly day: number;
}

/**
 * When the server is killed: at a time after the start of the iteration; at a time after the database's nth write to its
 * log, which happens on commit; or at the nth response. An iteration that finishes earlier ends with the kill.
 */
export type Kill =
  | { readonly at: 'time'; readonly ms: number }
  | { readonly at: 'write'; readonly nth: number; readonly ms: number }
  | { readonly at: 'answer'; readonly nth: number };

/** Concurrent submissions and the kill among them. */
export interface Iteration {
  readonly submissions: readonly PlannedSubmission[];
  readonly kill: Kill;
  /** Kills the next server too, at this time in milliseconds after its start. Null lets it start. */
  readonly killedStartMs: number | null;
  /** Kills the server while the iteration is being settled. Null lets it respond. */
  readonly killedSettlingMs: number | null;
}

/** Maximum number of accounts per payment, and number of bodies per key. */
export const MAX_ACCOUNTS = 3;
const BODIES = 2;
const LEAST_CENTS = 100;

/** Returns an amount that is unique for each submission, body and account, so that a stored row can be traced. */
export const getUniqueCents = (index: number, body: 0 | 1, account: number): number =>
  LEAST_CENTS + (index * BODIES + body) * MAX_ACCOUNTS + account;

const upTo = (max: number, min = 0) => fc.integer({ min, max });

const submission = fc.record({
  key: fc.uuid({ version: 4 }),
  kind: fc.oneof(
    { weight: 4, arbitrary: fc.constant<Kind>('once') },
    { weight: 2, arbitrary: fc.constant<Kind>('twice') },
    { weight: 1, arbitrary: fc.constant<Kind>('again') },
    { weight: 1, arbitrary: fc.constant<Kind>('otherBody') },
    { weight: 2, arbitrary: fc.constant<Kind>('raced') },
    { weight: 2, arbitrary: fc.constant<Kind>('abandoned') },
    { weight: 1, arbitrary: fc.constant<Kind>('unstorable') },
  ),
  at: upTo(60),
  gap: upTo(60, -20),
  account: fc.nat(),
  accounts: upTo(MAX_ACCOUNTS, 1),
  day: fc.nat(),
});

const kill = fc.oneof(
  { weight: 1, arbitrary: fc.record({ at: fc.constant('time' as const), ms: upTo(600) }) },
  { weight: 2, arbitrary: fc.record({ at: fc.constant('write' as const), nth: upTo(8, 1), ms: upTo(3) }) },
  { weight: 2, arbitrary: fc.record({ at: fc.constant('answer' as const), nth: upTo(8, 1) }) },
);

/** Returns `arbitrary` in one of `chances` cases, and null otherwise. */
const sometimes = <T>(arbitrary: fc.Arbitrary<T>, chances: number) =>
  fc.oneof({ weight: chances - 1, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });

const iteration = fc.record({
  submissions: fc.array(submission, { minLength: 4, maxLength: 8 }),
  kill,
  killedStartMs: sometimes(upTo(1500), 5),
  killedSettlingMs: sometimes(upTo(60), 4),
});

/** Returns the iterations of a run with `count` submissions. */
export function createPlan(seed: number, count: number): Iteration[] {
  const iterations: Iteration[] = [];
  let planned = 0;
  for (const { submissions, ...rest } of fc.sample(fc.noBias(iteration), { seed, numRuns: count })) {
    if (planned === count) break;
    const chosen = submissions.slice(0, count - planned);
    const first = planned;
    iterations.push({ ...rest, submissions: chosen.map((each, place) => ({ ...each, index: first + place })) });
    planned += chosen.length;
  }
  return iterations;
}
