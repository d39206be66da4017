/**
 * Issued documents: statements, payment schedules, tax forms and letters whose content is stored on the day of issue
 * (ruling 91). Rows are added and never changed; a corrected document is another row. Also the parts that they share with
 * documents derived from account data.
 */
import { type SQL, and, desc, eq, getTableColumns } from 'drizzle-orm';
import { accountName } from '#domain/account-name.ts';
import type { Recipient } from '#domain/accounts/loan-documents/blocks.ts';
import type { loanDocuments } from '#domain/accounts/loan-documents/calls.ts';
import { taxpayerNumber } from '#domain/accounts/loan-documents/content.ts';
import { type IssuedName, toDocumentId, parseDocumentId } from '#domain/accounts/loan-documents/ids.ts';
import type { DocumentBlock, DocumentKind } from '#domain/accounts/loan-documents/shapes.ts';
import type { CallSent } from '#domain/call.ts';
import type { Letter } from '#domain/letter.ts';
import type { Database } from '../../db/database.ts';
import { borrowers, paymentHistory, issuedDocuments as rows } from '../../db/schema/index.ts';
import { type OpenedInsert, type OpenedRow, seals } from '../../db/seals.ts';
import { addLetter } from '../messages/letters.ts';
import { isPaidRow } from '../portfolio/debits.ts';
import { contactFor } from '../../credentials/contact.ts';
import { printedAddress } from '../../demographics.ts';
import { type Own, ownRows } from '../own-rows.ts';
import type { Scope } from '../scope.ts';
import type { AccountOnDay } from '../portfolio/portfolio.ts';

export type IssuedDocument = OpenedRow<typeof rows.$inferSelect>;
export type SentPage = CallSent<typeof loanDocuments.list>;
export type SentListed = SentPage['documents'][number];

/** The requested page of a list. */
export interface PageRequest {
  readonly page: number;
  readonly size: number;
}

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

/** The placeholder in the stored content for the borrower's number, whose digits are encrypted. */
const NUMBER_PLACE = '{taxpayerNumber}';

/** Returns a stored row with its whole content. */
export function openIssued(row: typeof rows.$inferSelect): IssuedDocument {
  const opened = seals.issuedDocuments.open(row);
  const { content, ssnLastFour } = opened;
  if (ssnLastFour === null) return opened;
  return { ...opened, content: replaceCell(content, NUMBER_PLACE, taxpayerNumber(ssnLastFour)) };
}

/** Issues a document, unless one with this id exists. `ssnLastFour`: the digits in its content; null if it has none. */
export async function issueDocument(db: Database, document: OpenedInsert<typeof rows>): Promise<void> {
  const { content, ssnLastFour } = document;
  const stored =
    typeof ssnLastFour === 'string'
      ? { ...document, content: replaceCell(content, taxpayerNumber(ssnLastFour), NUMBER_PLACE) }
      : document;
  await db.insert(rows).values(seals.issuedDocuments.seal(stored)).onConflictDoNothing();
}

/** Issues a document about an account, optionally with a letter about it. */
export async function issueAbout(
  { db, borrowerKey }: Own,
  account: AccountOnDay,
  { kind, issuedOn, number = 1 }: Omit<IssuedName, 'accountId' | 'number'> & { readonly number?: number },
  made: Pick<OpenedInsert<typeof rows>, 'title' | 'amount' | 'content'>,
  letter?: Letter,
): Promise<void> {
  const { accountId } = account;
  const documentId = toDocumentId({ kind, accountId, issuedOn, number });
  const about = accountName(account);
  await issueDocument(db, { borrowerKey, documentId, kind, accountId, issuedOn, about, ...made });
  if (letter === undefined) return;
  const sent = { documentId: documentId.replaceAll('.', '-'), isDirect: account.loanType === 'Direct' };
  await addLetter(db, { borrowerKey, ...sent, ...letter, receivedOn: issuedOn });
}

/** Returns the borrower's issued documents of a kind without their content, the newest first. */
export const listIssued = ({ db, borrowerKey }: Own, kind: DocumentKind): Promise<ListedIssue[]> =>
  db
    .select(LISTED)
    .from(rows)
    .where(and(eq(rows.borrowerKey, borrowerKey), eq(rows.kind, kind)))
    .orderBy(desc(rows.issuedOn), rows.documentId);

/** Returns an issued document of the borrower; undefined if there is none with this id. */
export async function readIssued(own: Own, documentId: string): Promise<IssuedDocument | undefined> {
  const [row] = await ownRows(own, rows, eq(rows.documentId, documentId));
  return row && openIssued(row);
}

/** Returns the number in the id of an issued document. */
export const getNumber = ({ documentId }: Pick<ListedIssue, 'documentId'>): number => {
  const name = parseDocumentId(documentId);
  return name !== undefined && 'number' in name ? name.number : 1;
};

/** Returns the newest document of a kind that was issued about an account on a day; undefined if there is none. */
export async function newestIssued(
  own: Own,
  { kind, accountId, issuedOn }: Omit<IssuedName, 'number'>,
): Promise<IssuedDocument | undefined> {
  const isOfDay = and(eq(rows.kind, kind), eq(rows.accountId, accountId), eq(rows.issuedOn, issuedOn));
  const [newest] = (await ownRows(own, rows, isOfDay)).toSorted((a, b) => getNumber(b) - getNumber(a));
  return newest && openIssued(newest);
}

/** Returns the condition for the rows of a borrower's history that are payments. */
export const paidRows = ({ borrowerKey }: Pick<Scope, 'borrowerKey'>, ...conditions: readonly (SQL | undefined)[]) =>
  and(eq(paymentHistory.borrowerKey, borrowerKey), isPaidRow, ...conditions);

/** Returns the requested page, or the last page if the requested one is after it. */
export function toPage<T>(listed: readonly T[], { page, size }: PageRequest) {
  const shown = Math.min(page, Math.max(1, Math.ceil(listed.length / size)));
  return { documents: listed.slice((shown - 1) * size, shown * size), page: shown, total: listed.length };
}

/** Returns an issued document as the list shows it. */
export const sentIssue = ({ issuedOn: date, ...row }: ListedIssue): SentListed => ({ ...row, date });

/** Returns the current recipient of the borrower's documents. */
export async function readRecipient({ db, borrowerKey }: Own): Promise<Recipient> {
  const [borrower] = await db.select().from(borrowers).where(eq(borrowers.borrowerKey, borrowerKey));
  if (borrower === undefined) throw new Error('The borrower of a document does not exist');
  const { givenName, familyName } = borrower;
  const person = { role: 'borrower' } as const;
  return {
    name: `${givenName} ${familyName}`,
    address: await printedAddress(await contactFor({ db, borrowerKey, webAccountId: '', person })),
    ssnLastFour: seals.borrowers.open(borrower).ssnLastFour ?? null,
  };
}
