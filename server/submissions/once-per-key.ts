/**
 * Processes each submission once per idempotency key (ruling 4). A transaction first claims the key, then stores its record.
 * A concurrent submission with the same key waits for that transaction and gets the same record. A key belongs to a web
 * account ({@link AccountKeys}), or to everyone who knows it ({@link PublicKeys}).
 */
import type { Database } from '../db/database.ts';

/** The keys of one kind of submission. A key is unused, claimed by a submission, or closed. */
export interface KeyStore<Owner, Recorded> {
  /** Returns the record of a key; undefined for an unused key. */
  read(db: Database, owner: Owner, key: string): Promise<Recorded | 'closed' | undefined>;
  /**
   * Claims an unused key in the transaction that records its submission. Returns false if the key is in use. Waits for a
   * transaction that is claiming it.
   */
  claim(db: Database, owner: Owner, key: string): Promise<boolean>;
  /** Stores the record of a claimed key. */
  record(db: Database, owner: Owner, key: string, recorded: Recorded): Promise<void>;
  /** Closes an unused key. Returns false if the key is in use. */
  close(db: Database, owner: Owner, key: string): Promise<boolean>;
}

/** A submission. `isSame` returns whether an earlier record with its key is that of the same submission. */
export interface KeyedSubmission<Recorded> {
  readonly key: string;
  readonly isSame: (earlier: Recorded) => boolean | Promise<boolean>;
}

/** A key in use: by the same submission, by another one, or closed before a submission arrived. */
export type KeyInUse<Recorded> =
  | { readonly outcome: 'repeated'; readonly recorded: Recorded }
  | { readonly outcome: 'taken' }
  | { readonly outcome: 'closed' };

/** How a submission was processed: now, or its key is in use. */
export type Processed<Recorded> = { readonly outcome: 'recorded'; readonly recorded: Recorded } | KeyInUse<Recorded>;

/** The submissions of one kind, each processed once per key. */
export class OncePerKey<Owner, Recorded> {
  readonly #keys: KeyStore<Owner, Recorded>;

  constructor(keys: KeyStore<Owner, Recorded>) {
    this.#keys = keys;
  }

  /** Returns the use of a submission's key; undefined for an unused key. */
  async earlier(
    db: Database,
    owner: Owner,
    { key, isSame }: KeyedSubmission<Recorded>,
  ): Promise<KeyInUse<Recorded> | undefined> {
    const known = await this.#keys.read(db, owner, key);
    if (known === undefined) return undefined;
    if (known === 'closed') return { outcome: 'closed' };
    return (await isSame(known)) ? { outcome: 'repeated', recorded: known } : { outcome: 'taken' };
  }

  /**
   * Processes a submission: runs `decide` in a transaction and stores the record that it returns, unless the key is in use.
   * If `decide` throws, nothing is stored and the key remains unused.
   */
  async submit(
    db: Database,
    owner: Owner,
    submission: KeyedSubmission<Recorded>,
    decide: (transaction: Database) => Promise<Recorded>,
  ): Promise<Processed<Recorded>> {
    const { key } = submission;
    const made = await db.transaction(async (transaction) => {
      if (!(await this.#keys.claim(transaction, owner, key))) return undefined;
      const recorded = await decide(transaction);
      await this.#keys.record(transaction, owner, key, recorded);
      return { outcome: 'recorded', recorded } as const;
    });
    return made ?? (await this.earlier(db, owner, submission)) ?? { outcome: 'closed' };
  }

  /** Returns the record of a key. An unused key is closed, so that a delayed submission with it is rejected. */
  async settle(db: Database, owner: Owner, key: string): Promise<Recorded | 'closed'> {
    const known = await this.#keys.read(db, owner, key);
    if (known !== undefined) return known;
    if (await this.#keys.close(db, owner, key)) return 'closed';
    return (await this.#keys.read(db, owner, key)) ?? 'closed';
  }
}
