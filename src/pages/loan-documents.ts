/**
 * The lists of statements, payment schedules, tax forms and mortgage letters. The path selects the kind, and the query the
 * page.
 */
import { kindAt, pageAt } from '#domain/accounts/loan-documents/ids.ts';
import { loanDocuments } from '#machines/accounts/loan-documents/loan-documents.machine.ts';
import { defineFlow } from '../app/flow/define-flow.ts';
import { loanDocumentsViews } from '../views/accounts/loan-documents/list-views.tsx';

export default defineFlow<typeof loanDocuments>({
  machine: loanDocuments,
  views: loanDocumentsViews,
  getSubject: ({ pathname, search }) => `${pathname} ${pageAt(search)}`,
  input: ({ address, query, configuration }) => ({
    kind: kindAt(address) ?? 'statement',
    page: pageAt(query),
    pageSize: configuration.statementsPageSize,
  }),
});
