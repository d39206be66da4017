/**
 * Uploaded documents of borrowers, each stored exactly once. The content is in the document store (documents/document-uploads.ts)
 * before the transaction that stores the row and the response.
 */
import { randomUUID } from 'node:crypto';
import { millisecondsInDay } from 'date-fns/constants';
import { and, desc, eq, sql } from 'drizzle-orm';
import { documents as calls } from '#domain/documents/calls.ts';
import { bytesOfMegabytes, formatFileSize } from '#domain/documents/files.ts';
import { getMessage } from '#domain/issue.ts';
import { documentMessages } from '#domain/documents/messages.ts';
import { isDocumentType } from '#domain/documents/rules.ts';
import type { CallSent } from '#domain/call.ts';
import type { RefusalReason, UploadFlag } from '#domain/documents/shapes.ts';
import { documents } from '../../db/schema/index.ts';
import { seals } from '../../db/seals.ts';
import type { DocumentSettings, DocumentUploads, StagedFile } from '../../documents/document-uploads.ts';
import { DocumentsUnavailable } from '../../documents/store.ts';
import { logError } from '../../log.ts';
import { listApplications } from '../repayment/applications.ts';
import { openApplicationNumber, wakeApplications } from '../portfolio/applications-in-process.ts';
import { newConfirmationNumber } from '../confirmation-number.ts';
import { type Handler, type Scope, ServiceProblem, toActor } from '../scope.ts';
import { Submissions } from '../submissions.ts';
import { lockBorrower } from '../../db/lock-borrower.ts';

type Answer = CallSent<typeof calls.upload>;

/** Maximum number of documents per borrower, against abuse. */
export const MAX_DOCUMENTS = 500;

/**
 * Returns the limit that another document would exceed: number of documents, total bytes, or bytes within the last 24
 * hours. Undefined if there is room.
 */
async function findExceededQuota({ size }: StagedFile, { db, borrowerKey, now, documents: { settings } }: Scope) {
  const recent = sql`${documents.uploadedAt} > ${new Date(now.getTime() - millisecondsInDay).toISOString()}::timestamptz`;
  const [stored] = await db
    .select({
      count: sql`count(*)`.mapWith(Number),
      bytes: sql`coalesce(sum(${documents.size}), 0)`.mapWith(Number),
      recentBytes: sql`coalesce(sum(${documents.size}) filter (where ${recent}), 0)`.mapWith(Number),
    })
    .from(documents)
    .where(eq(documents.borrowerKey, borrowerKey));
  const { maxBorrowerMegabytes, maxDailyMegabytes } = settings;
  if (stored === undefined) return undefined;
  if (stored.count >= MAX_DOCUMENTS || stored.bytes + size > bytesOfMegabytes(maxBorrowerMegabytes)) {
    return 'documents.tooMany';
  }
  return stored.recentBytes + size > bytesOfMegabytes(maxDailyMegabytes) ? 'documents.tooManyToday' : undefined;
}

/** Returns the columns that all uploaded documents share. */
export const rowOfFile = (file: StagedFile, documentTypeId: string, uploadedAt: Date) => ({
  documentId: randomUUID(),
  documentTypeId: Number(documentTypeId),
  fileName: file.name,
  mediaType: file.mediaType,
  size: file.size,
  fileId: file.fileId,
  contentKey: file.contentKey,
  confirmationNumber: newConfirmationNumber(),
  uploadedAt,
  scanState: file.scanState === 'clean' ? ('clean' as const) : ('notScanned' as const),
});

type FileRow = Pick<
  ReturnType<typeof rowOfFile>,
  'fileName' | 'size' | 'confirmationNumber' | 'uploadedAt' | 'scanState'
>;

/** Returns the response to a successful upload, which reports a skipped virus scan. */
export const receivedResponse = (
  { fileName, size, confirmationNumber, uploadedAt, scanState }: FileRow,
  { hasScanner }: Pick<DocumentUploads, 'hasScanner'>,
): Answer => ({
  outcome: 'received',
  receipt: {
    confirmationNumber,
    uploadedDateTime: uploadedAt.toISOString(),
    fileName,
    fileSizeFormatted: formatFileSize(size),
    ...(hasScanner && scanState === 'notScanned' && { isScanSkipped: true as const }),
  },
});

/** Returns why the content of a file is rejected. Its size and name have been checked already. */
export function findRefusalReason({ size, reading, scanState }: StagedFile): RefusalReason | undefined {
  if (size === 0) return 'file.empty';
  if (scanState === 'infected') return 'file.infected';
  if (reading === 'locked') return 'file.locked';
  return reading === 'opens' ? undefined : 'file.content';
}

/** Throws if the document type is not configured or the file name has no allowed extension. */
export function refuseWrongFile({ types }: DocumentSettings, documentTypeId: string, file?: StagedFile): void {
  const issue = isDocumentType(types, documentTypeId)
    ? file?.mediaType === '' && ({ code: 'file.type' } as const)
    : ({ code: 'documentType.required' } as const);
  if (!issue) return;
  const field = issue.code === 'file.type' ? 'file' : 'documentTypeId';
  const message = getMessage(documentMessages, issue);
  throw new ServiceProblem(422, 'This document cannot be uploaded.', message, [{ field, code: issue.code, message }]);
}

