/**
 * Idempotency keys of submissions without signing in, stored among the provider's records, which expire. Settling an unknown
 * key closes it for an hour, until no request with it can be in flight; the number of keys that an address may close is
 * limited.
 */
import { and, eq } from 'drizzle-orm';
import * as v from 'valibot';
import type { Database } from '../db/database.ts';
import { oidcRecords } from '../db/schema/index.ts';
import { countAttempt } from '../rate-limits.ts';
import type { KeyStore } from './once-per-key.ts';

const KEY_HOURS = 24;
const CLOSED_HOURS = 1;

const Closed = v.object({ isClosed: v.literal(true) });

/** The network address of the client. Undefined if it is unknown. */
export type Source = string | undefined;

/** The keys of one kind of submission, with a schema for their records. */
export class PublicKeys<Recorded extends object> implements KeyStore<Source, Recorded> {
  readonly #model: string;
  readonly #schema: v.GenericSchema<unknown, Recorded>;

  /** `model` names the keys among the provider's records. */
  constructor(model: string, schema: v.GenericSchema<unknown, Recorded>) {
    this.#model = model;
    this.#schema = schema;
  }

  #isMatch(key: string) {
    return and(eq(oidcRecords.model, this.#model), eq(oidcRecords.id, key));
  }

  async #insert(db: Database, key: string, payload: Record<string, unknown>, hours: number): Promise<boolean> {
    const expiresAt = new Date(Date.now() + hours * 3_600_000);
    const rows = await db
      .insert(oidcRecords)
      .values({ model: this.#model, id: key, payload, expiresAt })
      .onConflictDoNothing()
      .returning({ id: oidcRecords.id });
    return rows.length > 0;
  }

  async read(db: Database, _: Source, key: string): Promise<Recorded | 'closed' | undefined> {
    const [row] = await db.select({ payload: oidcRecords.payload }).from(oidcRecords).where(this.#isMatch(key));
    if (row === undefined) return undefined;
    return v.is(Closed, row.payload) ? 'closed' : v.parse(this.#schema, row.payload);
  }

  claim(db: Database, _: Source, key: string): Promise<boolean> {
    return this.#insert(db, key, {}, KEY_HOURS);
  }

  async record(db: Database, _: Source, key: string, recorded: Recorded): Promise<void> {
    const whole: object = recorded;
    await db
      .update(oidcRecords)
      .set({ payload: { ...whole } })
      .where(this.#isMatch(key));
  }

  /** Closes an unused key. Throws 429 if the address closes too many. */
  async close(db: Database, source: Source, key: string): Promise<boolean> {
    await countAttempt(db, { tried: 'settlement', subjects: [], address: source });
    return this.#insert(db, key, { isClosed: true }, CLOSED_HOURS);
  }
}
