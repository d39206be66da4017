/** The states of the flow, each after the shortest way to it. Written by `npm run diagrams`. */
import type { Meta } from '@storybook/react-vite';
import model from '#machines/required-action/required-action.model.ts';
import { atState } from '#test/support/story.tsx';

export default { title: 'Flows/Required Actions', tags: ['!test'] } satisfies Meta;

export const Reading = atState(model, 'reading');
export const MarkingDone = atState(model, 'leaving > leaveAction: markingDone');
export const Leaving = atState(model, 'leaving > leaveAction: leaving');
export const Declined = atState(model, 'declined');
