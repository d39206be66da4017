/**
 * Stores the records of the sign-in provider (sessions, grants, codes, interactions) in one table. Read access to the
 * table does not allow session hijacking: ids in cookies and codes are stored as hashes, and the rest is encrypted.
 */
import { createHash } from 'node:crypto';
import { millisecondsInDay } from 'date-fns/constants';
import { type SQL, and, desc, eq, gt, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import * as v from 'valibot';
import { CannotOpen, presentKeys } from '../db/keys.ts';
import type { Database } from '../db/database.ts';
import { oidcRecords, securityEvents } from '../db/schema/index.ts';
import { openInRow, sealForRow } from '../db/seals.ts';
import { isStorable } from '../db/text.ts';
import { SESSION } from '../credentials/sessions.ts';
import { currentSource } from '../http/source.ts';

const hashId = (id: string): string => createHash('sha256').update(id).digest('base64url');

const Payload = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.unknown()));

const inSeconds = (seconds: number | undefined): Date | null =>
  seconds === undefined ? null : new Date(Date.now() + seconds * 1000);

/** The provider's model for pending sign-ins. Opening the sign-in page creates one, without authentication. */
const INTERACTION = 'Interaction';

/** Maximum number of pending sign-ins: per source (such as a school behind one gateway), and in total. */
export interface InteractionLimits {
  readonly ofSource: number;
  readonly inAll: number;
}

const INTERACTION_LIMITS: InteractionLimits = { ofSource: 2000, inAll: 50_000 };

/** Returns whether a session has been used within `idleSeconds`. */
export const isInUse = (usedAt: Date | null, idleSeconds: number): boolean =>
  usedAt !== null && usedAt.getTime() > Date.now() - idleSeconds * 1000;

/** Minimum interval between updates of a session's last use, in seconds. */
const NOTED_EVERY = 30;

/**
 * An always-true condition that makes a statement commit without waiting for the disk. A crash may lose the change
 * until the next synchronous commit. Within a transaction, it would apply to the whole transaction.
 */
const COMMITTED_LATER = sql`set_config('synchronous_commit', 'off', true) is not null`;

/**
 * Updates the last use of a session. Read-only calls do not wait for the disk. If a crash loses the update, an open tab
 * still renews its token within the timeout, and that is committed synchronously.
 */
export async function noteUse(db: Database, uid: string, usedAt: Date): Promise<void> {
  if (isInUse(usedAt, NOTED_EVERY)) return;
  await db
    .update(oidcRecords)
    .set({ usedAt: new Date() })
    .where(and(eq(oidcRecords.model, SESSION), eq(oidcRecords.uid, uid), COMMITTED_LATER));
}

/** Storage adapter for one of the provider's models. Expired rows count as deleted. */
export class Records implements Adapter {
  readonly #db: Database;
  readonly #model: string;
  readonly #idleSeconds: number;
  readonly #limits: InteractionLimits;

  /** `idleSeconds` is the inactivity timeout of sessions. */
  constructor(db: Database, model: string, idleSeconds: number, limits: InteractionLimits = INTERACTION_LIMITS) {
    this.#db = db;
    this.#model = model;
    this.#idleSeconds = idleSeconds;
    this.#limits = limits;
  }

