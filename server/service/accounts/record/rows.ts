/**
 * The borrower's rows in the record, read in batches so that thousands of them do not fill the memory. Amounts are in
 * dollars.
 */
import { setImmediate } from 'node:timers/promises';
import { type SQL, and, asc, desc, eq, gt, gte, isNull, lt, or } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { PlainDate } from '#domain/calendar.ts';
import { centsOfMicros } from '#domain/interest.ts';
import { dollarsFromCents } from '#domain/money.ts';
import type { Parts } from '#domain/parts.ts';
import { CSV_HEADER, csvLine } from '#domain/payments/history-csv.ts';
import { typeForBorrower } from '#domain/payments/payment-types.ts';
import { normalizePhone } from '#domain/phone.ts';
import { getLastDay } from '#domain/repayment/postponement/rules.ts';
import { draftTotal } from '#domain/timeline/drafts.ts';
import {
  accounts,
  applicationEvents,
  applications,
  autoDebitDrafts,
  bills,
  documents,
  inboxMessages,
  issuedDocuments,
  loanEntries,
  payerInvitations,
  paymentHistory,
  paymentInstructionChanges,
  sentMessages,
  textAlerts,
} from '../../../db/schema/index.ts';
import { seals } from '../../../db/seals.ts';
import { readChanges } from '../../portfolio/auto-debit-changes.ts';
import { readOtherParts, wholeDebit } from '../../portfolio/debits.ts';
import { type Own, type OwnTable, ownRows } from '../../own-rows.ts';
import { readAccountNumbers, isOnAccount } from '../../portfolio/groups.ts';
import { openIssued } from '../../loan-documents/issued-documents.ts';

/** The number of rows that are in memory at once. */
const BATCH = 500;

/**
 * Reads a table of the borrower in batches, in the order of two columns, a day and an id. `getKey` returns their values in a
 * row. `isDown` sorts the ids of a day in descending order.
 */
async function* inBatches<T extends OwnTable>(
  { db, borrowerKey }: Own,
  table: T,
  [day, id]: readonly [PgColumn, PgColumn],
  getKey: (row: T['$inferSelect']) => readonly [PlainDate | Date, string],
  { condition, isDown = false }: { readonly condition?: SQL; readonly isDown?: boolean } = {},
): AsyncGenerator<T['$inferSelect'][]> {
  for (let after: SQL | undefined; ;) {
    // The embedded database responds without yielding to other requests.
    await setImmediate();
    const rows: T['$inferSelect'][] = await db
      .select()
      .from<PgTable>(table)
      .where(and(eq(table.borrowerKey, borrowerKey), condition, after))
      .orderBy(asc(day), isDown ? desc(id) : asc(id))
      .limit(BATCH);
    yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < BATCH) return;
    const [lastDay, lastId] = getKey(last);
    after = and(gte(day, lastDay), or(gt(day, lastDay), isDown ? lt(id, lastId) : gt(id, lastId)));
  }
}

/**
 * Returns the payments of the history, the oldest first. Each is a whole debit (ruling 105). The index by day has this
 * order.
 */
async function* paymentRows(own: Own) {
  const numbers = await readAccountNumbers(own);
  const h = paymentHistory;
  const columns = [h.effectiveDate, h.paymentDetailId] as const;
  const firsts = { condition: isNull(h.partOf), isDown: true };
  for await (const rows of inBatches(own, h, columns, (row) => [row.effectiveDate, row.paymentDetailId], firsts)) {
    const others = await readOtherParts(own, rows);
    for (const row of rows) yield { ...wholeDebit(row, others), accountNumber: numbers.get(row.accountId) ?? '' };
  }
}

const partsInDollars = ({ principal, interest, fees }: Parts) => ({
  principal: dollarsFromCents(principal),
  interest: dollarsFromCents(interest),
  fees: dollarsFromCents(fees),
});

/** Returns the payments for a JSON file. */
export async function* readPayments(own: Own) {
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
export async function* readApplications(own: Own) {
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
    yield { ...application, lastDay: getLastDay(row), asked, events };
  }
}

/** Returns the letters and messages of the inbox, the oldest first. */
export async function* readInbox(own: Own) {
  const i = inboxMessages;
  for await (const rows of inBatches(own, i, [i.receivedOn, i.documentId], (row) => [row.receivedOn, row.documentId])) {
    for (const { receivedOn, subject, text, readAt } of rows) yield { receivedOn, subject, text, readAt };
  }
}

/** Returns the documents that were issued to the borrower, with their texts and tables, the oldest first. */
export async function* readIssued(own: Own) {
  const d = issuedDocuments;
  for await (const rows of inBatches(own, d, [d.issuedOn, d.documentId], (row) => [row.issuedOn, row.documentId])) {
    for (const { documentId, kind, issuedOn, title, about, content, replaces } of rows.map(openIssued)) {
      yield { documentId, kind, issuedOn, title, about, content, replaces };
    }
  }
}

