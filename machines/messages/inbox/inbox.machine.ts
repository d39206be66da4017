/**
 * Inbox (P §2.10, §4): the messages of a borrower who is enrolled in paperless, in pages, on two tabs. Each message has
 * its own page and URL, and is marked as read when it is opened. The page shows plain text. A PDF is saved as a file,
 * automatically if the borrower opened the message from the list.
 */
import { focusActions } from '../../kit/focus.ts';
import { assign, setup } from 'xstate';
import { type CallFailure, isNotFound } from '#domain/call.ts';
import { inbox as calls } from '#domain/messages/inbox/calls.ts';
import type { InboxFilter, InboxMessage, InboxPage, InboxText } from '#domain/messages/inbox/shapes.ts';
import { paperless } from '#domain/messages/paperless/calls.ts';
import type { ClaimsStatus, PaperlessStatus } from '#domain/messages/paperless/shapes.ts';
import { call, savedCall } from '../../kit/effect.ts';
import type { FailureIgnored, FocusWanted, ScreenMeta, ScreenWanted } from '../../kit/events.ts';
import { logIgnored, required } from '../../kit/failures.ts';
import { loading } from '../../kit/loading.ts';
import { withAnswer, withEvent, withFailure } from '../../kit/params.ts';
import { saving } from '../../kit/saving.ts';
import { staysHere } from '../../kit/stays-here.ts';

export interface InboxInput {
  /** Number of messages per page. */
  readonly pageSize: number;
  /** Time in milliseconds for which the notice about marked messages is announced to screen readers (P §9). */
  readonly noticeMs: number;
  /** Whether the inbox checks paperless eligibility (Y §2.3, `eCorrClaimsStatusMessageEnabled`). */
  readonly asksClaimsStatus: boolean;
}

interface Context extends InboxInput {
  /** Current tab. */
  readonly filter: InboxFilter;
  readonly page: number;
  /** Current page of messages, or null before the first has loaded. */
  readonly list: InboxPage | null;
  /** Ids of the selected messages on this page. */
  readonly selected: readonly string[];
  /** Whether the selected messages are being marked as read or as unread. */
  readonly marksAsRead: boolean;
  /** Id of the last opened message, from its URL, or null. */
  readonly documentId: string | null;
  /** Message on the open page, or null until the list or the server has provided it. */
  readonly reading: InboxMessage | null;
  /** The message with its text, or null before it has loaded. */
  readonly message: InboxText | null;
  /** Whether the message was opened from the list instead of by its URL. A PDF is then saved automatically. */
  readonly isFromList: boolean;
  /** Notice above the messages. */
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

/** Returns the id of the message in the requested route. */
const atAddress = ({ event }: { readonly event: Pick<ScreenWanted, 'params'> & { readonly type: string } }) => ({
  documentId: event.params?.['documentId'] ?? '',
});

const listOf = ({ filter, page, pageSize }: Context) => ({
  query: { filter, page: String(page), size: String(pageSize) },
});

/** Transitions for another tab, or another page of messages. */
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
    getPdf: savedCall(calls.pdf),
    getMessage: call(calls.message),
    getPlainText: savedCall(calls.plainText),
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
    // The server rejects a malformed id with status 400.
    isMissing: (_, failure: CallFailure) => isNotFound(failure),
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
    setNothingSelected: assign({ notice: 'nothingSelected' }),
    setCouldNotMark: assign({ notice: 'couldNotMark' }),
    clearNotice: assign({ notice: null }),
    logUnmarked: logIgnored('A message that was opened was not marked as read'),
    logUnsaved: logIgnored('The file of a message was not saved'),
    ...focusActions,
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
    notice: null,
  }),
  initial: 'checkingEnrollment',
  states: {
    ...loading('checkingEnrollment', {
      what: 'the paperless enrollment',
      actor: 'getEnrollment',
      input: {},
      onDone: [
        { guard: withAnswer('isEnrolled'), target: 'loadingMessages' },
        { guard: 'isClaimsStatusAsked', target: 'checkingClaimsStatus' },
        { target: 'notEnrolled' },
      ],
      on: staysHere,
    }),
    checkingClaimsStatus: {
      description: 'The server reports whether a borrower who is not enrolled is eligible for paperless',
      tags: 'busy',
      on: staysHere,
      invoke: {
        id: 'getClaimsStatus',
        src: 'getClaimsStatus',
        input: {},
        onDone: [{ guard: withAnswer('isNotEligible'), target: 'notEligible' }, { target: 'notEnrolled' }],
        onError: 'couldNotLoad',
      },
    },
    notEnrolled: {
      description: 'Letters are sent by mail, and the screen offers paperless',
      tags: 'settled',
      on: staysHere,
    },
    notEligible: {
      description: 'Letters are sent by mail, and the borrower is not eligible for paperless',
      tags: 'settled',
      on: staysHere,
    },
    loadingMessages: {
      description: 'The first page of messages is loading',
      tags: 'busy',
      on: staysHere,
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
      description: 'The borrower reads and marks a page of messages',
      meta: { path: '/documents/inbox', title: 'Inbox' },
      route: {},
      initial: 'fetching',
      states: {
        ready: {
          id: 'messagesReady',
          description: 'The borrower can select, mark and open messages',
          initial: 'quiet',
          states: {
            quiet: { description: 'No marking has just been completed' },
            announcing: {
              description: 'A screen reader announcement says that messages were marked, for a limited time',
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
          description: 'The messages, or those of another page or tab, are loading; the previous ones stay visible',
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
          on: staysHere,
          invoke: {
            id: 'mark',
            src: 'mark',
            input: ({ context }) => marked(chosen(context), context.marksAsRead),
            onDone: 'refreshing',
            onError: { target: 'ready', actions: ['setCouldNotMark', 'focusNotice'] },
          },
        },
        refreshing: {
          description: 'The messages are marked and are loading again',
          tags: 'busy',
          on: staysHere,
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
      description: 'A message is open on its own page',
      meta: { path: '/documents/inbox/message/:documentId', title: 'Message' },
      // Requesting the URL of the open message replaces a notice with the message, so that the notice loses focus.
      route: { actions: [{ type: 'keepAddress', params: atAddress }, 'focusHeading'] },
      exit: 'stopReading',
      on: { 'back.pressed': '#fetchingMessages' },
      initial: 'loading',
      states: {
        loading: {
          description: 'The message is loading',
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
          description: 'Loading the message failed; the borrower can retry',
          on: { 'retry.wanted': { target: 'loading', actions: 'focusHeading' } },
        },
        notFound: {
          description: 'The borrower has no message with this id',
          tags: 'settled',
        },
        markingRead: {
          description: 'The message has loaded and is being marked as read',
          tags: 'busy',
          on: staysHere,
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
          description: 'The borrower reads the message and can save it as a file',
          on: { 'save.pressed': [{ guard: 'isPlainText', target: 'gettingText' }, { target: 'gettingPdf' }] },
        },
        gettingPdf: saving({
          what: 'the message',
          actor: 'getPdf',
          input: ({ context }: { readonly context: Context }) => requestOf(context),
          onDone: 'showing',
          onError: { target: 'showing', actions: withFailure('logUnsaved') },
        }),
        gettingText: saving({
          what: 'the message',
          actor: 'getPlainText',
          input: ({ context }: { readonly context: Context }) => requestOf(context),
          onDone: 'showing',
          onError: { target: 'showing', actions: withFailure('logUnsaved') },
        }),
      },
    },
  },
});
