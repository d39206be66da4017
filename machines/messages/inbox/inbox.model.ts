/** Model of the inbox (P §2.10, §4, §8, §9): with and without paperless, on both tabs, with both kinds of messages. */
import type { ContextFrom } from 'xstate';
import { plainDateOf as day } from '#domain/calendar.ts';
import type { InboxMessage, InboxPage } from '#domain/messages/inbox/shapes.ts';
import { COULD_NOT_LOAD, toNotice } from '../../kit/expected-page.ts';
import { isFirstPress, keptPress, partOf, repeatedFocus, onePress } from '../../kit/expected-presses.ts';
import { type Expected, type ExpectedWhere, defineModel } from '../../kit/model.ts';
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
const pdf = { ...letter, text: 'Your billing statement for account E104882913 is ready.' };

const NOT_OPENED = "We couldn't open this message. Please try again.";
const NOT_FOUND = 'We can’t find this message';
const IS_PDF = 'This letter is a PDF file.';
const BLOCKED = 'allow downloads and pop-ups for this site';
const NOTHING_SELECTED = 'Please select at least one message.';
const COULD_NOT_MARK = "We couldn't mark the messages you selected. Please try again.";
const NOTICES = [NOTHING_SELECTED, COULD_NOT_MARK];
const MARKED = 'Message(s) marked as read or unread';
const NO_MESSAGES = 'You have no messages.';

const input = { pageSize: 2, noticeMs: 5000, asksClaimsStatus: true };
const atFirst = {
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
} as const;
const noAnswer = { kind: 'noAnswer' } as const;
const server503 = { kind: 'refused', status: 503 } as const;

const LISTED = 'showingMessages.ready';
const TURNING = [LISTED, 'showingMessages.fetching'];

/** States in which messages are marked, so that other presses count afterwards. */
const MARKING = ['showingMessages.marking', 'showingMessages.refreshing'];
const LISTS = [...TURNING, ...MARKING];
const MARKING_READ = 'readingMessage.markingRead';

/** States of a message's page that Back and Forward leave at once. */
const READING = ['loading', 'couldNotLoad', 'notFound', 'showing', 'gettingPdf', 'gettingText'].map(
  (each) => `readingMessage.${each}`,
);

const query = ({ filter, page }: Pick<Context, 'filter' | 'page'>) => ({
  query: { filter, page: String(page), size: '2' },
});
const loads = (before: Context) => ({ getMessages: query(before) });

/** Expected request when the messages load again; the previous ones stay visible. */
const fetches = (before: Context) => ({ fetchMessages: query(before) });

const markRequest = (messages: readonly InboxMessage[], readFlag: boolean) => ({
  body: { messages: messages.map(({ documentId, isDirect }) => ({ messageId: documentId, isDirect })), readFlag },
});
const selectedOf = ({ list, selected }: Context) =>
  (list?.messages ?? []).filter(({ documentId }) => selected.includes(documentId));

const theMessage = ({ documentId }: Context) => ({ params: { documentId } });
const opensPdf = ({ message }: Context) => message?.isPlainText === false;

const hasListed =
  (wanted: InboxMessage) =>
  ({ list }: Context) =>
    list?.messages.some(({ documentId }) => documentId === wanted.documentId) === true;
const hasMessages = ({ list }: Context) => (list?.messages.length ?? 0) > 0;

type Press = Context['pressed'][number];

/** Presses that count after the marking, each with its result on a list that has loaded again. */
const inTurn: { readonly press: Press; readonly then: readonly ExpectedWhere<Context>[] }[] = [];

/** Adds a press to these. */
function counts(press: Press, ...then: readonly ExpectedWhere<Context>[]) {
  inTurn.push({ press, then });
  return keptPress(press, MARKING);
}

const couldNotLoad = { state: 'couldNotLoad', focus: toNotice } as const;

/** Expected result of another tab or page, which opens without a selection. */
const turns = (to: Partial<Pick<Context, 'filter' | 'page'>>): Expected<Context> => ({
  state: 'showingMessages.fetching',
  context: { ...to, selected: [], notice: null },
  calls: (before) => ({ fetchMessages: query({ ...before, ...to }) }),
  hides: NOTICES,
});

