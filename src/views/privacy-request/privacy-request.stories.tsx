/** The states of the flow, each after the shortest way to it. Written by `npm run diagrams`. */
import type { Meta } from '@storybook/react-vite';
import model from '#machines/privacy-request/privacy-request.model.ts';
import { atState } from '#test/support/story.tsx';

export default { title: 'Flows/California Privacy Rights', tags: ['!test'] } satisfies Meta;

export const LoadingParts = atState(model, 'gettingLists > getLists: loadingParts');
export const CouldNotLoad = atState(model, 'couldNotLoad');
export const FillingInTyping = atState(model, 'fillingIn.typing');
export const FillingInLookingUpStates = atState(model, 'fillingIn.lookingUpStates');
export const FillingInStatesMissing = atState(model, 'fillingIn.statesMissing');
export const MakingSubmissionKey = atState(model, 'makingSubmissionKey');
export const Sending = atState(model, 'submittingRequest > submitRequest: sending');
export const OutcomeUnknownAsking = atState(model, 'submittingRequest > submitRequest: outcomeUnknown.asking');
export const OutcomeUnknownWaitingToAskAgain = atState(
  model,
  'submittingRequest > submitRequest: outcomeUnknown.waitingToAskAgain',
);
export const OutcomeNotKnown = atState(model, 'outcomeNotKnown');
export const RequestReceived = atState(model, 'requestReceived');
