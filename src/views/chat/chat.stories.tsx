/** The states of the flow, each after the shortest way to it. Written by `npm run diagrams`. */
import type { Meta } from '@storybook/react-vite';
import model from '#machines/chat/chat.model.ts';
import { atState } from '#test/support/story.tsx';

export default { title: 'Flows/Live Chat', tags: ['!test'] } satisfies Meta;

export const Closed = atState(model, 'closed');
export const PutAway = atState(model, 'putAway');
export const Connecting = atState(model, 'connecting');
export const Chatting = atState(model, 'chatting');
export const CouldNotConnect = atState(model, 'couldNotConnect');
