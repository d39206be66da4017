/**
 * Specification of a borrower's document upload (P §2.9, §4, §5.3; R §7), on the documents page or the last step of an
 * application.
 */
import { sampleFile, sampleUpload } from '../upload/expected-upload.ts';
import { uploadSpec } from '../upload/upload-spec.ts';
import { documentSubmission, uploadDocument } from './upload-document.machine.ts';

export default uploadSpec(uploadDocument, {
  title: 'Document Upload',
  submission: documentSubmission,
  starts: {
    'a borrower on the documents page': sampleUpload,
    'a borrower on the documents page, with a type from the address': { ...sampleUpload, documentTypeId: '9' },
    'a borrower on the last step of an application': { ...sampleUpload, documentTypeId: '9', isForApplication: true },
  },
  fields: {},
  shows: [],
  problems: () => [],
  request: ({ form: { values }, isForApplication }) => ({
    params: { documentTypeId: values.documentTypeId, flag: isForApplication ? 'true' : 'false' },
    body: { file: sampleFile },
  }),
  notifies: true,
});
