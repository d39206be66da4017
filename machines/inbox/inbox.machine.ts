/**
 * The inbox (P §2.10, §4): the messages of whoever is enrolled in paperless, a page at a time, on two tabs. A message is
 * marked as read when it is opened; a PDF is saved as a file, plain text is read on a page of its own.
 */
import { assign, setup } from 'xstate';
import type { FileAnswer } from '#domain/file.ts';
import { inbox as calls } from '#domain/inbox/calls.ts';
import type { InboxFilter, InboxMessage, InboxPage, InboxText } from '#domain/inbox/shapes.ts';
import { paperless } from '#domain/paperless/calls.ts';
import type { ClaimsStatus, PaperlessStatus } from '#domain/paperless/shapes.ts';
import { call, effects } from '../kit/effect.ts';
import type { FailureIgnored, FocusWanted, ScreenMeta, ScreenWanted } from '../kit/events.ts';
import { NOTICE_DELAY, focus } from '../kit/focus.ts';
import { logIgnored } from '../kit/ignored.ts';
import { withAnswer, withEvent, withFailure } from '../kit/params.ts';
import { required } from '../kit/required.ts';

export interface InboxInput {
  /** How many messages stand on a page. */
  readonly pageSize: number;
  /** How long the notice of what was marked stands for screen readers, in milliseconds (P §9). */
  readonly noticeMs: number;
  /** Whether it is asked for whom paperless is not open (Y §2.3, `eCorrClaimsStatusMessageEnabled`). */
  readonly asksClaimsStatus: boolean;
}

interface Context extends InboxInput {
  /** The tab. */
  readonly filter: InboxFilter;
  readonly page: number;
  /** The page of messages; null until one has been fetched. */
  readonly list: InboxPage | null;
  /** The ids of the messages that are selected on this page. */
  readonly selected: readonly string[];
  /** What the selected messages are to be marked as. */
  readonly marksAsRead: boolean;
  /** The message that was opened last. */
  readonly opened: InboxMessage | null;
  /** The message whose page is shown. */
  readonly reading: InboxMessage | null;
  /** The text of the message that was opened last; null until it has been fetched. */
  readonly message: InboxText | null;
  readonly file: FileAnswer | null;
  /** Said above the messages. */
  readonly notice: 'nothingSelected' | 'couldNotMark' | null;
}

interface Toggled {
  readonly type: 'message.toggled';
  readonly documentId: string;
  readonly isSelected: boolean;
}
interface Opened {
  readonly type: 'message.opened';
  readonly message: InboxMessage;
}

const chosen = ({ selected, list }: Context): readonly InboxMessage[] =>
  (list?.messages ?? []).filter(({ documentId }) => selected.includes(documentId));

const marked = (messages: readonly InboxMessage[], readFlag: boolean) => ({
  body: { messages: messages.map(({ documentId, isDirect }) => ({ messageId: documentId, isDirect })), readFlag },
});

const openedOf = ({ opened }: Context) => required(opened, 'an opened message');
const requestOf = (context: Context) => ({ params: { documentId: openedOf(context).documentId } });

const listOf = ({ filter, page, pageSize }: Context) => ({
  query: { filter, page: String(page), size: String(pageSize) },
});

/** Another tab, or another page of messages. */
const turning = {
  'tab.chosen': { target: '#fetchingMessages', reenter: true, actions: [withEvent('chooseTab'), 'clearNotice'] },
  'page.chosen': { target: '#fetchingMessages', reenter: true, actions: [withEvent('choosePage'), 'clearNotice'] },
} as const;

