/** The states of the flow, each after the shortest way to it. Written by `npm run diagrams`. */
import type { Meta } from '@storybook/react-vite';
import model from '#machines/page-code/page-code.model.ts';
import { atState } from '#test/support/story.tsx';

export default { title: 'Around every page/Code of a Page', tags: ['!test'] } satisfies Meta;

export const LoadingCode = atState(model, 'loadingCode');
export const FindingRelease = atState(model, 'findingRelease');
export const Reloading = atState(model, 'reloading');
export const CodeMissing = atState(model, 'codeMissing');
