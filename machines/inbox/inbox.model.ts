/** How the inbox is walked (P §2.10, §4, §8, §9): with paperless and without, on both tabs, with both kinds of messages. */
import { fileOf } from '#domain/file.ts';
import type { ContextFrom } from 'xstate';
import { plainDateOf as day } from '#domain/calendar.ts';
import type { InboxMessage, InboxPage } from '#domain/inbox/shapes.ts';
import { COULD_NOT_LOAD, toNotice } from '../kit/expected-page.ts';
import { defineModel } from '../kit/model.ts';
import { inbox } from './inbox.machine.ts';

type Context = ContextFrom<typeof inbox>;

const letter: InboxMessage = {
  documentId: 'letter-1',
  isDirect: true,
  isPlainText: false,
  subjectLine: 'Your billing statement is available',
  readFlag: false,
  docReceivedDate: day('2026-11-18'),
};
const note: InboxMessage = {
  documentId: 'note-1',
  isDirect: false,
  isPlainText: true,
  subjectLine: 'We received your payment',
  readFlag: true,
  docReceivedDate: day('2026-11-05'),
};
const twoOfThree: InboxPage = { messages: [letter, note], page: 1, total: 3, unread: 2 };
const lastPage: InboxPage = { messages: [letter], page: 2, total: 3, unread: 1 };
const noMessages: InboxPage = { messages: [], page: 1, total: 0, unread: 0 };

const text = { ...note, text: 'Thank you.\n\nYour payment has been posted.' };
const file = fileOf('2026-11-18-Your-billing-statement.pdf', 'application/pdf', new Uint8Array([37, 80, 68, 70]));

const TEXT_MISSING = 'This message could not be opened. Please try again.';
const NOTHING_SELECTED = 'Please select at least one message.';
const COULD_NOT_MARK = 'The selected messages could not be marked. Please try again.';
const NOTICES = [NOTHING_SELECTED, COULD_NOT_MARK];
const MARKED = 'Message(s) marked as read or unread';
const NO_MESSAGES = 'You have no messages here at this time.';

const input = { pageSize: 2, noticeMs: 5000, asksClaimsStatus: true };
const atFirst = {
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
} as const;
const noAnswer = { kind: 'noAnswer' } as const;
const server503 = { kind: 'refused', status: 503 } as const;

const LISTED = 'showingMessages.ready';
const TURNING = [LISTED, 'showingMessages.fetching'];

/** A message is there to read, or it is not: it can be left. */
const READING = ['showing', 'loading', 'couldNotLoad', 'gettingText', 'savingText'].map(
  (each) => `readingMessage.${each}`,
);

const query = ({ filter, page }: Pick<Context, 'filter' | 'page'>) => ({
  query: { filter, page: String(page), size: '2' },
});
const loads = (before: Context) => ({ getMessages: query(before) });

/** The messages are fetched again; those before still show. */
const fetches = (before: Context) => ({ fetchMessages: query(before) });

const markRequest = (messages: readonly InboxMessage[], readFlag: boolean) => ({
  body: { messages: messages.map(({ documentId, isDirect }) => ({ messageId: documentId, isDirect })), readFlag },
});
const selectedOf = ({ list, selected }: Context) =>
  (list?.messages ?? []).filter(({ documentId }) => selected.includes(documentId));

const known = { params: { documentId: 'note-1' } };

const hasListed =
  (wanted: InboxMessage) =>
  ({ list }: Context) =>
    list?.messages.some(({ documentId }) => documentId === wanted.documentId) === true;
const hasMessages = ({ list }: Context) => (list?.messages.length ?? 0) > 0;

const couldNotLoad = { state: 'couldNotLoad', focus: toNotice } as const;

const tab = (filter: 'all' | 'unread', name: string) => ({
  event: { type: 'tab.chosen', filter } as const,
  gesture: { action: 'click', role: 'tab', name } as const,
  then: {
    in: TURNING,
    state: 'showingMessages.fetching',
    // It begins with the first page, nothing selected.
    context: { filter, page: 1, selected: [], notice: null },
    calls: () => ({ fetchMessages: query({ filter, page: 1 }) }),
    hides: NOTICES,
  },
});

const page = (number: number, name: string, where: (context: Context) => boolean) => ({
  event: { type: 'page.chosen', page: number } as const,
  gesture: { action: 'click', role: 'button', name } as const,
  where,
  then: {
    in: TURNING,
    state: 'showingMessages.fetching',
    context: { page: number, selected: [], notice: null },
    calls: (before: Context) => ({ fetchMessages: query({ ...before, page: number }) }),
    hides: NOTICES,
  },
});

