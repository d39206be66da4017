/**
 * Idempotency keys of submissions without signing in, stored among the provider's records, which expire. The first
 * request with a key wins. Settling an unknown key closes it for an hour, until no request with it can be in flight;
 * the number of keys that an address may close is limited.
 */
import { and, eq } from 'drizzle-orm';
import * as v from 'valibot';
import type { Database } from '../db/database.ts';
import { oidcRecords } from '../db/schema/index.ts';
import { countAttempt } from './rate-limits.ts';

const KEY_HOURS = 24;
const CLOSED_HOURS = 1;

const Closed = v.object({ isClosed: v.literal(true) });

/** The keys of one kind of submission, with a schema for their records. */
export class PublicKeys<Recorded extends object> {
  readonly #model: string;
  readonly #schema: v.GenericSchema<unknown, Recorded>;

  constructor(model: string, schema: v.GenericSchema<unknown, Recorded>) {
    this.#model = model;
    this.#schema = schema;
  }

  /** Returns the record of a key, or undefined if it is unused. */
  async read(db: Database, key: string): Promise<Recorded | 'closed' | undefined> {
    const [row] = await db
      .select({ payload: oidcRecords.payload })
      .from(oidcRecords)
      .where(and(eq(oidcRecords.model, this.#model), eq(oidcRecords.id, key)));
    if (row === undefined) return undefined;
    return v.is(Closed, row.payload) ? 'closed' : v.parse(this.#schema, row.payload);
  }

  async #insert(db: Database, key: string, payload: object, hours: number): Promise<boolean> {
    const expiresAt = new Date(Date.now() + hours * 3_600_000);
    const rows = await db
      .insert(oidcRecords)
      .values({ model: this.#model, id: key, payload: { ...payload }, expiresAt })
      .onConflictDoNothing()
      .returning({ id: oidcRecords.id });
    return rows.length > 0;
  }

  /** Stores the record of a key. Returns whether the key was unused. */
  record(db: Database, key: string, recorded: Recorded): Promise<boolean> {
    return this.#insert(db, key, recorded, KEY_HOURS);
  }

  /**
   * Returns the record of a key, and closes the key if there is none. Throws 429 if an address (`source`) closes too
   * many keys.
   */
  async settle(db: Database, key: string, source: string | undefined): Promise<Recorded | 'closed'> {
    const known = await this.read(db, key);
    if (known !== undefined) return known;
    await countAttempt(db, { tried: 'settlement', subjects: [], address: source });
    if (await this.#insert(db, key, { isClosed: true }, CLOSED_HOURS)) return 'closed';
    return (await this.read(db, key)) ?? 'closed';
  }
}
