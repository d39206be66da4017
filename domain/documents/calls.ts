/**
 * The calls for uploading documents (P §7). Files and account numbers travel in request bodies and are never logged.
 */
import * as v from 'valibot';
import { FilePart, defineCall } from '../call.ts';
import { FileResponse } from '../file.ts';
import { refuse, validatedText } from '../issue.ts';
import { IdempotencyKey, submissionOutcome } from '../submission.ts';
import { FILE_TYPES, LARGEST_FILE } from './files.ts';
import { type DocumentIssue, validateFirstName, validateLastName } from './rules.ts';
import { DocumentTypeId, UploadResponse, UploadFlag, UploadRecord, UploadedDocument } from './shapes.ts';

const nineDigits = (code: DocumentIssue['code']) => v.pipe(v.string(), v.regex(/^\d{9}$/, refuse({ code })));
/** An id above 0, as form data. */
const idAboveZero = v.pipe(v.string(), v.regex(/^[1-9]\d{0,8}$/));

/** The fields of an upload without signing in (P §3, §5.3), with the document. */
const AnonymousUpload = v.pipe(
  v.strictObject({
    firstName: v.pipe(validatedText(validateFirstName), v.trim()),
    lastName: v.pipe(validatedText(validateLastName), v.trim()),
    uniqueId: v.optional(nineDigits('ssn.format')),
    accountNumber: v.optional(nineDigits('accountNumber.format')),
    clientId: idAboveZero,
    applicationId: idAboveZero,
    documentTypeId: DocumentTypeId,
    webAccountId: v.optional(v.pipe(v.string(), v.maxLength(64))),
    attachment: FilePart,
  }),
  v.forward(
    v.partialCheck(
      [['uniqueId'], ['accountNumber']],
      ({ uniqueId, accountNumber }) => uniqueId !== undefined || accountNumber !== undefined,
      refuse({ code: 'identifier.required' }),
    ),
    ['accountNumber'],
  ),
);

const settlement = {
  method: 'POST',
  summary: 'Returns the outcome of an upload by its idempotency key. Closes an unknown key',
  timeLimit: 'read',
  body: v.strictObject({ idempotencyKey: IdempotencyKey }),
  response: submissionOutcome(UploadResponse, UploadRecord),
} as const;

export const documents = {
  list: defineCall({
    id: 'documents.list',
    method: 'GET',
    path: 'document-uploads',
    summary: "Returns the borrower's uploaded documents, newest first",
    access: ['borrower'],
    timeLimit: 'read',
    response: v.array(UploadedDocument),
  }),
  upload: defineCall({
    id: 'documents.upload',
    method: 'POST',
    path: 'document-uploads/upload/:documentTypeId/:flag',
    summary: "Uploads a document. The flag is true if the document belongs to the borrower's application in process",
    access: ['borrower'],
    timeLimit: 'upload',
    idempotent: true,
    params: v.object({ documentTypeId: DocumentTypeId, flag: UploadFlag }),
    multipart: { file: 'file', fileLimit: LARGEST_FILE },
    body: v.strictObject({ file: FilePart }),
    response: UploadResponse,
  }),
  uploadAnonymously: defineCall({
    id: 'documents.uploadAnonymously',
    method: 'POST',
    path: 'document-uploads/upload-with-form-data',
    summary: "Uploads a document without signing in. The server does not match the sender's data to a borrower",
    access: ['public'],
    limited: true,
    timeLimit: 'upload',
    idempotent: true,
    multipart: { file: 'attachment', fileLimit: LARGEST_FILE },
    body: AnonymousUpload,
    response: UploadResponse,
  }),
  settle: defineCall({
    ...settlement,
    id: 'documents.settle',
    path: 'document-uploads/settlements',
    access: ['borrower'],
  }),
  settleAnonymously: defineCall({
    ...settlement,
    id: 'documents.settleAnonymously',
    path: 'document-uploads/anonymous-settlements',
    access: ['public'],
  }),
  // Last in the list, because its `:documentId` parameter would also match the paths above.
  download: defineCall({
    id: 'documents.download',
    method: 'GET',
    path: 'document-uploads/:documentId',
    summary: "Returns the file of one of the borrower's uploaded documents",
    access: ['borrower'],
    timeLimit: 'upload',
    params: v.object({ documentId: v.pipe(v.string(), v.uuid()) }),
    answersFile: FILE_TYPES.map(({ mediaType }) => mediaType),
    response: FileResponse,
  }),
};
