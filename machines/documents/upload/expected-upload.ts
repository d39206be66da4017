/** Samples of every form that uploads a document. */
import type { ChosenFile } from '#domain/documents/shapes.ts';
import { sampleConfiguration } from '#domain/portal/samples.ts';
import type { UploadInput } from './upload.machine.ts';

export const sampleFile: ChosenFile = {
  name: 'lease.pdf',
  size: 8,
  mediaType: 'application/pdf',
  content: new Blob(['%PDF-1.7']),
};
/** Initial data of every form. */
export const sampleUpload = {
  documentTypes: sampleConfiguration.documents.types,
  documentTypeId: null,
  isForApplication: false,
  maxFileMegabytes: 10,
  ids: { clientId: 1, applicationId: 1 },
} satisfies UploadInput;
