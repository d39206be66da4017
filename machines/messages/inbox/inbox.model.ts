/** Specification of the inbox (P §2.10, §4, §8, §9): with and without paperless, on both tabs, with both kinds of messages. */
import type { AnyEventObject, ContextFrom, EventFrom } from 'xstate';
import { toPlainDate as day } from '#domain/calendar.ts';
import type { InboxMessage, InboxPage } from '#domain/messages/inbox/shapes.ts';
import { TRY_AGAIN, toHeading, toNotice } from '../../kit/expected-page.ts';
import { isFirstPress, queuedPress, onePress, repeatedFocus } from '../../kit/expected-presses.ts';
import { type Case, type Entry, answers, computePart } from 'xstate-workbench/model';
import { failed, noAnswer, spec, words } from '../../kit/spec.ts';
import { inbox } from './inbox.machine.ts';

type Context = ContextFrom<typeof inbox>;
const { to, stays, given, where, press, follow, does, queues, loads, notLoaded } = words<typeof inbox>();

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

const LETTER = 'Your billing statement is available';
const NOTE = 'We received your payment';
const NOT_OPENED = "We couldn't open this message. Please try again.";
const IS_PDF = 'This letter is a PDF file.';
const BLOCKED = 'allow downloads and pop-ups for this site';
const SAVING = 'Saving…';

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
const asksEnrollment = { calls: { getEnrollment: {} } };
const starts = (asksClaimsStatus: boolean) => {
  const own = { ...input, asksClaimsStatus };
  return [own, to('checkingEnrollment', { ...own, ...atFirst }, asksEnrollment)] as const;
};

const QUIET = 'showingMessages.ready.quiet';
const TURNING = ['showingMessages.ready', 'showingMessages.fetching'] as const;
/** States in which messages are marked, so that other presses count afterwards. */
const MARKING = ['showingMessages.marking', 'showingMessages.refreshing'] as const;
const LISTS = [...TURNING, ...MARKING] as const;
const MARKING_READ = 'readingMessage.markingRead';
/** States of a message's page that Back and Forward leave at once. */
const READING = [
  'readingMessage.loading',
  'readingMessage.couldNotLoad',
  'readingMessage.notFound',
  'readingMessage.showing',
  'readingMessage.gettingPdf',
  'readingMessage.gettingText',
] as const;

const query = ({ filter, page }: Pick<Context, 'filter' | 'page'>) => ({
  query: { filter, page: String(page), size: '2' },
});
/** The messages load; the previous ones stay visible. */
const fetches = { calls: (before: Context) => ({ fetchMessages: query(before) }) };
const markRequest = (messages: readonly InboxMessage[], readFlag: boolean) => ({
  body: { messages: messages.map(({ documentId, isDirect }) => ({ messageId: documentId, isDirect })), readFlag },
});

const hasListed =
  (requested: InboxMessage) =>
  ({ list }: Context): boolean =>
    list?.messages.some(({ documentId }) => documentId === requested.documentId) === true;
const hasMessages = ({ list }: Context): boolean => (list?.messages.length ?? 0) > 0;
const hasSelected = ({ selected }: Context): boolean => selected.length > 0;
const isAll = ({ filter }: Context): boolean => filter === 'all';

/** Another tab or page opens without a selection. */
const turns = (part: Partial<Pick<Context, 'filter' | 'page'>>) =>
  to(
    'showingMessages.fetching',
    { ...part, selected: [], notice: null },
    {
      calls: (before) => ({ fetchMessages: query({ ...before, ...part }) }),
    },
  );
const tab = (filter: 'all' | 'unread', name: string) =>
  does({ action: 'click', role: 'tab', name }, { type: 'tab.chosen', filter }, turns({ filter, page: 1 }));
const turn = (name: string, page: number) => press(name, { type: 'page.chosen', page }, turns({ page }));

const mark = (name: string, readFlag: boolean) =>
  where(
    // The button of the marking in flight is busy.
    (context) => hasMessages(context) && context.marksAsRead !== readFlag,
    press(
      name,
      { type: 'mark.pressed', readFlag },
      given(
        hasSelected,
        to(
          'showingMessages.marking',
          ({ selected }) => ({ marksAsRead: readFlag, marking: selected, touched: [], notice: null }),
          {
            calls: ({ list, selected }) => {
              const messages = list?.messages.filter(({ documentId }) => selected.includes(documentId)) ?? [];
              return { mark: markRequest(messages, readFlag) };
            },
          },
        ),
      ),
      stays({ notice: 'nothingSelected' }, { focus: toNotice }),
    ),
  );