function tab(filter: 'all' | 'unread', name: string) {
  const event = { type: 'tab.chosen', filter } as const;
  const then = turns({ filter, page: 1 });
  return {
    event,
    gesture: { action: 'click', role: 'tab', name } as const,
    then: [{ in: TURNING, ...then }, counts(event, then)],
  };
}

function otherPage(number: number, name: string, where: (context: Context) => boolean) {
  const event = { type: 'page.chosen', page: number } as const;
  const then = turns({ page: number });
  return {
    event,
    gesture: { action: 'click', role: 'button', name } as const,
    where,
    then: [{ in: TURNING, ...then }, counts(event, then)],
  };
}

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
    in: LISTS,
    context: (before: Context) => {
      const others = before.selected.filter((each) => each !== message.documentId);
      return {
        selected: isSelected ? [...others, message.documentId] : others,
        touched: [...before.touched.filter((each) => each !== message.documentId), message.documentId],
        notice: null,
      };
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
    in: LISTS,
    context: ({ list }: Context) => {
      const all = (list?.messages ?? []).map(({ documentId }) => documentId);
      return { selected: isSelected ? all : [], touched: all, notice: null };
    },
    hides: NOTICES,
  },
});

function markButton(readFlag: boolean, name: string) {
  const event = { type: 'mark.pressed', readFlag } as const;
  const marks: Expected<Context> = {
    state: 'showingMessages.marking',
    context: ({ selected }) => ({ marksAsRead: readFlag, marking: selected, touched: [], notice: null }),
    calls: (before) => ({ mark: markRequest(selectedOf(before), readFlag) }),
    hides: NOTICES,
  };
  const asks = {
    context: { notice: 'nothingSelected' as const },
    focus: { place: 'notice' as const, delay: 100 },
    reads: [NOTHING_SELECTED],
  };
  const hasSelected = ({ selected }: Context) => selected.length > 0;
  return {
    event,
    gesture: { action: 'click', role: 'button', name } as const,
    // The button of the marking in flight is busy.
    where: (context: Context) => hasMessages(context) && context.marksAsRead !== readFlag,
    then: [
      { in: TURNING, when: hasSelected, ...marks },
      { in: TURNING, ...asks },
      counts(event, { when: hasSelected, ...marks }, { ...asks, state: 'showingMessages.ready.quiet' }),
    ],
  };
}

/** Returns the context after messages have loaded. What is not on the page is not selected. */
const shows = (list: InboxPage, { selected }: Pick<Context, 'selected'>) => ({
  list,
  page: list.page,
  selected: selected.filter((id) => list.messages.some(({ documentId }) => documentId === id)),
  marksAsRead: null,
  marking: [],
  touched: [],
});

/** Expected results once marked messages have loaded again: the first press that counts then, if there was one. */
function countsThen(list: InboxPage, { press, then }: (typeof inTurn)[number]): ExpectedWhere<Context>[] {
  const now = (before: Context): Context => ({ ...before, ...shows(list, before), pressed: [] });
  const possible = then.filter(({ when }) => when === undefined || list.messages.length > 0);
  return possible.map(({ when, context, calls, focus, ...rest }) => ({
    ...rest,
    emits: repeatedFocus(focus),
    in: 'showingMessages.refreshing',
    when: (before) => isFirstPress(press)(before) && (when?.(now(before)) ?? true),
    context: (before) => ({
      ...shows(list, before),
      pressed: [],
      ...partOf(context, now(before)),
    }),
    ...(calls !== undefined && {
      calls: (before: Context) => (typeof calls === 'function' ? calls(now(before)) : calls),
    }),
  }));
}

const listAnswer = (list: InboxPage, reads: readonly string[]) => ({
  answers: list,
  then: [
    {
      in: 'loadingMessages',
      state: 'showingMessages.ready.quiet',
      context: (before: Context) => shows(list, before),
      reads,
    },
    {
      in: 'showingMessages.fetching',
      when: ({ isMarked }: Context) => !isMarked,
      state: 'showingMessages.ready.quiet',
      context: (before: Context) => shows(list, before),
      focus: { place: 'heading', delay: 0 } as const,
      reads,
    },
    ...inTurn.flatMap((each) => countsThen(list, each)),
    {
      in: ['showingMessages.fetching', 'showingMessages.refreshing'],
      state: 'showingMessages.ready.announcing',
      context: (before: Context) => ({ ...shows(list, before), isMarked: false }),
      waits: [5000],
      focus: { place: 'heading', delay: 0 } as const,
      reads: [...reads, MARKED],
    },
  ],
});

