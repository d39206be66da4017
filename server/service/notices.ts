/**
 * What a person is to be told without having asked: that an online account was created for their loans, that their password
 * or contact information was changed. Each is a row with the address that counted before, so that whoever changed the address
 * does not get the notice alone. Nothing sends them yet: an outbox that takes the rows without `sentAt` is a later step.
 */
import { randomUUID } from 'node:crypto';
import type { Database } from '../db/open.ts';
import { notices } from '../db/schema.ts';
import { emailOf } from './contact.ts';

export type NoticeKind = (typeof notices.$inferInsert)['kind'];

/** Whom a notice is for, and of what. */
export interface Notice {
  readonly borrowerKey: string;
  readonly webAccountId: string;
  readonly role: 'borrower' | 'payer';
  readonly kind: NoticeKind;
}

/** Adds a notice to the e-mail address on file; none where no address is known. */
export async function addNotice(db: Database, { role, ...notice }: Notice): Promise<void> {
  const email = await emailOf({ ...notice, db, person: { role } });
  if (email === '') return;
  await db.insert(notices).values({ ...notice, noticeId: randomUUID(), email, createdAt: new Date() });
}
