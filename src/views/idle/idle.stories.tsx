/** The states of the flow, each after the shortest way to it. Written by `npm run diagrams`. */
import type { Meta } from '@storybook/react-vite';
import model from '#machines/idle/idle.model.ts';
import { atState } from '#test/support/story.tsx';

export default { title: 'Around every page/Idle Time-Out', tags: ['!test'] } satisfies Meta;

export const ActiveNoticingActivity = atState(model, 'active.noticingActivity');
export const ActiveWaiting = atState(model, 'active.waiting');
export const ActiveMeasuring = atState(model, 'active.measuring');
export const WarnedCounting = atState(model, 'warned.counting');
export const WarnedMeasuring = atState(model, 'warned.measuring');
export const WarnedStaying = atState(model, 'warned.staying');