const select = (message: InboxMessage, isSelected: boolean) => ({
  event: { type: 'message.toggled', documentId: message.documentId, isSelected } as const,
  gesture: {
    action: isSelected ? 'check' : 'uncheck',
    role: 'checkbox',
    name: `Select ${message.subjectLine}, ${message.docReceivedDate === '2026-11-18' ? '11/18/2026' : '11/05/2026'}`,
  } as const,
  where: (context: Context) =>
    hasListed(message)(context) && context.selected.includes(message.documentId) !== isSelected,
  then: {
    in: LISTED,
    context: (before: Context) => {
      const others = before.selected.filter((each) => each !== message.documentId);
      return { selected: isSelected ? [...others, message.documentId] : others, notice: null };
    },
    hides: NOTICES,
  },
});

const selectAll = (isSelected: boolean) => ({
  event: { type: 'all.toggled', isSelected } as const,
  gesture: {
    action: isSelected ? 'check' : 'uncheck',
    role: 'checkbox',
    name: 'Select all messages on this page',
  } as const,
  where: (context: Context) =>
    hasMessages(context) && (context.selected.length === context.list?.messages.length) !== isSelected,
  then: {
    in: LISTED,
    context: ({ list }: Context) => ({
      selected: isSelected ? (list?.messages ?? []).map(({ documentId }) => documentId) : [],
      notice: null,
    }),
    hides: NOTICES,
  },
});

const press = (readFlag: boolean, name: string) => ({
  event: { type: 'mark.pressed', readFlag } as const,
  gesture: { action: 'click', role: 'button', name } as const,
  where: hasMessages,
  then: [
    {
      in: LISTED,
      when: ({ selected }: Context) => selected.length > 0,
      state: 'showingMessages.marking',
      context: { marksAsRead: readFlag, notice: null },
      calls: (before: Context) => ({ mark: markRequest(selectedOf(before), readFlag) }),
      hides: NOTICES,
    },
    {
      in: LISTED,
      context: { notice: 'nothingSelected' as const },
      focus: { place: 'notice' as const, delay: 100 },
      reads: [NOTHING_SELECTED],
    },
  ],
});

/** Messages have come: what was selected before is not any more. */
const shows = (list: InboxPage) => ({ list, page: list.page, selected: [] });

const listAnswer = (list: InboxPage, reads: readonly string[]) => ({
  answers: list,
  then: [
    { in: 'loadingMessages', state: 'showingMessages.ready.quiet', context: shows(list), reads },
    {
      in: 'showingMessages.fetching',
      state: 'showingMessages.ready.quiet',
      context: shows(list),
      focus: { place: 'heading', delay: 0 } as const,
      reads,
    },
    {
      in: 'showingMessages.refreshing',
      state: 'showingMessages.ready.announcing',
      context: shows(list),
      waits: [5000],
      focus: { place: 'heading', delay: 0 } as const,
      reads: [...reads, MARKED],
    },
  ],
});

const ignored = (what: string, failure: object) => [{ type: 'failure.ignored', what, failure }];
const UNMARKED = 'A message that was opened was not marked as read';
const UNSAVED = 'The file of a message was not saved';

/** Whether it could be marked or not, what was opened is fetched. */
const openedNext = [
  {
    in: 'showingMessages.openingPdf.markingOpened',
    state: 'showingMessages.openingPdf.gettingPdf',
    calls: { getPdf: { params: { documentId: 'letter-1' } } },
  },
  { in: 'readingMessage.markingOpened', state: 'readingMessage.loading', calls: { getMessage: known } },
] as const;

/** The person is told nothing of it, and the messages are there again. */
const pdfEnded = {
  state: 'showingMessages.fetching',
  calls: fetches,
} as const;

