/**
 * Document upload without signing in (P §2.9, §4, §5.3). The person enters a name, an account number or Social Security
 * number (twice), and chooses the file. The input stays in memory, and is cleared after the document has arrived.
 */
import { documents } from '#domain/documents/calls.ts';
import { anonymousUploadSchema, isReceived, toMetadata } from '#domain/documents/rules.ts';
import { call } from '../../kit/effect.ts';
import { submission } from '../../kit/submission.machine.ts';
import { upload } from '../upload/upload.machine.ts';

export const anonymousSubmission = submission('anonymousSubmission', {
  send: call(documents.uploadAnonymously),
  settle: call(documents.settleAnonymously),
  isAccepted: isReceived,
});

export const anonymousUpload = upload({
  id: 'anonymousUpload',
  description: 'A visitor identifies themselves and uploads a document',
  schema: anonymousUploadSchema,
  submission: anonymousSubmission,
  request: ({ form: { values }, ids }, file) => ({
    body: { ...toMetadata(values, ids), attachment: { ...file } },
  }),
  notifies: false,
});