const ignored = (what: string, failure: object) => [{ type: 'failure.ignored', what, failure }];
const UNMARKED = 'A message that was opened was not marked as read';
const UNSAVED = 'The file of a message was not saved';

/** Presses on a message that is being marked as read. They count afterwards. */
const SAVE = { type: 'save.pressed' } as const;
const BACK = { type: 'back.pressed' } as const;
const routeTo = (to: '#inbox' | '#message', documentId?: string) => ({
  type: 'xstate.route' as const,
  to,
  ...(documentId !== undefined && { params: { documentId } }),
});

/** The file is saved again if it did not arrive. */
const again = ({ isSaved, isBlocked }: Context) => ({ isBlocked: isSaved || isBlocked });
const savesPdf = { state: 'readingMessage.gettingPdf', calls: (before: Context) => ({ getPdf: theMessage(before) }) };
const savesText = {
  state: 'readingMessage.gettingText',
  calls: (before: Context) => ({ getPlainText: theMessage(before) }),
};

/** Expected result of the way back to the list. */
const left = { reading: null, message: null, isSaved: false, isBlocked: false };
const returns = {
  state: 'showingMessages.fetching',
  context: left,
  calls: fetches,
} as const;

/** Expected result of opening a message, from the list or by its URL. */
const opens = { state: 'readingMessage.loading', hides: NOTICES } as const;

const openedByAddress = (documentId: string) => ({
  state: 'readingMessage.loading',
  context: { documentId, ...left, isFromList: false },
  calls: { getMessage: { params: { documentId } } },
  focus: { place: 'heading', delay: 0 } as const,
});

const LATER: readonly {
  readonly press: Press;
  readonly when?: (context: Context) => boolean;
  readonly then: Expected<Context>;
}[] = [
  { press: SAVE, when: opensPdf, then: savesPdf },
  { press: SAVE, then: savesText },
  { press: BACK, then: returns },
  { press: routeTo('#inbox'), then: returns },
  { press: routeTo('#message', 'note-1'), then: openedByAddress('note-1') },
  { press: routeTo('#message', 'letter-1'), then: openedByAddress('letter-1') },
];

/**
 * Expected results after marking succeeded or failed: what was pressed in the meantime counts; else a PDF opened from the
 * list is saved, and any other message is shown.
 */
const openedNext = (emits: readonly { type: string }[] = []): ExpectedWhere<Context>[] => [
  ...LATER.map(({ press, when = () => true, then: { focus, ...then } }) => ({
    ...then,
    in: MARKING_READ,
    when: (before: Context) => isFirstPress(press)(before) && when(before),
    context: (before: Context) => ({ ...partOf(then.context, before), pressed: [] }),
    emits: [...emits, ...repeatedFocus(focus)],
  })),
  {
    in: MARKING_READ,
    when: ({ isFromList, message }: Context) => isFromList && message?.documentId === 'letter-1',
    ...savesPdf,
    emits,
  },
  { in: MARKING_READ, state: 'readingMessage.showing', emits },
];

function openedFromList(message: InboxMessage, name: string) {
  const event = { type: 'message.opened', message } as const;
  const then = {
    ...opens,
    context: {
      documentId: message.documentId,
      reading: message,
      isFromList: true,
      notice: null,
    },
    calls: { getMessage: { params: { documentId: message.documentId } } },
  };
  return {
    event,
    gesture: { action: 'click', role: 'link', name } as const,
    where: hasListed(message),
    then: [{ in: TURNING, ...then }, counts(event, then)],
  };
}

const messageAnswer = (message: typeof text, reads: readonly string[]) => ({
  answers: message,
  then: {
    state: 'readingMessage.markingRead',
    context: { reading: message, message },
    calls: { markRead: markRequest([message], true) },
    reads,
  },
});

