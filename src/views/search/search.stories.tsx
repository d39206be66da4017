/** The states of the flow, each after the shortest way to it. */
import type { Meta } from '@storybook/react-vite';

import model from '#machines/search/search.model.ts';
import { atState } from '#test/support/story.tsx';

export default { title: 'Flows/Search Results' } satisfies Meta;

export const Searching = atState(model, 'searching');
export const ShowingResults = atState(model, 'showingResults');
export const NothingFound = atState(model, 'nothingFound');
export const CouldNotSearch = atState(model, 'couldNotSearch');
