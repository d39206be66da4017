/** A document that the query of the address names. */
import { documentAt } from '#domain/accounts/loan-documents/ids.ts';
import { loanDocument } from '#machines/accounts/loan-document/loan-document.machine.ts';
import { defineFlow } from '../app/flow/define-flow.ts';
import { routeById } from '../app/flow/route-by-id.tsx';
import { loanDocumentViews } from '../views/accounts/loan-documents/document-views.tsx';

const flowOf = (documentId: string) =>
  defineFlow<typeof loanDocument>({
    machine: loanDocument,
    heading: 'Document',
    headingIn: ({ document }) => document?.title,
    views: loanDocumentViews,
    input: () => ({ documentId }),
  });

/** Without a document, the borrower chooses a statement. */
const Route = routeById({ idIn: documentAt, flowOf, otherwise: '/documents/statements' });

export default { ...flowOf(''), Route };
