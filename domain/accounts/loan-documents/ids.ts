/** The ids of documents, which encode their subject. They refer to accounts by opaque ids (ruling 46). */
import type { DocumentKind } from './shapes.ts';

/** The subject of an id. */
export type DocumentName =
  | { readonly kind: 'statement'; readonly accountId: string; /** `2026-10`. */ readonly month: string }
  | { readonly kind: 'schedule' | 'mortgageLetter'; readonly accountId: string }
  | { readonly kind: 'tax'; readonly year: number; /** See {@link lenderKey}. */ readonly lender: string };

/** A lender's name as a part of an id. */
export const lenderKey = (lender: string): string =>
  lender
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 64);

export function documentIdOf(name: DocumentName): string {
  switch (name.kind) {
    case 'statement':
      return `statement.${name.accountId}.${name.month}`;
    case 'tax':
      return `tax.${name.year}.${name.lender}`;
    case 'schedule':
    case 'mortgageLetter':
      return `${name.kind}.${name.accountId}`;
  }
}

/** Returns the subject of an id; undefined if the id is invalid. */
export function documentNameOf(documentId: string): DocumentName | undefined {
  const [kind, first = '', second] = documentId.split('.');
  if (kind === 'statement' && second !== undefined && /^\d{4}-(?:0[1-9]|1[0-2])$/.test(second)) {
    return { kind, accountId: first, month: second };
  }
  if (kind === 'tax' && second !== undefined && /^\d{4}$/.test(first)) {
    return { kind, year: Number(first), lender: second };
  }
  if ((kind === 'schedule' || kind === 'mortgageLetter') && second === undefined) return { kind, accountId: first };
  return undefined;
}

/** The page that lists the documents of a kind. */
export const DOCUMENT_PAGES: Readonly<Record<DocumentKind, string>> = {
  statement: '/documents/statements',
  schedule: '/documents/payment-schedule',
  tax: '/documents/tax-info',
  mortgageLetter: '/documents/mortgage-letter',
};

/** Returns the kind of documents that a page lists. */
export const kindAt = (path: string): DocumentKind | undefined => {
  const found = Object.entries(DOCUMENT_PAGES).find(([, page]) => page === path)?.[0];
  return found === 'statement' || found === 'schedule' || found === 'tax' || found === 'mortgageLetter'
    ? found
    : undefined;
};

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