  async upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
    const isSignIn = this.#model === INTERACTION;
    const row = {
      payload: {
        // Not encrypted, so that all sessions of a person can be ended.
        ...(payload.accountId !== undefined && { accountId: payload.accountId }),
        ...(payload.sessionUid !== undefined && { sessionUid: payload.sessionUid }),
        // Not encrypted, so that queries can distinguish a fresh log-in from an old one.
        ...(this.#model === SESSION && payload['loginTs'] !== undefined && { loginTs: payload['loginTs'] }),
        sealed: sealForRow(this.#place, [hashId(id)], JSON.stringify(payload)),
      },
      grantId: payload.grantId ?? null,
      userCode: payload.userCode ?? null,
      uid: this.#getUid(payload),
      expiresAt: inSeconds(expiresIn),
      usedAt: this.#model === SESSION ? new Date() : null,
    };
    await this.#db
      .insert(oidcRecords)
      .values({ model: this.#model, id: hashId(id), ...row })
      // Keeps the original source of a sign-in.
      .onConflictDoUpdate({
        target: [oidcRecords.model, oidcRecords.id],
        set: { ...row, ...(isSignIn && { uid: sql`${oidcRecords.uid}` }) },
      });
    // Later updates of a sign-in, such as its result, do not increase the number of sign-ins.
    if (isSignIn && payload['result'] === undefined) await this.#dropOldest(row.uid);
  }

  /** Returns the additional look-up key of a row: the uid of a session, or the hashed source of a sign-in. */
  #getUid({ uid }: AdapterPayload): string | null {
    if (this.#model === SESSION) return uid ?? null;
    const source = this.#model === INTERACTION ? currentSource() : undefined;
    // In other models, the uid may equal the id, which must not be stored unhashed.
    return source === undefined ? null : presentKeys().hash(`source ${source}`);
  }

  /** Deletes the oldest pending sign-ins beyond the limits, so that clients cannot fill up the database. */
  async #dropOldest(source: string | null): Promise<void> {
    const { id, model, uid, expiresAt } = oidcRecords;
    const isInteraction = eq(model, INTERACTION);
    const drop = (among: SQL | undefined, most: number) => {
      const newest = this.#db.select({ id }).from(oidcRecords).where(among).orderBy(desc(expiresAt), id);
      return this.#db.delete(oidcRecords).where(and(isInteraction, inArray(id, newest.offset(most))));
    };
    if (source !== null) await drop(and(isInteraction, eq(uid, source)), this.#limits.ofSource);
    if ((await this.#db.$count(oidcRecords, isInteraction)) > this.#limits.inAll) {
      await drop(isInteraction, this.#limits.inAll);
    }
  }

  find(id: string): Promise<AdapterPayload | undefined> {
    return this.#findBy(oidcRecords.id, hashId(id));
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    const payload = await this.#findBy(oidcRecords.uid, uid);
    return payload?.uid === uid ? payload : undefined;
  }

  findByUserCode(userCode: string): Promise<AdapterPayload | undefined> {
    return this.#findBy(oidcRecords.userCode, userCode);
  }

  async consume(id: string): Promise<void> {
    await this.#db
      .update(oidcRecords)
      .set({ consumedAt: new Date() })
      .where(and(eq(oidcRecords.model, this.#model), eq(oidcRecords.id, hashId(id))));
  }

  async destroy(id: string): Promise<void> {
    await this.#db.delete(oidcRecords).where(and(eq(oidcRecords.model, this.#model), eq(oidcRecords.id, hashId(id))));
  }

  /**
   * Revokes all records of a grant. The provider calls this on one model, but the rows may belong to several. Pending
   * sign-ins remain: they only reference the grant and continue after the current session has ended, possibly for
   * another person.
   */
  async revokeByGrantId(grantId: string): Promise<void> {
    const given = and(eq(oidcRecords.grantId, grantId), ne(oidcRecords.model, INTERACTION));
    await this.#db.delete(oidcRecords).where(given);
  }

  get #place(): string {
    return `oidc_records.${this.#model}`;
  }

  /**
   * Returns the decrypted payload of a row. Returns undefined if it cannot be decrypted, which forces a new sign-in:
   * its key may be missing, an earlier version may have encrypted it, or it was moved from another row.
   */
  #opened({ id, payload }: Pick<typeof oidcRecords.$inferSelect, 'id' | 'payload'>): AdapterPayload | undefined {
    const { sealed } = payload;
    if (typeof sealed !== 'string') return undefined;
    try {
      return v.parse(Payload, openInRow(this.#place, [id], sealed));
    } catch (error) {
      if (error instanceof CannotOpen) return undefined;
      throw error;
    }
  }

  async #findBy(column: PgColumn, value: string): Promise<AdapterPayload | undefined> {
    if (!isStorable(value)) return undefined;
    const isLive = or(isNull(oidcRecords.expiresAt), gt(oidcRecords.expiresAt, new Date()));
    const [row] = await this.#db
      .select()
      .from(oidcRecords)
      .where(and(eq(oidcRecords.model, this.#model), eq(column, value), isLive));
    if (row === undefined || (this.#model === SESSION && !isInUse(row.usedAt, this.#idleSeconds))) return undefined;
    const consumed = row.consumedAt === null ? {} : { consumed: Math.floor(row.consumedAt.getTime() / 1000) };
    const payload = this.#opened(row);
    return payload && { ...payload, ...consumed };
  }
}

/** Retention of security events, in days. */
const EVENT_DAYS = 400;

/** Deletes expired records and old security events. */
export async function sweepRecords(db: Database): Promise<void> {
  await db.delete(oidcRecords).where(lt(oidcRecords.expiresAt, new Date()));
  await db.delete(securityEvents).where(lt(securityEvents.at, new Date(Date.now() - EVENT_DAYS * millisecondsInDay)));
}

/** Deletes all sessions, grants and codes, and resets the counters of attempts. */
export async function forgetSignIns(db: Database): Promise<void> {
  await db.delete(oidcRecords);
}
