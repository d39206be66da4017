/** The states of the flow, each after the shortest way to it. Written by `npm run diagrams`. */
import type { Meta } from '@storybook/react-vite';
import model from '#machines/loan-document/loan-document.model.ts';
import { atState } from '#test/support/story.tsx';

export default { title: 'Flows/Document', tags: ['!test'] } satisfies Meta;

export const Loading = atState(model, 'loading');
export const CouldNotLoad = atState(model, 'couldNotLoad');
export const NotFound = atState(model, 'notFound');
export const Showing = atState(model, 'showing');
export const GettingPdf = atState(model, 'gettingPdf');
export const SavingFile = atState(model, 'savingFile');
