/** The states of the flow, each after the shortest way to it. */
import type { Meta } from '@storybook/react-vite';

import model from '#machines/content-page/content-page.model.ts';
import { atState } from '#test/support/story.tsx';

export default { title: 'Flows/Content Page' } satisfies Meta;

export const LoadingPage = atState(model, 'loading');
export const ShowingPage = atState(model, 'showing');
export const CouldNotLoad = atState(model, 'couldNotLoad');
