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
import type { FailureIgnored, FocusRequested, ScreenMeta, ScreenRequested } from '../../kit/events.ts';
import { logIgnored, required } from '../../kit/failures.ts';
import { loading } from '../../kit/loading.ts';
import { withAnswer, withEvent, withFailure } from '../../kit/params.ts';
import { saving } from '../../kit/saving.ts';
import { type WithPresses, queuePresses, pressActions, pressGuards } from '../../kit/presses.ts';
import { staysHere } from '../../kit/stays-here.ts';

export interface InboxInput {
  /** Number of messages per page. */
  readonly pageSize: number;
  /** Time in milliseconds for which the notice about marked messages is announced to screen readers (P §9). */
  readonly noticeMs: number;
  /** Whether the inbox checks paperless eligibility (Y §2.3, `eCorrClaimsStatusMessageEnabled`). */
  readonly asksClaimsStatus: boolean;
}

interface Context extends InboxInput, WithPresses {
  /** Current tab. */
  readonly filter: InboxFilter;
  readonly page: number;
  /** Current page of messages, or null before the first has loaded. */
  readonly list: InboxPage | null;
  /** Ids of the selected messages on this page. */
  readonly selected: readonly string[];
  /** Whether messages are being marked as read (true) or as unread (false); null if no marking is in flight. */
  readonly marksAsRead: boolean | null;
  /** Ids of the messages being marked. */
  readonly marking: readonly string[];
  /** Ids of the messages whose selection has changed since. */
  readonly touched: readonly string[];
  /** Whether marked messages are to be announced once the list has loaded. */
  readonly isMarked: boolean;
  /** Id of the last opened message, from its URL, or null. */
  readonly documentId: string | null;
  /** Message on the open page, or null until the list or the server has provided it. */
  readonly reading: InboxMessage | null;
  /** The message with its text, or null before it has loaded. */
  readonly message: InboxText | null;
  /** Whether the message was opened from the list instead of by its URL. A PDF is then saved automatically. */
  readonly isFromList: boolean;
  /** Whether the browser has received the file of the open message. */
  readonly isSaved: boolean;
  /** Whether the file is missing: it could not be loaded, or the borrower saves it again. */
  readonly isBlocked: boolean;
  /** Notice above the messages. */
  readonly notice: 'nothingSelected' | 'couldNotMark' | null;
}

interface Toggled {
  readonly type: 'message.toggled';
  readonly documentId: string;
  readonly isSelected: boolean;
}
interface Marked {
  readonly type: 'mark.pressed';
  readonly readFlag: boolean;
}
interface Opened {
  readonly type: 'message.opened';
  readonly message: InboxMessage;
}

const without = (ids: readonly string[], others: readonly string[]): readonly string[] =>
  ids.filter((each) => !others.includes(each));

const chosen = ({ selected, list }: Context): readonly InboxMessage[] =>
  (list?.messages ?? []).filter(({ documentId }) => selected.includes(documentId));

const marked = (messages: readonly InboxMessage[], readFlag: boolean) => ({
  body: { messages: messages.map(({ documentId, isDirect }) => ({ messageId: documentId, isDirect })), readFlag },
});

const toDocumentRequest = ({ documentId }: Context) => ({
  params: { documentId: required(documentId, 'the id of a message') },
});

/** Returns the id of the message in the requested route. */
const atAddress = ({ event }: { readonly event: Pick<ScreenRequested, 'params'> & { readonly type: string } }) => ({
  documentId: event.params?.['documentId'] ?? '',
});

const toListRequest = ({ filter, page, pageSize }: Context) => ({
  query: { filter, page: String(page), size: String(pageSize) },
});

/** Transitions for another tab or page of messages, for marking, and for a message. */
const leaving = {
  'tab.chosen': { target: '#fetchingMessages', reenter: true, actions: [withEvent('chooseTab'), 'clearNotice'] },
  'page.chosen': { target: '#fetchingMessages', reenter: true, actions: [withEvent('choosePage'), 'clearNotice'] },
  'mark.pressed': [
    { guard: 'hasSelection', target: '#markingMessages', actions: [withEvent('setMark'), 'clearNotice'] },
    { actions: ['setNothingSelected', 'focusNotice'] },
  ],
  'message.opened': { target: '#message', actions: [withEvent('setOpened'), 'clearNotice'] },
} as const;

/** Transitions for the checkboxes. */
const selecting = {
  'message.toggled': { actions: [withEvent('toggleMessage'), 'clearNotice'] },
  'all.toggled': { actions: [withEvent('toggleAll'), 'clearNotice'] },
} as const;

/** Transitions while messages are marked, which must not be interrupted. */
const afterMarking = {
  ...selecting,
  ...queuePresses('tab.chosen', 'page.chosen', 'mark.pressed', 'message.opened', 'xstate.route'),
} as const;

