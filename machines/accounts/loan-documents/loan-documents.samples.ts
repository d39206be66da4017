/** Parsed server responses with pages of documents. */
import { toPlainDate as day } from '#domain/calendar.ts';
import { toCents as cents } from '#domain/money.ts';
import type { DocumentPage } from '#domain/accounts/loan-documents/shapes.ts';

export const statementPage: DocumentPage = {
  documents: [
    {
      documentId: 'statement.acct-1.2026-10',
      title: 'Statement for October 2026',
      about: 'Direct Loans · E100200301',
      date: day('2026-10-31'),
      amount: cents(20_625),
    },
    {
      documentId: 'statement.acct-1.2026-09',
      title: 'Statement for September 2026',
      about: 'Direct Loans · E100200301',
      date: day('2026-09-30'),
      amount: cents(0),
    },
  ],
  page: 1,
  total: 2,
};

/** The second of three pages. */
export const secondPage: DocumentPage = { ...statementPage, page: 2, total: 30 };

export const noDocuments: DocumentPage = { documents: [], page: 1, total: 0 };
