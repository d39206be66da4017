/** A parsed server response with a document. */
import { toPlainDate as day } from '#domain/calendar.ts';
import type { LoanDocument } from '#domain/accounts/loan-documents/shapes.ts';

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
