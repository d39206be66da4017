/**
 * The idempotency keys of submissions by people who are not signed in, among the provider's records, which expire. Whoever
 * comes first under a key counts. Anybody may ask about any key, which closes it; so it stays closed for an hour, when no
 * request with it can be on its way any more, and no more than so many are closed at a time.
 */
import { and, eq, sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Database } from '../db/open.ts';
import { oidcRecords } from '../db/schema.ts';
import { HttpProblem, RETRY_AFTER } from '../http/problems.ts';

const KEY_HOURS = 24;
const CLOSED_HOURS = 1;
/** The most keys of one kind that are closed at a time. */
export const MOST_CLOSED = 10_000;

/** Refuses to close another key for a while. */
export const tooManyClosed = (): HttpProblem =>
  new HttpProblem(503, 'Too much is being settled just now. Please try again in a moment.', {
    headers: { 'retry-after': String(RETRY_AFTER) },
  });

const Closed = v.object({ isClosed: v.literal(true) });

/** The keys of one kind of submission; what is recorded under them has a schema. */
export class PublicKeys<Recorded extends object> {
  readonly #model: string;
  readonly #schema: v.GenericSchema<unknown, Recorded>;

  constructor(model: string, schema: v.GenericSchema<unknown, Recorded>) {
    this.#model = model;
    this.#schema = schema;
  }

  /** What stands under a key; undefined where nothing does. */
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

  /** Records something under a key. Whether it was the first. */
  record(db: Database, key: string, recorded: Recorded): Promise<boolean> {
    return this.#insert(db, key, recorded, KEY_HOURS);
  }

  /**
   * Closes a key under which nothing was recorded. Gives what stands there, or `full` where too many are closed to close
   * another one.
   */
  async settle(db: Database, key: string, most: number = MOST_CLOSED): Promise<Recorded | 'closed' | 'full'> {
    const known = await this.read(db, key);
    if (known !== undefined) return known;
    const isClosed = sql`${oidcRecords.payload} ? 'isClosed'`;
    if ((await db.$count(oidcRecords, and(eq(oidcRecords.model, this.#model), isClosed))) >= most) return 'full';
    if (await this.#insert(db, key, { isClosed: true }, CLOSED_HOURS)) return 'closed';
    return (await this.read(db, key)) ?? 'closed';
  }
}
