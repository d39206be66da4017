/**
 * The borrower's rows in the record, read in batches so that thousands of them do not fill the memory. Amounts are in
 * dollars.
 */
import { setImmediate } from 'node:timers/promises';
import { type Column, and, asc, desc, eq, gt, gte, isNull, lt, or } from 'drizzle-orm';
import type { PlainDate } from '#domain/calendar.ts';
import { dollarsFromCents } from '#domain/money.ts';
import type { Parts } from '#domain/parts.ts';
import { CSV_HEADER, csvLine } from '#domain/payments/history-csv.ts';
import { typeForBorrower } from '#domain/payments/payment-types.ts';
import { normalizePhone } from '#domain/phone.ts';
import { lastDayOf } from '#domain/repayment/postponement/rules.ts';
import { draftTotal } from '#domain/timeline/drafts.ts';
import {
  type GroupSplit,
  accounts,
  applicationEvents,
  applications,
  autoDebitDrafts,
  bills,
  documents,
  inboxMessages,
  issuedDocuments,
  payerInvitations,
  paymentHistory,
  paymentInstructionChanges,
  sentMessages,
  textAlerts,
} from '../../../db/schema/index.ts';
import { seals } from '../../../db/seals.ts';
import { changesOf } from '../../payments/auto-debit-changes.ts';
import { otherPartsOf, wholeDebit } from '../../payments/debits.ts';
import { type Own, ownRows } from '../../own-rows.ts';
import { accountNumbersOf, isOnAccount, ofAccount } from '../groups.ts';
import { openIssued } from '../issued-documents.ts';

/** The number of rows that are in memory at once. */
const BATCH = 500;

/** Reads rows in batches: `read` returns the rows after the last row of the batch before. */
async function* inBatches<Row>(read: (last: Row | undefined) => Promise<readonly Row[]>): AsyncGenerator<Row> {
  for (let last: Row | undefined; ;) {
    // An embedded database answers without giving other requests a turn.
    await setImmediate();
    const rows = await read(last);
    yield* rows;
    if (rows.length < BATCH) return;
    last = rows.at(-1);
  }
}

/** Selects the rows after the last one that was read, in the order of a date and an id. Undefined before the first one. */
function isAfter(day: Column, id: Column, last: { readonly day: PlainDate | Date; readonly id: string } | undefined) {
  return last && and(gte(day, last.day), or(gt(day, last.day), gt(id, last.id)));
}

type StoredPayment = Omit<typeof paymentHistory.$inferSelect, 'groups'>;
type PaymentRow = StoredPayment & { readonly groups: readonly GroupSplit[]; readonly accountNumber: string };

/** The payments of the history, the oldest first. Each is a whole debit (ruling 105). The index by day has this order. */
async function* paymentRows(own: Own): AsyncGenerator<PaymentRow> {
  const { db, borrowerKey } = own;
  const numbers = await accountNumbersOf(own);
  const { effectiveDate, paymentDetailId } = paymentHistory;
  yield* inBatches<PaymentRow>(async (last) => {
    const after =
      last &&
      and(
        gte(effectiveDate, last.effectiveDate),
        or(gt(effectiveDate, last.effectiveDate), lt(paymentDetailId, last.paymentDetailId)),
      );
    const rows = await db
      .select()
      .from(paymentHistory)
      .where(and(eq(paymentHistory.borrowerKey, borrowerKey), isNull(paymentHistory.partOf), after))
      .orderBy(asc(effectiveDate), desc(paymentDetailId))
      .limit(BATCH);
    const others = await otherPartsOf(own, rows);
    return rows.map((row) => ({ ...wholeDebit(row, others), accountNumber: numbers.get(row.accountId) ?? '' }));
  });
}

const partsInDollars = ({ principal, interest, fees }: Parts) => ({
  principal: dollarsFromCents(principal),
  interest: dollarsFromCents(interest),
  fees: dollarsFromCents(fees),
});

/** Returns the payments for a JSON file. */
export async function* paymentsOf(own: Own) {
  for await (const row of paymentRows(own)) {
    yield {
      date: row.effectiveDate,
      accountNumber: row.accountNumber,
      type: typeForBorrower(row.description),
      amount: dollarsFromCents(row.amount),
      ...partsInDollars(row),
      refunded: dollarsFromCents(row.refunded),
      refundedOn: row.refundedOn,
      closedAt: row.closedAt,
      groups: row.groups.map(({ groupId, total, ...parts }) => ({
        groupId,
        amount: dollarsFromCents(total),
        ...partsInDollars(parts),
      })),
    };
  }
}

