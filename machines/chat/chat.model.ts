/** How somebody chats. */
import { defineModel } from '../kit/model.ts';
import { chat } from './chat.machine.ts';

export default defineModel<typeof chat>({
  machine: chat,
  inputs: {
    'a visitor beside a page': { isOpened: false },
    'a visitor on the page of the chat': { isOpened: true },
  },
  events: [
    { event: { type: 'chat.opened' }, gesture: { action: 'click', role: 'button', name: 'Live Chat' } },
    { event: { type: 'chat.closed' }, gesture: { action: 'click', role: 'button', name: 'Close chat' } },
    { event: { type: 'retry.wanted' }, gesture: { action: 'click', role: 'button', name: 'Try again' } },
  ],
  outcomes: {
    getInformation: {
      'an address': { answers: { chatUrl: 'about:blank' } },
      'no answer in time': { throws: { kind: 'noAnswer' } },
    },
  },
  facts: ({ isOpened }) => isOpened,
});
