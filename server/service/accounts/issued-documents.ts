/**
 * Issued documents: statements, payment schedules, tax forms and letters whose content is stored on the day of issue
 * (ruling 91). Rows are added and never changed; a corrected document is another row.
 */
import { and, desc, eq, getTableColumns } from 'drizzle-orm';
import { taxpayerNumber } from '#domain/accounts/loan-documents/content.ts';
import { type IssuedName, documentNameOf } from '#domain/accounts/loan-documents/ids.ts';
import type { DocumentBlock, DocumentKind } from '#domain/accounts/loan-documents/shapes.ts';
import type { Database } from '../../db/database.ts';
import { issuedDocuments as rows } from '../../db/schema/index.ts';
import { type OpenedInsert, type OpenedRow, seals } from '../../db/seals.ts';
import type { Scope } from '../scope.ts';

type Own = Pick<Scope, 'db' | 'borrowerKey'>;

export type IssuedDocument = OpenedRow<typeof rows.$inferSelect>;

/** The columns of lists. */
const { content: _content, ssnLastFour: _ssnLastFour, ...LISTED } = getTableColumns(rows);
export type ListedIssue = Omit<typeof rows.$inferSelect, 'content' | 'ssnLastFour'>;

/** Replaces a cell of the tables. */
const replaceCell = (content: readonly DocumentBlock[], from: string, to: string): DocumentBlock[] =>
  content.map((block) =>
    block.kind === 'table'
      ? { ...block, rows: block.rows.map((cells) => cells.map((cell) => (cell === from ? to : cell))) }
      : block,
  );

/** Stands in the stored content for the borrower's number, whose digits are encrypted. */
const NUMBER_PLACE = '{taxpayerNumber}';

/** Returns a stored row with its whole content. */
export function openIssued(row: typeof rows.$inferSelect): IssuedDocument {
  const opened = seals.issuedDocuments.open(row);
  const { content, ssnLastFour } = opened;
  if (ssnLastFour === null) return opened;
  return { ...opened, content: replaceCell(content, NUMBER_PLACE, taxpayerNumber(ssnLastFour)) };
}

/**
 * Issues a document. If the borrower has a document with this id, that one stays and nothing is stored. `ssnLastFour` are
 * the digits in its content; null if it has none.
 */
export async function issueDocument(db: Database, document: OpenedInsert<typeof rows>): Promise<void> {
  const { content, ssnLastFour } = document;
  const stored =
    typeof ssnLastFour === 'string'
      ? { ...document, content: replaceCell(content, taxpayerNumber(ssnLastFour), NUMBER_PLACE) }
      : document;
  await db.insert(rows).values(seals.issuedDocuments.seal(stored)).onConflictDoNothing();
}

/** Returns the borrower's issued documents of a kind without their content, the newest first. */
export const listIssued = ({ db, borrowerKey }: Own, kind: DocumentKind): Promise<ListedIssue[]> =>
  db
    .select(LISTED)
    .from(rows)
    .where(and(eq(rows.borrowerKey, borrowerKey), eq(rows.kind, kind)))
    .orderBy(desc(rows.issuedOn), rows.documentId);

/** Returns an issued document of the borrower; undefined if there is none with this id. */
export async function readIssued({ db, borrowerKey }: Own, documentId: string): Promise<IssuedDocument | undefined> {
  const [row] = await db
    .select()
    .from(rows)
    .where(and(eq(rows.borrowerKey, borrowerKey), eq(rows.documentId, documentId)));
  return row && openIssued(row);
}

/** Returns the number in the id of an issued document. */
export const numberOf = ({ documentId }: Pick<ListedIssue, 'documentId'>): number => {
  const name = documentNameOf(documentId);
  return name !== undefined && 'number' in name ? name.number : 1;
};

/** Returns the newest document of a kind that was issued about an account on a day; undefined if there is none. */
export async function newestIssued(
  { db, borrowerKey }: Own,
  { kind, accountId, issuedOn }: Omit<IssuedName, 'number'>,
): Promise<IssuedDocument | undefined> {
  const isOfDay = and(eq(rows.kind, kind), eq(rows.accountId, accountId), eq(rows.issuedOn, issuedOn));
  const found = await db
    .select()
    .from(rows)
    .where(and(eq(rows.borrowerKey, borrowerKey), isOfDay));
  const newest = found.toSorted((a, b) => numberOf(b) - numberOf(a))[0];
  return newest && openIssued(newest);
}
