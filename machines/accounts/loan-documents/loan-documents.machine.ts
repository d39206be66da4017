/** The documents of one kind: monthly statements, payment schedules, tax forms or mortgage letters. */
import { loanDocuments as calls } from '#domain/accounts/loan-documents/calls.ts';
import type { DocumentKind, DocumentPage } from '#domain/accounts/loan-documents/shapes.ts';
import { call } from '../../kit/effect.ts';
import { resource } from '../../kit/resource.machine.ts';

export interface LoanDocumentsInput {
  readonly kind: DocumentKind;
  /** The page of the list, from 1. */
  readonly page: number;
  /** The number of documents per page. */
  readonly pageSize: number;
}

export const loanDocuments = resource({
  id: 'loanDocuments',
  description: 'The documents of one kind, a page at a time',
  load: call(calls.list),
  request: ({ kind, page, pageSize }: LoanDocumentsInput) => ({
    query: { kind, page: String(page), size: String(pageSize) },
  }),
  data: (list: DocumentPage) => list,
  isEmpty: ({ total }) => total === 0,
});
