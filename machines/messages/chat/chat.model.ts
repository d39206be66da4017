/** Model of the live chat (P §2.2, rulings 13 and 50). */
import { toNotice } from '../../kit/expected-page.ts';
import { defineModel } from 'xstate-workbench/model';
import { chat } from './chat.machine.ts';

const ADDRESS = 'about:blank';
const COULD_NOT_OPEN = "We couldn't open the chat. Please try again, or call us at 1-800-555-0142.";

const nothingKnown = { chatUrl: null, failure: null };

/** Expected result of opening the chat: the URL of the conversation page is requested. */
const connects = { state: 'connecting', calls: { getInformation: {} } };

export default defineModel<typeof chat>({
  machine: chat,
  title: 'Live Chat',
  place: '`/live-chat`, and a panel on every page',
  inputs: {
    'a visitor beside a page': {
      input: { isOpened: false, isPutAway: false },
      then: { state: 'closed', context: { isOpened: false, isPutAway: false, ...nothingKnown } },
    },
    'a visitor who has hidden the chat in this session': {
      input: { isOpened: false, isPutAway: true },
      then: { state: 'putAway', context: { isOpened: false, isPutAway: true, ...nothingKnown } },
    },
    'a visitor on the page of the chat': {
      input: { isOpened: true, isPutAway: false },
      then: { ...connects, context: { isOpened: true, isPutAway: false, ...nothingKnown } },
    },
    'a visitor on the chat page who has hidden the chat elsewhere': {
      input: { isOpened: true, isPutAway: true },
      then: { ...connects, context: { isOpened: true, isPutAway: true, ...nothingKnown } },
    },
  },
  events: [
    {
      event: { type: 'chat.opened' },
      gesture: { action: 'click', role: 'button', name: 'Live Chat' },
      then: { in: 'closed', ...connects },
    },
    {
      event: { type: 'chat.closed' },
      gesture: { action: 'click', role: 'button', name: 'Close chat' },
      then: [
        { in: 'couldNotConnect', state: 'closed', hides: [COULD_NOT_OPEN] },
        { in: ['connecting', 'chatting'], state: 'closed' },
      ],
    },
    {
      event: { type: 'chat.putAway' },
      gesture: { action: 'click', role: 'button', name: 'Hide chat' },
      then: {
        in: 'closed',
        when: ({ isOpened }) => !isOpened,
        state: 'putAway',
        focus: { place: 'heading', delay: 0 },
        hides: ['Live Chat'],
      },
    },
    {
      event: { type: 'retry.wanted' },
      gesture: { action: 'click', role: 'button', name: 'Try again' },
      then: { in: 'couldNotConnect', ...connects, hides: [COULD_NOT_OPEN] },
    },
  ],
  outcomes: {
    getInformation: {
      'an address': {
        answers: { chatUrl: ADDRESS },
        then: { state: 'chatting', context: { chatUrl: ADDRESS, failure: null } },
      },
      'no answer in time': {
        throws: { kind: 'noAnswer' },
        then: {
          state: 'couldNotConnect',
          context: { failure: { kind: 'noAnswer' } },
          focus: toNotice,
        },
      },
    },
  },
  screens: {
    closed: ['Live Chat'],
    putAway: [],
    connecting: ['Live Chat', 'Opening the chat…'],
    chatting: ['Live Chat'],
    couldNotConnect: ['Live Chat', COULD_NOT_OPEN, 'Try again'],
  },
  finish: ['closed', 'putAway'],
  claims: {
    'beside a page, the chat opens only on request': {
      reaching: ({ isIn, context }) => isIn('connecting') && !context.isOpened,
      needs: (by) => by.kind === 'event' && by.event.type === 'chat.opened',
      brokenBy: 'guard isOpened: always true',
    },
    'a chat button that the person hid beside a page does not reappear there': {
      never: ({ isIn, context }) => !isIn('putAway') && context.isPutAway && !context.isOpened,
      brokenBy: 'guard isPutAway: always false',
    },
    'a conversation opens only when its URL is known': {
      never: ({ isIn, context }) => isIn('chatting') && context.chatUrl === null,
      brokenBy: 'connecting -> getInformation done: action keepAddress removed',
    },
  },
});
