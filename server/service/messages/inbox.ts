/** The inbox: paginated messages, their text, their files, and their read status (P §2.10). */
import { and, count, desc, eq, getTableColumns, inArray, isNull, sql } from 'drizzle-orm';
import { paragraph } from '#domain/accounts/loan-documents/blocks.ts';
import { type FileResponse, toFileName, toFileResponse } from '#domain/file.ts';
import type { inbox } from '#domain/messages/inbox/calls.ts';
import type { InboxFilter } from '#domain/messages/inbox/shapes.ts';
import { formatUsDate } from '#domain/calendar.ts';
import type { Database } from '../../db/database.ts';
import { inboxMessages as rows, paperlessEnrollments } from '../../db/schema/index.ts';
import { writePdf } from '../../pdf/pdf-pool.ts';
import { type Handler, type Scope, ServiceProblem, toActor } from '../scope.ts';

type Row = typeof rows.$inferSelect;

const toWire = ({ documentId, isDirect, isPlainText, subject, readAt, receivedOn }: Omit<Row, 'text'>) => ({
  documentId,
  isDirect,
  isPlainText,
  subjectLine: subject,
  readFlag: readAt !== null,
  docReceivedDate: receivedOn,
});

/** The columns of the list, without the message text. */
const { text: _text, ...LISTED } = getTableColumns(rows);

const own = ({ borrowerKey }: Pick<Scope, 'borrowerKey'>) => eq(rows.borrowerKey, borrowerKey);
const ownUnread = (scope: Pick<Scope, 'borrowerKey'>) => and(own(scope), isNull(rows.readAt));
const listed = (scope: Scope, filter: InboxFilter) => (filter === 'unread' ? ownUnread(scope) : own(scope));

/** Returns the number of all messages and of unread messages. */
async function readCounts(scope: Scope): Promise<{ readonly total: number; readonly unread: number }> {
  const [counted] = await scope.db
    .select({ total: count(), unread: sql<number>`count(*) filter (where ${rows.readAt} is null)`.mapWith(Number) })
    .from(rows)
    .where(own(scope));
  return counted ?? { total: 0, unread: 0 };
}

/**
 * Selects the number of unread messages of the placeholder `borrowerKey`. Borrowers who get letters by mail have no
 * inbox and therefore no unread messages.
 */
export const selectUnread = (db: Database) =>
  db
    .select({ unread: count() })
    .from(rows)
    .innerJoin(
      paperlessEnrollments,
      and(eq(paperlessEnrollments.borrowerKey, rows.borrowerKey), paperlessEnrollments.enrolled),
    )
    .where(and(eq(rows.borrowerKey, sql.placeholder('borrowerKey')), isNull(rows.readAt)));

export const listMessages: Handler<typeof inbox.messages> = async (scope, { query: { filter, page, size } }) => {
  const counts = await readCounts(scope);
  const last = Math.max(1, Math.ceil((filter === 'unread' ? counts.unread : counts.total) / size));
  const shown = Math.min(page, last);
  const found = await scope.db
    .select(LISTED)
    .from(rows)
    .where(listed(scope, filter))
    .orderBy(desc(rows.receivedOn), desc(rows.documentId))
    .limit(size)
    .offset((shown - 1) * size);
  return { messages: found.map(toWire), page: shown, ...counts };
};

const missing = () =>
  new ServiceProblem(404, 'Not found', 'There is no such message, or it belongs to another borrower.');

/**
 * Returns a message of the borrower, optionally restricted to plain-text or PDF messages. Throws 404 for all others.
 */
async function findMessage(scope: Scope, documentId: string, isPlainText?: boolean): Promise<Row> {
  const [row] = await scope.db
    .select()
    .from(rows)
    .where(and(own(scope), eq(rows.documentId, documentId)));
  if (row === undefined || (isPlainText !== undefined && row.isPlainText !== isPlainText)) throw missing();
  return row;
}

export const readMessage: Handler<typeof inbox.message> = async (scope, { params: { documentId } }) => {
  const row = await findMessage(scope, documentId);
  return { ...toWire(row), text: row.text };
};

/**
 * Marks messages as read or unread. The gate has verified that they belong to the borrower. A message that is already
 * read keeps its timestamp.
 */
export const markMessages: Handler<typeof inbox.mark> = async (scope, { body: { messages, readFlag } }) => {
  const ids = messages.map(({ messageId }) => messageId);
  await scope.db
    .update(rows)
    .set({ readAt: readFlag ? scope.now : null, ...toActor(scope) })
    .where(and(readFlag ? ownUnread(scope) : own(scope), inArray(rows.documentId, ids)));
  return { unread: (await readCounts(scope)).unread };
};

const splitParagraphs = (text: string): string[] => text.split(/\n\n+/);

const toFileTitle = ({ subject, receivedOn }: Row, extension: string): string =>
  toFileName(`${receivedOn} ${subject}`, extension);

export const readPdf: Handler<typeof inbox.pdf> = async (scope, { params: { documentId } }): Promise<FileResponse> => {
  const row = await findMessage(scope, documentId, false);
  const bytes = await writePdf(
    {
      title: row.subject,
      blocks: [paragraph(formatUsDate(row.receivedOn)), ...splitParagraphs(row.text).map(paragraph)],
    },
    scope,
  );
  return toFileResponse(toFileTitle(row, 'pdf'), 'application/pdf', bytes);
};

export const readPlainText: Handler<typeof inbox.plainText> = async (scope, { params: { documentId } }) => {
  const row = await findMessage(scope, documentId, true);
  const text = `${row.subject}\n${formatUsDate(row.receivedOn)}\n\n${row.text}\n`;
  return toFileResponse(toFileTitle(row, 'txt'), 'text/plain', new TextEncoder().encode(text));
};
