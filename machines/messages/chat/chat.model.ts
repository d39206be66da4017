/** Specification of the live chat (P §2.2, rulings 13 and 50). */
import { toHeading, toNotice } from '../../kit/expected-page.ts';
import { answers } from 'xstate-workbench/model';
import { noAnswer, spec, words } from '../../kit/spec.ts';
import { type ChatInput, chat } from './chat.machine.ts';

const { to, given, press } = words<typeof chat>();

const beside = (isPutAway: boolean): ChatInput => ({ isOpened: false, isPutAway });
const onItsPage = (isPutAway: boolean): ChatInput => ({ isOpened: true, isPutAway });
const nothingKnown = { chatUrl: null, failure: null };

/** The URL of the conversation page is requested. */
const connects = { calls: { getInformation: {} } };
const close = press('Close chat', 'chat.closed', to('closed'));
const isBesidePage = ({ isOpened }: ChatInput): boolean => !isOpened;

export default spec(chat, {
  title: 'Live Chat',
  place: '`/live-chat`, and a panel on every page',
  starts: {
    'a visitor beside a page': [beside(false), to('closed', { ...beside(false), ...nothingKnown })],
    'a visitor who has hidden the chat in this session': [
      beside(true),
      to('putAway', { ...beside(true), ...nothingKnown }),
    ],
    'a visitor on the page of the chat': [
      onItsPage(false),
      to('connecting', { ...onItsPage(false), ...nothingKnown }, connects),
    ],
    'a visitor on the chat page who has hidden the chat elsewhere': [
      onItsPage(true),
      to('connecting', { ...onItsPage(true), ...nothingKnown }, connects),
    ],
  },
  states: {
    closed: {
      shows: ['Live Chat'],
      on: [
        press('Live Chat', 'chat.opened', to('connecting', undefined, connects)),
        // On its own page the chat cannot be hidden.
        press('Hide chat', 'chat.putAway', given(isBesidePage, to('putAway', undefined, { focus: toHeading }))),
      ],
    },
    putAway: { shows: [] },
    connecting: {
      shows: ['Live Chat', 'Opening the chat…'],
      on: [close],
      when: {
        getInformation: {
          'an address': [
            answers({ chatUrl: 'about:blank' }),
            to('chatting', { chatUrl: 'about:blank', failure: null }),
          ],
          'no answer in time': [
            noAnswer,
            to('couldNotConnect', { failure: { kind: 'noAnswer' } }, { focus: toNotice }),
          ],
        },
      },
    },
    chatting: { shows: ['Live Chat'], on: [close] },
    couldNotConnect: {
      shows: ['Live Chat', "We couldn't open the chat. Please try again, or call us at 1-800-555-0142.", 'Try again'],
      on: [press('Try again', 'retry.requested', to('connecting', undefined, connects)), close],
    },
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
      brokenBy: 'connecting -> getInformation done: action setAddress removed',
    },
  },
});
