/** Document upload for signed-in borrowers. The query parameter `type` preselects the document type. */
import { useMemo } from 'react';
import { useLocation } from 'react-router-dom';
import { isDocumentType } from '#domain/documents/rules.ts';
import { uploadDocuments } from '#machines/documents/upload-documents/upload-documents.machine.ts';
import { uploadSettingsOf } from '#machines/documents/upload/upload.machine.ts';
import { defineFlow } from '../app/flow/define-flow.ts';
import { FlowRoute } from '../app/flow/FlowRoute.tsx';
import { uploadDocumentsViews } from '../views/documents/upload-documents/views.tsx';

const flowOf = (type: string | null) =>
  defineFlow<typeof uploadDocuments>({
    machine: uploadDocuments,
    heading: 'Upload Documents',
    views: uploadDocumentsViews,
    input: ({ configuration }) => ({
      ...uploadSettingsOf(configuration),
      documentTypeId: type !== null && isDocumentType(configuration.documents.types, type) ? type : null,
      isForApplication: false,
    }),
  });

/** A different type in the URL restarts the form. */
function Route() {
  const type = new URLSearchParams(useLocation().search).get('type');
  const flow = useMemo(() => flowOf(type), [type]);
  return <FlowRoute key={type} flow={flow} />;
}

export default { ...flowOf(null), Route };