/** Returns the same payments as the lines of a CSV file. */
export async function* paymentLines(own: Own): AsyncGenerator<Uint8Array> {
  const utf8 = new TextEncoder();
  yield utf8.encode(CSV_HEADER);
  for await (const row of paymentRows(own)) yield utf8.encode(csvLine(row, 'borrower'));
}

/** Returns the applications with their contents. A borrower has few of them. */
export async function* applicationsOf(own: Own) {
  const a = applications;
  const rows = await ownRows(own, a, undefined, a.receivedAt, a.confirmationNumber);
  const recorded = await ownRows(own, applicationEvents, undefined, applicationEvents.position);
  for (const row of rows) {
    const { confirmationNumber, kind, status, receivedAt, reviewStartedAt, decidedAt, startDate } = row;
    const application = { confirmationNumber, kind, status, receivedAt, reviewStartedAt, decidedAt, startDate };
    const { asked } = seals.applications.open(row);
    const events = recorded
      .filter((each) => each.confirmationNumber === confirmationNumber)
      .map(({ event, happenedOn }) => ({ event, date: happenedOn }));
    yield { ...application, lastDay: lastDayOf(row), asked, events };
  }
}

/** Returns the letters and messages of the inbox, the oldest first. */
export async function* inboxOf({ db, borrowerKey }: Own) {
  const { documentId, receivedOn, subject, text, readAt } = inboxMessages;
  const columns = { documentId, receivedOn, subject, text, readAt };
  const rows = inBatches<Pick<typeof inboxMessages.$inferSelect, keyof typeof columns>>((last) =>
    db
      .select(columns)
      .from(inboxMessages)
      .where(
        and(
          eq(inboxMessages.borrowerKey, borrowerKey),
          isAfter(receivedOn, documentId, last && { day: last.receivedOn, id: last.documentId }),
        ),
      )
      .orderBy(asc(receivedOn), asc(documentId))
      .limit(BATCH),
  );
  for await (const { documentId: _, ...letter } of rows) yield letter;
}

/** Returns the documents that were issued to the borrower, with their texts and tables, the oldest first. */
export async function* issuedOf({ db, borrowerKey }: Own) {
  const d = issuedDocuments;
  const rows = inBatches<typeof d.$inferSelect>((last) =>
    db
      .select()
      .from(d)
      .where(
        and(
          eq(d.borrowerKey, borrowerKey),
          isAfter(d.issuedOn, d.documentId, last && { day: last.issuedOn, id: last.documentId }),
        ),
      )
      .orderBy(asc(d.issuedOn), asc(d.documentId))
      .limit(BATCH),
  );
  for await (const row of rows) {
    const { documentId, kind, issuedOn, title, about, content, replaces } = openIssued(row);
    yield { documentId, kind, issuedOn, title, about, content, replaces };
  }
}

/** Returns the messages that the borrower sent, the oldest first. */
export function sentOf({ db, borrowerKey }: Own) {
  const { messageNumber, sentAt, topic, accountId, subject, text } = sentMessages;
  const columns = { messageNumber, sentAt, topic, accountId, subject, text };
  return inBatches<Pick<typeof sentMessages.$inferSelect, keyof typeof columns>>((last) =>
    db
      .select(columns)
      .from(sentMessages)
      .where(
        and(
          eq(sentMessages.borrowerKey, borrowerKey),
          isAfter(sentAt, messageNumber, last && { day: last.sentAt, id: last.messageNumber }),
        ),
      )
      .orderBy(asc(sentAt), asc(messageNumber))
      .limit(BATCH),
  );
}

/** Returns the rows of the uploads, the oldest first. Uploads have a maximum number. */
export const uploadsOf = (own: Own) => ownRows(own, documents, undefined, documents.uploadedAt, documents.documentId);

