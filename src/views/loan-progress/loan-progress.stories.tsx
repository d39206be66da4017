/** The states of the flow, each after the shortest way to it. Written by `npm run diagrams`. */
import type { Meta } from '@storybook/react-vite';
import model from '#machines/loan-progress/loan-progress.model.ts';
import { atState } from '#test/support/story.tsx';

export default { title: 'Flows/Repayment Progress', tags: ['!test'] } satisfies Meta;

export const Loading = atState(model, 'loading');
export const Showing = atState(model, 'showing');
export const Empty = atState(model, 'empty');
export const CouldNotLoad = atState(model, 'couldNotLoad');
