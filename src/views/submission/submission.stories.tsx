/** The states of the chart, each after the shortest way to it. */
import type { Meta } from '@storybook/react-vite';
import model from '#machines/kit/submission.model.ts';
import { atState } from '#test/support/story.tsx';

export default { title: 'Flows/Submission' } satisfies Meta;

export const Sending = atState(model, 'sending');
export const AskingForTheOutcome = atState(model, 'outcomeUnknown.asking');
export const WaitingToAskAgain = atState(model, 'outcomeUnknown.waitingToAskAgain');
