/** The states of the flow, each after the shortest way to it. Written by `npm run diagrams`. */
import type { Meta } from '@storybook/react-vite';
import model from '#machines/upload-documents/upload-documents.model.ts';
import { atState } from '#test/support/story.tsx';

export default { title: 'Flows/Upload Documents', tags: ['!test'] } satisfies Meta;

export const ChoosingFile = atState(model, 'openForUploads > uploadDocument: choosingFile');
export const MakingSubmissionKey = atState(model, 'openForUploads > uploadDocument: makingSubmissionKey');
export const Sending = atState(model, 'openForUploads > uploadDocument: uploading > submitDocument: sending');
export const Canceling = atState(model, 'openForUploads > uploadDocument: uploading > submitDocument: canceling');
export const OutcomeUnknownAsking = atState(
  model,
  'openForUploads > uploadDocument: uploading > submitDocument: outcomeUnknown.asking',
);
export const OutcomeUnknownWaitingToAskAgain = atState(
  model,
  'openForUploads > uploadDocument: uploading > submitDocument: outcomeUnknown.waitingToAskAgain',
);
export const OutcomeNotKnown = atState(model, 'openForUploads > uploadDocument: outcomeNotKnown');
export const Uploaded = atState(model, 'openForUploads > uploadDocument: uploaded');
export const UploadStopped = atState(model, 'uploadStopped');
