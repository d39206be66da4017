/** Document upload for visitors who are not signed in, and for authorized payers. It saves no draft. */
import { anonymousUpload } from '#machines/documents/anonymous-upload/anonymous-upload.machine.ts';
import { toUploadSettings } from '#machines/documents/upload/upload.machine.ts';
import { anonymousUploadViews } from '../views/documents/anonymous-upload/views.tsx';
import { defineFlow } from '../app/flow/define-flow.ts';

export default defineFlow<typeof anonymousUpload>({
  machine: anonymousUpload,
  views: anonymousUploadViews,
  input: ({ configuration, person }) => {
    const settings = toUploadSettings(configuration);
    return {
      ...settings,
      ids: { ...settings.ids, ...(person && { webAccountId: person.webAccountId }) },
      documentTypeId: null,
      isForApplication: false,
    };
  },
});
