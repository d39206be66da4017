/**
 * The inbox (P §2.10, §4): the messages of a borrower who is enrolled in paperless, a page at a time, on two tabs. Each
 * message has a page and an address of its own, and is marked as read when it is opened. Plain text is read on that page; a
 * PDF is saved as a file, at once where the message was opened from the list.
 */
import { assign, setup } from 'xstate';
import { type CallFailure, isRefusedWith } from '#domain/call.ts';
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
  /** The id of the message that was opened last, as its address has it; null where none was. */
  readonly documentId: string | null;
  /** The message whose page is shown; null until the list or the server has told of it. */
  readonly reading: InboxMessage | null;
  /** The same with its text; null until it has been fetched. */
  readonly message: InboxText | null;
  /** Whether the message was opened from the list, not by its address: a PDF is then saved at once. */
  readonly isFromList: boolean;
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

const requestOf = ({ documentId }: Context) => ({
  params: { documentId: required(documentId, 'the id of a message') },
});

/** The message whose address was asked for. */
const atAddress = ({ event }: { readonly event: Pick<ScreenWanted, 'params'> & { readonly type: string } }) => ({
  documentId: event.params?.['documentId'] ?? '',
});

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
    isPlainText: ({ context }) => context.message?.isPlainText === true,
    isSavedAtOnce: ({ context }) => context.isFromList && context.message?.isPlainText === false,
    // An id that no message can have is refused as a wrong request.
    isMissing: (_, failure: CallFailure) => isRefusedWith(failure, 404) || isRefusedWith(failure, 400),
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
    keepOpened: assign({
      documentId: (_, { message }: Opened) => message.documentId,
      reading: (_, { message }: Opened) => message,
      isFromList: true,
    }),
    keepAddress: assign({
      documentId: (_, { documentId }: { readonly documentId: string }) => documentId,
      isFromList: false,
    }),
    stopReading: assign({ reading: null, message: null }),
    keepMessage: assign({ reading: (_, message: InboxText) => message, message: (_, message: InboxText) => message }),
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
  description: 'A borrower who is enrolled in paperless reads and marks the messages of the inbox',
  context: ({ input }) => ({
    ...input,
    filter: 'all',
    page: 1,
    list: null,
    selected: [],
    marksAsRead: true,
    documentId: null,
    reading: null,
    message: null,
    isFromList: false,
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
            'message.opened': { target: '#message', actions: [withEvent('keepOpened'), 'clearNotice'] },
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
      },
    },
    readingMessage: {
      id: 'message',
      description: 'A message has a page of its own',
      meta: { path: '/documents/inbox/message/:documentId', title: 'Message' },
      // When its address is asked for again, a notice gives way to the message, with the focus that was on it.
      route: { actions: [{ type: 'keepAddress', params: atAddress }, 'focusHeading'] },
      exit: 'stopReading',
      on: { 'back.pressed': '#fetchingMessages' },
      initial: 'loading',
      states: {
        loading: {
          description: 'The message is being fetched',
          tags: 'background',
          invoke: {
            id: 'getMessage',
            src: 'getMessage',
            input: ({ context }) => requestOf(context),
            onDone: { target: 'markingRead', actions: withAnswer('keepMessage') },
            onError: [
              { guard: withFailure('isMissing'), target: 'notFound', actions: ['stopReading', 'focusNotice'] },
              { target: 'couldNotLoad', actions: 'focusNotice' },
            ],
          },
        },
        couldNotLoad: {
          description: 'The message could not be fetched; it can be tried again',
          on: { 'retry.wanted': { target: 'loading', actions: 'focusHeading' } },
        },
        notFound: {
          description: 'The borrower has no message with this id',
          tags: 'settled',
        },
        markingRead: {
          description: 'The message is there, and is being marked as read',
          tags: 'busy',
          on: { 'xstate.route': {} },
          invoke: {
            id: 'markRead',
            src: 'mark',
            input: ({ context }) => marked([required(context.message, 'a message')], true),
            onDone: [{ guard: 'isSavedAtOnce', target: 'gettingPdf' }, { target: 'showing' }],
            onError: [
              { guard: 'isSavedAtOnce', target: 'gettingPdf', actions: withFailure('logUnmarked') },
              { target: 'showing', actions: withFailure('logUnmarked') },
            ],
          },
        },
        showing: {
          description: 'The message is there to read, and can be saved as a file',
          on: { 'save.pressed': [{ guard: 'isPlainText', target: 'gettingText' }, { target: 'gettingPdf' }] },
        },
        gettingPdf: {
          description: 'The PDF is being fetched',
          tags: 'background',
          invoke: {
            id: 'getPdf',
            src: 'getPdf',
            input: ({ context }) => requestOf(context),
            onDone: { target: 'savingFile', actions: withAnswer('keepFile') },
            onError: { target: 'showing', actions: withFailure('logUnsaved') },
          },
        },
        gettingText: {
          description: 'The file with the plain text is being fetched',
          tags: 'background',
          invoke: {
            id: 'getPlainText',
            src: 'getPlainText',
            input: ({ context }) => requestOf(context),
            onDone: { target: 'savingFile', actions: withAnswer('keepFile') },
            onError: { target: 'showing', actions: withFailure('logUnsaved') },
          },
        },
        savingFile: {
          description: 'The browser is given the file to save',
          tags: 'background',
          exit: 'clearFile',
          invoke: {
            id: 'saveFile',
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
