/** Messages about posted payments: the text, and the letter about a refund (ruling 95). One debit causes one of each (105). */
import { and, eq, inArray } from 'drizzle-orm';
import { accountName } from '#domain/account-name.ts';
import { sumCents } from '#domain/money.ts';
import { refundMessage } from '#domain/payments/messages.ts';
import { postingDayOf } from '#domain/payments/progress.ts';
import { refundDayOf } from '#domain/payments/refunds.ts';
import type { Database } from '../../db/database.ts';
import { type paymentHistory, accounts, inboxMessages } from '../../db/schema/index.ts';
import type { OpenedInsert } from '../../db/seals.ts';
import { groupBy } from '../group-by.ts';
import { addLetterNotice } from '../messages/letters.ts';
import { LETTER, addAlert } from '../messages/texts.ts';
import { drawnOnName } from './banking.ts';
import { paymentOf } from './debits.ts';

type PostedPart = OpenedInsert<typeof paymentHistory>;

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

/** Puts a letter about the refund of a debit into the inbox. */
async function addRefundLetter(
  db: Database,
  borrowerKey: string,
  parts: readonly [PostedPart, ...PostedPart[]],
): Promise<void> {
  const [first] = parts;
  const { effectiveDate, drawnOn } = first;
  const documentId = `refunded-${paymentOf(first)}`;
  const { names, isDirect } = await accountsOfDebit(db, borrowerKey, parts);
  await db.insert(inboxMessages).values({
    borrowerKey,
    documentId,
    isDirect,
    isPlainText: false,
    ...refundMessage({
      effectiveDate,
      amount: sumCents(parts.map(({ amount }) => amount)),
      refunded: sumCents(parts.flatMap(({ refunded }) => refunded ?? [])),
      refundedOn: refundDayOf(effectiveDate),
      accounts: names,
      bankAccount: drawnOn == null ? 'your bank account' : drawnOnName(drawnOn),
    }),
    receivedOn: postingDayOf(effectiveDate),
  });
  await addLetterNotice(db, borrowerKey, documentId);
}

/** Announces payments that are being posted. */
export async function announcePosted(db: Database, borrowerKey: string, posted: readonly PostedPart[]): Promise<void> {
  for (const parts of groupBy(posted, paymentOf)) {
    const hasRefund = parts.some(({ refunded = 0 }) => refunded > 0);
    if (hasRefund) await addRefundLetter(db, borrowerKey, parts);
    const texts = [{ alert: 'paymentPosted', kind: 'textPaymentPosted' } as const, ...(hasRefund ? [LETTER] : [])];
    await addAlert(db, borrowerKey, { id: paymentOf(parts[0]), texts });
  }
}
