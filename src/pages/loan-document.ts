/** A document that the query of the address names. */
import { documentAt } from '#domain/accounts/loan-documents/ids.ts';
import { loanDocument } from '#machines/accounts/loan-document/loan-document.machine.ts';
import { defineFlow } from '../app/flow/define-flow.ts';
import { loanDocumentViews } from '../views/accounts/loan-documents/document-views.tsx';

export default defineFlow<typeof loanDocument>({
  machine: loanDocument,
  heading: 'Document',
  headingIn: ({ document }) => document?.title,
  views: loanDocumentViews,
  getSubject: ({ search }) => documentAt(search),
  // The borrower chooses a statement.
  withoutSubject: '/documents/statements',
  input: ({ query }) => ({ documentId: documentAt(query) ?? '' }),
});
