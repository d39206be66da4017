/** The document that an application requires: its name, the deadline, and received uploads. */
import { useContext } from 'react';
import { businessDate, formatUsDate } from '#domain/calendar.ts';
import { isolated } from '#domain/isolated-text.ts';
import { documentDueDay } from '#domain/repayment/application-documents.ts';
import { isUndecided } from '#domain/repayment/postponement/rules.ts';
import type { Application } from '#domain/repayment/postponement/shapes.ts';
import { ButtonLink, Notice, TextLink } from '../../../ui/index.ts';
import { ApplicationDurationsContext } from '../postponement/durations.ts';

/** Returns the address of the upload page for a document type. */
const uploadAddress = (documentTypeId: number): string => `/documents/upload-documents?type=${documentTypeId}`;

export function NeededDocument({ application }: { application: Application }) {
  const durations = useContext(ApplicationDurationsContext);
  const { document } = application;
  if (document == null || !isUndecided(application)) return null;
  const { documentTypeId, name, uploads } = document;
  const dueDay = documentDueDay(application, durations);
  if (uploads.length === 0) {
    return (
      <Notice
        kind="warning"
        action={
          <ButtonLink href={uploadAddress(documentTypeId)} variant="secondary" context={name}>
            Upload Document
          </ButtonLink>
        }
      >
        <p>
          We need a document from you: <strong>{name}</strong>.
        </p>
        <p>{dueDay && `Send it by ${formatUsDate(dueDay)}. `}Already mailed it? You don't need to upload it.</p>
      </Notice>
    );
  }
  return (
    <>
      <p>
        We received your document: <strong>{name}</strong>.
      </p>
      <ul>
        {uploads.map(({ documentId, fileName, uploadedDateTime }) => (
          <li key={documentId}>
            {isolated(fileName)}, uploaded on {formatUsDate(businessDate(new Date(uploadedDateTime)))}
          </li>
        ))}
      </ul>
      <p>
        <TextLink href={uploadAddress(documentTypeId)}>Upload another document</TextLink>
      </p>
    </>
  );
}
