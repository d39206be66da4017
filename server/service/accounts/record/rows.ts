/** The borrower's rows in the record, read in batches so that thousands of them do not fill the memory. */
import { and, asc, eq, gt, isNull, or } from 'drizzle-orm';
import { dollarsFromCents } from '#domain/money.ts';
import { CSV_HEADER, csvLine } from '#domain/payments/history-csv.ts';
import { lastDayOf } from '#domain/repayment/postponement/rules.ts';
import {
  type GroupSplit,
  accounts,
  applicationEvents,
  applications,
  documents,
  inboxMessages,
  issuedDocuments,
  paymentHistory,
  sentMessages,
} from '../../../db/schema/index.ts';
import { seals } from '../../../db/seals.ts';
import { isOnAccount } from '../groups.ts';
import { openIssued } from '../issued-documents.ts';
import { otherPartsOf, wholeDebit } from '../../payments/debits.ts';
import type { Scope } from '../../scope.ts';

/** The number of rows that are in memory at once. */
const BATCH = 500;

type Own = Pick<Scope, 'db' | 'borrowerKey'>;

/** Reads rows in batches: `read` returns the rows after the last row of the batch before. */
async function* inBatches<Row>(read: (last: Row | undefined) => Promise<readonly Row[]>): AsyncGenerator<Row> {
  for (let last: Row | undefined; ;) {
    const rows = await read(last);
    yield* rows;
    if (rows.length < BATCH) return;
    last = rows.at(-1);
  }
}

type StoredPayment = Omit<typeof paymentHistory.$inferSelect, 'groups'>;
type PaymentRow = StoredPayment & { readonly groups: readonly GroupSplit[]; readonly accountNumber: string };

/** The payments of the history, the oldest first. Each is a whole debit (ruling 105). */
const paymentRows = (own: Own) =>
  inBatches<PaymentRow>(async (last) => {
    const { db, borrowerKey } = own;
    const { effectiveDate, paymentDetailId } = paymentHistory;
    const after =
      last &&
      or(
        gt(effectiveDate, last.effectiveDate),
        and(eq(effectiveDate, last.effectiveDate), gt(paymentDetailId, last.paymentDetailId)),
      );
    const rows = await db
      .select({ payment: paymentHistory, accountNumber: accounts.accountNumber })
      .from(paymentHistory)
      .innerJoin(accounts, isOnAccount(paymentHistory))
      .where(and(eq(paymentHistory.borrowerKey, borrowerKey), isNull(paymentHistory.partOf), after))
      .orderBy(asc(effectiveDate), asc(paymentDetailId))
      .limit(BATCH);
    const others = await otherPartsOf(
      own,
      rows.map(({ payment }) => payment),
    );
    return rows.map(({ payment, accountNumber }) => ({ ...wholeDebit(payment, others), accountNumber }));
  });

/** Returns the payments for a JSON file. Amounts are in dollars. */
export async function* paymentsOf(own: Own) {
  for await (const row of paymentRows(own)) {
    yield {
      date: row.effectiveDate,
      accountNumber: row.accountNumber,
      type: row.description,
      amount: dollarsFromCents(row.amount),
      principal: dollarsFromCents(row.principal),
      interest: dollarsFromCents(row.interest),
      fees: dollarsFromCents(row.fees),
      refunded: dollarsFromCents(row.refunded),
      refundedOn: row.refundedOn,
      closedAt: row.closedAt,
      groups: row.groups.map(({ groupId, total, principal, interest, fees }) => ({
        groupId,
        amount: dollarsFromCents(total),
        principal: dollarsFromCents(principal),
        interest: dollarsFromCents(interest),
        fees: dollarsFromCents(fees),
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
export async function* applicationsOf({ db, borrowerKey }: Own) {
  const rows = await db
    .select()
    .from(applications)
    .where(eq(applications.borrowerKey, borrowerKey))
    .orderBy(asc(applications.receivedAt), asc(applications.confirmationNumber));
  const recorded = await db
    .select()
    .from(applicationEvents)
    .where(eq(applicationEvents.borrowerKey, borrowerKey))
    .orderBy(asc(applicationEvents.position));
  for (const row of rows) {
    const { confirmationNumber, kind, status, receivedAt, reviewStartedAt, decidedAt, startDate } = row;
    const { asked } = seals.applications.open(row);
    const events = recorded
      .filter((each) => each.confirmationNumber === confirmationNumber)
      .map(({ event, happenedOn }) => ({ event, date: happenedOn }));
    yield {
      confirmationNumber,
      kind,
      status,
      receivedAt,
      reviewStartedAt,
      decidedAt,
      startDate,
      lastDay: lastDayOf(row),
      asked,
      events,
    };
  }
}

/** Returns the letters and messages of the inbox. */
export async function* inboxOf({ db, borrowerKey }: Own) {
  const rows = inBatches<typeof inboxMessages.$inferSelect>((last) =>
    db
      .select()
      .from(inboxMessages)
      .where(and(eq(inboxMessages.borrowerKey, borrowerKey), last && gt(inboxMessages.documentId, last.documentId)))
      .orderBy(asc(inboxMessages.documentId))
      .limit(BATCH),
  );
  for await (const { receivedOn, subject, text, readAt } of rows) yield { receivedOn, subject, text, readAt };
}

/** Returns the documents that were issued to the borrower, with their texts and tables. */
export async function* issuedOf({ db, borrowerKey }: Own) {
  const rows = inBatches<typeof issuedDocuments.$inferSelect>((last) =>
    db
      .select()
      .from(issuedDocuments)
      .where(and(eq(issuedDocuments.borrowerKey, borrowerKey), last && gt(issuedDocuments.documentId, last.documentId)))
      .orderBy(asc(issuedDocuments.documentId))
      .limit(BATCH),
  );
  for await (const row of rows) {
    const { documentId, kind, issuedOn, title, about, content, replaces } = openIssued(row);
    yield { documentId, kind, issuedOn, title, about, content, replaces };
  }
}

/** Returns the messages that the borrower sent. */
export async function* sentOf({ db, borrowerKey }: Own) {
  const rows = inBatches<typeof sentMessages.$inferSelect>((last) =>
    db
      .select()
      .from(sentMessages)
      .where(and(eq(sentMessages.borrowerKey, borrowerKey), last && gt(sentMessages.messageNumber, last.messageNumber)))
      .orderBy(asc(sentMessages.messageNumber))
      .limit(BATCH),
  );
  for await (const { messageNumber, sentAt, topic, accountId, subject, text } of rows) {
    yield { messageNumber, sentAt, topic, accountId, subject, text };
  }
}

/** Returns the rows of the uploads, the oldest first. Uploads have a maximum number. */
export const uploadsOf = ({ db, borrowerKey }: Own) =>
  db
    .select()
    .from(documents)
    .where(eq(documents.borrowerKey, borrowerKey))
    .orderBy(asc(documents.uploadedAt), asc(documents.documentId));
