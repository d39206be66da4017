/**
 * Model of a borrower's document upload (P §2.9, §4, §5.3; R §7), on the documents page or the last step of an
 * application.
 */
import { choosingType, createUploadModel, formAfter, sampleFile, sampleUpload } from '../upload/expected-upload.ts';
import { documentSubmission, uploadDocument } from './upload-document.machine.ts';

const problems = () => [];

export default createUploadModel({
  machine: uploadDocument,
  submission: documentSubmission,
  title: 'Document Upload',
  inputs: {
    'a borrower on the documents page': sampleUpload,
    'a borrower on the documents page, with a type from the address': { ...sampleUpload, documentTypeId: '9' },
    'a borrower on the last step of an application': {
      ...sampleUpload,
      documentTypeId: '9',
      isForApplication: true,
    },
  },
  problems,
  events: choosingType(formAfter(problems)),
  request: ({ form: { values }, isForApplication }) => ({
    params: { documentTypeId: values.documentTypeId, flag: isForApplication ? 'true' : 'false' },
    body: { file: sampleFile },
  }),
  notifies: true,
  words: [],
});
