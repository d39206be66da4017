/** The states of the flow, each after the shortest way to it. */
import type { Meta } from '@storybook/react-vite';

import model from '#machines/search/search.model.ts';
import { atState } from '#test/support/story.tsx';

export default { title: 'Flows/Search Results' } satisfies Meta;

export const Searching = atState(model, 'loading');
export const ShowingResults = atState(model, 'showing');
export const NothingFound = atState(model, 'empty');
export const CouldNotSearch = atState(model, 'couldNotLoad');
