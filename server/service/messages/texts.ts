/**
 * Texts to borrowers with text alerts. Adding one stores an outbox row in the caller's transaction; mail/delivery.ts
 * sends it later. Nothing is added for a borrower who has not verified a number, has stopped alerts, or has not chosen
 * the alert.
 */
import { randomUUID } from 'node:crypto';
import { and, eq, isNull, ne } from 'drizzle-orm';
import type { PlainDate } from '#domain/calendar.ts';
import type { Alert } from '#domain/messages/text-alerts/shapes.ts';
import type { Database } from '../../db/database.ts';
import { notices, paperlessEnrollments, textAlerts } from '../../db/schema/index.ts';
import { seals } from '../../db/seals.ts';
import type { TextKind } from '../../mail/texts.ts';

/** An event that a text can announce. */
export interface TextEvent {
  /** Identifies the event, so that it is announced once. */
  readonly id: string;
  /** The alerts that cover the event, with the text of each. The first that the borrower has chosen is sent. */
  readonly texts: readonly { readonly alert: Alert; readonly kind: TextKind }[];
  /** The day of the payment or draft that is announced. */
  readonly aboutDay?: PlainDate;
}

/** The text about a new letter. */
export const LETTER = { alert: 'letter', kind: 'textLetter' } as const;
/** The texts about a payment that the bank returned or refused, which also causes a letter. */
export const PAYMENT_RETURNED = [{ alert: 'paymentReturned', kind: 'textPaymentReturned' }, LETTER] as const;

/** Returns whether letters come to the borrower's inbox. */
export async function isPaperless(db: Database, borrowerKey: string): Promise<boolean> {
  const [row] = await db
    .select({ enrolled: paperlessEnrollments.enrolled })
    .from(paperlessEnrollments)
    .where(eq(paperlessEnrollments.borrowerKey, borrowerKey));
  return row?.enrolled === true;
}

/** Adds the text about an event to the outbox, if the borrower has chosen an alert that covers it. */
export async function addAlert(db: Database, borrowerKey: string, { id, texts, aboutDay }: TextEvent): Promise<void> {
  const [row] = await db
    .select()
    .from(textAlerts)
    .where(and(eq(textAlerts.borrowerKey, borrowerKey), isNull(textAlerts.stoppedAt)));
  if (row === undefined) return;
  const { alerts, phone } = seals.textAlerts.open(row);
  const chosen = texts.filter(({ alert }) => alerts.includes(alert));
  const hasLetters = chosen.some(({ alert }) => alert === 'letter') && (await isPaperless(db, borrowerKey));
  const text = chosen.find(({ alert }) => alert !== 'letter' || hasLetters);
  if (text === undefined) return;
  await addText(db, { borrowerKey, noticeId: `${text.kind}-${id}`, kind: text.kind, phone, aboutDay });
}

/** A text to add to the outbox. */
export interface Text {
  readonly borrowerKey: string;
  readonly noticeId?: string;
  readonly kind: TextKind;
  /** Ten digits. */
  readonly phone: string;
  readonly aboutDay?: PlainDate | undefined;
  /** The code of a `textCode`. */
  readonly code?: string;
}

/** Adds a text to the outbox. Does nothing if the borrower has a text with the same id. */
export async function addText(db: Database, text: Text): Promise<void> {
  const now = new Date();
  await db
    .insert(notices)
    .values(seals.notices.seal({ noticeId: randomUUID(), ...text, email: '', createdAt: now, nextAttemptAt: now }))
    .onConflictDoNothing();
}

/** Selects the texts that have not been sent. */
const isPendingText = (borrowerKey: string) =>
  and(eq(notices.borrowerKey, borrowerKey), isNull(notices.sentAt), isNull(notices.failedAt));

/** Cancels codes that have not been sent. */
export async function cancelCodes(db: Database, borrowerKey: string): Promise<void> {
  await db
    .update(notices)
    .set({ failedAt: new Date(), code: null })
    .where(and(isPendingText(borrowerKey), eq(notices.kind, 'textCode')));
}

/** Cancels alerts that have not been sent. */
export async function cancelAlerts(db: Database, borrowerKey: string): Promise<void> {
  await db
    .update(notices)
    .set({ failedAt: new Date() })
    .where(and(isPendingText(borrowerKey), eq(notices.email, ''), ne(notices.kind, 'textCode')));
}