const submissions = new Submissions({ submit: calls.upload, settle: calls.settle, noun: 'document' });

interface Upload {
  readonly file: StagedFile;
  readonly documentTypeId: string;
  readonly flag: UploadFlag;
  readonly idempotencyKey: string;
}

async function storeOnce(scope: Scope, { file, documentTypeId, flag, idempotencyKey }: Upload): Promise<Answer> {
  const { db, borrowerKey, now, documents: documentUploads } = scope;
  const submission = { idempotencyKey, body: [documentTypeId, flag, file.name, file.hash] };
  const earlier = await submissions.earlierAnswer(scope, submission);
  if (earlier !== undefined) return earlier;
  const record = { fileName: file.name };
  const refused = (reason: RefusalReason) => ({ answer: { outcome: 'refused', reason } as const, record });
  const reason = findRefusalReason(file) ?? (await findExceededQuota(file, scope));
  if (reason !== undefined) return submissions.submitOnce(scope, submission, () => refused(reason));
  const row = rowOfFile(file, documentTypeId, now);
  await documentUploads.store(db, file);
  let isStored = false;
  try {
    return await submissions.submitOnce(scope, submission, async (within) => {
      const { db: transaction } = within;
      // The lock prevents concurrent uploads from exceeding the limits together.
      await lockBorrower(transaction, borrowerKey);
      const exceeded = await findExceededQuota(file, within);
      if (exceeded !== undefined) return refused(exceeded);
      isStored = true;
      const applicationNumber = flag === 'true' ? await openApplicationNumber(transaction, borrowerKey) : null;
      await transaction
        .insert(documents)
        .values(seals.documents.seal({ borrowerKey, ...row, applicationNumber, sha256: file.hash, ...toActor(scope) }));
      await wakeApplications(within);
      await documentUploads.finish(transaction, file);
      const { documentId: id, confirmationNumber } = row;
      return { answer: receivedResponse(row, documentUploads), record, created: { id, confirmationNumber } };
    });
  } finally {
    if (!isStored) await documentUploads.remove(db, file);
  }
}

/**
 * Uploads a document (P §7). Repeating a request with the same key and document returns the first response without
 * storing the document again. Throws 422 if the key was used for another document, and 409 if the key is closed. A
 * rejected content is a normal response with the reason.
 */
export const uploadDocument: Handler<typeof calls.upload> = async (
  scope,
  { params: { documentTypeId, flag }, idempotencyKey, receive },
) => {
  const { documents: documentUploads } = scope;
  refuseWrongFile(documentUploads.settings, documentTypeId);
  const { file } = await receive(documentUploads.sink);
  try {
    refuseWrongFile(documentUploads.settings, documentTypeId, file);
    return await storeOnce(scope, { file, documentTypeId, flag, idempotencyKey });
  } finally {
    await documentUploads.discard(file);
  }
};

/** Returns the result of an upload (ruling 4). */
export const settleUpload: Handler<typeof calls.settle> = submissions.settle;

/** Returns the borrower's documents, newest first, with the applications that they belong to. */
export const listDocuments: Handler<typeof calls.list> = async (scope) => {
  const { db, borrowerKey, documents: documentUploads } = scope;
  const rows = await db
    .select()
    .from(documents)
    .where(eq(documents.borrowerKey, borrowerKey))
    .orderBy(desc(documents.uploadedAt), desc(documents.documentId));
  const applications = rows.length === 0 ? [] : await listApplications(scope);
  return rows.map(({ documentId, documentTypeId, applicationNumber, uploadedAt, fileName, size }) => {
    const type = documentUploads.settings.types.find(({ id }) => id === documentTypeId);
    const application = applications.find(
      ({ confirmationNumber, document }) =>
        confirmationNumber === applicationNumber ||
        document?.uploads.some((upload) => upload.documentId === documentId),
    );
    return {
      documentId,
      uploadedDateTime: uploadedAt.toISOString(),
      fileName,
      fileSizeFormatted: formatFileSize(size),
      ...(type && { typeName: type.name }),
      application: application
        ? {
            confirmationNumber: application.confirmationNumber,
            kind: application.kind,
            status: application.status,
            next: application.next ?? null,
          }
        : null,
    };
  });
};

/** Returns the content of a document. Throws 404 for documents of other borrowers. */
export const downloadDocument: Handler<typeof calls.download> = async (scope, { params: { documentId } }) => {
  const { db, borrowerKey, documents: documentUploads } = scope;
  const [row] = await db
    .select()
    .from(documents)
    .where(and(eq(documents.borrowerKey, borrowerKey), eq(documents.documentId, documentId)));
  if (row === undefined) throw new ServiceProblem(404, 'Not Found', 'There is nothing here.');
  const { fileName, mediaType, size } = row;
  try {
    return { fileName, mediaType, size, content: await documentUploads.readContent(seals.documents.open(row)) };
  } catch (error) {
    if (!(error instanceof DocumentsUnavailable && error.isMissing)) throw error;
    logError('a document', error);
    throw new ServiceProblem(
      503,
      'This document is not available.',
      "We can't find the file of this document right now. Please try again later.",
    );
  }
};
