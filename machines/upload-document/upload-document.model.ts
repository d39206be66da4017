/** How somebody who is signed in uploads a document (P §2.9, §4, §5.3): of a type that is chosen, or that a flow has given. */
import { choosingType, createUploadModel, formAfter, sampleFile, sampleUpload } from '../kit/expected-upload.ts';
import { documentSubmission, uploadDocument } from './upload-document.machine.ts';

const problems = () => [];

export default createUploadModel({
  machine: uploadDocument,
  submission: documentSubmission,
  title: 'Uploading a Document',
  inputs: {
    'a borrower who says what the document is': sampleUpload,
    'a borrower whose document is of a given type': { ...sampleUpload, documentTypeId: '9' },
  },
  problems,
  events: choosingType(formAfter(problems)),
  request: ({ documentTypeId }) => ({ params: { documentTypeId, flag: 'false' }, body: { file: sampleFile } }),
  notifies: true,
  words: [],
});
