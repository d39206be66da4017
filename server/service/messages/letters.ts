/** Letters in the inbox, and the emails about them. */
import type { PlainDate } from '#domain/calendar.ts';
import type { Database } from '../../db/database.ts';
import { inboxMessages } from '../../db/schema/index.ts';
import { readEmail } from '../../credentials/contact.ts';
import { addNotice } from '../../mail/notices.ts';
import type { Own } from '../own-rows.ts';
import { LETTER, addAlert, isPaperless } from './texts.ts';

const readAddress = (db: Database, borrowerKey: string): Promise<string> =>
  readEmail({ db, borrowerKey, webAccountId: '', person: { role: 'borrower' } });

/**
 * Adds the email to borrowers with paperless that a letter is in their inbox, once per letter. Letters about applications
 * have their own emails.
 */
export async function addLetterNotice(db: Database, borrowerKey: string, letterId: string): Promise<void> {
  if (!(await isPaperless(db, borrowerKey))) return;
  const email = await readAddress(db, borrowerKey);
  await addNotice(db, { borrowerKey, webAccountId: null, kind: 'newLetter', email, noticeId: `newLetter-${letterId}` });
}

/** An email about a setting that moves money. */
type ChangedSetting = 'autoDebitOn' | 'autoDebitChanged' | 'autoDebitOff' | 'bankAccountAdded' | 'payerRemoved';

/** Adds the email to the borrower about a changed setting, also if an employee changed it (ruling 118). */
export async function addChangeNotice({ db, borrowerKey }: Own, kind: ChangedSetting): Promise<void> {
  await addNotice(db, { borrowerKey, webAccountId: null, kind, email: await readAddress(db, borrowerKey) });
}

/** A letter to add to the inbox. */
type NewLetter = Omit<typeof inboxMessages.$inferInsert, 'isPlainText'> & { readonly isPlainText?: boolean };

/** Adds a letter to the inbox, and its email and text to the outbox. */
export async function addLetter(db: Database, { isPlainText = false, ...letter }: NewLetter): Promise<void> {
  const { borrowerKey, documentId } = letter;
  await db.insert(inboxMessages).values({ ...letter, isPlainText });
  await addLetterNotice(db, borrowerKey, documentId);
  await addAlert(db, borrowerKey, { id: documentId, texts: [LETTER] });
}

/** An email about a draft of auto debit that failed. */
export interface FailedDraftEmail {
  readonly kind: 'draftRefused' | 'draftRefusedCovered' | 'draftRefusedAgain' | 'draftReturned';
  /** The day of the second try. */
  readonly aboutDay?: PlainDate;
}

/**
 * Adds the email about a draft that the bank refused or returned, once per letter. It says what to do and goes to borrowers
 * without paperless too (ruling 105), in place of {@link addLetterNotice}.
 */
export async function addFailedDraftNotice(
  db: Database,
  borrowerKey: string,
  letterId: string,
  { kind, aboutDay }: FailedDraftEmail,
): Promise<void> {
  const email = await readAddress(db, borrowerKey);
  await addNotice(db, { borrowerKey, webAccountId: null, kind, email, aboutDay, noticeId: `${kind}-${letterId}` });
}
