/**
 * What a person is to be told without having asked: that an online account was created for their loans, that their password
 * or contact information was changed. Each is a row with the address that counted before, so that whoever changed the address
 * does not get the notice alone. Nothing sends them yet: an outbox that takes the rows without `sentAt` is a later step.
 */
import { randomUUID } from 'node:crypto';
import type { Database } from '../db/open.ts';
import { notices } from '../db/schema.ts';

export type NoticeKind = (typeof notices.$inferInsert)['kind'];

/** Whom a notice is for, and of what. */
export interface Notice {
  readonly borrowerKey: string;
  readonly webAccountId: string;
  readonly kind: NoticeKind;
  /** The address on file; empty where none is known. */
  readonly email: string;
}

/** Adds a notice; none where no address is known. */
export async function addNotice(db: Database, notice: Notice): Promise<void> {
  if (notice.email === '') return;
  await db.insert(notices).values({ ...notice, noticeId: randomUUID(), createdAt: new Date() });
}
