/** The handlers of the area's calls. */
import type { documents } from '#domain/documents/calls.ts';
import type { GroupHandlers } from '../scope.ts';
import { downloadDocument, listDocuments, settleUpload, uploadDocument } from './documents.ts';

export const documentsHandlers = {
  'documents.list': listDocuments,
  'documents.download': downloadDocument,
  'documents.upload': uploadDocument,
  'documents.settle': settleUpload,
} satisfies GroupHandlers<Pick<typeof documents, 'list' | 'download' | 'upload' | 'settle'>>;