/** Returns the bills, by account and group, the oldest first. Those of one account fit into the memory. */
export async function* billsOf(own: Own) {
  const { groupId, dueDate, kind, amount, paid, issuedOn, cancelledOn, isAhead: isPaidAhead } = bills;
  // Reconstructed: from before bills were recorded, computed from sums.
  const { isReconstructed } = bills;
  const columns = { groupId, dueDate, kind, amount, paid, issuedOn, cancelledOn, isPaidAhead, isReconstructed };
  for (const [accountId, accountNumber] of await accountNumbersOf(own)) {
    const rows = await own.db
      .select(columns)
      .from(bills)
      .where(ofAccount(bills, { borrowerKey: own.borrowerKey, accountId }))
      .orderBy(asc(groupId), asc(dueDate));
    for (const row of rows) {
      yield { accountNumber, ...row, amount: dollarsFromCents(row.amount), paid: dollarsFromCents(row.paid) };
    }
  }
}

/** Returns the drafts whose amounts are fixed, the oldest first. */
export async function* draftsOf({ db, borrowerKey }: Own) {
  const { accountNumber } = accounts;
  const { dueDate, parts, fixedOn, actionOn: nextAttemptOn, isSecondAttempt, outcome } = autoDebitDrafts;
  const rows = await db
    .select({ accountNumber, dueDate, parts, fixedOn, nextAttemptOn, isSecondAttempt, outcome })
    .from(autoDebitDrafts)
    .innerJoin(accounts, isOnAccount(autoDebitDrafts))
    .where(eq(autoDebitDrafts.borrowerKey, borrowerKey))
    .orderBy(asc(dueDate), asc(accountNumber));
  for (const draft of rows) {
    yield {
      ...draft,
      amount: dollarsFromCents(draftTotal(draft.parts)),
      // Without a group: the extra amount.
      parts: draft.parts.map((part) => ({ groupId: part.groupId, amount: dollarsFromCents(part.amount) })),
    };
  }
}

/** Returns who made a change: the borrower, or an employee of the servicer. */
const madeBy = (isImpersonator: boolean | null) => (isImpersonator === true ? 'servicer' : 'borrower');

async function* autoDebitOf(own: Own) {
  const numbers = await accountNumbersOf(own);
  for (const row of await changesOf(own.db, own.borrowerKey)) {
    const { changedAt, kind: change, paymentMethod, actorIsImpersonator } = row;
    const [accountNumber, extraAmount] = [numbers.get(row.accountId), dollarsFromCents(row.extraAmount)];
    // Only the server suspends or ends auto debit; it has no actor.
    const by = madeBy(change === 'suspended' || change === 'paidInFull' || actorIsImpersonator);
    yield { setting: 'auto debit', changedAt, accountNumber, change, paymentMethod, extraAmount, madeBy: by };
  }
}

async function* instructionsOf(own: Own) {
  const c = paymentInstructionChanges;
  const numbers = await accountNumbersOf(own);
  for (const row of await ownRows(own, c, undefined, c.changedAt, c.changeId)) {
    const { changedAt, code: instruction, groupId, effectiveFrom } = row;
    const of = { changedAt, accountNumber: numbers.get(row.accountId), instruction, groupId, effectiveFrom };
    yield { setting: 'extra payments', ...of, madeBy: madeBy(row.actorIsImpersonator) };
  }
}

async function* textAlertsOf(own: Own) {
  for (const row of await ownRows(own, textAlerts)) {
    const { phone: number, updatedAt: changedAt, actorIsImpersonator, ...opened } = seals.textAlerts.open(row);
    const { alerts, consentedAt, consentVersion, stoppedAt } = opened;
    const phone = normalizePhone(number);
    const change = { changedAt, phone, alerts, consentedAt, consentVersion, stoppedAt };
    yield { setting: 'text alerts', ...change, madeBy: madeBy(actorIsImpersonator) };
  }
}

async function* payersOf(own: Own) {
  const p = payerInvitations;
  for (const row of await ownRows(own, p, undefined, p.invitedAt, p.invitationId)) {
    const { firstName, lastName, email, invitedAt, acceptedAt, removedAt } = row;
    yield { setting: 'authorized payers', firstName, lastName, email, invitedAt, acceptedAt, removedAt };
  }
}

/** Returns the changes by setting, the oldest first. */
export async function* settingChangesOf(own: Own) {
  yield* autoDebitOf(own);
  yield* instructionsOf(own);
  yield* textAlertsOf(own);
  yield* payersOf(own);
}
