/** The states of the flow, each after the shortest way to it. Written by `npm run diagrams`. */
import type { Meta } from '@storybook/react-vite';
import model from '#machines/past-due/past-due.model.ts';
import { atState } from '#test/support/story.tsx';

export default { title: 'Flows/Past Due', tags: ['!test'] } satisfies Meta;

export const LoadingParts = atState(model, 'findingAmount > getFacts: loadingParts');
export const ShowingAmount = atState(model, 'showingAmount');
export const AmountUnknown = atState(model, 'amountUnknown');
export const OpeningAccount = atState(model, 'openingAccount');
export const CouldNotOpenAccount = atState(model, 'couldNotOpenAccount');
