/** The states of the flow, each after the shortest way to it. Written by `npm run diagrams`. */
import type { Meta } from '@storybook/react-vite';
import model from '#machines/privacy-opt-out/privacy-opt-out.model.ts';
import { atState } from '#test/support/story.tsx';

export default { title: 'Flows/Privacy Opt-Out', tags: ['!test'] } satisfies Meta;

export const GettingStates = atState(model, 'gettingStates');
export const CouldNotLoad = atState(model, 'couldNotLoad');
export const FillingIn = atState(model, 'fillingIn');
export const MakingSubmissionKey = atState(model, 'makingSubmissionKey');
export const Sending = atState(model, 'submittingOptOut > submitOptOut: sending');
export const OutcomeUnknownAsking = atState(model, 'submittingOptOut > submitOptOut: outcomeUnknown.asking');
export const OutcomeUnknownWaitingToAskAgain = atState(
  model,
  'submittingOptOut > submitOptOut: outcomeUnknown.waitingToAskAgain',
);
export const OutcomeNotKnown = atState(model, 'outcomeNotKnown');
export const OptOutReceived = atState(model, 'optOutReceived');