const open = (message: InboxMessage, name: string) =>
  where(
    hasListed(message),
    follow(
      name,
      { type: 'message.opened', message },
      to(
        'readingMessage.loading',
        { documentId: message.documentId, reading: message, isFromList: true, notice: null },
        { calls: { getMessage: { params: { documentId: message.documentId } } } },
      ),
    ),
  );
const pages = [
  tab('all', 'All Messages'),
  tab('unread', 'Unread'),
  where((context) => isAll(context) && context.list?.page === 1 && context.list.total > 2, turn('Next page', 2)),
  where((context) => isAll(context) && context.list?.page === 2, turn('Previous page', 1)),
].flat();
const messages = [
  mark('Mark As Read', true),
  mark('Mark As Unread', false),
  open(letter, `${LETTER} (PDF)`),
  open(note, NOTE),
].flat();

const select = (message: InboxMessage, date: string, isSelected: boolean) =>
  where(
    (context) => hasListed(message)(context) && context.selected.includes(message.documentId) !== isSelected,
    does(
      { action: isSelected ? 'check' : 'uncheck', role: 'checkbox', name: `Select ${message.subjectLine}, ${date}` },
      { type: 'message.toggled', documentId: message.documentId, isSelected },
      stays(({ selected, touched }) => {
        const without = (ids: readonly string[]) => ids.filter((each) => each !== message.documentId);
        return {
          selected: isSelected ? [...without(selected), message.documentId] : without(selected),
          touched: [...without(touched), message.documentId],
          notice: null,
        };
      }),
    ),
  );
const selectAll = (isSelected: boolean) =>
  where(
    (context) => hasMessages(context) && (context.selected.length === context.list?.messages.length) !== isSelected,
    does(
      { action: isSelected ? 'check' : 'uncheck', role: 'checkbox', name: 'Select all messages on this page' },
      { type: 'all.toggled', isSelected },
      stays(({ list }) => {
        const all = (list?.messages ?? []).map(({ documentId }) => documentId);
        return { selected: isSelected ? all : [], touched: all, notice: null };
      }),
    ),
  );

const routeTo = (screen: '#inbox' | '#message', documentId?: string) => ({
  type: 'xstate.route' as const,
  to: screen,
  ...(documentId !== undefined && { params: { documentId } }),
});
const left = { reading: null, message: null, isSaved: false, isBlocked: false };
/** The list, and the way back to it. */
const reloads = { state: 'showingMessages.fetching', ...fetches } as const;
const returns = { ...reloads, context: left } as const;
const openedByAddress = (documentId: string) =>
  to(
    'readingMessage.loading',
    { documentId, ...left, isFromList: false },
    { calls: { getMessage: { params: { documentId } } }, focus: toHeading },
  );
const addressed = (documentId: string) => [
  { ...openedByAddress(documentId), in: [...TURNING, ...READING], focus: toHeading },
  queuedPress(routeTo('#message', documentId), MARKING_READ),
  queuedPress(routeTo('#message', documentId), MARKING),
];

/** Messages have loaded. Messages on other pages are not selected. */
const shows = (list: InboxPage, { selected }: Pick<Context, 'selected'>) => ({
  list,
  page: list.page,
  selected: selected.filter((id) => list.messages.some(({ documentId }) => documentId === id)),
  marksAsRead: null,
  marking: [],
  touched: [],
});
const showsAtOnce = (list: InboxPage, reads: readonly string[]) =>
  to(QUIET, (before) => shows(list, before), { reads });
/** A screen reader announces that messages were marked, for a limited time. */
const announces = (list: InboxPage, reads: readonly string[]) =>
  to('showingMessages.ready.announcing', (before) => ({ ...shows(list, before), isMarked: false }), {
    waits: [5000],
    focus: toHeading,
    reads,
  });
