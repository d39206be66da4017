/**
 * Creation of web accounts, once per idempotency key: registration and the acceptance of an invitation. Both ask for a
 * username and a password, and use up what permitted them.
 */
import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import type { Database } from '../db/database.ts';
import { webAccounts } from '../db/schema/index.ts';
import { PublicKeys } from './public-keys.ts';
import { isPasswordOf } from './password-hash.ts';

/** Why a key is rejected: it was settled before it was used, or used with another username or password. */
export type Refusal = 'keyIsClosed' | 'keyIsTaken';

/** What the person wants: a username and a password. */
interface Wanted {
  readonly username: string;
  readonly password: string;
}

const Recorded = v.object({ username: v.string(), webAccountId: v.string() });

/** Thrown inside the transaction that creates an account, to roll it back. */
export class NotCreated extends Error {
  readonly why: 'usernameTaken' | 'keyIsKnown' | 'tokenIsUsed';
  constructor(why: NotCreated['why']) {
    super(why);
    this.why = why;
  }
}

/** The keys of one way to create accounts. `done` and `tokenIsUsed` are two of its outcomes. */
export class NewAccounts<Done extends string, TokenIsUsed extends string> extends PublicKeys<
  v.InferOutput<typeof Recorded>
> {
  readonly #done: Done;
  readonly #tokenIsUsed: TokenIsUsed;

  constructor(model: string, { done, tokenIsUsed }: { readonly done: Done; readonly tokenIsUsed: TokenIsUsed }) {
    super(model, Recorded);
    this.#done = done;
    this.#tokenIsUsed = tokenIsUsed;
  }

  /** Returns the outcome for a key that is in use, or undefined for an unused key. */
  async #outcomeOfKnown(db: Database, key: string, wanted: Wanted): Promise<Done | Refusal | undefined> {
    const known = await this.read(db, key);
    if (known === undefined) return undefined;
    if (known === 'closed') return 'keyIsClosed';
    const [account] = await db.select().from(webAccounts).where(eq(webAccounts.webAccountId, known.webAccountId));
    const isSame =
      account?.loginName === wanted.username && (await isPasswordOf(wanted.password, account.passwordHash));
    return isSame ? this.#done : 'keyIsTaken';
  }

  /**
   * Creates an account with `create`, unless the key is in use: then a repeated request gets the first response.
   * `create` may throw {@link NotCreated}, and returns the outcome `Other` without creating one.
   */
  async createOnce<Other extends string>(
    db: Database,
    key: string,
    wanted: Wanted,
    create: () => Promise<Other | undefined>,
  ): Promise<Done | TokenIsUsed | Other | Refusal | 'usernameTaken'> {
    const known = await this.#outcomeOfKnown(db, key, wanted);
    if (known !== undefined) return known;
    let outcome: Other | NotCreated['why'] | undefined;
    try {
      outcome = await create();
    } catch (thrown) {
      if (!(thrown instanceof NotCreated)) throw thrown;
      outcome = thrown.why;
    }
    if (outcome === undefined) return this.#done;
    // A concurrent request with the same key may have used up the token since the key was read.
    const knownNow = await this.#outcomeOfKnown(db, key, wanted);
    if (knownNow !== undefined) return knownNow;
    if (outcome === 'keyIsKnown') return 'keyIsClosed';
    return outcome === 'tokenIsUsed' ? this.#tokenIsUsed : outcome;
  }
}
