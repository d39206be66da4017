/** The states of the flow, each after the shortest way to it. Written by `npm run diagrams`. */
import type { Meta } from '@storybook/react-vite';
import model from '#machines/access/access.model.ts';
import { atState } from '#test/support/story.tsx';

export default { title: 'Around every page/Access', tags: ['!test'] } satisfies Meta;

export const AskingIfStillClosed = atState(model, 'askingIfStillClosed');
export const ReadingMaintenanceFlag = atState(model, 'readingMaintenanceFlag');
export const FetchingFacts = atState(model, 'fetchingFacts');
export const CouldNotAsk = atState(model, 'couldNotAsk');