const getMessages = (then: (list: InboxPage, reads: readonly string[]) => readonly Case<Context>[]) =>
  ({
    'two of three messages': [answers(twoOfThree), ...then(twoOfThree, [LETTER, '11/18/2026', NOTE, '11/05/2026'])],
    'the last page': [answers(lastPage), ...then(lastPage, [LETTER])],
    'no messages': [answers(noMessages), ...then(noMessages, ['You have no messages.'])],
    'no answer in time': notLoaded({ isMarked: false, pressed: [] }),
  }) as const;

/** Queued presses that run after the marked messages have reloaded: the first of them, with its result on that list. */
const inTurn: readonly Pick<Entry<EventFrom<typeof inbox>, Context>, 'event' | 'cases'>[] = [
  ...pages,
  ...messages,
  { event: routeTo('#inbox'), cases: [reloads] },
  { event: routeTo('#message', 'note-1'), cases: [openedByAddress('note-1')] },
  { event: routeTo('#message', 'letter-1'), cases: [openedByAddress('letter-1')] },
];
const pressedThen = (list: InboxPage): readonly Case<Context>[] => {
  const now = (before: Context): Context => ({ ...before, ...shows(list, before), pressed: [] });
  return inTurn.flatMap(({ event, cases }) =>
    cases
      .filter(({ when }) => when === undefined || list.messages.length > 0)
      .map(({ when, context, calls, focus, ...rest }) => ({
        state: QUIET,
        ...rest,
        focus: null,
        emits: repeatedFocus(focus ?? undefined),
        when: (before) => isFirstPress(event)(before) && (when?.(now(before)) ?? true),
        context: (before) => ({ ...shows(list, before), pressed: [], ...computePart(context, now(before)) }),
        ...(calls !== undefined && {
          calls: (before: Context) => (typeof calls === 'function' ? calls(now(before)) : calls),
        }),
      })),
  );
};

const theMessage = ({ documentId }: Context) => ({ params: { documentId } });
const opensPdf = ({ message }: Context): boolean => message?.isPlainText === false;
const savesPdf = to('readingMessage.gettingPdf', undefined, {
  calls: (before) => ({ getPdf: theMessage(before) }),
});
const savesText = to('readingMessage.gettingText', undefined, {
  calls: (before) => ({ getPlainText: theMessage(before) }),
});
const SAVE = { type: 'save.pressed' } as const;
const BACK = { type: 'back.pressed' } as const;
const save = [
  where(
    (context) => !opensPdf(context),
    press('Save as a file', SAVE, {
      ...savesText,
      context: ({ isSaved, isBlocked }) => ({ isBlocked: isSaved || isBlocked }),
    }),
  ),
  where(
    opensPdf,
    press(
      'Save as PDF',
      SAVE,
      // The file is saved again if it did not arrive.
      given(({ isSaved }) => isSaved, { ...savesPdf, context: { isBlocked: true }, reads: [BLOCKED] }),
      savesPdf,
    ),
  ),
].flat();
const back = press('Back to Inbox', BACK, returns);

const ignored = (what: string, failure: object) => [{ type: 'failure.ignored', what, failure }];
/** Presses that were queued while the message was marked as read, and their results. */
const later: readonly {
  readonly event: Context['pressed'][number];
  readonly when: (context: Context) => boolean;
  readonly then: Case<Context>;
}[] = [
  { event: SAVE, when: opensPdf, then: savesPdf },
  { event: SAVE, when: () => true, then: savesText },
  { event: BACK, when: () => true, then: returns },
  { event: routeTo('#inbox'), when: () => true, then: returns },
  { event: routeTo('#message', 'note-1'), when: () => true, then: openedByAddress('note-1') },
  { event: routeTo('#message', 'letter-1'), when: () => true, then: openedByAddress('letter-1') },
];
/**
 * After the marking, a queued press runs; otherwise a PDF opened from the list is saved, and any other message is
 * shown.
 */
const openedNext = (emits: readonly { type: string }[] = []): readonly Case<Context>[] => [
  ...later.map(({ event, when, then: { focus, ...then } }) => ({
    ...then,
    when: (before: Context) => isFirstPress(event)(before) && when(before),
    context: (before: Context) => ({ ...computePart(then.context, before), pressed: [] }),
    emits: [...emits, ...repeatedFocus(focus ?? undefined)],
  })),
  {
    when: ({ isFromList, message }) => isFromList && message?.documentId === 'letter-1',
    ...savesPdf,
    emits,
  },
  to('readingMessage.showing', undefined, { emits }),
];

