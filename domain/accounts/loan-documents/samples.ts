/** Parsed server responses with documents, shared by models, tests and stories. */
import { plainDateOf as day } from '../../calendar.ts';
import { toCents as cents } from '../../money.ts';
import type { DocumentPage, LoanDocument } from './shapes.ts';

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

export const sampleStatement: LoanDocument = {
  documentId: 'statement.acct-1.2026-10',
  kind: 'statement',
  title: 'Statement for October 2026',
  date: day('2026-10-31'),
  blocks: [
    { kind: 'paragraph', text: 'Avery Lindqvist\n2217 Prairie Rose Lane\nLincoln, NE 68506' },
    { kind: 'heading', text: '$206.25 is due by 11/28/2026' },
    {
      kind: 'shares',
      caption: '$206.25 posted since your last statement',
      parts: [
        { name: 'Principal', text: '$150.00', share: 0.727_272 },
        { name: 'Interest', text: '$56.25', share: 0.272_728 },
      ],
    },
    { kind: 'heading', text: 'Summary' },
    {
      kind: 'table',
      caption: 'Summary of the statement',
      columns: [
        { header: 'Item', isAmount: false },
        { header: 'Detail', isAmount: true },
      ],
      rows: [['Total payments', '$206.25']],
    },
  ],
};
