/** The states of the flow, each after the shortest way to it. */
import type { Meta } from '@storybook/react-vite';

import model from '#machines/idle/idle.model.ts';
import { atState } from '#test/support/story.tsx';

export default { title: 'Flows/Idle time-out' } satisfies Meta;

export const Measuring = atState(model, 'active.measuring');
export const NoticingActivity = atState(model, 'active.noticingActivity');
export const Waiting = atState(model, 'active.waiting');
export const Counting = atState(model, 'warned.counting');
export const Staying = atState(model, 'warned.staying');
export const MeasuringTheTimeLeft = atState(model, 'warned.measuring');