const opened = (message: typeof text, ...reads: readonly string[]) =>
  [
    answers(message),
    to(MARKING_READ, { reading: message, message }, { calls: { markRead: markRequest([message], true) }, reads }),
  ] as const;
const notFound = to('readingMessage.notFound', { reading: null }, { focus: toNotice });
/** A file that fails to load; the specification does not report the failure itself (P §8). */
const file = {
  'it is saved': [answers(undefined), to('readingMessage.showing', { isSaved: true }, { hides: [SAVING] })],
  'a broken server': [
    failed(503),
    to(
      'readingMessage.showing',
      { isBlocked: true },
      {
        emits: ignored('The file of a message was not saved', { kind: 'refused', status: 503 }),
        reads: [BLOCKED],
        hides: [SAVING],
      },
    ),
  ],
} as const;

const { checkingEnrollment, couldNotLoad } = loads('checkingEnrollment', asksEnrollment.calls);

/**
 * Paths queue one press at a time. They open a message from the list of all messages, or from the requested page of
 * them.
 */
const queuesOne = onePress(
  'tab.chosen',
  'page.chosen',
  'mark.pressed',
  'message.opened',
  'save.pressed',
  'back.pressed',
  'xstate.route',
);
const isForMessage = ({ type, ...event }: AnyEventObject) =>
  type === 'message.opened' || (type === 'xstate.route' && event['to'] === '#message');
const isAllAtRest = ({ filter, page, list, notice }: Context) =>
  filter === 'all' && (list === null || list.page === page) && notice === null;

