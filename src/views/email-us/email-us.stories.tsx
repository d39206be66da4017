/** The states of the flow, each after the shortest way to it. Written by `npm run diagrams`. */
import type { Meta } from '@storybook/react-vite';
import model from '#machines/email-us/email-us.model.ts';
import { atState } from '#test/support/story.tsx';

export default { title: 'Flows/Email Us', tags: ['!test'] } satisfies Meta;

export const LoadingPage = atState(model, 'loadingPage');
export const CouldNotLoad = atState(model, 'couldNotLoad');
export const Writing = atState(model, 'writing');
export const MakingKey = atState(model, 'makingKey');
export const Sending = atState(model, 'sending > sendEmail: sending');
export const OutcomeUnknownAsking = atState(model, 'sending > sendEmail: outcomeUnknown.asking');
export const OutcomeUnknownWaitingToAskAgain = atState(model, 'sending > sendEmail: outcomeUnknown.waitingToAskAgain');
export const OutcomeNotKnown = atState(model, 'outcomeNotKnown');
export const Sent = atState(model, 'sent');
