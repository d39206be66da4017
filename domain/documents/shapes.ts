/** Documents that people upload (P §2.9, §3). */
import * as v from 'valibot';

/** The most megabytes that the configuration may allow for a file. */
export const MOST_FILE_MEGABYTES = 25;

/** A file as it is chosen in the browser: what is known of it, and its bytes. */
export interface ChosenFile {
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  /** What the browser takes it for; empty where it does not know. Nobody relies on it. */
  readonly mediaType: string;
  readonly content: Blob;
}

/** The id of a type of document, as it stands in addresses and forms. */
export const DocumentTypeId = v.pipe(v.string(), v.regex(/^[1-9]\d{0,8}$/));

/**
 * The flag in the address of an upload (ruling 65). The last step of an application sends `true`: the document belongs to
 * the application in process. The documents page sends `false`.
 */
export const UploadFlag = v.picklist(['true', 'false']);
export type UploadFlag = v.InferOutput<typeof UploadFlag>;

/** A type of document that the configuration names: it decides who works on it. */
export const DocumentType = v.strictObject({
  id: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(999_999_999)),
  name: v.pipe(v.string(), v.nonEmpty()),
});
export type DocumentType = v.InferOutput<typeof DocumentType>;

/** An earlier upload, as the history lists it. */
export const UploadedDocument = v.object({
  documentId: v.string(),
  uploadedDateTime: v.pipe(v.string(), v.isoTimestamp()),
  fileName: v.string(),
  fileSizeFormatted: v.string(),
});
export type UploadedDocument = v.InferOutput<typeof UploadedDocument>;

/** Why the server does not keep a file that it has read. */
export const RefusalReason = v.picklist([
  'file.empty',
  'file.content',
  'file.infected',
  'documents.tooMany',
  'documents.tooManyToday',
  'documents.full',
]);
export type RefusalReason = v.InferOutput<typeof RefusalReason>;

/** By what somebody who has uploaded a document can refer to it. */
export const UploadReceipt = v.object({
  confirmationNumber: v.string(),
  uploadedDateTime: v.pipe(v.string(), v.isoTimestamp()),
  fileName: v.string(),
  fileSizeFormatted: v.string(),
});
export type UploadReceipt = v.InferOutput<typeof UploadReceipt>;

/** What came of an upload. It says nothing of whether a person or an account exists. */
export const UploadAnswer = v.variant('outcome', [
  v.object({ outcome: v.literal('received'), receipt: UploadReceipt }),
  v.object({ outcome: v.literal('refused'), reason: RefusalReason }),
]);
export type UploadAnswer = v.InferOutput<typeof UploadAnswer>;

/** What an upload asked for, as far as it is kept under its key. */
export const UploadRecord = v.object({ fileName: v.string() });
export type UploadRecord = v.InferOutput<typeof UploadRecord>;

/** The kind of number by which somebody who is not signed in says which account it is. */
export type IdentifierKind = 'accountNumber' | 'ssn';

/** The fields of both upload forms, as typed. The numbers are kept in memory only. */
export interface UploadValues {
  readonly firstName: string;
  readonly lastName: string;
  readonly identifier: IdentifierKind | '';
  readonly accountNumber: string;
  readonly accountNumberAgain: string;
  readonly ssn: string;
  readonly ssnAgain: string;
  /** The name of the chosen file; empty where none is chosen. */
  readonly file: string;
  /** The id of the chosen type; empty where none is chosen. */
  readonly documentTypeId: string;
}
