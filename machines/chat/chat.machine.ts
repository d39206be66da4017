/** Live chat (P §6, ruling 13): the server says where the conversation page stands, and it opens in a panel of ours. */
import { assign, setup } from 'xstate';
import type { CallFailure } from '#domain/call.ts';
import { chat as calls } from '#domain/chat/calls.ts';
import { call } from '../kit/effect.ts';
import type { FocusWanted, ScreenMeta } from '../kit/events.ts';
import { NOTICE_DELAY, focus } from '../kit/focus.ts';
import { withAnswer, withFailure } from '../kit/params.ts';

export interface ChatInput {
  /** Whether the chat opens by itself: on a page of its own it does (ruling 50). */
  readonly isOpened: boolean;
  /** Whether somebody has put the button of the chat away in this session. */
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
      | { type: 'retry.wanted' },
    input: {} as ChatInput,
    emitted: {} as FocusWanted,
    tags: {} as 'busy' | 'settled',
    meta: {} as ScreenMeta,
  },
  actors: { getInformation: call(calls.information) },
  guards: {
    isOpened: ({ context }) => context.isOpened,
    isPutAway: ({ context }) => context.isPutAway,
    /** On a page of its own the chat is what the page is for. */
    isBesidePage: ({ context }) => !context.isOpened,
  },
  actions: {
    keepAddress: assign({ chatUrl: (_, { chatUrl }: { chatUrl: string }) => chatUrl, failure: null }),
    keepFailure: assign({ failure: (_, failure: CallFailure) => failure }),
    focusNotice: focus('notice', NOTICE_DELAY),
    focusHeading: focus('heading'),
  },
}).createMachine({
  id: 'chat',
  description: 'Somebody chats with the servicer in a panel of the portal',
  context: ({ input }) => ({ ...input, chatUrl: null, failure: null }),
  meta: { title: 'Live Chat' },
  initial: 'starting',
  states: {
    starting: {
      description: 'Does the chat wait for somebody to open it?',
      always: [
        { guard: 'isOpened', target: 'connecting' },
        { guard: 'isPutAway', target: 'putAway' },
        { target: 'closed' },
      ],
    },
    closed: {
      description: 'The chat can be opened, or its button put away',
      on: {
        'chat.opened': 'connecting',
        'chat.putAway': { guard: 'isBesidePage', target: 'putAway', actions: 'focusHeading' },
      },
    },
    putAway: {
      description: 'The button is put away for this session; the footer still leads to the chat',
      tags: 'settled',
    },
    connecting: {
      description: 'The server is asked where the conversation page stands',
      tags: 'busy',
      on: { 'chat.closed': 'closed' },
      invoke: {
        id: 'getInformation',
        src: 'getInformation',
        input: {},
        onDone: { target: 'chatting', actions: withAnswer('keepAddress') },
        onError: {
          target: 'couldNotConnect',
          actions: [withFailure('keepFailure'), 'focusNotice'],
        },
      },
    },
    chatting: { description: 'The conversation is open', on: { 'chat.closed': 'closed' } },
    couldNotConnect: {
      description: 'The chat could not be opened; it can be tried again',
      on: { 'retry.wanted': 'connecting', 'chat.closed': 'closed' },
    },
  },
});
