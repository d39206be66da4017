/** The calls for documents that are generated from account data. All of them return the borrower's own data only. */
import * as v from 'valibot';
import { readCall } from '../../call.ts';
import { FileResponse } from '../../file.ts';
import { DocumentKind, DocumentPage, LoanDocument, LoanDocumentId, MAX_DOCUMENTS } from './shapes.ts';

const access = ['borrower'] as const;
const params = v.object({ documentId: LoanDocumentId });

/** Creates the schema of a positive number in a URL. */
const number = (most: number) => v.pipe(v.string(), v.regex(/^[1-9]\d{0,5}$/), v.transform(Number), v.maxValue(most));

export const loanDocuments = {
  list: readCall({
    id: 'loanDocuments.list',
    path: 'loan-documents',
    summary: 'Returns one page of the documents of a kind, newest first',
    access,
    query: v.object({ kind: DocumentKind, page: number(999_999), size: number(MAX_DOCUMENTS) }),
    response: DocumentPage,
  }),
  read: readCall({
    id: 'loanDocuments.read',
    path: 'loan-documents/:documentId',
    summary: 'Returns one document with its texts and tables',
    access,
    params,
    response: LoanDocument,
  }),
  pdf: readCall({
    id: 'loanDocuments.pdf',
    path: 'loan-documents/:documentId/pdf',
    summary: 'Returns the same document as a PDF file',
    access,
    params,
    answersFile: ['application/pdf'],
    response: FileResponse,
  }),
};
