/** The email to borrowers with paperless that a letter is in their inbox. */
import type { Database } from '../../db/database.ts';
import { emailOf } from '../profile/contact.ts';
import { addNotice } from './notices.ts';
import { isPaperless } from './texts.ts';

/** Adds the email about a letter to the outbox, once per letter. Letters about applications have their own emails. */
export async function addLetterNotice(db: Database, borrowerKey: string, letterId: string): Promise<void> {
  if (!(await isPaperless(db, borrowerKey))) return;
  const email = await emailOf({ db, borrowerKey, webAccountId: '', person: { role: 'borrower' } });
  await addNotice(db, { borrowerKey, webAccountId: null, kind: 'newLetter', email, noticeId: `newLetter-${letterId}` });
}
