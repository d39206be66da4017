/** Document upload for signed-in borrowers. The query parameter `type` preselects the document type. */
import { isDocumentType } from '#domain/documents/rules.ts';
import { uploadDocuments } from '#machines/documents/upload-documents/upload-documents.machine.ts';
import { toUploadSettings } from '#machines/documents/upload/upload.machine.ts';
import { defineFlow } from '../app/flow/define-flow.ts';
import { uploadDocumentsViews } from '../views/documents/upload-documents/views.tsx';

const typeIn = (query: string) => new URLSearchParams(query).get('type');

export default defineFlow<typeof uploadDocuments>({
  machine: uploadDocuments,
  heading: 'Upload Documents',
  views: uploadDocumentsViews,
  // A different type in the URL restarts the form.
  getSubject: ({ search }) => typeIn(search),
  input: ({ configuration, query }) => {
    const type = typeIn(query);
    const isKnown = type !== null && isDocumentType(configuration.documents.types, type);
    return { ...toUploadSettings(configuration), documentTypeId: isKnown ? type : null, isForApplication: false };
  },
});