export default defineModel<typeof inbox>({
  machine: inbox,
  inputs: {
    'a borrower': {
      input,
      then: {
        state: 'checkingEnrollment',
        context: { ...input, ...atFirst },
        calls: { getEnrollment: {} },
      },
    },
    'a borrower where nobody asks for whom paperless is not open': {
      input: { ...input, asksClaimsStatus: false },
      then: {
        state: 'checkingEnrollment',
        context: { ...input, ...atFirst, asksClaimsStatus: false },
        calls: { getEnrollment: {} },
      },
    },
  },
  events: [
    {
      event: { type: 'retry.wanted' },
      gesture: { action: 'click', role: 'button', name: 'Try again' },
      then: [
        { in: 'couldNotLoad', state: 'checkingEnrollment', calls: { getEnrollment: {} }, hides: [COULD_NOT_LOAD] },
        {
          in: 'readingMessage.couldNotLoad',
          state: 'readingMessage.loading',
          calls: { getMessage: known },
          focus: { place: 'heading', delay: 0 },
          hides: [TEXT_MISSING],
        },
      ],
    },
    tab('all', 'All Messages'),
    tab('unread', 'Unread'),
    page(2, 'Next page', ({ list, filter }) => filter === 'all' && list?.page === 1 && list.total > 2),
    page(1, 'Previous page', ({ list, filter }) => filter === 'all' && list?.page === 2),
    select(letter, true),
    select(letter, false),
    select(note, true),
    selectAll(true),
    selectAll(false),
    press(true, 'Mark As Read'),
    press(false, 'Mark As Unread'),
    {
      event: { type: 'message.opened', message: letter },
      gesture: { action: 'click', role: 'button', name: 'Your billing statement is available (PDF)' },
      where: hasListed(letter),
      then: {
        in: LISTED,
        state: 'showingMessages.openingPdf.markingOpened',
        context: { opened: letter, message: null, notice: null },
        calls: { markOpened: markRequest([letter], true) },
        hides: NOTICES,
      },
    },
    {
      event: { type: 'message.opened', message: note },
      gesture: { action: 'click', role: 'button', name: 'We received your payment' },
      where: hasListed(note),
      then: {
        in: LISTED,
        state: 'readingMessage.markingOpened',
        context: { opened: note, reading: note, message: null, notice: null },
        calls: { markRead: markRequest([note], true) },
        hides: NOTICES,
      },
    },
    {
      event: { type: 'save.pressed' },
      gesture: { action: 'click', role: 'button', name: 'Save as a file' },
      then: { in: 'readingMessage.showing', state: 'readingMessage.gettingText', calls: { getPlainText: known } },
    },
    {
      event: { type: 'back.pressed' },
      gesture: { action: 'click', role: 'button', name: 'Back to Inbox' },
      then: {
        in: 'readingMessage',
        state: 'showingMessages.fetching',
        context: { reading: null, file: null },
        calls: fetches,
      },
    },
  ],
  outcomes: {
    getEnrollment: {
      'letters come to the inbox': {
        answers: { enrolled: true },
        then: { state: 'loadingMessages', calls: loads },
      },
      'letters come by mail': {
        answers: { enrolled: false },
        then: [
          {
            when: ({ asksClaimsStatus }) => asksClaimsStatus,
            state: 'checkingClaimsStatus',
            calls: { getClaimsStatus: {} },
          },
          { state: 'notEnrolled' },
        ],
      },
      'no answer in time': { throws: noAnswer, then: couldNotLoad },
    },
    getClaimsStatus: {
      'paperless is open': { answers: { shouldShowMessage: false }, then: { state: 'notEnrolled' } },
      'paperless is not open': { answers: { shouldShowMessage: true }, then: { state: 'notEligible' } },
      'no answer in time': { throws: noAnswer, then: couldNotLoad },
    },
    getMessages: {
      'two of three messages': listAnswer(twoOfThree, [
        'Your billing statement is available',
        '11/18/2026',
        'We received your payment',
        '11/05/2026',
      ]),
      'the last page': listAnswer(lastPage, ['Your billing statement is available']),
      'no messages': listAnswer(noMessages, [NO_MESSAGES]),
      'no answer in time': { throws: noAnswer, then: couldNotLoad },
    },
    mark: {
      'they are marked': {
        answers: { unread: 1 },
        then: [
          {
            in: 'showingMessages.marking',
            state: 'showingMessages.refreshing',
            calls: (before) => ({ refreshMessages: query(before) }),
          },
          ...openedNext,
        ],
      },
      'no answer in time': {
        throws: noAnswer,
        then: [
          {
            in: 'showingMessages.marking',
            state: 'showingMessages.ready.quiet',
            context: { notice: 'couldNotMark' },
            focus: toNotice,
            reads: [COULD_NOT_MARK],
          },
          ...openedNext.map((next) => ({ ...next, emits: ignored(UNMARKED, noAnswer) })),
        ],
      },
    },
    getPdf: {
      'its file': {
        answers: file,
        then: { state: 'showingMessages.openingPdf.savingPdf', context: { file }, calls: { savePdf: file } },
      },
      'a broken server': { throws: server503, then: { ...pdfEnded, emits: ignored(UNSAVED, server503) } },
    },
    getMessage: {
      'its text': {
        answers: text,
        then: {
          state: 'readingMessage.showing',
          context: { message: text },
          reads: ['Thank you.', 'Your payment has been posted.'],
        },
      },
      'no answer in time': {
        throws: noAnswer,
        then: { state: 'readingMessage.couldNotLoad', focus: toNotice },
      },
    },
    getPlainText: {
      'its file': {
        answers: file,
        then: { state: 'readingMessage.savingText', context: { file }, calls: { saveText: file } },
      },
      'a broken server': {
        throws: server503,
        then: { state: 'readingMessage.showing', emits: ignored(UNSAVED, server503) },
      },
    },
    saveFile: {
      'it is saved': {
        answers: undefined,
        then: [
          { in: 'showingMessages.openingPdf.savingPdf', ...pdfEnded, context: { file: null } },
          { in: 'readingMessage.savingText', state: 'readingMessage.showing', context: { file: null } },
        ],
      },
      'the browser refuses': {
        throws: server503,
        then: [
          {
            in: 'showingMessages.openingPdf.savingPdf',
            ...pdfEnded,
            context: { file: null },
            emits: ignored(UNSAVED, server503),
          },
          {
            in: 'readingMessage.savingText',
            state: 'readingMessage.showing',
            context: { file: null },
            emits: ignored(UNSAVED, server503),
          },
        ],
      },
    },
  },
  delays: [
    {
      ms: 5000,
      then: { in: 'showingMessages.ready.announcing', state: 'showingMessages.ready.quiet', hides: [MARKED] },
    },
  ],
  routes: {
    '#inbox': [
      {
        in: READING,
        state: 'showingMessages.fetching',
        context: { reading: null, file: null },
        calls: fetches,
      },
      {
        in: TURNING,
        state: 'showingMessages.fetching',
        calls: fetches,
      },
    ],
    '#message': [
      {
        in: [...TURNING, ...READING],
        when: ({ message }) => message !== null,
        state: 'readingMessage.showing',
        context: (before) => ({ reading: before.opened, file: null }),
        reads: ['Your payment has been posted.'],
      },
    ],
  },
  screens: {
    checkingEnrollment: ['Inbox', 'Loading…'],
    checkingClaimsStatus: ['Inbox', 'Loading…'],
    loadingMessages: ['Inbox', 'Loading…'],
    couldNotLoad: ['Inbox', COULD_NOT_LOAD],
    notEnrolled: [
      'Inbox',
      'Get your mail here',
      'Your inbox opens when you sign up for paperless.',
      'Go to Manage Paperless',
    ],
    notEligible: ['Inbox', 'Paperless is not open for your account at this time.'],
    showingMessages: ['Inbox', 'All Messages', 'Unread', 'Letters are saved as PDF files.'],
    'showingMessages.openingPdf': ['Opening Your billing statement is available (PDF)…'],
    readingMessage: ['We received your payment', 'Back to Inbox'],
    'readingMessage.markingOpened': ['Loading…'],
    'readingMessage.loading': ['Loading…'],
    'readingMessage.showing': ['11/05/2026', 'Save as a file'],
    'readingMessage.couldNotLoad': [TEXT_MISSING],
  },
  claims: {
    'nobody sees messages who is not enrolled': {
      reaching: ({ isIn }) => isIn('loadingMessages'),
      needs: (by) => by.kind === 'outcome' && by.outcome === 'letters come to the inbox',
      brokenBy: 'guard isEnrolled: always true',
    },
    'what is opened is marked before anything of it is fetched': {
      reaching: ({ isIn }) => isIn('showingMessages.openingPdf.gettingPdf'),
      needs: (by) => by.kind === 'outcome' && by.id === 'markOpened',
      brokenBy: 'showingMessages.openingPdf: starts in gettingPdf',
    },
    'nothing is marked without a selection': {
      never: ({ isIn, context }) => isIn('showingMessages.marking') && context.selected.length === 0,
      brokenBy: 'guard hasSelection: always true',
    },
  },
  facts: ({ filter, page: at, list, selected, message, opened, notice, marksAsRead, asksClaimsStatus }, isIn) => ({
    filter,
    at,
    list: list === null ? null : `${list.page} ${list.messages.length}`,
    message: message !== null,
    selected: isIn('showingMessages.ready') || isIn('showingMessages.marking') ? selected : null,
    notice: isIn('showingMessages.ready') ? notice : null,
    opened: isIn('showingMessages.openingPdf') || isIn('readingMessage') ? opened?.documentId : null,
    asksClaimsStatus: isIn('checkingEnrollment') || isIn('couldNotLoad') ? asksClaimsStatus : null,
    marksAsRead: isIn('showingMessages.marking') ? marksAsRead : null,
  }),
});