/** Expected result of a file that fails to load, which the specification does not report to the borrower (P §8). */
const notSaved = {
  state: 'readingMessage.showing',
  context: { isBlocked: true },
  emits: ignored(UNSAVED, server503),
  reads: [BLOCKED],
};

const saved = { answers: undefined, then: { state: 'readingMessage.showing', context: { isSaved: true } } };

/** What a borrower does with the list. */
const ofList = [
  tab('all', 'All Messages'),
  tab('unread', 'Unread'),
  otherPage(2, 'Next page', ({ list, filter }) => filter === 'all' && list?.page === 1 && list.total > 2),
  otherPage(1, 'Previous page', ({ list, filter }) => filter === 'all' && list?.page === 2),
  select(letter, true),
  select(letter, false),
  select(note, true),
  selectAll(true),
  selectAll(false),
  markButton(true, 'Mark As Read'),
  markButton(false, 'Mark As Unread'),
  openedFromList(letter, 'Your billing statement is available (PDF)'),
  openedFromList(note, 'We received your payment'),
];

const addressed = (documentId: string) => [
  { in: [...TURNING, ...READING], ...openedByAddress(documentId) },
  keptPress(routeTo('#message', documentId), MARKING_READ),
  counts(routeTo('#message', documentId), openedByAddress(documentId)),
];

