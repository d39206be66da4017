/** The ids of documents, which encode their subject. They refer to accounts by opaque ids (ruling 46). */
import { type PlainDate, parseIsoDate } from '../../calendar.ts';
import { DOCUMENT_KINDS, type DocumentKind } from './shapes.ts';

/** An issued document about an account. Its `number` counts those of the same kind and day, from 1. */
export interface IssuedName {
  readonly kind: 'statement' | 'schedule' | 'mortgageLetter';
  readonly accountId: string;
  readonly issuedOn: PlainDate;
  readonly number: number;
}

/** A tax form. Its `number` counts the forms of the lender for the year: 1 is the first, others correct the one before. */
export interface TaxName {
  readonly kind: 'tax';
  readonly year: number;
  /** See {@link lenderKey}. */
  readonly lender: string;
  readonly number: number;
}

/** The subject of an id. */
export type DocumentName =
  | IssuedName
  | TaxName
  /** The statement of a month from before statements were issued. */
  | { readonly kind: 'statement'; readonly accountId: string; /** `2026-10`. */ readonly month: string }
  /** The document of today, which is issued when it is opened. */
  | { readonly kind: 'schedule' | 'mortgageLetter'; readonly accountId: string };

/** Returns a lender's name as a part of an id. */
export const lenderKey = (lender: string): string =>
  lender
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 64);

/** Returns the parts of an id after its kind. The number 1 is left out. */
function toIdParts(name: DocumentName): (string | number)[] {
  const number = 'number' in name && name.number > 1 ? [name.number] : [];
  if (name.kind === 'tax') return [name.year, name.lender, ...number];
  if ('month' in name) return [name.accountId, name.month];
  return 'issuedOn' in name ? [name.accountId, name.issuedOn, ...number] : [name.accountId];
}

export const toDocumentId = (name: DocumentName): string => [name.kind, ...toIdParts(name)].join('.');

/** Returns the number in an id: 1 if it has none. Undefined if it is invalid. */
function parseNumber(part: string | undefined): number | undefined {
  if (part === undefined) return 1;
  return /^(?:[2-9]|[1-9]\d{1,3})$/.test(part) ? Number(part) : undefined;
}

/** Returns the subject of an id; undefined if the id is invalid. */
export function parseDocumentId(documentId: string): DocumentName | undefined {
  const [kind = '', first = '', second, third, ...more] = documentId.split('.');
  const number = parseNumber(third);
  if (number === undefined || more.length > 0) return undefined;
  if (kind === 'tax') {
    return second !== undefined && /^\d{4}$/.test(first)
      ? { kind, year: Number(first), lender: second, number }
      : undefined;
  }
  if (kind !== 'statement' && kind !== 'schedule' && kind !== 'mortgageLetter') return undefined;
  const accountId = first;
  if (second === undefined) return kind === 'statement' ? undefined : { kind, accountId };
  const issuedOn = parseIsoDate(second);
  if (issuedOn !== undefined) return { kind, accountId, issuedOn, number };
  if (kind !== 'statement' || third !== undefined || !/^\d{4}-(?:0[1-9]|1[0-2])$/.test(second)) return undefined;
  return { kind, accountId, month: second };
}

/** The page that lists the documents of a kind. */
export const DOCUMENT_PAGES: Readonly<Record<DocumentKind, string>> = {
  statement: '/documents/statements',
  schedule: '/documents/payment-schedule',
  tax: '/documents/tax-info',
  mortgageLetter: '/documents/mortgage-letter',
};

/** Returns the kind of documents that a page lists. */
export const kindAt = (path: string): DocumentKind | undefined =>
  DOCUMENT_KINDS.find((kind) => DOCUMENT_PAGES[kind] === path);

/** Returns the address of a document's own page. */
export const documentAddress = (documentId: string): string =>
  `/documents/document?${new URLSearchParams({ id: documentId }).toString()}`;

/** Returns the document in the query of an address; null if there is none. */
export const documentAt = (query: string): string | null => {
  const id = new URLSearchParams(query).get('id');
  return id === '' ? null : id;
};

/** Returns the page of a list in the query of an address; the first by default. */
export const pageAt = (query: string): number => {
  const page = Number(new URLSearchParams(query).get('page') ?? '1');
  return Number.isSafeInteger(page) && page >= 1 && page <= 999_999 ? page : 1;
};
