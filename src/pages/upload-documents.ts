/** Uploading documents as a flow of the portal, for people who are signed in. */
import { uploadDocuments } from '#machines/upload-documents/upload-documents.machine.ts';
import { uploadSettingsOf } from '#machines/kit/upload.machine.ts';
import { uploadDocumentsViews } from '../views/upload-documents/views.tsx';
import { defineFlow } from '../app/flow/define-flow.ts';

export default defineFlow<typeof uploadDocuments>({
  machine: uploadDocuments,
  views: uploadDocumentsViews,
  input: ({ configuration }) => ({ ...uploadSettingsOf(configuration), documentTypeId: null }),
});