/** Returns the messages that the borrower sent, the oldest first. */
export async function* readSent(own: Own) {
  const m = sentMessages;
  for await (const rows of inBatches(own, m, [m.sentAt, m.messageNumber], (row) => [row.sentAt, row.messageNumber])) {
    for (const { messageNumber, sentAt, topic, accountId, subject, text } of rows) {
      yield { messageNumber, sentAt, topic, accountId, subject, text };
    }
  }
}

/** Returns the rows of the uploads, the oldest first. Uploads have a maximum number. */
export const readUploads = (own: Own) => ownRows(own, documents, undefined, documents.uploadedAt, documents.documentId);

/** Returns the bills, by account and group, the oldest first. Those of one account fit into the memory. */
export async function* readBills(own: Own) {
  for (const [accountId, accountNumber] of await readAccountNumbers(own)) {
    for (const bill of await ownRows(own, bills, eq(bills.accountId, accountId), bills.groupId, bills.dueDate)) {
      const { groupId, dueDate, kind, issuedOn, cancelledOn, isAhead: isPaidAhead } = bill;
      const [amount, paid] = [dollarsFromCents(bill.amount), dollarsFromCents(bill.paid)];
      // Reconstructed: from before bills were recorded, computed from sums.
      const { isReconstructed } = bill;
      const fields = { groupId, dueDate, kind, amount, paid, issuedOn, cancelledOn, isPaidAhead, isReconstructed };
      yield { accountNumber, ...fields };
    }
  }
}

/** Returns the RAP subsidies, the oldest month first: for each loan, the waived interest and the principal that was paid. */
export async function* readNotCharged(own: Own) {
  const e = loanEntries;
  const numbers = await readAccountNumbers(own);
  for (const entry of await ownRows(own, e, eq(e.kind, 'rapMonth'), e.onDay, e.accountId, e.loanId)) {
    const { accountId, loanId: loanNumber, until: dueDate, onDay: date } = entry;
    if (dueDate === null) continue;
    const waivedInterest = dollarsFromCents(centsOfMicros(entry.interest));
    const principalPaid = dollarsFromCents(entry.principal);
    yield { accountNumber: numbers.get(accountId), loanNumber, dueDate, date, waivedInterest, principalPaid };
  }
}

/** Returns the drafts whose amounts are fixed, the oldest first. */
export async function* readDrafts({ db, borrowerKey }: Own) {
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

async function* readAutoDebit(own: Own) {
  const numbers = await readAccountNumbers(own);
  for (const row of await readChanges(own)) {
    const { changedAt, kind: change, paymentMethod, actorIsImpersonator } = row;
    const [accountNumber, extraAmount] = [numbers.get(row.accountId), dollarsFromCents(row.extraAmount)];
    // Only the server suspends or ends auto debit; it has no actor.
    const by = madeBy(change === 'suspended' || change === 'paidInFull' || actorIsImpersonator);
    yield { setting: 'auto debit', changedAt, accountNumber, change, paymentMethod, extraAmount, madeBy: by };
  }
}

async function* readInstructions(own: Own) {
  const c = paymentInstructionChanges;
  const numbers = await readAccountNumbers(own);
  for (const row of await ownRows(own, c, undefined, c.changedAt, c.changeId)) {
    const { changedAt, code: instruction, groupId, effectiveFrom } = row;
    const of = { changedAt, accountNumber: numbers.get(row.accountId), instruction, groupId, effectiveFrom };
    yield { setting: 'extra payments', ...of, madeBy: madeBy(row.actorIsImpersonator) };
  }
}

async function* readTextAlerts(own: Own) {
  for (const row of await ownRows(own, textAlerts)) {
    const { phone: number, updatedAt: changedAt, actorIsImpersonator, ...opened } = seals.textAlerts.open(row);
    const { alerts, consentedAt, consentVersion, stoppedAt } = opened;
    const phone = normalizePhone(number);
    const change = { changedAt, phone, alerts, consentedAt, consentVersion, stoppedAt };
    yield { setting: 'text alerts', ...change, madeBy: madeBy(actorIsImpersonator) };
  }
}

async function* readPayers(own: Own) {
  const p = payerInvitations;
  for (const row of await ownRows(own, p, undefined, p.invitedAt, p.invitationId)) {
    const { firstName, lastName, email, invitedAt, acceptedAt, removedAt } = row;
    yield { setting: 'authorized payers', firstName, lastName, email, invitedAt, acceptedAt, removedAt };
  }
}

/** Returns the changes by setting, the oldest first. */
export async function* readSettingChanges(own: Own) {
  yield* readAutoDebit(own);
  yield* readInstructions(own);
  yield* readTextAlerts(own);
  yield* readPayers(own);
}
