/** The types of document uploads (P §2.9, §3). */
import * as v from 'valibot';
import { ApplicationKind, ApplicationStatus, NextEvent } from '../applications/shapes.ts';

/** The highest value that the configuration may set as the maximum file size, in megabytes. */
export const MAX_FILE_MEGABYTES = 25;

/** A file chosen in the browser, with its content. */
export interface ChosenFile {
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  /** The media type that the browser detected; empty if unknown. Not reliable, for information only. */
  readonly mediaType: string;
  readonly content: Blob;
}

/** The id of a document type, as text in URLs and forms. */
export const DocumentTypeId = v.pipe(v.string(), v.regex(/^[1-9]\d{0,8}$/));

/**
 * The flag in the URL of an upload (ruling 65). The last step of an application sends `true`: the document belongs to
 * the application in process. The documents page sends `false`.
 */
export const UploadFlag = v.picklist(['true', 'false']);
export type UploadFlag = v.InferOutput<typeof UploadFlag>;

/** A configured document type. It determines which department processes the document. */
export const DocumentType = v.strictObject({
  id: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(999_999_999)),
  name: v.pipe(v.string(), v.nonEmpty()),
});
export type DocumentType = v.InferOutput<typeof DocumentType>;

/** An earlier upload in the upload history. */
export const UploadedDocument = v.object({
  documentId: v.string(),
  uploadedDateTime: v.pipe(v.string(), v.isoTimestamp()),
  fileName: v.string(),
  fileSizeFormatted: v.string(),
  /** The name of its type; omitted by older servers, and if the type is no longer configured. */
  typeName: v.optional(v.string()),
  /** The application that it belongs to; null or omitted if none. */
  application: v.optional(
    v.nullable(
      v.object({
        confirmationNumber: v.string(),
        kind: ApplicationKind,
        status: ApplicationStatus,
        /** Null if nothing is expected, or if the server does not decide on the application by itself. */
        next: v.nullable(NextEvent),
      }),
    ),
  ),
});
export type UploadedDocument = v.InferOutput<typeof UploadedDocument>;

/** The reason why the server rejected a file after receiving it. */
export const RefusalReason = v.picklist([
  'file.empty',
  'file.content',
  'file.locked',
  'file.infected',
  'documents.tooMany',
  'documents.tooManyToday',
  'documents.full',
]);
export type RefusalReason = v.InferOutput<typeof RefusalReason>;

/** The data by which the sender can refer to an upload. */
export const UploadReceipt = v.object({
  confirmationNumber: v.string(),
  uploadedDateTime: v.pipe(v.string(), v.isoTimestamp()),
  fileName: v.string(),
  fileSizeFormatted: v.string(),
  /** Whether the virus scanner did not respond in time, so that the file was not scanned. */
  isScanSkipped: v.optional(v.literal(true)),
});
export type UploadReceipt = v.InferOutput<typeof UploadReceipt>;

/** The result of an upload. It does not reveal whether a person or an account exists. */
export const UploadResponse = v.variant('outcome', [
  v.object({ outcome: v.literal('received'), receipt: UploadReceipt }),
  v.object({ outcome: v.literal('refused'), reason: RefusalReason }),
]);
export type UploadResponse = v.InferOutput<typeof UploadResponse>;

/** The record of an upload that is stored under its idempotency key. */
export const UploadRecord = v.object({ fileName: v.string() });
export type UploadRecord = v.InferOutput<typeof UploadRecord>;

/** The kind of number by which a visitor identifies the account. */
export type IdentifierKind = 'accountNumber' | 'ssn';

/** The fields of both upload forms, as typed. The identifying numbers stay in memory only. */
export interface UploadValues {
  readonly firstName: string;
  readonly lastName: string;
  readonly identifier: IdentifierKind | '';
  readonly accountNumber: string;
  readonly accountNumberAgain: string;
  readonly ssn: string;
  readonly ssnAgain: string;
  /** The name of the chosen file; empty if none is chosen. */
  readonly file: string;
  /** The id of the chosen document type; empty if none is chosen. */
  readonly documentTypeId: string;
}
