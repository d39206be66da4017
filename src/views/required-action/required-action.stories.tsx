/** The states of the flow, each after the shortest way to it. */
import type { Meta } from '@storybook/react-vite';

import model from '#machines/required-action/required-action.model.ts';
import { atState } from '#test/support/story.tsx';

export default { title: 'Flows/What Comes First' } satisfies Meta;

export const Reading = atState(model, 'reading');
export const NotAllAgreed = atState(model, 'reading', [{ type: 'continue.pressed' }]);
export const MarkingDone = atState(model, 'leaving > leaveAction: markingDone');
export const Leaving = atState(model, 'leaving > leaveAction: leaving');
export const NotAgreed = atState(model, 'declined');
