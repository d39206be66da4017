/** The states of the flow, each after the shortest way to it. Written by `npm run diagrams`. */
import type { Meta } from '@storybook/react-vite';
import model from '#machines/registration/registration.model.ts';
import { atState } from '#test/support/story.tsx';

export default { title: 'Flows/Create Online Account', tags: ['!test'] } satisfies Meta;

export const Arriving = atState(model, 'arriving');
export const IdentifyingBorrower = atState(model, 'identifyingBorrower');
export const RecognizingBorrower = atState(model, 'recognizingBorrower');
export const ChoosingCredentials = atState(model, 'choosingCredentials');
export const MakingSubmissionKey = atState(model, 'makingSubmissionKey');
export const Sending = atState(model, 'registering > submitRegistration: sending');
export const OutcomeUnknownAsking = atState(model, 'registering > submitRegistration: outcomeUnknown.asking');
export const OutcomeUnknownWaitingToAskAgain = atState(
  model,
  'registering > submitRegistration: outcomeUnknown.waitingToAskAgain',
);
export const OutcomeNotKnown = atState(model, 'outcomeNotKnown');
export const Registered = atState(model, 'registered');
