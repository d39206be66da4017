/** The states of the flow, each after the shortest way to it. Written by `npm run diagrams`. */
import type { Meta } from '@storybook/react-vite';
import model from '#machines/startup/startup.model.ts';
import { atState } from '#test/support/story.tsx';

export default { title: 'Around every page/Startup', tags: ['!test'] } satisfies Meta;

export const LoadingParts = atState(model, 'loadingParts');
export const CouldNotLoad = atState(model, 'couldNotLoad');
