/** What people submit who are not signed in, each once for its key, as service/submissions.ts does it for borrowers. */
import type * as v from 'valibot';
import { presentKeys } from '../db/keys.ts';
import type { Database } from '../db/open.ts';
import { bodyHashOf } from '../service/body-hash.ts';
import { keyClosed, keyOfAnother } from '../service/submissions.ts';
import { PublicKeys } from './public-keys.ts';

interface Submitted {
  /** A hash with a key, by {@link publicHashOf}: what was sent cannot be found by trying. */
  readonly bodyHash: string;
}

/** What tells the bodies of two submissions apart, as it is recorded of people who are not signed in. */
export const publicHashOf = (body: unknown): string => presentKeys().hash(bodyHashOf(body));

/** Submissions of one kind; what is recorded of each has a schema. */
export class PublicSubmissions<Recorded extends Submitted> {
  readonly #keys: PublicKeys<Recorded>;
  readonly #noun: string;

  /** `model` names the keys among the provider's records, `noun` what is submitted in the words of refusals. */
  constructor(model: string, noun: string, schema: v.GenericSchema<unknown, Recorded>) {
    this.#keys = new PublicKeys(model, schema);
    this.#noun = noun;
  }

  #ofSameBody(earlier: Recorded | 'closed' | undefined, bodyHash: string): Recorded {
    if (earlier === undefined || earlier === 'closed') throw keyClosed(this.#noun);
    if (earlier.bodyHash !== bodyHash) throw keyOfAnother(this.#noun);
    return earlier;
  }

  /** What the same body has come to before; undefined where nothing has come under its key. Refuses as {@link recordOnce}. */
  async earlier(db: Database, key: string, bodyHash: string): Promise<Recorded | undefined> {
    const earlier = await this.#keys.read(db, key);
    return earlier === undefined ? undefined : this.#ofSameBody(earlier, bodyHash);
  }

  /**
   * Records a submission, once for each key, and acts on it in the same transaction. Gives what counts: this, or what the same
   * body has come to before. Another body under the key is refused (422), a closed key too (409).
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

  /** Returns what was recorded under a key; undefined if nothing was: the key is then closed. Throws as {@link PublicKeys.settle}. */
  async settle(db: Database, key: string, source: string | undefined): Promise<Recorded | undefined> {
    const settled = await this.#keys.settle(db, key, source);
    return settled === 'closed' ? undefined : settled;
  }
}