const routes = {
  '#inbox': [
    { in: READING, ...returns },
    { in: TURNING, state: 'showingMessages.fetching', calls: fetches },
    keptPress(routeTo('#inbox'), MARKING_READ),
    counts(routeTo('#inbox'), { state: 'showingMessages.fetching', calls: fetches }),
  ],
  '#message documentId=note-1': addressed('note-1'),
  '#message documentId=letter-1': addressed('letter-1'),
};

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
    'a borrower without the check of paperless eligibility': {
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
          calls: (before) => ({ getMessage: theMessage(before) }),
          focus: { place: 'heading', delay: 0 },
          hides: [NOT_OPENED],
        },
      ],
    },
    ...ofList,
    {
      event: { ...SAVE },
      gesture: { action: 'click', role: 'button', name: 'Save as a file' },
      where: (context) => !opensPdf(context),
      then: [{ in: 'readingMessage.showing', ...savesText, context: again }, keptPress(SAVE, MARKING_READ)],
    },
    {
      event: { ...SAVE },
      gesture: { action: 'click', role: 'button', name: 'Save as PDF' },
      where: opensPdf,
      then: [
        {
          in: 'readingMessage.showing',
          when: ({ isSaved }) => isSaved,
          ...savesPdf,
          context: { isBlocked: true },
          reads: [BLOCKED],
        },
        { in: 'readingMessage.showing', ...savesPdf },
        keptPress(SAVE, MARKING_READ),
      ],
    },
    {
      event: BACK,
      gesture: { action: 'click', role: 'button', name: 'Back to Inbox' },
      then: [{ in: READING, ...returns }, keptPress(BACK, MARKING_READ)],
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
      'no answer in time': { throws: noAnswer, then: { ...couldNotLoad, context: { isMarked: false, pressed: [] } } },
    },
    mark: {
      'they are marked': {
        answers: { unread: 1 },
        then: [
          {
            in: 'showingMessages.marking',
            state: 'showingMessages.refreshing',
            // What was marked is no longer selected, unless the borrower has selected it again.
            context: ({ selected, marking, touched }) => ({
              selected: selected.filter((each) => touched.includes(each) || !marking.includes(each)),
              isMarked: true,
            }),
            calls: (before) => ({ refreshMessages: query(before) }),
          },
          ...openedNext(),
        ],
      },
      'no answer in time': {
        throws: noAnswer,
        then: [
          {
            in: 'showingMessages.marking',
            state: 'showingMessages.ready.quiet',
            context: { notice: 'couldNotMark', marksAsRead: null, marking: [], touched: [], pressed: [] },
            focus: toNotice,
            reads: [COULD_NOT_MARK],
          },
          ...openedNext(ignored(UNMARKED, noAnswer)),
        ],
      },
    },
    getMessage: {
      'a message of plain text': messageAnswer(text, ['Thank you.', 'Your payment has been posted.']),
      'a letter in a PDF': messageAnswer(pdf, ['Your billing statement is available', IS_PDF]),
      'no such message of the borrower': {
        throws: { kind: 'refused', status: 404 },
        then: {
          state: 'readingMessage.notFound',
          context: { reading: null },
          focus: toNotice,
          hides: ['Your billing statement is available', 'We received your payment'],
        },
      },
      'an id that no message can have': {
        throws: { kind: 'refused', status: 400 },
        then: { state: 'readingMessage.notFound', context: { reading: null }, focus: toNotice },
      },
      'no answer in time': {
        throws: noAnswer,
        then: { state: 'readingMessage.couldNotLoad', focus: toNotice },
      },
    },
    getPdf: { 'it is saved': saved, 'a broken server': { throws: server503, then: notSaved } },
    getPlainText: { 'it is saved': saved, 'a broken server': { throws: server503, then: notSaved } },
  },
  delays: [
    {
      ms: 5000,
      then: { in: 'showingMessages.ready.announcing', state: 'showingMessages.ready.quiet', hides: [MARKED] },
    },
  ],
  routes,
  screens: {
    checkingEnrollment: ['Inbox', 'Loading…'],
    checkingClaimsStatus: ['Inbox', 'Loading…'],
    loadingMessages: ['Inbox', 'Loading…'],
    couldNotLoad: ['Inbox', COULD_NOT_LOAD],
    notEnrolled: ['Inbox', 'Get your mail here', 'Sign up for paperless to use your inbox.', 'Go to Manage Paperless'],
    notEligible: ['Inbox', "Paperless isn't available for your account right now."],
    showingMessages: ['Inbox', 'All Messages', 'Unread'],
    readingMessage: ['Back to Inbox'],
    'readingMessage.loading': ['Loading…'],
    'readingMessage.couldNotLoad': [NOT_OPENED],
    'readingMessage.notFound': ['Inbox', NOT_FOUND],
    'readingMessage.gettingPdf': ['11/18/2026', IS_PDF, 'Saving…'],
    'readingMessage.gettingText': ['11/05/2026', 'Saving…'],
  },
  finish: ['showingMessages.ready', 'readingMessage.showing', 'notEnrolled', 'notEligible'],
  claims: {
    'a borrower who is not enrolled does not see messages': {
      reaching: ({ isIn }) => isIn('loadingMessages'),
      needs: (by) => by.kind === 'outcome' && by.outcome === 'letters come to the inbox',
      brokenBy: 'guard isEnrolled: always true',
    },
    'a message of another borrower stays hidden': {
      never: ({ isIn, context }) =>
        isIn('readingMessage.notFound') && (context.reading !== null || context.message !== null),
      brokenBy: 'readingMessage.loading -> getMessage error [isMissing]: action stopReading removed',
    },
    'nothing is marked without a selection': {
      never: ({ isIn, context }) => isIn('showingMessages.marking') && context.marking.length === 0,
      brokenBy: 'guard hasSelection: always true',
    },
  },
  tries: onePress(
    'tab.chosen',
    'page.chosen',
    'mark.pressed',
    'message.opened',
    'save.pressed',
    'back.pressed',
    'xstate.route',
  ),
  facts: ({ filter, page: at, list, asksClaimsStatus, ...given }, isIn) => {
    const isMarking = MARKING.some(isIn);
    return {
      filter,
      at,
      list: list === null ? null : `${list.page} ${list.messages.length}`,
      selected: LISTS.some(isIn) ? given.selected : null,
      notice: isIn('showingMessages.ready') ? given.notice : null,
      reading: isIn('readingMessage') ? [given.documentId, given.message?.documentId, given.isFromList] : null,
      arrived: isIn('readingMessage') ? [given.isSaved, given.isBlocked] : null,
      asksClaimsStatus: isIn('checkingEnrollment') || isIn('couldNotLoad') ? asksClaimsStatus : null,
      marking: isMarking ? [given.marksAsRead, given.marking.filter((each) => given.touched.includes(each))] : null,
      isMarked: isIn('showingMessages.fetching') && given.isMarked,
      // Of several presses, the model follows the first.
      pressed: given.pressed,
    };
  },
});
