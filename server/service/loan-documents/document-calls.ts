/**
 * The calls for statements, payment schedules, tax forms and letters: lists, pages and PDFs. Issued documents are read as
 * they were stored. Statements and tax forms from before they were stored are derived from account data.
 */
import type { CallSent } from '#domain/call.ts';
import { toFileName, toFileResponse } from '#domain/file.ts';
import type { loanDocuments } from '#domain/accounts/loan-documents/calls.ts';
import { parseDocumentId } from '#domain/accounts/loan-documents/ids.ts';
import type { DocumentKind } from '#domain/accounts/loan-documents/shapes.ts';
import { writePdf } from '../../pdf/pdf-pool.ts';
import { type Handler, type Scope, missing } from '../scope.ts';
import { derivedTaxForm, listTaxForms } from './issue-tax-forms.ts';
import { type IssuedDocument, type PageRequest, type SentPage, readIssued } from './issued-documents.ts';
import { listOpened, listStatements, opened, statement } from './derived-documents.ts';

type SentDocument = CallSent<typeof loanDocuments.read>;

const listOfKind: Readonly<Record<DocumentKind, (scope: Scope, request: PageRequest) => Promise<SentPage>>> = {
  statement: listStatements,
  schedule: (scope, request) => listOpened('schedule', scope, request),
  tax: listTaxForms,
  mortgageLetter: (scope, request) => listOpened('mortgageLetter', scope, request),
};

export const listLoanDocuments: Handler<typeof loanDocuments.list> = (scope, { query: { kind, ...request } }) =>
  listOfKind[kind](scope, request);

const asIssued = ({ issuedOn: date, content: blocks, ...row }: IssuedDocument): SentDocument => ({
  ...row,
  date,
  blocks,
});

/** Returns a document. An id without a day is that of a document which is issued by opening it; the result has the day. */
async function readDocument(scope: Scope, documentId: string): Promise<SentDocument> {
  const name = parseDocumentId(documentId);
  if (name === undefined) throw missing('document');
  if ('month' in name) return { documentId, kind: name.kind, ...(await statement(scope, name)) };
  if (!('number' in name)) return asIssued(await opened(scope, name));
  const issued = await readIssued(scope, documentId);
  if (issued !== undefined) return asIssued(issued);
  if (name.kind !== 'tax' || name.number > 1) throw missing('document');
  return { documentId, kind: name.kind, ...(await derivedTaxForm(scope, name)) };
}

export const readLoanDocument: Handler<typeof loanDocuments.read> = (scope, { params: { documentId } }) =>
  readDocument(scope, documentId);

export const pdfOfLoanDocument: Handler<typeof loanDocuments.pdf> = async (scope, { params: { documentId } }) => {
  const { title, date, blocks } = await readDocument(scope, documentId);
  const bytes = await writePdf({ title, blocks }, scope);
  return toFileResponse(toFileName(`${date} ${title}`, 'pdf'), 'application/pdf', bytes);
};
