/** What a run sends, and when the server is killed: random, and the same again for the same seed. */
import * as fc from 'fast-check';

/** How a submission is sent. */
export const KINDS = {
  /** Once. */
  once: 'once',
  /** Twice at the same moment, as by a double click. */
  twice: 'twice at the same moment',
  /** Again as soon as it has been answered. */
  again: 'again after its answer',
  /** A second body under the same key. */
  otherBody: 'with a second body under the same key',
  /** Somebody settles the key meanwhile. */
  raced: 'while it is being settled',
  /** The sender hangs up and settles at once. The server may be anywhere with it. */
  abandoned: 'and hung up on, then settled',
  /** First with a text that the database cannot store, which must be refused and store nothing. */
  unstorable: 'after a body with a NUL character',
} as const;
export type Kind = keyof typeof KINDS;

export interface PlannedSubmission {
  /** Counts from 0; the amounts are made from it. */
  readonly index: number;
  readonly key: string;
  readonly kind: Kind;
  /** When it is sent, in milliseconds after the round began. */
  readonly at: number;
  /** When what goes with it happens, in milliseconds after `at`; below 0 is before. */
  readonly gap: number;
  /** Which accounts it pays, and when; counted round and round through those that there are. */
  readonly account: number;
  readonly accounts: number;
  readonly day: number;
}

/**
 * When the server is killed: so long after the round began; so long after the database has written to its log for the
 * nth time, which it does to commit; or at the nth answer. A round that is over sooner ends with the kill.
 */
export type Kill =
  | { readonly at: 'time'; readonly ms: number }
  | { readonly at: 'write'; readonly nth: number; readonly ms: number }
  | { readonly at: 'answer'; readonly nth: number };

/** Submissions that are under way at once, and the end of the server in their midst. */
export interface Round {
  readonly submissions: readonly PlannedSubmission[];
  readonly kill: Kill;
  /** Kills the next server too, so many milliseconds after its start; null lets it start. */
  readonly killedStartMs: number | null;
  /** Kills the server while the round is being settled; null lets it answer. */
  readonly killedSettlingMs: number | null;
}

/** The accounts that are paid at once, and the bodies under one key, at most. */
export const MOST_ACCOUNTS = 3;
const BODIES = 2;
const LEAST_CENTS = 100;

/** An amount that no other account of a payment, body or submission has, so that a stored row tells where it is from. */
export const centsOf = (index: number, body: 0 | 1, account: number): number =>
  LEAST_CENTS + (index * BODIES + body) * MOST_ACCOUNTS + account;

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
  accounts: upTo(MOST_ACCOUNTS, 1),
  day: fc.nat(),
});

const kill = fc.oneof(
  { weight: 1, arbitrary: fc.record({ at: fc.constant('time' as const), ms: upTo(600) }) },
  { weight: 2, arbitrary: fc.record({ at: fc.constant('write' as const), nth: upTo(8, 1), ms: upTo(3) }) },
  { weight: 2, arbitrary: fc.record({ at: fc.constant('answer' as const), nth: upTo(8, 1) }) },
);

/** `arbitrary` in one case of `chances`, else null. */
const sometimes = <T>(arbitrary: fc.Arbitrary<T>, chances: number) =>
  fc.oneof({ weight: chances - 1, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });

const round = fc.record({
  submissions: fc.array(submission, { minLength: 4, maxLength: 8 }),
  kill,
  killedStartMs: sometimes(upTo(1500), 5),
  killedSettlingMs: sometimes(upTo(60), 4),
});

/** The rounds of a run with `count` submissions. */
export function planOf(seed: number, count: number): Round[] {
  const rounds: Round[] = [];
  let planned = 0;
  for (const { submissions, ...rest } of fc.sample(fc.noBias(round), { seed, numRuns: count })) {
    if (planned === count) break;
    const wanted = submissions.slice(0, count - planned);
    const first = planned;
    rounds.push({ ...rest, submissions: wanted.map((each, place) => ({ ...each, index: first + place })) });
    planned += wanted.length;
  }
  return rounds;
}
