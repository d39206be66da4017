/**
 * Live chat (P §6, ruling 13). The server returns the URL of the conversation page, which opens in a panel of the
 * portal.
 */
import { focusActions } from '../../kit/focus.ts';
import { assign, setup } from 'xstate';
import type { CallFailure } from '#domain/call.ts';
import { chat as calls } from '#domain/messages/chat/calls.ts';
import { call } from '../../kit/effect.ts';
import type { FocusRequested, ScreenMeta } from '../../kit/events.ts';
import { withAnswer, withFailure } from '../../kit/params.ts';

export interface ChatInput {
  /** Whether the chat opens immediately, as on the chat page (ruling 50). */
  readonly isOpened: boolean;
  /** Whether the person has hidden the chat button in this session. */
  readonly isPutAway: boolean;
}

interface Context extends ChatInput {
  readonly chatUrl: string | null;
  readonly failure: CallFailure | null;
}

export const chat = setup({
  types: {
    context: {} as Context,
    events: {} as
      | { type: 'chat.opened' }
      | { type: 'chat.closed' }
      | { type: 'chat.putAway' }
      | { type: 'retry.requested' },
    input: {} as ChatInput,
    emitted: {} as FocusRequested,
    tags: {} as 'busy' | 'settled',
    meta: {} as ScreenMeta,
  },
  actors: { getInformation: call(calls.information) },
  guards: {
    isOpened: ({ context }) => context.isOpened,
    isPutAway: ({ context }) => context.isPutAway,
    /** True unless this is the chat page itself. */
    isBesidePage: ({ context }) => !context.isOpened,
  },
  actions: {
    setAddress: assign({ chatUrl: (_, { chatUrl }: { chatUrl: string }) => chatUrl, failure: null }),
    setFailure: assign({ failure: (_, failure: CallFailure) => failure }),
    ...focusActions,
  },
}).createMachine({
  id: 'chat',
  description: 'A person chats with the servicer in a panel of the portal',
  context: ({ input }) => ({ ...input, chatUrl: null, failure: null }),
  meta: { title: 'Live Chat' },
  initial: 'starting',
  states: {
    starting: {
      description: 'Chooses between an open chat and the chat button',
      always: [
        { guard: 'isOpened', target: 'connecting' },
        { guard: 'isPutAway', target: 'putAway' },
        { target: 'closed' },
      ],
    },
    closed: {
      description: 'The person can open the chat, or hide its button',
      on: {
        'chat.opened': 'connecting',
        'chat.putAway': { guard: 'isBesidePage', target: 'putAway', actions: 'focusHeading' },
      },
    },
    putAway: {
      description: 'The button is hidden for this session; the footer still links to the chat',
      tags: 'settled',
    },
    connecting: {
      description: 'The URL of the conversation page is loading',
      tags: 'busy',
      on: { 'chat.closed': 'closed' },
      invoke: {
        id: 'getInformation',
        src: 'getInformation',
        input: {},
        onDone: { target: 'chatting', actions: withAnswer('setAddress') },
        onError: {
          target: 'couldNotConnect',
          actions: [withFailure('setFailure'), 'focusNotice'],
        },
      },
    },
    chatting: { description: 'The conversation is open', on: { 'chat.closed': 'closed' } },
    couldNotConnect: {
      description: 'The chat could not be opened; the person can retry',
      on: { 'retry.requested': 'connecting', 'chat.closed': 'closed' },
    },
  },
});