export const inbox = setup({
  types: {
    context: {} as Context,
    events: {} as
      | { type: 'retry.wanted' }
      | { type: 'tab.chosen'; readonly filter: InboxFilter }
      | { type: 'page.chosen'; readonly page: number }
      | Toggled
      | { type: 'all.toggled'; readonly isSelected: boolean }
      | { type: 'mark.pressed'; readonly readFlag: boolean }
      | Opened
      | { type: 'save.pressed' }
      | { type: 'back.pressed' }
      | ScreenWanted<'#inbox' | '#message'>,
    input: {} as InboxInput,
    emitted: {} as FocusWanted | FailureIgnored,
    tags: {} as 'busy' | 'background' | 'settled',
    meta: {} as ScreenMeta,
  },
  actors: {
    getEnrollment: call(paperless.status),
    getClaimsStatus: call(paperless.claimsStatus),
    getMessages: call(calls.messages),
    mark: call(calls.mark),
    getPdf: call(calls.pdf),
    getMessage: call(calls.message),
    getPlainText: call(calls.plainText),
    saveFile: effects['file.save'],
  },
  delays: {
    noticeTime: ({ context }) => context.noticeMs,
  },
  guards: {
    isEnrolled: (_, { enrolled }: PaperlessStatus) => enrolled,
    isClaimsStatusAsked: ({ context }) => context.asksClaimsStatus,
    isNotEligible: (_, { shouldShowMessage }: ClaimsStatus) => shouldShowMessage,
    hasSelection: ({ context }) => context.selected.length > 0,
    isPlainText: (_, { message }: Opened) => message.isPlainText,
    hasMessage: ({ context }) => context.message !== null,
  },
  actions: {
    keepList: assign({
      list: (_, list: InboxPage) => list,
      page: (_, { page }: InboxPage) => page,
      selected: [],
    }),
    chooseTab: assign({ filter: (_, { filter }: { readonly filter: InboxFilter }) => filter, page: 1, selected: [] }),
    choosePage: assign({ page: (_, { page }: { readonly page: number }) => page, selected: [] }),
    toggleMessage: assign({
      selected: ({ context }, { documentId, isSelected }: Toggled) => {
        const others = context.selected.filter((each) => each !== documentId);
        return isSelected ? [...others, documentId] : others;
      },
    }),
    toggleAll: assign({
      selected: ({ context }, { isSelected }: { readonly isSelected: boolean }) =>
        isSelected ? (context.list?.messages ?? []).map(({ documentId }) => documentId) : [],
    }),
    keepMark: assign({ marksAsRead: (_, { readFlag }: { readonly readFlag: boolean }) => readFlag }),
    keepOpened: assign({ opened: (_, { message }: Opened) => message, message: null }),
    startReading: assign({ reading: ({ context }) => context.opened }),
    stopReading: assign({ reading: null }),
    keepMessage: assign({ message: (_, message: InboxText) => message }),
    keepFile: assign({ file: (_, file: FileAnswer) => file }),
    clearFile: assign({ file: null }),
    setNothingSelected: assign({ notice: 'nothingSelected' }),
    setCouldNotMark: assign({ notice: 'couldNotMark' }),
    clearNotice: assign({ notice: null }),
    logUnmarked: logIgnored('A message that was opened was not marked as read'),
    logUnsaved: logIgnored('The file of a message was not saved'),
    focusNotice: focus('notice', NOTICE_DELAY),
    focusHeading: focus('heading'),
  },
}).createMachine({
  id: 'inbox',
  description: 'Whoever is enrolled in paperless reads and marks the messages of the inbox',
  context: ({ input }) => ({
    ...input,
    filter: 'all',
    page: 1,
    list: null,
    selected: [],
    marksAsRead: true,
    opened: null,
    reading: null,
    message: null,
    file: null,
    notice: null,
  }),
  initial: 'checkingEnrollment',
  states: {
    checkingEnrollment: {
      description: 'The server is asked whether letters come to the inbox',
      tags: 'busy',
      on: { 'xstate.route': {} },
      invoke: {
        id: 'getEnrollment',
        src: 'getEnrollment',
        input: {},
        onDone: [
          { guard: withAnswer('isEnrolled'), target: 'loadingMessages' },
          { guard: 'isClaimsStatusAsked', target: 'checkingClaimsStatus' },
          { target: 'notEnrolled' },
        ],
        onError: 'couldNotLoad',
      },
    },
    checkingClaimsStatus: {
      description: 'The server is asked whether somebody who is not enrolled may enroll',
      tags: 'busy',
      on: { 'xstate.route': {} },
      invoke: {
        id: 'getClaimsStatus',
        src: 'getClaimsStatus',
        input: {},
        onDone: [{ guard: withAnswer('isNotEligible'), target: 'notEligible' }, { target: 'notEnrolled' }],
        onError: 'couldNotLoad',
      },
    },
    notEnrolled: {
      description: 'Letters come by mail; paperless is offered',
      tags: 'settled',
      on: { 'xstate.route': {} },
    },
    notEligible: {
      description: 'Letters come by mail, and paperless is not open to the borrower',
      tags: 'settled',
      on: { 'xstate.route': {} },
    },
    couldNotLoad: {
      id: 'couldNotLoad',
      description: 'The inbox could not be fetched; it can be tried again',
      entry: 'focusNotice',
      on: { 'xstate.route': {}, 'retry.wanted': 'checkingEnrollment' },
    },
    loadingMessages: {
      description: 'The first page of messages is being fetched',
      tags: 'busy',
      on: { 'xstate.route': {} },
      invoke: {
        id: 'getMessages',
        src: 'getMessages',
        input: ({ context }) => listOf(context),
        onDone: { target: '#messagesReady', actions: withAnswer('keepList') },
        onError: 'couldNotLoad',
      },
    },
    showingMessages: {
      id: 'inbox',
      description: 'A page of messages is there to read and to mark',
      meta: { path: '/documents/inbox', title: 'Inbox' },
      route: {},
      initial: 'fetching',
      states: {
        ready: {
          id: 'messagesReady',
          description: 'Messages can be selected, marked and opened',
          initial: 'quiet',
          states: {
            quiet: { description: 'Nothing has just been marked' },
            announcing: {
              description: 'Screen readers are told that messages were marked, for a while',
              after: { noticeTime: 'quiet' },
            },
          },
          on: {
            ...turning,
            'message.toggled': { actions: [withEvent('toggleMessage'), 'clearNotice'] },
            'all.toggled': { actions: [withEvent('toggleAll'), 'clearNotice'] },
            'mark.pressed': [
              { guard: 'hasSelection', target: 'marking', actions: [withEvent('keepMark'), 'clearNotice'] },
              { actions: ['setNothingSelected', 'focusNotice'] },
            ],
            'message.opened': [
              {
                guard: withEvent('isPlainText'),
                target: '#openingText',
                actions: [withEvent('keepOpened'), 'clearNotice'],
              },
              { target: 'openingPdf', actions: [withEvent('keepOpened'), 'clearNotice'] },
            ],
          },
        },
        fetching: {
          id: 'fetchingMessages',
          description: 'The messages are being fetched again, or others; those before still show',
          tags: 'background',
          on: turning,
          invoke: {
            id: 'fetchMessages',
            src: 'getMessages',
            input: ({ context }) => listOf(context),
            onDone: { target: 'ready', actions: [withAnswer('keepList'), 'focusHeading'] },
            onError: '#couldNotLoad',
          },
        },
        marking: {
          description: 'The selected messages are being marked',
          tags: 'busy',
          on: { 'xstate.route': {} },
          invoke: {
            id: 'mark',
            src: 'mark',
            input: ({ context }) => marked(chosen(context), context.marksAsRead),
            onDone: 'refreshing',
            onError: { target: 'ready', actions: ['setCouldNotMark', 'focusNotice'] },
          },
        },
        refreshing: {
          description: 'They are marked, and the messages are being fetched again',
          tags: 'busy',
          on: { 'xstate.route': {} },
          invoke: {
            id: 'refreshMessages',
            src: 'getMessages',
            input: ({ context }) => listOf(context),
            onDone: { target: 'ready.announcing', actions: [withAnswer('keepList'), 'focusHeading'] },
            onError: '#couldNotLoad',
          },
        },
        openingPdf: {
          description: 'A PDF was opened: it is marked as read, and saved as a file',
          tags: 'busy',
          on: { 'xstate.route': {} },
          initial: 'markingOpened',
          states: {
            markingOpened: {
              description: 'It is being marked as read',
              invoke: {
                id: 'markOpened',
                src: 'mark',
                input: ({ context }) => marked([openedOf(context)], true),
                onDone: 'gettingPdf',
                onError: { target: 'gettingPdf', actions: withFailure('logUnmarked') },
              },
            },
            gettingPdf: {
              description: 'Its file is being fetched',
              invoke: {
                id: 'getPdf',
                src: 'getPdf',
                input: ({ context }) => requestOf(context),
                onDone: { target: 'savingPdf', actions: withAnswer('keepFile') },
                onError: { target: '#fetchingMessages', actions: withFailure('logUnsaved') },
              },
            },
            savingPdf: {
              description: 'The browser is given its file to save',
              exit: 'clearFile',
              invoke: {
                id: 'savePdf',
                src: 'saveFile',
                input: ({ context }) => required(context.file, 'a file'),
                onDone: '#fetchingMessages',
                onError: { target: '#fetchingMessages', actions: withFailure('logUnsaved') },
              },
            },
          },
        },
      },
    },
    readingMessage: {
      id: 'message',
      description: 'A message of plain text has a page of its own',
      meta: { path: '/documents/inbox/message', title: 'Message' },
      route: { guard: 'hasMessage' },
      entry: 'startReading',
      exit: 'stopReading',
      on: { 'back.pressed': '#fetchingMessages' },
      initial: 'showing',
      states: {
        showing: {
          description: 'It is there to read, and can be saved as a file',
          on: { 'save.pressed': 'gettingText' },
        },
        markingOpened: {
          id: 'openingText',
          description: 'It was opened, and is being marked as read',
          tags: 'busy',
          on: { 'xstate.route': {} },
          invoke: {
            id: 'markRead',
            src: 'mark',
            input: ({ context }) => marked([openedOf(context)], true),
            onDone: 'loading',
            onError: { target: 'loading', actions: withFailure('logUnmarked') },
          },
        },
        loading: {
          description: 'Its text is being fetched',
          tags: 'background',
          invoke: {
            id: 'getMessage',
            src: 'getMessage',
            input: ({ context }) => requestOf(context),
            onDone: { target: 'showing', actions: withAnswer('keepMessage') },
            onError: { target: 'couldNotLoad', actions: 'focusNotice' },
          },
        },
        couldNotLoad: {
          description: 'Its text could not be fetched; it can be tried again',
          on: { 'retry.wanted': { target: 'loading', actions: 'focusHeading' } },
        },
        gettingText: {
          description: 'Its file is being fetched',
          tags: 'background',
          invoke: {
            id: 'getPlainText',
            src: 'getPlainText',
            input: ({ context }) => requestOf(context),
            onDone: { target: 'savingText', actions: withAnswer('keepFile') },
            onError: { target: 'showing', actions: withFailure('logUnsaved') },
          },
        },
        savingText: {
          description: 'The browser is given its file to save',
          tags: 'background',
          exit: 'clearFile',
          invoke: {
            id: 'saveText',
            src: 'saveFile',
            input: ({ context }) => required(context.file, 'a file'),
            onDone: 'showing',
            onError: { target: 'showing', actions: withFailure('logUnsaved') },
          },
        },
      },
    },
  },
});
