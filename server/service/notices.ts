/**
 * Messages to people about their account: a code to recover it, a new username, a changed password or changed contact information, a new
 * browser, how to apply for an income-driven plan. Adding one stores a row of the outbox in the caller's transaction; mail/delivery.ts sends it later.
 */
import { randomUUID } from 'node:crypto';
import type { Database } from '../db/open.ts';
import { notices } from '../db/schema.ts';
import type { NoticeKind } from '../mail/messages.ts';

/** The recipient and the kind of a message. */
export interface Notice {
  readonly borrowerKey: string;
  /** Null when the borrower may have no web account. */
  readonly webAccountId: string | null;
  readonly kind: NoticeKind;
  /** The address on file, of a change the one from before it; empty when none is known. */
  readonly email: string;
  /** The one-time code of a `recoveryCode` message. */
  readonly code?: string;
  /** Given when the caller needs to know it, or when there may be one message with it only. */
  readonly noticeId?: string;
}

/** Adds a message to the outbox, unless no address is known or the borrower has one with the same id. */
export async function addNotice(db: Database, notice: Notice): Promise<void> {
  if (notice.email === '') return;
  const now = new Date();
  await db
    .insert(notices)
    .values({ noticeId: randomUUID(), ...notice, createdAt: now, nextAttemptAt: now })
    .onConflictDoNothing();
}
