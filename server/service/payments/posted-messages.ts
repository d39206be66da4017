/**
 * Messages about payments that were posted, with refunds (ruling 95), or returned: of each debit one letter, one email and
 * one text (105).
 */
import { type SQL, and, inArray } from 'drizzle-orm';
import { accountName } from '#domain/account-name.ts';
import { type PlainDate, findLatest } from '#domain/calendar.ts';
import { sumCents } from '#domain/money.ts';
import { type RefundedPayment, refundChangeMessage, refundMessage } from '#domain/payments/messages.ts';
import { AUTO_DEBIT } from '#domain/payments/payment-types.ts';
import { returnMessage, sentBackBefore } from '#domain/payments/returns.ts';
import type { Database } from '../../db/database.ts';
import { accounts, inboxMessages, paymentHistory } from '../../db/schema/index.ts';
import { type OpenedRow, seals } from '../../db/seals.ts';
import { recordEvent } from '../../security-events.ts';
import { groupBy } from '../group-by.ts';
import { type Own, ownRows } from '../own-rows.ts';
import { addFailedDraftNotice, addLetter, addLetterNotice } from '../messages/letters.ts';
import { LETTER, PAYMENT_RETURNED, addAlert } from '../messages/texts.ts';
import { suspendAfterReturn } from './auto-debit-drafts.ts';
import { drawnOnName } from './banks.ts';
import { isPaymentRow, getPaymentId } from '../portfolio/debits.ts';

type HistoryRow = typeof paymentHistory.$inferSelect;
type Debit = readonly [OpenedRow<HistoryRow>, ...OpenedRow<HistoryRow>[]];

/** Returns the names of the accounts that a debit was for, for letters. */
async function accountsOfDebit(own: Own, parts: readonly Pick<HistoryRow, 'accountId'>[]) {
  const ids = parts.map(({ accountId }) => accountId);
  const rows = await ownRows(own, accounts, inArray(accounts.accountId, ids), accounts.accountNumber);
  return { names: rows.map(accountName), isDirect: rows.every(({ loanType }) => loanType === 'Direct') };
}

/** Reads the posted parts of some debits. */
async function debitsWith(own: Own, condition: SQL): Promise<Debit[]> {
  const h = paymentHistory;
  const rows = await ownRows(own, h, and(isPaymentRow, condition), h.paymentDetailId);
  return groupBy(rows.map(seals.paymentHistory.open), getPaymentId);
}

/** Returns the data of letters about the refund of a debit. */
async function refundOfDebit(own: Own, parts: Debit) {
  const [{ effectiveDate, drawnOn }] = parts;
  const { names, isDirect } = await accountsOfDebit(own, parts);
  const payment: RefundedPayment = {
    effectiveDate,
    amount: sumCents(parts.map(({ amount }) => amount)),
    refunded: sumCents(parts.map(({ refunded }) => refunded)),
    refundedOn: findLatest(parts.map(({ refundedOn }) => refundedOn)),
    accounts: names,
    bankAccount: drawnOn === null ? 'your bank account' : drawnOnName(drawnOn),
  };
  return { payment, isDirect };
}

/** Announces payments that have been posted on a day. */
export async function announcePosted(own: Own, ids: readonly string[], day: PlainDate): Promise<void> {
  const { db, borrowerKey } = own;
  for (const parts of await debitsWith(own, inArray(paymentHistory.paymentDetailId, [...ids]))) {
    const id = getPaymentId(parts[0]);
    const { payment, isDirect } = await refundOfDebit(own, parts);
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
export type ChangedRefund = Pick<HistoryRow, 'paymentId' | 'paymentDetailId' | 'refunded'>;

/** Writes to the inbox about refunds that changed because another payment was returned: one letter for each debit. */
export async function announceChangedRefunds(own: Own, changed: readonly ChangedRefund[], day: PlainDate) {
  const { db, borrowerKey } = own;
  const ids = changed.flatMap(({ paymentId }) => paymentId ?? []);
  if (ids.length === 0) return;
  const announced = new Map(changed.map(({ paymentDetailId, refunded }) => [paymentDetailId, refunded]));
  for (const parts of await debitsWith(own, inArray(paymentHistory.paymentId, ids))) {
    const { payment, isDirect } = await refundOfDebit(own, parts);
    const before = sumCents(parts.map((part) => announced.get(part.paymentDetailId) ?? part.refunded));
    const documentId = `refund-changed-${getPaymentId(parts[0])}-${day}`;
    const letter = { isDirect, ...refundChangeMessage(payment, before), receivedOn: day };
    await addLetter(db, { borrowerKey, documentId, ...letter });
  }
}

/** Writes to the inbox about a debit that was returned on a day, announces the letter, and records the event. */
export async function announceReturn(
  db: Database,
  parts: readonly [HistoryRow, ...HistoryRow[]],
  returnedOn: PlainDate,
) {
  const [first] = parts;
  const { borrowerKey, effectiveDate, actorWebAccountId, actorRole, actorIsImpersonator } = first;
  const id = getPaymentId(first);
  const isDraft = first.description === AUTO_DEBIT;
  const isSuspended = isDraft && (await suspendAfterReturn(db, first, returnedOn));
  const { names, isDirect } = await accountsOfDebit({ db, borrowerKey }, parts);
  const amount = sumCents(parts.map((part) => part.amount));
  const sentBack = sumCents(parts.map((part) => sentBackBefore(part, returnedOn)));
  const account = names.join(' and ');
  const message = returnMessage({ amount, account, effectiveDate, returnedOn, isSuspended, sentBack });
  const letter = { borrowerKey, documentId: `returned-${id}`, isDirect, isPlainText: false, receivedOn: returnedOn };
  await db.insert(inboxMessages).values({ ...letter, ...message });
  if (isDraft) await addFailedDraftNotice(db, borrowerKey, id, { kind: 'draftReturned' });
  else await addLetterNotice(db, borrowerKey, id);
  await addAlert(db, borrowerKey, { id, texts: PAYMENT_RETURNED });
  await recordEvent(db, {
    kind: 'paymentReturned',
    webAccountId: actorWebAccountId,
    role: actorRole,
    isImpersonator: actorIsImpersonator,
    detail: `Payment ${id}, returned on ${returnedOn}`,
  });
}
