/** The handlers of the area's calls. */
import type { loanDocuments } from '#domain/accounts/loan-documents/calls.ts';
import type { GroupHandlers } from '../scope.ts';
import { listLoanDocuments, pdfOfLoanDocument, readLoanDocument } from './document-calls.ts';

export const loanDocumentsHandlers = {
  'loanDocuments.list': listLoanDocuments,
  'loanDocuments.read': readLoanDocument,
  'loanDocuments.pdf': pdfOfLoanDocument,
} satisfies GroupHandlers<typeof loanDocuments>;
