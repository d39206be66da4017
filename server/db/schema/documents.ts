/** Uploaded documents, and documents that the server has issued. */
import { index, integer, jsonb, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import { DOCUMENT_KINDS, type DocumentBlock } from '#domain/accounts/loan-documents/shapes.ts';
import { sealed, borrowerKey, cents, instant, actor, plainDate } from '../columns.ts';

/** Columns of all uploaded documents. The content is in the document store under `fileId` (documents/document-uploads.ts). */
const uploadedFile = () => ({
  documentId: text('document_id').notNull(),
  documentTypeId: integer('document_type_id').notNull(),
  /** The sanitized file name. */
  fileName: text('file_name').notNull(),
  mediaType: text('media_type').notNull(),
  /** In bytes. */
  size: integer('size').notNull(),
  fileId: text('file_id').notNull(),
  confirmationNumber: text('confirmation_number').notNull(),
  uploadedAt: instant('uploaded_at').notNull(),
  /** The result of the virus scan. Infected documents are not stored. */
  scanState: text('scan_state', { enum: ['notScanned', 'clean'] })
    .notNull()
    .default('notScanned'),
});

/** Documents uploaded by borrowers. */
export const documents = pgTable(
  'documents',
  {
    borrowerKey: borrowerKey(),
    ...uploadedFile(),
    /** The key that encrypts the content, in base64. */
    contentKey: sealed<string>('content_key').notNull(),
    /**
     * The confirmation number of the application that the document was uploaded for. Null for an upload with flag
     * false.
     */
    applicationNumber: text('application_number'),
    /** The SHA-256 of the content in hexadecimal. Encrypted, because short contents could be guessed from it. */
    sha256: sealed<string>('sha256'),
    ...actor(),
  },
  (table) => [
    primaryKey({ columns: [table.borrowerKey, table.documentId] }),
    unique('documents_confirmation').on(table.borrowerKey, table.confirmationNumber),
    index('documents_by_time').on(
      table.borrowerKey,
      table.uploadedAt.desc().nullsFirst(),
      table.documentId.desc().nullsFirst(),
    ),
  ],
);

/**
 * Documents uploaded without signing in, with the sender's details. They belong to no borrower until an employee
 * assigns them.
 */
export const anonymousDocuments = pgTable(
  'anonymous_documents',
  {
    ...uploadedFile(),
    documentId: text('document_id').primaryKey(),
    contentKey: sealed<string>('content_key').notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    /** A Social Security number. Null if the sender entered an account number. */
    uniqueId: sealed<string>('unique_id'),
    accountNumber: sealed<string>('account_number'),
    clientId: integer('client_id').notNull(),
    applicationId: integer('application_id').notNull(),
    webAccountId: text('web_account_id'),
  },
  (table) => [unique('anonymous_documents_confirmation').on(table.confirmationNumber)],
);

/**
 * Files written to the document store before a row references them. Rows that remain after a crash are deleted together
 * with their files.
 */
export const unfinishedUploads = pgTable('unfinished_uploads', {
  fileId: text('file_id').primaryKey(),
  startedAt: instant('started_at').notNull(),
});

/**
 * Documents that were issued: statements, payment schedules, tax forms and letters (ruling 91). Their content never
 * changes; a corrected document is another row.
 */
export const issuedDocuments = pgTable(
  'issued_documents',
  {
    borrowerKey: borrowerKey(),
    documentId: text('document_id').notNull(),
    kind: text('kind', { enum: DOCUMENT_KINDS }).notNull(),
    /** Null for a document about several accounts. */
    accountId: text('account_id'),
    issuedOn: plainDate('issued_on').notNull(),
    title: text('title').notNull(),
    /** The account or the lender that it is about. */
    about: text('about').notNull(),
    /** The amount in the list of documents. */
    amount: cents('amount_cents').notNull(),
    /** The blocks, without the number whose digits are in {@link ssnLastFour}. */
    content: jsonb('content').$type<readonly DocumentBlock[]>().notNull(),
    /** The last four digits of the Social Security number that a tax form shows. Null if it shows none. */
    ssnLastFour: sealed<string>('ssn_last_four'),
    /** The document that it corrects. */
    replaces: text('replaces'),
  },
  (table) => [
    primaryKey({ columns: [table.borrowerKey, table.documentId] }),
    index('issued_documents_by_kind').on(table.borrowerKey, table.kind, table.issuedOn.desc().nullsFirst()),
  ],
);
