/**
 * Creation of web accounts, once per idempotency key: registration and the acceptance of an invitation. Both require a
 * username and a password, and use up the token that permits them.
 */
import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import type { Database } from '../db/database.ts';
import { webAccounts } from '../db/schema/index.ts';
import { type KeyInUse, type KeyedSubmission, OncePerKey } from '../submissions/once-per-key.ts';
import { type Source, PublicKeys } from '../submissions/public-keys.ts';
import { hasPassword } from './password-hash.ts';

/** Why a key is rejected: it was settled before it was used, or used with another username or password. */
export type Refusal = 'keyIsClosed' | 'keyIsTaken';

/** The chosen username and password. */
interface RequestedCredentials {
  readonly username: string;
  readonly password: string;
}

const Recorded = v.object({ username: v.string(), webAccountId: v.string() });
type Recorded = v.InferOutput<typeof Recorded>;

/** Thrown inside the transaction that creates an account, to roll it back. */
export class NotCreated extends Error {
  readonly why: 'usernameTaken' | 'tokenIsUsed';
  constructor(why: NotCreated['why']) {
    super(why);
    this.why = why;
  }
}

/** Creates an account in a transaction. Returns its id. May throw {@link NotCreated}. */
type Create = (transaction: Database) => Promise<string>;

/** The keys of one way to create accounts. `done` and `tokenIsUsed` are two of its outcomes. */
export class NewAccounts<Done extends string, TokenIsUsed extends string> {
  readonly #once: OncePerKey<Source, Recorded>;
  readonly #done: Done;
  readonly #tokenIsUsed: TokenIsUsed;

  /** `model` names the keys among the provider's records. */
  constructor(model: string, { done, tokenIsUsed }: { readonly done: Done; readonly tokenIsUsed: TokenIsUsed }) {
    this.#once = new OncePerKey(new PublicKeys(model, Recorded));
    this.#done = done;
    this.#tokenIsUsed = tokenIsUsed;
  }

  #toOutcome({ outcome }: KeyInUse<Recorded>): Done | Refusal {
    if (outcome === 'repeated') return this.#done;
    return outcome === 'closed' ? 'keyIsClosed' : 'keyIsTaken';
  }

  /**
   * Creates an account, unless the key is in use: then a repeated request gets the first response. `prepare` returns how to
   * create the account, or the outcome `Other` without creating one.
   */
  async createOnce<Other extends string>(
    db: Database,
    { key, source }: { readonly key: string; readonly source: Source },
    requested: RequestedCredentials,
    prepare: () => Promise<Other | Create>,
  ): Promise<Done | TokenIsUsed | Other | Refusal | 'usernameTaken'> {
    const submission: KeyedSubmission<Recorded> = {
      key,
      isSame: async ({ webAccountId }) => {
        const [account] = await db.select().from(webAccounts).where(eq(webAccounts.webAccountId, webAccountId));
        return (
          account?.loginName === requested.username && (await hasPassword(requested.password, account.passwordHash))
        );
      },
    };
    const known = await this.#once.earlier(db, source, submission);
    if (known !== undefined) return this.#toOutcome(known);
    let outcome: Other | NotCreated['why'];
    try {
      const prepared = await prepare();
      if (typeof prepared === 'function') {
        const { username } = requested;
        const made = await this.#once.submit(db, source, submission, async (transaction) => ({
          username,
          webAccountId: await prepared(transaction),
        }));
        return made.outcome === 'recorded' ? this.#done : this.#toOutcome(made);
      }
      outcome = prepared;
    } catch (thrown) {
      if (!(thrown instanceof NotCreated)) throw thrown;
      outcome = thrown.why;
    }
    // A concurrent request with the same key may have used up the token since the key was read.
    const knownNow = await this.#once.earlier(db, source, submission);
    if (knownNow !== undefined) return this.#toOutcome(knownNow);
    return outcome === 'tokenIsUsed' ? this.#tokenIsUsed : outcome;
  }

  /** Returns the record of a key, and closes an unused key. Throws 429 for too many closed keys. */
  settle(db: Database, key: string, source: Source): Promise<Recorded | 'closed'> {
    return this.#once.settle(db, source, key);
  }
}
