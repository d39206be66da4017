/** The document that an application in process requires, and the borrower's uploads of it. */
import { and, desc, eq, gte, isNull, or } from 'drizzle-orm';
import type * as v from 'valibot';
import { neededDocumentType } from '#domain/repayment/application-documents.ts';
import { isUndecided } from '#domain/repayment/postponement/rules.ts';
import type { ApplicationDocument } from '#domain/repayment/postponement/shapes.ts';
import type { ApplicationContent } from '#domain/repayment/postponement/content.ts';
import { applications, documents } from '../../db/schema/index.ts';
import { seals } from '../../db/seals.ts';
import type { DocumentSettings } from '../../documents/document-uploads.ts';
import type { Scope } from '../scope.ts';

/** The part of a scope that the documents of applications depend on. */
export type DocumentScope = Pick<Scope, 'db' | 'borrowerKey'> & {
  readonly documents: { readonly settings: Pick<DocumentSettings, 'types' | 'typeIdsOfApplications'> };
};

type Listed = Pick<typeof applications.$inferSelect, 'confirmationNumber' | 'kind' | 'status' | 'receivedAt'>;

/** Returns the content of an application; null if it came by mail or phone, because it is unknown. */
async function readContent(
  { db, borrowerKey }: DocumentScope,
  confirmationNumber: string,
): Promise<ApplicationContent | null> {
  const [row] = await db
    .select({
      borrowerKey: applications.borrowerKey,
      confirmationNumber: applications.confirmationNumber,
      asked: applications.asked,
    })
    .from(applications)
    .where(and(eq(applications.borrowerKey, borrowerKey), eq(applications.confirmationNumber, confirmationNumber)));
  return row === undefined ? null : seals.applications.open(row).asked;
}

/**
 * Returns the document that an application requires, or null if it requires none, or was decided without one. An upload of
 * the required type belongs to the application if its request had flag true while the application was in process (ruling
 * 65), or if it arrived after the application.
 */
export async function readDocument(
  scope: DocumentScope,
  { confirmationNumber, kind, status, receivedAt }: Listed,
): Promise<v.InferInput<typeof ApplicationDocument> | null> {
  const { db, borrowerKey, documents: documentUploads } = scope;
  const { types, typeIdsOfApplications } = documentUploads.settings;
  // The content of other kinds decides nothing here.
  const isDecidedByContent = kind === 'militaryBenefits' || kind === 'term';
  const content = isDecidedByContent ? await readContent(scope, confirmationNumber) : null;
  const needed = neededDocumentType(kind, content, typeIdsOfApplications);
  const type = types.find(({ id }) => id === needed);
  if (type === undefined) return null;
  const rows = await db
    .select({
      documentId: documents.documentId,
      fileName: documents.fileName,
      uploadedAt: documents.uploadedAt,
      borrowerKey: documents.borrowerKey,
      receiptNumber: documents.confirmationNumber,
      sha256: documents.sha256,
    })
    .from(documents)
    .where(
      and(
        eq(documents.borrowerKey, borrowerKey),
        eq(documents.documentTypeId, type.id),
        or(
          eq(documents.applicationNumber, confirmationNumber),
          and(isNull(documents.applicationNumber), gte(documents.uploadedAt, receivedAt)),
        ),
      ),
    )
    .orderBy(desc(documents.uploadedAt), desc(documents.documentId));
  if (rows.length === 0 && !isUndecided({ status })) return null;
  return {
    documentTypeId: type.id,
    name: type.name,
    uploads: rows.map((row) => {
      const { documentId, fileName, uploadedAt, receiptNumber, sha256 } = seals.documents.open(row);
      return { documentId, fileName, uploadedDateTime: uploadedAt.toISOString(), receiptNumber, sha256 };
    }),
  };
}
