/**
 * Emails about a person's account: recovery code, new username, changed password, changed contact information, sign-in
 * from a new browser, and instructions for income-driven plans. Adding one stores an outbox row in the caller's
 * transaction; mail/delivery.ts sends it later.
 */
import { randomUUID } from 'node:crypto';
import type { PlainDate } from '#domain/calendar.ts';
import type { Database } from '../db/database.ts';
import { notices } from '../db/schema/index.ts';
import { seals } from '../db/seals.ts';
import type { NoticeKind } from './messages.ts';

/** An email to add to the outbox. */
export interface Notice {
  readonly borrowerKey: string;
  /** Null if the borrower might have no web account. */
  readonly webAccountId: string | null;
  readonly kind: NoticeKind;
  /** The email address on file. For a change of address, the previous one. Empty if none is known. */
  readonly email: string;
  /** The one-time code of the email, or the token of a `payerInvitation`. */
  readonly code?: string;
  /** The day of the second try of a refused draft. */
  readonly aboutDay?: PlainDate | undefined;
  /** Set if the caller needs to know the id, or to send at most one email with it. */
  readonly noticeId?: string;
}

/** Adds an email to the outbox. Does nothing if the address is empty or the borrower has an email with the same id. */
export async function addNotice(db: Database, notice: Notice): Promise<void> {
  if (notice.email === '') return;
  const now = new Date();
  await db
    .insert(notices)
    .values(seals.notices.seal({ noticeId: randomUUID(), ...notice, createdAt: now, nextAttemptAt: now }))
    .onConflictDoNothing();
}
