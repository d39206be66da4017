/**
 * The records of the sign-in provider (sessions, grants, codes, interactions) in one table. Read access to the table does not
 * allow a session takeover: the ids in cookies and codes are stored as hashes, and the rest is encrypted.
 */
import { createHash } from 'node:crypto';
import { millisecondsInDay } from 'date-fns/constants';
import { type SQL, and, desc, eq, gt, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import * as v from 'valibot';
import { CannotOpen, presentKeys } from '../db/keys.ts';
import type { Database } from '../db/open.ts';
import { oidcRecords, securityEvents } from '../db/schema.ts';
import { openInRow, sealForRow } from '../db/seals.ts';
import { isStorable } from '../db/text.ts';
import { currentSource } from '../http/source.ts';

const hashOf = (id: string): string => createHash('sha256').update(id).digest('base64url');

const Payload = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.unknown()));

const inSeconds = (seconds: number | undefined): Date | null =>
  seconds === undefined ? null : new Date(Date.now() + seconds * 1000);

/** The provider's model of sessions, which end by themselves when they are not used. */
export const SESSION = 'Session';

/** The provider's model of sign-ins that have begun. Whoever asks for the sign-in page makes one, without being anybody. */
const INTERACTION = 'Interaction';

/** How many sign-ins may be under way: from one source (such as a school behind one gateway), and in total. */
export interface InteractionLimits {
  readonly ofSource: number;
  readonly inAll: number;
}

const INTERACTION_LIMITS: InteractionLimits = { ofSource: 2000, inAll: 50_000 };

/** Whether a session has been used within `idleSeconds`. */
export const isInUse = (usedAt: Date | null, idleSeconds: number): boolean =>
  usedAt !== null && usedAt.getTime() > Date.now() - idleSeconds * 1000;

/** Seconds after which the use of a session is noted again: not at every request. */
const NOTED_EVERY = 30;

/**
 * A condition that always holds, by which a statement is committed without waiting for the disk. A crash may undo it until the
 * next one that waits. Within a transaction it would be so for all of that.
 */
const COMMITTED_LATER = sql`set_config('synchronous_commit', 'off', true) is not null`;

/**
 * Notes that a session is used; no call that only reads waits for the disk for that. What a crash undoes of it is made good:
 * an open tab renews within the limit, and that is on the disk.
 */
export async function noteUse(db: Database, uid: string, usedAt: Date): Promise<void> {
  if (isInUse(usedAt, NOTED_EVERY)) return;
  await db
    .update(oidcRecords)
    .set({ usedAt: new Date() })
    .where(and(eq(oidcRecords.model, SESSION), eq(oidcRecords.uid, uid), COMMITTED_LATER));
}

/** The rows of one of the provider's models. A row past its expiry is as good as gone. */
export class Records implements Adapter {
  readonly #db: Database;
  readonly #model: string;
  readonly #idleSeconds: number;
  readonly #limits: InteractionLimits;

  /** `idleSeconds` is how long a session may be unused. */
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
        // In the open, so that all sessions of a person can be ended.
        ...(payload.accountId !== undefined && { accountId: payload.accountId }),
        ...(payload.sessionUid !== undefined && { sessionUid: payload.sessionUid }),
        sealed: sealForRow(this.#place, [hashOf(id)], JSON.stringify(payload)),
      },
      grantId: payload.grantId ?? null,
      userCode: payload.userCode ?? null,
      uid: this.#uidOf(payload),
      expiresAt: inSeconds(expiresIn),
      usedAt: this.#model === SESSION ? new Date() : null,
    };
    await this.#db
      .insert(oidcRecords)
      .values({ model: this.#model, id: hashOf(id), ...row })
      // Where a sign-in came from is kept as it began.
      .onConflictDoUpdate({
        target: [oidcRecords.model, oidcRecords.id],
        set: { ...row, ...(isSignIn && { uid: sql`${oidcRecords.uid}` }) },
      });
    // What is stored of a sign-in later, as its result, makes no further one.
    if (isSignIn && payload['result'] === undefined) await this.#dropOldest(row.uid);
  }

  /** By what a row is found besides: a session by its uid, a sign-in by a hash of where it comes from. */
  #uidOf({ uid }: AdapterPayload): string | null {
    if (this.#model === SESSION) return uid ?? null;
    const source = this.#model === INTERACTION ? currentSource() : undefined;
    // Of other models the uid may be the id itself.
    return source === undefined ? null : presentKeys().hash(`source ${source}`);
  }

  /** Drops the sign-ins that began first where there are too many: nobody can fill the database with them. */
  async #dropOldest(source: string | null): Promise<void> {
    const { id, model, uid, expiresAt } = oidcRecords;
    const isInteraction = eq(model, INTERACTION);
    const drop = (among: SQL | undefined, most: number) => {
      const kept = this.#db.select({ id }).from(oidcRecords).where(among).orderBy(desc(expiresAt), id);
      return this.#db.delete(oidcRecords).where(and(isInteraction, inArray(id, kept.offset(most))));
    };
    if (source !== null) await drop(and(isInteraction, eq(uid, source)), this.#limits.ofSource);
    if ((await this.#db.$count(oidcRecords, isInteraction)) > this.#limits.inAll) {
      await drop(isInteraction, this.#limits.inAll);
    }
  }

  find(id: string): Promise<AdapterPayload | undefined> {
    return this.#findBy(oidcRecords.id, hashOf(id));
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
      .where(and(eq(oidcRecords.model, this.#model), eq(oidcRecords.id, hashOf(id))));
  }

  async destroy(id: string): Promise<void> {
    await this.#db.delete(oidcRecords).where(and(eq(oidcRecords.model, this.#model), eq(oidcRecords.id, hashOf(id))));
  }

  /**
   * Takes away all that a grant gave. The provider calls it on one model; the grant's rows may be of several. A sign-in
   * that is under way only names the grant: it goes on, as somebody else's, when the present session is ended for it.
   */
  async revokeByGrantId(grantId: string): Promise<void> {
    const given = and(eq(oidcRecords.grantId, grantId), ne(oidcRecords.model, INTERACTION));
    await this.#db.delete(oidcRecords).where(given);
  }

  get #place(): string {
    return `oidc_records.${this.#model}`;
  }

  /**
   * Returns the payload of a row; undefined if it does not open, so that people sign in again. Its key may be gone, an earlier
   * version may have sealed it, or it was moved here from another row.
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

/** How long security events are kept, in days. */
const EVENT_DAYS = 400;

/** Deletes what has expired, and old security events. */
export async function sweepRecords(db: Database): Promise<void> {
  await db.delete(oidcRecords).where(lt(oidcRecords.expiresAt, new Date()));
  await db.delete(securityEvents).where(lt(securityEvents.at, new Date(Date.now() - EVENT_DAYS * millisecondsInDay)));
}

/** Forgets every sign-in: all sessions, grants and codes, and what was counted of wrong passwords. */
export async function forgetSignIns(db: Database): Promise<void> {
  await db.delete(oidcRecords);
}
