/** The states of the flow, each after the shortest way to it. Written by `npm run diagrams`. */
import type { Meta } from '@storybook/react-vite';
import model from '#machines/total-paid/total-paid.model.ts';
import { atState } from '#test/support/story.tsx';

export default { title: 'Around every page/Total Paid to Date', tags: ['!test'] } satisfies Meta;

export const NotAsked = atState(model, 'notAsked');
export const Calculating = atState(model, 'calculating');
export const ShowingTotals = atState(model, 'showingTotals');
export const NothingPaid = atState(model, 'nothingPaid');
export const CouldNotCalculate = atState(model, 'couldNotCalculate');
