/**
 * Codes that confirm phone numbers. A code is six digits from a cryptographic random generator; only its keyed hash is
 * stored. It works once, for ten minutes and for five tries. All functions run in a transaction that holds the
 * borrower's row, so that the limits also apply to concurrent calls. The times of codes are real time.
 */
import { randomInt, randomUUID, timingSafeEqual } from 'node:crypto';
import { and, asc, desc, eq, gt, isNull } from 'drizzle-orm';
import { millisecondsInHour, millisecondsInMinute } from 'date-fns/constants';
import { CODE_MINUTES, MAX_CODES, MAX_TRIES } from '#domain/messages/text-alerts/rules.ts';
import type { Alert } from '#domain/messages/text-alerts/shapes.ts';
import { presentKeys } from '../../db/keys.ts';
import { textAlertCodes as rows } from '../../db/schema/index.ts';
import { type OpenedRow, seals } from '../../db/seals.ts';
import { type Scope, toActor } from '../scope.ts';
import { addText, cancelCodes } from './texts.ts';

export type CodeRow = OpenedRow<typeof rows.$inferSelect>;
type Whose = Pick<Scope, 'db' | 'borrowerKey'>;

/** A number to confirm, and the consent of the borrower. */
export interface NumberToConfirm {
  /** Ten digits. */
  readonly phone: string;
  readonly alerts: readonly Alert[];
  readonly consentVersion: string;
  readonly consentedAt: Date;
}

const hashCode = (codeId: string, code: string): string => presentKeys().hash(`text code ${codeId} ${code}`);

const isSameHash = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

const anHourAgo = (): Date => new Date(Date.now() - millisecondsInHour);

/** Selects the codes of a borrower that are neither used nor replaced. */
const isOpen = (borrowerKey: string) =>
  and(eq(rows.borrowerKey, borrowerKey), isNull(rows.usedAt), isNull(rows.endedAt));

const isRow = ({ borrowerKey, codeId }: Pick<CodeRow, 'borrowerKey' | 'codeId'>) =>
  and(eq(rows.borrowerKey, borrowerKey), eq(rows.codeId, codeId));

/**
 * Returns the code that the borrower has yet to enter. It may have expired: for an hour, the borrower can ask for another
 * one without entering the number again.
 */
export async function pendingCode({ db, borrowerKey }: Whose): Promise<CodeRow | undefined> {
  const [row] = await db
    .select()
    .from(rows)
    .where(and(isOpen(borrowerKey), gt(rows.createdAt, anHourAgo())))
    .orderBy(desc(rows.createdAt))
    .limit(1);
  return row && seals.textAlertCodes.open(row);
}

/** Ends the pending code and cancels its text. */
export async function endCodes({ db, borrowerKey }: Whose): Promise<void> {
  await db.update(rows).set({ endedAt: new Date() }).where(isOpen(borrowerKey));
  await cancelCodes(db, borrowerKey);
}

/** Returns the minutes until another code may be sent. Zero if it may be sent now. */
async function minutesToWait({ db, borrowerKey }: Whose): Promise<number> {
  const sent = await db
    .select({ createdAt: rows.createdAt })
    .from(rows)
    .where(and(eq(rows.borrowerKey, borrowerKey), gt(rows.createdAt, anHourAgo())))
    .orderBy(asc(rows.createdAt));
  const first = sent[sent.length - MAX_CODES];
  if (first === undefined) return 0;
  return Math.max(1, Math.ceil((first.createdAt.getTime() + millisecondsInHour - Date.now()) / millisecondsInMinute));
}

/** Sends a code, which replaces an earlier one. Returns the minutes to wait instead if the hourly limit is reached. */
export async function sendCode(scope: Scope, number: NumberToConfirm): Promise<number> {
  const { db, borrowerKey } = scope;
  const wait = await minutesToWait(scope);
  if (wait > 0) return wait;
  await endCodes(scope);
  const codeId = randomUUID();
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const createdAt = new Date();
  await db.insert(rows).values(
    seals.textAlertCodes.seal({
      borrowerKey,
      codeId,
      ...number,
      codeHash: hashCode(codeId, code),
      createdAt,
      expiresAt: new Date(createdAt.getTime() + CODE_MINUTES * millisecondsInMinute),
      ...toActor(scope),
    }),
  );
  await addText(db, { borrowerKey, noticeId: codeId, kind: 'textCode', phone: number.phone, code });
  return 0;
}

/** The result of a try: the confirmed number, or the tries that are left. Without a code that works, there are none. */
export type CodeResult = { readonly confirmed: CodeRow } | { readonly triesLeft: number };

/** Tries a code. A correct code is used up. */
export async function tryCode(scope: Whose, code: string): Promise<CodeResult> {
  const pending = await pendingCode(scope);
  if (pending === undefined || pending.tries >= MAX_TRIES || pending.expiresAt <= new Date()) return { triesLeft: 0 };
  const tries = pending.tries + 1;
  const isRight = isSameHash(hashCode(pending.codeId, code), pending.codeHash);
  await scope.db
    .update(rows)
    .set({ tries, ...(isRight && { usedAt: new Date() }) })
    .where(isRow(pending));
  return isRight ? { confirmed: pending } : { triesLeft: MAX_TRIES - tries };
}
