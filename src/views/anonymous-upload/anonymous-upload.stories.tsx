/** The states of the flow, each after the shortest way to it. Written by `npm run diagrams`. */
import type { Meta } from '@storybook/react-vite';
import model from '#machines/anonymous-upload/anonymous-upload.model.ts';
import { atState } from '#test/support/story.tsx';

export default { title: 'Flows/Upload Documents Without Logging In', tags: ['!test'] } satisfies Meta;

export const ChoosingFile = atState(model, 'choosingFile');
export const MakingSubmissionKey = atState(model, 'makingSubmissionKey');
export const Sending = atState(model, 'uploading > submitDocument: sending');
export const Canceling = atState(model, 'uploading > submitDocument: canceling');
export const OutcomeUnknownAsking = atState(model, 'uploading > submitDocument: outcomeUnknown.asking');
export const OutcomeUnknownWaitingToAskAgain = atState(
  model,
  'uploading > submitDocument: outcomeUnknown.waitingToAskAgain',
);
export const OutcomeNotKnown = atState(model, 'outcomeNotKnown');
export const Uploaded = atState(model, 'uploaded');
