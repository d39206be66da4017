/** What the sign-in provider keeps (sessions, grants, codes, interactions), as rows of one table. */
import { and, eq, gt, isNull, lt, ne, or } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { Database } from '../db/open.ts';
import { oidcRecords } from '../db/schema.ts';
import { isStorable } from '../db/text.ts';

const inSeconds = (seconds: number | undefined): Date | null =>
  seconds === undefined ? null : new Date(Date.now() + seconds * 1000);

/** The rows of one of the provider's models. A row past its expiry is as good as gone. */
export class Records implements Adapter {
  readonly #db: Database;
  readonly #model: string;

  constructor(db: Database, model: string) {
    this.#db = db;
    this.#model = model;
  }

  async upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
    const row = {
      payload: { ...payload },
      grantId: payload.grantId ?? null,
      userCode: payload.userCode ?? null,
      uid: payload.uid ?? null,
      expiresAt: inSeconds(expiresIn),
    };
    await this.#db
      .insert(oidcRecords)
      .values({ model: this.#model, id, ...row })
      .onConflictDoUpdate({ target: [oidcRecords.model, oidcRecords.id], set: row });
  }

  find(id: string): Promise<AdapterPayload | undefined> {
    return this.#findBy(oidcRecords.id, id);
  }

  findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return this.#findBy(oidcRecords.uid, uid);
  }

  findByUserCode(userCode: string): Promise<AdapterPayload | undefined> {
    return this.#findBy(oidcRecords.userCode, userCode);
  }

  async consume(id: string): Promise<void> {
    await this.#db
      .update(oidcRecords)
      .set({ consumedAt: new Date() })
      .where(and(eq(oidcRecords.model, this.#model), eq(oidcRecords.id, id)));
  }

  async destroy(id: string): Promise<void> {
    await this.#db.delete(oidcRecords).where(and(eq(oidcRecords.model, this.#model), eq(oidcRecords.id, id)));
  }

  /**
   * Takes away all that a grant gave. The provider calls it on one model; the grant's rows may be of several. A sign-in
   * that is under way only names the grant: it goes on, as somebody else's, when the present session is ended for it.
   */
  async revokeByGrantId(grantId: string): Promise<void> {
    const given = and(eq(oidcRecords.grantId, grantId), ne(oidcRecords.model, 'Interaction'));
    await this.#db.delete(oidcRecords).where(given);
  }

  async #findBy(column: PgColumn, value: string): Promise<AdapterPayload | undefined> {
    if (!isStorable(value)) return undefined;
    const isLive = or(isNull(oidcRecords.expiresAt), gt(oidcRecords.expiresAt, new Date()));
    const [row] = await this.#db
      .select()
      .from(oidcRecords)
      .where(and(eq(oidcRecords.model, this.#model), eq(column, value), isLive));
    if (row === undefined) return undefined;
    const consumed = row.consumedAt === null ? {} : { consumed: Math.floor(row.consumedAt.getTime() / 1000) };
    return { ...row.payload, ...consumed };
  }
}

/** Deletes what has expired. */
export async function sweepRecords(db: Database): Promise<void> {
  await db.delete(oidcRecords).where(lt(oidcRecords.expiresAt, new Date()));
}

/** Forgets every sign-in: all sessions, grants and codes, and what was counted of wrong passwords. */
export async function forgetSignIns(db: Database): Promise<void> {
  await db.delete(oidcRecords);
}
