/** The states of the flow, each after the shortest way to it. Written by `npm run diagrams`. */
import type { Meta } from '@storybook/react-vite';
import model from '#machines/upload-documents/upload-documents.model.ts';
import { atState } from '#test/support/story.tsx';

export default { title: 'Flows/Upload Documents' } satisfies Meta;

export const OpenForUploadsLoadingHistoryUploadDocumentChoosingFile = atState(
  model,
  'openForUploads.loadingHistory > uploadDocument: choosingFile',
);
export const OpenForUploadsShowingHistoryUploadDocumentChoosingFile = atState(
  model,
  'openForUploads.showingHistory > uploadDocument: choosingFile',
);
export const OpenForUploadsCouldNotLoadHistoryUploadDocumentChoosingFile = atState(
  model,
  'openForUploads.couldNotLoadHistory > uploadDocument: choosingFile',
);
export const UploadStopped = atState(model, 'uploadStopped');
export const OpenForUploadsLoadingHistoryUploadDocumentMakingSubmissionKey = atState(
  model,
  'openForUploads.loadingHistory > uploadDocument: makingSubmissionKey',
);
export const OpenForUploadsShowingHistoryUploadDocumentMakingSubmissionKey = atState(
  model,
  'openForUploads.showingHistory > uploadDocument: makingSubmissionKey',
);
export const OpenForUploadsCouldNotLoadHistoryUploadDocumentMakingSubmissionKey = atState(
  model,
  'openForUploads.couldNotLoadHistory > uploadDocument: makingSubmissionKey',
);
export const OpenForUploadsLoadingHistoryUploadDocumentUploadingSubmitDocumentSending = atState(
  model,
  'openForUploads.loadingHistory > uploadDocument: uploading > submitDocument: sending',
);
export const OpenForUploadsShowingHistoryUploadDocumentUploadingSubmitDocumentSending = atState(
  model,
  'openForUploads.showingHistory > uploadDocument: uploading > submitDocument: sending',
);
export const OpenForUploadsCouldNotLoadHistoryUploadDocumentUploadingSubmitDocumentSending = atState(
  model,
  'openForUploads.couldNotLoadHistory > uploadDocument: uploading > submitDocument: sending',
);
export const OpenForUploadsLoadingHistoryUploadDocumentOutcomeNotKnown = atState(
  model,
  'openForUploads.loadingHistory > uploadDocument: outcomeNotKnown',
);
export const OpenForUploadsLoadingHistoryUploadDocumentUploaded = atState(
  model,
  'openForUploads.loadingHistory > uploadDocument: uploaded',
);
export const OpenForUploadsLoadingHistoryUploadDocumentUploadingSubmitDocumentOutcomeUnknownAsking = atState(
  model,
  'openForUploads.loadingHistory > uploadDocument: uploading > submitDocument: outcomeUnknown.asking',
);
export const OpenForUploadsShowingHistoryUploadDocumentOutcomeNotKnown = atState(
  model,
  'openForUploads.showingHistory > uploadDocument: outcomeNotKnown',
);
export const OpenForUploadsShowingHistoryUploadDocumentUploadingSubmitDocumentOutcomeUnknownAsking = atState(
  model,
  'openForUploads.showingHistory > uploadDocument: uploading > submitDocument: outcomeUnknown.asking',
);
export const OpenForUploadsCouldNotLoadHistoryUploadDocumentOutcomeNotKnown = atState(
  model,
  'openForUploads.couldNotLoadHistory > uploadDocument: outcomeNotKnown',
);
export const OpenForUploadsCouldNotLoadHistoryUploadDocumentUploadingSubmitDocumentOutcomeUnknownAsking = atState(
  model,
  'openForUploads.couldNotLoadHistory > uploadDocument: uploading > submitDocument: outcomeUnknown.asking',
);
export const OpenForUploadsShowingHistoryUploadDocumentUploaded = atState(
  model,
  'openForUploads.showingHistory > uploadDocument: uploaded',
);
export const OpenForUploadsCouldNotLoadHistoryUploadDocumentUploaded = atState(
  model,
  'openForUploads.couldNotLoadHistory > uploadDocument: uploaded',
);
export const OpenForUploadsLoadingHistoryUploadDocumentUploadingSubmitDocumentOutcomeUnknownWaitingToAskAgain = atState(
  model,
  'openForUploads.loadingHistory > uploadDocument: uploading > submitDocument: outcomeUnknown.waitingToAskAgain',
);
export const OpenForUploadsShowingHistoryUploadDocumentUploadingSubmitDocumentOutcomeUnknownWaitingToAskAgain = atState(
  model,
  'openForUploads.showingHistory > uploadDocument: uploading > submitDocument: outcomeUnknown.waitingToAskAgain',
);
export const OpenForUploadsCouldNotLoadHistoryUploadDocumentUploadingSubmitDocumentOutcomeUnknownWaitingToAskAgain = atState(
  model,
  'openForUploads.couldNotLoadHistory > uploadDocument: uploading > submitDocument: outcomeUnknown.waitingToAskAgain',
);
