/** The states of the flow, each after the shortest way to it. */
import type { Meta } from '@storybook/react-vite';

import model from '#machines/captive-action/captive-action.model.ts';
import { atState } from '#test/support/story.tsx';

export default { title: 'Flows/What Comes First' } satisfies Meta;

export const Reading = atState(model, 'reading');
export const NotAllAgreed = atState(model, 'reading', [{ type: 'continue.pressed' }]);
export const MarkingDone = atState(model, 'goingOn > leaveAction: markingDone');
export const GoingOn = atState(model, 'goingOn > leaveAction: goingOn');
export const NotAgreed = atState(model, 'declined');
