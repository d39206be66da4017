/** The states of the flow, each after the shortest way to it. Written by `npm run diagrams`. */
import type { Meta } from '@storybook/react-vite';
import model from '#machines/payment-history/payment-history.model.ts';
import { atState } from '#test/support/story.tsx';

export default { title: 'Around every page/Payment History', tags: ['!test'] } satisfies Meta;

export const LoadingHistory = atState(model, 'loadingHistory');
export const CouldNotLoad = atState(model, 'couldNotLoad');
export const Showing = atState(model, 'showing');
