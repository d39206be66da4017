/**
 * Submissions without signing in, each stored once per key. The counterpart of service/submissions.ts for borrowers.
 */
import type * as v from 'valibot';
import { presentKeys } from '../db/keys.ts';
import type { Database } from '../db/database.ts';
import { bodyHashOf } from '../service/body-hash.ts';
import { keyClosed, keyOfAnother } from '../service/submissions.ts';
import { PublicKeys } from '../credentials/public-keys.ts';

interface Submitted {
  /** A keyed hash from {@link publicHashOf}, so that the body cannot be found by brute force. */
  readonly bodyHash: string;
}

/** Returns the keyed hash that identifies the body of a submission. */
export const publicHashOf = (body: unknown): string => presentKeys().hash(bodyHashOf(body));

/** Submissions of one kind, with a schema for their records. */
export class PublicSubmissions<Recorded extends Submitted> {
  readonly #keys: PublicKeys<Recorded>;
  readonly #noun: string;

  /** `model` names the keys among the provider's records, `noun` names the submission in error messages. */
  constructor(model: string, noun: string, schema: v.GenericSchema<unknown, Recorded>) {
    this.#keys = new PublicKeys(model, schema);
    this.#noun = noun;
  }

  #ofSameBody(earlier: Recorded | 'closed' | undefined, bodyHash: string): Recorded {
    if (earlier === undefined || earlier === 'closed') throw keyClosed(this.#noun);
    if (earlier.bodyHash !== bodyHash) throw keyOfAnother(this.#noun);
    return earlier;
  }

  /**
   * Returns the record of an earlier submission with the same body, or undefined if the key is unused. Throws the same
   * errors as {@link recordOnce}.
   */
  async earlier(db: Database, key: string, bodyHash: string): Promise<Recorded | undefined> {
    const earlier = await this.#keys.read(db, key);
    return earlier === undefined ? undefined : this.#ofSameBody(earlier, bodyHash);
  }

  /**
   * Records a submission once per key and runs `act` in the same transaction. Returns the effective record: this one,
   * or the earlier one of the same body. Throws 422 for another body and 409 for a closed key.
   */
  async recordOnce(
    db: Database,
    key: string,
    recorded: Recorded,
    act: (transaction: Database) => Promise<void>,
  ): Promise<Recorded> {
    await db.transaction(async (transaction) => {
      if (await this.#keys.record(transaction, key, recorded)) await act(transaction);
    });
    return this.#ofSameBody(await this.#keys.read(db, key), recorded.bodyHash);
  }

  /**
   * Returns the record of a key, or undefined if there was none; the key is then closed. Throws the same errors as
   * {@link PublicKeys.settle}.
   */
  async settle(db: Database, key: string, source: string | undefined): Promise<Recorded | undefined> {
    const settled = await this.#keys.settle(db, key, source);
    return settled === 'closed' ? undefined : settled;
  }
}
