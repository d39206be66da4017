/** Letters in the inbox, and the email to borrowers with paperless that one is there. */
import type { Database } from '../../db/database.ts';
import { inboxMessages } from '../../db/schema/index.ts';
import { emailOf } from '../profile/contact.ts';
import { addNotice } from './notices.ts';
import { LETTER, addAlert, isPaperless } from './texts.ts';

/** Adds the email about a letter to the outbox, once per letter. Letters about applications have their own emails. */
export async function addLetterNotice(db: Database, borrowerKey: string, letterId: string): Promise<void> {
  if (!(await isPaperless(db, borrowerKey))) return;
  const email = await emailOf({ db, borrowerKey, webAccountId: '', person: { role: 'borrower' } });
  await addNotice(db, { borrowerKey, webAccountId: null, kind: 'newLetter', email, noticeId: `newLetter-${letterId}` });
}

/** A letter to add to the inbox. */
type NewLetter = Pick<
  typeof inboxMessages.$inferInsert,
  'borrowerKey' | 'documentId' | 'isDirect' | 'subject' | 'text' | 'receivedOn'
>;

/** Adds a letter to the inbox, and its email and text to the outbox. */
export async function addLetter(db: Database, letter: NewLetter): Promise<void> {
  const { borrowerKey, documentId } = letter;
  await db.insert(inboxMessages).values({ ...letter, isPlainText: false });
  await addLetterNotice(db, borrowerKey, documentId);
  await addAlert(db, borrowerKey, { id: documentId, texts: [LETTER] });
}