export default spec(inbox, {
  shows: ['Inbox'],
  starts: { 'a borrower': starts(true), 'a borrower without the check of paperless eligibility': starts(false) },
  notices: {
    nothingSelected: 'Please select at least one message.',
    couldNotMark: "We couldn't mark the messages you selected. Please try again.",
  },
  states: {
    checkingEnrollment: {
      ...checkingEnrollment,
      when: {
        getEnrollment: {
          'letters come to the inbox': [
            answers({ enrolled: true }),
            to('loadingMessages', undefined, { calls: (before) => ({ getMessages: query(before) }) }),
          ],
          'letters come by mail': [
            answers({ enrolled: false }),
            given(
              ({ asksClaimsStatus }) => asksClaimsStatus,
              to('checkingClaimsStatus', undefined, { calls: { getClaimsStatus: {} } }),
            ),
            to('notEnrolled'),
          ],
          'no answer in time': notLoaded(),
        },
      },
    },
    checkingClaimsStatus: {
      shows: ['Loading…'],
      when: {
        getClaimsStatus: {
          'paperless is open': [answers({ shouldShowMessage: false }), to('notEnrolled')],
          'paperless is not open': [answers({ shouldShowMessage: true }), to('notEligible')],
          'no answer in time': notLoaded(),
        },
      },
    },
    couldNotLoad,
    notEnrolled: {
      shows: ['Get your mail here', 'Sign up for paperless to use your inbox.', 'Go to Manage Paperless'],
    },
    notEligible: { shows: ["Paperless isn't available for your account right now."] },
    loadingMessages: {
      shows: ['Loading…'],
      when: { getMessages: getMessages((list, reads) => [showsAtOnce(list, reads)]) },
    },
    showingMessages: { shows: ['All Messages', 'Unread'] },
    'showingMessages.ready.announcing': {
      shows: ['Message(s) marked as read or unread'],
      after: { 5000: to(QUIET) },
    },
    'showingMessages.fetching': {
      when: {
        getMessages: getMessages((list, reads) => [
          ...given(({ isMarked }) => !isMarked, { ...showsAtOnce(list, reads), focus: toHeading }),
          announces(list, reads),
        ]),
      },
    },
    'showingMessages.marking': {
      when: {
        mark: {
          'they are marked': [
            answers({ unread: 1 }),
            to(
              'showingMessages.refreshing',
              // The marked messages are no longer selected, unless the borrower has selected them again.
              ({ selected, marking, touched }) => ({
                selected: selected.filter((each) => touched.includes(each) || !marking.includes(each)),
                isMarked: true,
              }),
              { calls: (before) => ({ refreshMessages: query(before) }) },
            ),
          ],
          'no answer in time': [
            noAnswer,
            to(QUIET, { notice: 'couldNotMark', marksAsRead: null, marking: [], touched: [], pressed: [] }),
          ],
        },
      },
    },
    'showingMessages.refreshing': {
      when: { getMessages: getMessages((list, reads) => [...pressedThen(list), announces(list, reads)]) },
    },
    readingMessage: { shows: ['Back to Inbox'] },
    'readingMessage.loading': {
      shows: ['Loading…'],
      when: {
        getMessage: {
          'a message of plain text': opened(text, 'Thank you.', 'Your payment has been posted.'),
          'a letter in a PDF': opened(pdf, LETTER, IS_PDF),
          'no such message of the borrower': [failed(404), { ...notFound, hides: [LETTER, NOTE] }],
          'an id that no message can have': [failed(400), notFound],
          'no answer in time': [noAnswer, to('readingMessage.couldNotLoad', undefined, { focus: toNotice })],
        },
      },
    },
    'readingMessage.couldNotLoad': {
      shows: [NOT_OPENED, TRY_AGAIN],
      on: [
        press(
          TRY_AGAIN,
          'retry.requested',
          to('readingMessage.loading', undefined, {
            calls: (before) => ({ getMessage: theMessage(before) }),
            focus: toHeading,
          }),
        ),
      ],
    },
    'readingMessage.notFound': { shows: ['Inbox', 'We can’t find this message'] },
    [MARKING_READ]: {
      on: [...save, back].map(queues),
      when: {
        mark: {
          'they are marked': [answers({ unread: 1 }), ...openedNext()],
          'no answer in time': [
            noAnswer,
            ...openedNext(ignored('A message that was opened was not marked as read', noAnswer.throws)),
          ],
        },
      },
    },
    'readingMessage.showing': { over: true, on: save },
    'readingMessage.gettingPdf': { shows: ['11/18/2026', IS_PDF, SAVING], when: { getPdf: file } },
    'readingMessage.gettingText': { shows: ['11/05/2026', SAVING], when: { getPlainText: file } },
  },
  several: [
    { in: TURNING, on: pages },
    {
      in: LISTS,
      on: [
        select(letter, '11/18/2026', true),
        select(letter, '11/18/2026', false),
        select(note, '11/05/2026', true),
        selectAll(true),
        selectAll(false),
      ],
    },
    { in: TURNING, on: messages },
    { in: MARKING, on: [...pages, ...messages].map(queues) },
    { in: READING, on: [back] },
  ],
  routes: {
    '#inbox': [
      { ...returns, in: READING },
      { ...reloads, in: TURNING },
      queuedPress(routeTo('#inbox'), MARKING_READ),
      queuedPress(routeTo('#inbox'), MARKING),
    ],
    '#message documentId=note-1': addressed('note-1'),
    '#message documentId=letter-1': addressed('letter-1'),
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
  tries: (event, context) =>
    queuesOne(event, context) &&
    // Once there are messages, nothing depends on the check of paperless eligibility but another start.
    (context.asksClaimsStatus || context.list === null) &&
    (!isForMessage(event) || isAllAtRest(context)),
  // In what order messages were selected does not matter.
  facts: ({ filter, page: at, list, asksClaimsStatus, selected, notice, isMarked, pressed, ...rest }, isIn) => ({
    filter,
    at,
    asksClaimsStatus,
    list:
      isIn('showingMessages') || isIn('readingMessage')
        ? list && [list.page, list.messages.length]
        : list && list.page === at,
    selected: [...selected].sort(),
    notice,
    isMarked,
    pressed,
    reading: isIn('readingMessage') && [rest.message?.documentId, rest.isFromList],
    arrived: isIn('readingMessage') && [rest.isSaved, rest.isBlocked],
    marksAsRead: MARKING.some(isIn) && rest.marksAsRead,
    // They are no longer selected once they are marked.
    marking: isIn('showingMessages.marking') && rest.marking.filter((each) => !rest.touched.includes(each)).sort(),
  }),
});
