/** Uploading documents as a flow of the portal, for people who are not signed in. Nothing of it is kept as a draft. */
import { anonymousUpload } from '#machines/anonymous-upload/anonymous-upload.machine.ts';
import { uploadSettingsOf } from '#machines/kit/upload.machine.ts';
import { anonymousUploadViews } from '../views/anonymous-upload/views.tsx';
import { defineFlow } from '../app/flow/define-flow.ts';

export default defineFlow<typeof anonymousUpload>({
  machine: anonymousUpload,
  views: anonymousUploadViews,
  input: ({ configuration }) => ({
    ...uploadSettingsOf(configuration),
    documentTypeId: null,
    isForApplication: false,
  }),
});
