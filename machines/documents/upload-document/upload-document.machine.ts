/**
 * Document upload of a borrower (P §2.9, §4). The machine runs within a page or a flow and notifies it of each document
 * that the server received. A flow sets the document type; on the page the borrower selects it.
 */
import { documents } from '#domain/documents/calls.ts';
import { isReceived, uploadSchema } from '#domain/documents/rules.ts';
import { call } from '../../kit/effect.ts';
import { submission } from '../../kit/submission.machine.ts';
import { upload } from '../upload/upload.machine.ts';

export const documentSubmission = submission('documentSubmission', {
  send: call(documents.upload),
  settle: call(documents.settle),
  isAccepted: isReceived,
});

export const uploadDocument = upload({
  id: 'uploadDocument',
  description: 'A signed-in borrower uploads a document',
  schema: uploadSchema,
  submission: documentSubmission,
  request: ({ form: { values }, isForApplication }, file) => ({
    params: { documentTypeId: values.documentTypeId, flag: isForApplication ? ('true' as const) : ('false' as const) },
    body: { file: { ...file } },
  }),
  notifies: true,
});
