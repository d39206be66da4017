/** Idempotency keys of signed-in people, one row for each borrower, call and key. They do not expire. */
import { and, eq } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { submissions as rows } from '../db/schema/index.ts';
import { seals } from '../db/seals.ts';
import type { KeyStore } from './once-per-key.ts';

type Row = typeof rows.$inferSelect;

/** The borrower of a key, and who uses it. */
export interface AccountOwner extends Pick<
  Row,
  'borrowerKey' | 'createdAt' | 'actorWebAccountId' | 'actorRole' | 'actorIsImpersonator'
> {
  /** The SHA-256 of the body that the key is claimed for. Null to settle the key. */
  readonly bodyHash: string | null;
}

/** The record of a key, in wire format. `bodyHash` is that of the first body. */
export interface AccountRecord extends Pick<Row, 'answer' | 'record' | 'createdId' | 'confirmationNumber'> {
  readonly bodyHash: string | null;
}

/** The keys of one call. A key without a response is closed. */
export class AccountKeys implements KeyStore<AccountOwner, AccountRecord> {
  readonly #call: string;

  constructor(call: string) {
    this.#call = call;
  }

  #isMatch({ borrowerKey }: AccountOwner, key: string) {
    return and(eq(rows.borrowerKey, borrowerKey), eq(rows.call, this.#call), eq(rows.idempotencyKey, key));
  }

  async #insert(db: Database, owner: AccountOwner, idempotencyKey: string): Promise<boolean> {
    const inserted = await db
      .insert(rows)
      .values(seals.submissions.seal({ ...owner, call: this.#call, idempotencyKey }))
      .onConflictDoNothing({ target: [rows.borrowerKey, rows.call, rows.idempotencyKey] })
      .returning({ key: rows.idempotencyKey });
    return inserted.length > 0;
  }

  async read(db: Database, owner: AccountOwner, key: string): Promise<AccountRecord | 'closed' | undefined> {
    const [row] = await db.select().from(rows).where(this.#isMatch(owner, key));
    if (row === undefined) return undefined;
    return row.answer === null ? 'closed' : seals.submissions.open(row);
  }

  claim(db: Database, owner: AccountOwner, key: string): Promise<boolean> {
    return this.#insert(db, owner, key);
  }

  async record(db: Database, owner: AccountOwner, key: string, recorded: AccountRecord): Promise<void> {
    const { answer, record, createdId, confirmationNumber } = recorded;
    await db.update(rows).set({ answer, record, createdId, confirmationNumber }).where(this.#isMatch(owner, key));
  }

  close(db: Database, owner: AccountOwner, key: string): Promise<boolean> {
    return this.#insert(db, { ...owner, bodyHash: null }, key);
  }
}
