/** Documents that the server makes from account data: statements, payment schedules, tax forms, letters (P §2.1, ruling 15). */
import * as v from 'valibot';
import type { InCents } from '../../call.ts';
import { PlainDateFromWire } from '../../calendar.ts';
import { MoneyFromWire } from '../../money.ts';

/** The kinds of documents. */
export const DOCUMENT_KINDS = ['statement', 'schedule', 'tax', 'mortgageLetter'] as const;
export const DocumentKind = v.picklist(DOCUMENT_KINDS);
export type DocumentKind = v.InferOutput<typeof DocumentKind>;

/** The id of a document: its kind and subject. */
export const LoanDocumentId = v.pipe(v.string(), v.regex(/^[a-zA-Z]+(?:\.[\w-]{1,64}){1,3}$/));

/** A column of a table: amounts align at the end. */
const DocumentColumn = v.object({ header: v.string(), isAmount: v.boolean() });

/** A part of a document, in reading order. Pages and PDFs render it. */
export const DocumentBlock = v.variant('kind', [
  v.object({ kind: v.literal('heading'), text: v.string() }),
  v.object({ kind: v.literal('paragraph'), text: v.string() }),
  v.object({
    kind: v.literal('table'),
    caption: v.string(),
    columns: v.array(DocumentColumn),
    rows: v.array(v.array(v.string())),
  }),
  /** A whole divided into parts, for a bar. The shares add up to 1. */
  v.object({
    kind: v.literal('shares'),
    caption: v.string(),
    parts: v.array(v.object({ name: v.string(), text: v.string(), share: v.number() })),
  }),
]);
export type DocumentBlock = InCents<v.InferOutput<typeof DocumentBlock>>;

/** Returns a bar in words: `$100.00 posted: Principal $60.00, Interest $40.00.` */
export const sharesText = ({ caption, parts }: Extract<DocumentBlock, { kind: 'shares' }>): string =>
  `${caption}: ${parts.map(({ name, text }) => `${name} ${text}`).join(', ')}.`;

/** A document for display on a page and for its PDF. */
export const LoanDocument = v.object({
  documentId: v.string(),
  kind: DocumentKind,
  title: v.string(),
  date: PlainDateFromWire,
  blocks: v.array(DocumentBlock),
});
export type LoanDocument = v.InferOutput<typeof LoanDocument>;

/** A document in a list. */
export const ListedDocument = v.object({
  documentId: v.string(),
  title: v.string(),
  /** The account or the lender that it is about. */
  about: v.string(),
  date: PlainDateFromWire,
  /** Payments of a statement, the balance of a schedule or a letter, the interest of a tax form. */
  amount: MoneyFromWire,
});
export type ListedDocument = v.InferOutput<typeof ListedDocument>;

/** The most documents on a page of a list. */
export const MAX_DOCUMENTS = 100;

/** One page of documents, the newest first. */
export const DocumentPage = v.object({
  documents: v.array(ListedDocument),
  page: v.number(),
  /** Of all pages. */
  total: v.number(),
});
export type DocumentPage = v.InferOutput<typeof DocumentPage>;
