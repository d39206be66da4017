/**
 * Somebody who is not signed in uploads a document (P §2.9, §4, §5.3): says who they are, gives an account number or a Social
 * Security number twice, and chooses the file. What is typed is in memory only, and is cleared once it has arrived.
 */
import { documents } from '#domain/documents/calls.ts';
import { anonymousUploadSchema, isReceived, metadataOf } from '#domain/documents/rules.ts';
import { call } from '../kit/effect.ts';
import { submission } from '../kit/submission.machine.ts';
import { upload } from '../kit/upload.machine.ts';

export const anonymousSubmission = submission('anonymousSubmission', {
  send: call(documents.uploadAnonymously),
  settle: call(documents.settleAnonymously),
  isAccepted: isReceived,
});

export const anonymousUpload = upload({
  id: 'anonymousUpload',
  description: 'Somebody who is not signed in says who they are, and uploads a document',
  schema: anonymousUploadSchema,
  submission: anonymousSubmission,
  request: ({ form: { values }, ids }, file) => ({
    body: { ...metadataOf(values, ids), attachment: { ...file } },
  }),
  notifies: false,
});
