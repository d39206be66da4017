/** A document that the query of the address names. */
import { useMemo } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { documentAt } from '#domain/loan-documents/ids.ts';
import { loanDocument } from '#machines/loan-document/loan-document.machine.ts';
import { defineFlow } from '../app/flow/define-flow.ts';
import { FlowRoute } from '../app/flow/FlowRoute.tsx';
import { loanDocumentViews } from '../views/loan-documents/document-views.tsx';

const flowOf = (documentId: string) =>
  defineFlow<typeof loanDocument>({
    machine: loanDocument,
    heading: 'Document',
    headingIn: ({ document }) => document?.title,
    views: loanDocumentViews,
    input: () => ({ documentId }),
  });

function OneDocument({ documentId }: { documentId: string }) {
  const flow = useMemo(() => flowOf(documentId), [documentId]);
  return <FlowRoute flow={flow} />;
}

/** Another document is another start of the flow. Without one, the borrower chooses a statement. */
function Route() {
  const documentId = documentAt(useLocation().search);
  return documentId === null ? (
    <Navigate to="/documents/statements" replace />
  ) : (
    <OneDocument key={documentId} documentId={documentId} />
  );
}

export default { ...flowOf(''), Route };
