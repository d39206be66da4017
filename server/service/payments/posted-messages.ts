/** Messages about posted payments: the text, and the letter about a refund (ruling 95). One debit causes one of each (105). */
import { type SQL, and, asc, eq, inArray } from 'drizzle-orm';
import { accountName } from '#domain/account-name.ts';
import { type PlainDate, latestOf } from '#domain/calendar.ts';
import { type Cents, sumCents } from '#domain/money.ts';
import { type RefundedPayment, refundChangeMessage, refundMessage } from '#domain/payments/messages.ts';
import type { Database } from '../../db/database.ts';
import { accounts, inboxMessages, paymentHistory } from '../../db/schema/index.ts';
import { type OpenedRow, seals } from '../../db/seals.ts';
import { groupBy } from '../group-by.ts';
import { addLetter, addLetterNotice } from '../messages/letters.ts';
import { LETTER, addAlert } from '../messages/texts.ts';
import { drawnOnName } from './banking.ts';
import { paymentOf } from './debits.ts';
import { isKeptRow } from './paid-rows.ts';

type PostedPart = OpenedRow<typeof paymentHistory.$inferSelect>;
type Debit = readonly [PostedPart, ...PostedPart[]];

/** The accounts that a debit was for, as a letter names them. */
export async function accountsOfDebit(
  db: Database,
  borrowerKey: string,
  parts: readonly { readonly accountId: string }[],
) {
  const ids = parts.map(({ accountId }) => accountId);
  const rows = await db
    .select({ accountNumber: accounts.accountNumber, loanType: accounts.loanType })
    .from(accounts)
    .where(and(eq(accounts.borrowerKey, borrowerKey), inArray(accounts.accountId, ids)))
    .orderBy(accounts.accountNumber);
  return { names: rows.map(accountName), isDirect: rows.every(({ loanType }) => loanType === 'Direct') };
}

/** Reads the posted parts of some debits. */
async function debitsWith(db: Database, borrowerKey: string, condition: SQL): Promise<Debit[]> {
  const rows = await db
    .select()
    .from(paymentHistory)
    .where(and(eq(paymentHistory.borrowerKey, borrowerKey), isKeptRow, condition))
    .orderBy(asc(paymentHistory.paymentDetailId));
  return groupBy(rows.map(seals.paymentHistory.open), paymentOf);
}

/** Returns what letters about the refund of a debit say. */
async function refundOfDebit(db: Database, borrowerKey: string, parts: Debit) {
  const [{ effectiveDate, drawnOn }] = parts;
  const { names, isDirect } = await accountsOfDebit(db, borrowerKey, parts);
  const payment: RefundedPayment = {
    effectiveDate,
    amount: sumCents(parts.map(({ amount }) => amount)),
    refunded: sumCents(parts.map(({ refunded }) => refunded)),
    refundedOn: latestOf(parts.map(({ refundedOn }) => refundedOn)),
    accounts: names,
    bankAccount: drawnOn === null ? 'your bank account' : drawnOnName(drawnOn),
  };
  return { payment, isDirect };
}

/** Announces payments that have been posted on a day. */
export async function announcePosted(
  db: Database,
  borrowerKey: string,
  { ids, day }: { readonly ids: readonly string[]; readonly day: PlainDate },
): Promise<void> {
  for (const parts of await debitsWith(db, borrowerKey, inArray(paymentHistory.paymentDetailId, [...ids]))) {
    const id = paymentOf(parts[0]);
    const { payment, isDirect } = await refundOfDebit(db, borrowerKey, parts);
    const hasRefund = payment.refunded > 0;
    if (hasRefund) {
      const documentId = `refunded-${id}`;
      const letter = { ...refundMessage(payment), isDirect, isPlainText: false, receivedOn: day };
      await db.insert(inboxMessages).values({ borrowerKey, documentId, ...letter });
      await addLetterNotice(db, borrowerKey, documentId);
    }
    const texts = [{ alert: 'paymentPosted', kind: 'textPaymentPosted' } as const, ...(hasRefund ? [LETTER] : [])];
    await addAlert(db, borrowerKey, { id, texts });
  }
}

/** A payment whose refund has changed, with the refund that was announced. */
export type ChangedRefund = Pick<typeof paymentHistory.$inferSelect, 'paymentId' | 'paymentDetailId' | 'refunded'>;

/** Writes to the inbox about refunds that changed because another payment was returned: one letter for each debit. */
export async function announceChangedRefunds(
  db: Database,
  borrowerKey: string,
  { changed, day }: { readonly changed: readonly ChangedRefund[]; readonly day: PlainDate },
): Promise<void> {
  const ids = changed.flatMap(({ paymentId }) => paymentId ?? []);
  if (ids.length === 0) return;
  const announced = new Map(changed.map(({ paymentDetailId, refunded }) => [paymentDetailId, refunded]));
  for (const parts of await debitsWith(db, borrowerKey, inArray(paymentHistory.paymentId, ids))) {
    const { payment, isDirect } = await refundOfDebit(db, borrowerKey, parts);
    const before: Cents = sumCents(
      parts.map(({ paymentDetailId, refunded }) => announced.get(paymentDetailId) ?? refunded),
    );
    await addLetter(db, {
      borrowerKey,
      documentId: `refund-changed-${paymentOf(parts[0])}-${day}`,
      isDirect,
      ...refundChangeMessage(payment, before),
      receivedOn: day,
    });
  }
}
