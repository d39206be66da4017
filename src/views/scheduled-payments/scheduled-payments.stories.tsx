/** The states of the flow, each after the shortest way to it. Written by `npm run diagrams`. */
import type { Meta } from '@storybook/react-vite';
import model from '#machines/scheduled-payments/scheduled-payments.model.ts';
import { atState } from '#test/support/story.tsx';

export default { title: 'Around every page/Scheduled Payments', tags: ['!test'] } satisfies Meta;

export const LoadingPayments = atState(model, 'loadingPayments');
export const CouldNotLoad = atState(model, 'couldNotLoad');
export const Listing = atState(model, 'listing');
export const Confirming = atState(model, 'confirming');
export const MakingKey = atState(model, 'makingKey');
export const Sending = atState(model, 'cancelling > cancelPayment: sending');
export const OutcomeUnknownAsking = atState(model, 'cancelling > cancelPayment: outcomeUnknown.asking');
export const OutcomeUnknownWaitingToAskAgain = atState(
  model,
  'cancelling > cancelPayment: outcomeUnknown.waitingToAskAgain',
);
export const Refreshing = atState(model, 'refreshing');
export const OutcomeNotKnown = atState(model, 'outcomeNotKnown');