export const inbox = setup({
  types: {
    context: {} as Context,
    events: {} as
      | { type: 'retry.requested' }
      | { type: 'tab.chosen'; readonly filter: InboxFilter }
      | { type: 'page.chosen'; readonly page: number }
      | Toggled
      | { type: 'all.toggled'; readonly isSelected: boolean }
      | Marked
      | Opened
      | { type: 'save.pressed' }
      | { type: 'back.pressed' }
      | ScreenRequested<'#inbox' | '#message'>,
    input: {} as InboxInput,
    emitted: {} as FocusRequested | FailureIgnored,
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
    ...pressGuards,
    isMarked: ({ context }) => context.isMarked,
    isEnrolled: (_, { enrolled }: PaperlessStatus) => enrolled,
    isClaimsStatusRequested: ({ context }) => context.asksClaimsStatus,
    isNotEligible: (_, { shouldShowMessage }: ClaimsStatus) => shouldShowMessage,
    hasSelection: ({ context }) => context.selected.length > 0,
    isPlainText: ({ context }) => context.message?.isPlainText === true,
    isSavedAtOnce: ({ context }) => context.isFromList && context.message?.isPlainText === false,
    // The server rejects a malformed id with status 400.
    isMissing: (_, failure: CallFailure) => isNotFound(failure),
  },
  actions: {
    setList: assign(({ context: { selected } }, list: InboxPage) => ({
      list,
      page: list.page,
      selected: selected.filter((each) => list.messages.some(({ documentId }) => documentId === each)),
    })),
    chooseTab: assign({ filter: (_, { filter }: { readonly filter: InboxFilter }) => filter, page: 1, selected: [] }),
    choosePage: assign({ page: (_, { page }: { readonly page: number }) => page, selected: [] }),
    toggleMessage: assign(({ context: { selected, touched } }, { documentId, isSelected }: Toggled) => {
      const others = without(selected, [documentId]);
      return {
        selected: isSelected ? [...others, documentId] : others,
        touched: [...without(touched, [documentId]), documentId],
      };
    }),
    toggleAll: assign(({ context: { list } }, { isSelected }: { readonly isSelected: boolean }) => {
      const all = (list?.messages ?? []).map(({ documentId }) => documentId);
      return { selected: isSelected ? all : [], touched: all };
    }),
    setMark: assign(({ context: { selected } }, { readFlag }: Marked) => ({
      marksAsRead: readFlag,
      marking: selected,
      touched: [],
    })),
    /** The borrower may have selected messages in the meantime. */
    setMarked: assign(({ context: { selected, marking, touched } }) => ({
      selected: without(selected, without(marking, touched)),
      isMarked: true,
    })),
    endMarking: assign({ marksAsRead: null, marking: [], touched: [] }),
    clearMarked: assign({ isMarked: false }),
    setOpened: assign({
      documentId: (_, { message }: Opened) => message.documentId,
      reading: (_, { message }: Opened) => message,
      isFromList: true,
    }),
    setAddress: assign({
      documentId: (_, { documentId }: { readonly documentId: string }) => documentId,
      isFromList: false,
    }),
    stopReading: assign({ reading: null, message: null, isSaved: false, isBlocked: false }),
    setSaved: assign({ isSaved: true }),
    setBlocked: assign({ isBlocked: true }),
    noteSavedAgain: assign(({ context: { isSaved, isBlocked } }) => ({ isBlocked: isBlocked || isSaved })),
    setMessage: assign({ reading: (_, message: InboxText) => message, message: (_, message: InboxText) => message }),
    setNothingSelected: assign({ notice: 'nothingSelected' }),
    setCouldNotMark: assign({ notice: 'couldNotMark' }),
    clearNotice: assign({ notice: null }),
    logUnmarked: logIgnored('A message that was opened was not marked as read'),
    logUnsaved: logIgnored('The file of a message was not saved'),
    ...pressActions,
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
    marksAsRead: null,
    marking: [],
    touched: [],
    isMarked: false,
    pressed: [],
    documentId: null,
    reading: null,
    message: null,
    isFromList: false,
    isSaved: false,
    isBlocked: false,
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
        { guard: 'isClaimsStatusRequested', target: 'checkingClaimsStatus' },
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
        input: ({ context }) => toListRequest(context),
        onDone: { target: '#messagesReady', actions: withAnswer('setList') },
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
          entry: ['endMarking', 'repeatPresses'],
          initial: 'quiet',
          states: {
            quiet: { description: 'No marking has just been completed' },
            announcing: {
              description: 'A screen reader announcement says that messages were marked, for a limited time',
              entry: 'clearMarked',
              after: { noticeTime: 'quiet' },
            },
          },
          on: { ...leaving, ...selecting },
        },
        fetching: {
          id: 'fetchingMessages',
          description: 'The messages, or those of another page or tab, are loading; the previous ones stay visible',
          tags: 'background',
          on: { ...leaving, ...selecting },
          invoke: {
            id: 'fetchMessages',
            src: 'getMessages',
            input: ({ context }) => toListRequest(context),
            onDone: [
              { guard: 'isMarked', target: 'ready.announcing', actions: [withAnswer('setList'), 'focusHeading'] },
              { target: 'ready', actions: [withAnswer('setList'), 'focusHeading'] },
            ],
            onError: { target: '#couldNotLoad', actions: 'clearMarked' },
          },
        },
        marking: {
          id: 'markingMessages',
          description: 'Messages are being marked; other presses count afterwards',
          tags: 'background',
          on: afterMarking,
          invoke: {
            id: 'mark',
            src: 'mark',
            input: ({ context }) => marked(chosen(context), context.marksAsRead === true),
            onDone: { target: 'refreshing', actions: 'setMarked' },
            // The notice must not disappear at once with another press.
            onError: { target: 'ready', actions: ['clearPresses', 'setCouldNotMark', 'focusNotice'] },
          },
        },
        refreshing: {
          description: 'The messages are marked and are loading again; other presses count afterwards',
          tags: 'background',
          on: afterMarking,
          invoke: {
            id: 'refreshMessages',
            src: 'getMessages',
            input: ({ context }) => toListRequest(context),
            onDone: [
              { guard: 'hasPress', target: 'ready', actions: withAnswer('setList') },
              { target: 'ready.announcing', actions: [withAnswer('setList'), 'focusHeading'] },
            ],
            onError: { target: '#couldNotLoad', actions: ['clearPresses', 'clearMarked'] },
          },
        },
      },
    },
    readingMessage: {
      id: 'message',
      description: 'A message is open on its own page',
      meta: { path: '/documents/inbox/message/:documentId', title: 'Message' },
      // Requesting the URL of the open message replaces a notice with the message, so that the notice loses focus.
      route: { actions: [{ type: 'setAddress', params: atAddress }, 'focusHeading'] },
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
            input: ({ context }) => toDocumentRequest(context),
            onDone: { target: 'markingRead', actions: withAnswer('setMessage') },
            onError: [
              { guard: withFailure('isMissing'), target: 'notFound', actions: ['stopReading', 'focusNotice'] },
              { target: 'couldNotLoad', actions: 'focusNotice' },
            ],
          },
        },
        couldNotLoad: {
          description: 'Loading the message failed; the borrower can retry',
          on: { 'retry.requested': { target: 'loading', actions: 'focusHeading' } },
        },
        notFound: {
          description: 'The borrower has no message with this id',
          tags: 'settled',
        },
        markingRead: {
          description: 'The message has loaded and is being marked as read; other presses count afterwards',
          tags: 'background',
          on: queuePresses('save.pressed', 'back.pressed', 'xstate.route'),
          invoke: {
            id: 'markRead',
            src: 'mark',
            input: ({ context }) => marked([required(context.message, 'a message')], true),
            onDone: [
              { guard: 'hasPress', target: 'showing' },
              { guard: 'isSavedAtOnce', target: 'gettingPdf' },
              { target: 'showing' },
            ],
            onError: [
              { guard: 'hasPress', target: 'showing', actions: withFailure('logUnmarked') },
              { guard: 'isSavedAtOnce', target: 'gettingPdf', actions: withFailure('logUnmarked') },
              { target: 'showing', actions: withFailure('logUnmarked') },
            ],
          },
        },
        showing: {
          description: 'The borrower reads the message and can save it as a file',
          entry: 'repeatPresses',
          on: {
            'save.pressed': [
              { guard: 'isPlainText', target: 'gettingText', actions: 'noteSavedAgain' },
              { target: 'gettingPdf', actions: 'noteSavedAgain' },
            ],
          },
        },
        gettingPdf: saving({
          what: 'the message',
          actor: 'getPdf',
          input: ({ context }: { readonly context: Context }) => toDocumentRequest(context),
          onDone: { target: 'showing', actions: 'setSaved' },
          onError: { target: 'showing', actions: ['setBlocked', withFailure('logUnsaved')] },
        }),
        gettingText: saving({
          what: 'the message',
          actor: 'getPlainText',
          input: ({ context }: { readonly context: Context }) => toDocumentRequest(context),
          onDone: { target: 'showing', actions: 'setSaved' },
          onError: { target: 'showing', actions: ['setBlocked', withFailure('logUnsaved')] },
        }),
      },
    },
  },
});
