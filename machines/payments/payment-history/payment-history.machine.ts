/**
 * The payment history (Y §4.7) with pagination; the server filters, sorts and searches. The view is the flow's draft,
 * from which Back and a reload restore it.
 */
import { assign, setup } from 'xstate';
import type { Person } from '#domain/session/identity/shapes.ts';
import { paymentActivity as calls } from '#domain/payments/activity-calls.ts';
import { FIRST_VIEW, toHistoryQuery } from '#domain/payments/history.ts';
import type {
  HistoryPeriod,
  HistorySort,
  HistoryView,
  PaymentHistoryPage,
  SortOrder,
} from '#domain/payments/history-shapes.ts';
import { call, savedCall } from '../../kit/effect.ts';
import type { FocusRequested } from '../../kit/events.ts';
import { focusActions, focusOn } from '../../kit/focus.ts';
import { loading } from '../../kit/loading.ts';
import { withAnswer, withEvent } from '../../kit/params.ts';
import { saving } from '../../kit/saving.ts';

export interface PaymentHistoryInput {
  readonly role: Person['role'];
  /** The number of payments per page. */
  readonly pageSize: number;
  /** The previous view; null for the default view. */
  readonly view: HistoryView | null;
}

interface Context extends Pick<PaymentHistoryInput, 'role' | 'pageSize'> {
  readonly view: HistoryView;
  /** The page of payments; null until one has been fetched. */
  readonly list: PaymentHistoryPage | null;
}

interface PeriodChosen {
  readonly type: 'period.chosen';
  readonly period: HistoryPeriod;
}
interface SearchTyped {
  readonly type: 'search.typed';
  readonly text: string;
}
interface SortChosen {
  readonly type: 'sort.chosen';
  readonly sort: HistorySort;
  readonly order: SortOrder;
}
interface PageChosen {
  readonly type: 'page.chosen';
  readonly page: number;
}

const toPageRequest = ({ view, pageSize }: Context) => ({
  body: { ...toHistoryQuery(view), page: view.page, size: pageSize },
});

export const paymentHistory = setup({
  types: {
    context: {} as Context,
    events: {} as
      | PeriodChosen
      | SearchTyped
      | SortChosen
      | PageChosen
      | { type: 'payments.changed' }
      | { type: 'export.pressed' }
      | { type: 'retry.requested' },
    input: {} as PaymentHistoryInput,
    emitted: {} as FocusRequested,
    tags: {} as 'busy' | 'background' | 'settled',
  },
  actors: {
    getPage: call(calls.history),
    getFile: savedCall(calls.historyFile),
  },
  delays: {
    /** How long to wait for the next character before searching. */
    typingPause: 300,
  },
  actions: {
    setList: assign((_, list: PaymentHistoryPage) => ({ list })),
    setPage: assign({ view: ({ context: { view } }, { page }: PaymentHistoryPage) => ({ ...view, page }) }),
    // Changing the dropdown clears the filter (Y §4.7).
    choosePeriod: assign({
      view: ({ context: { view } }, { period }: PeriodChosen): HistoryView => ({
        ...view,
        period,
        search: '',
        page: 1,
      }),
    }),
    // Typing switches to the full history; clearing the filter returns to All (Y §4.7).
    setSearch: assign({
      view: ({ context: { view } }, { text }: SearchTyped): HistoryView => ({
        ...view,
        period: 'all',
        search: text,
        page: 1,
      }),
    }),
    chooseSort: assign({
      view: ({ context: { view } }, { sort, order }: SortChosen): HistoryView => ({ ...view, sort, order, page: 1 }),
    }),
    choosePage: assign({ view: ({ context: { view } }, { page }: PageChosen): HistoryView => ({ ...view, page }) }),
    ...focusActions,
  },
}).createMachine({
  id: 'paymentHistory',
  description: 'The payment history, a page at a time, filtered, sorted and searched; it can be saved as a file',
  context: ({ input: { role, pageSize, view } }) => ({
    role,
    pageSize,
    view: view ?? FIRST_VIEW,
    list: null,
  }),
  initial: 'loadingHistory',
  states: {
    ...loading('loadingHistory', {
      what: 'the first page of the history',
      actor: 'getPage',
      input: ({ context }: { readonly context: Context }) => toPageRequest(context),
      onDone: { target: 'showing', actions: [withAnswer('setList'), withAnswer('setPage')] },
      waiting: 'background',
      isOptional: true,
    }),
    showing: {
      description: 'The borrower reads the history, and can open another page of it while a file is being saved',
      type: 'parallel',
      states: {
        list: {
          description: 'One page of the payments',
          initial: 'ready',
          on: {
            'period.chosen': { target: '.fetching', actions: withEvent('choosePeriod') },
            'search.typed': { target: '.typing', actions: withEvent('setSearch') },
            'sort.chosen': { target: '.fetching', actions: withEvent('chooseSort') },
            'page.chosen': { target: '.fetching', actions: withEvent('choosePage') },
            'payments.changed': '.fetching',
          },
          states: {
            ready: { description: 'The page that was chosen is there', tags: 'settled' },
            typing: {
              description: 'The search text is being typed',
              tags: 'background',
              after: { typingPause: 'fetching' },
            },
            fetching: {
              description: 'Another page is being fetched; the one before stays until it is there',
              tags: 'background',
              invoke: {
                id: 'fetchPage',
                src: 'getPage',
                input: ({ context }) => toPageRequest(context),
                // The button that was pressed may be gone, or may do nothing on the last page.
                onDone: {
                  target: 'ready',
                  actions: [withAnswer('setList'), withAnswer('setPage'), 'focusHeading'],
                },
                onError: { target: 'couldNotFetch', actions: focusOn('history-notice') },
              },
            },
            couldNotFetch: {
              description: 'The page could not be fetched; that can be tried again',
              on: {
                'retry.requested': { target: 'fetching', actions: 'focusHeading' },
                // The notice, which may have focus, disappears.
                'payments.changed': { target: 'fetching', actions: 'focusHeading' },
                // The table is not on the screen.
                'sort.chosen': {},
                'page.chosen': {},
              },
            },
          },
        },
        file: {
          description: 'The filtered history as a file',
          initial: 'noFile',
          states: {
            noFile: {
              description: 'No file is being saved',
              tags: 'settled',
              on: { 'export.pressed': 'gettingFile' },
            },
            gettingFile: saving({
              what: 'the history',
              actor: 'getFile',
              input: ({ context: { view } }: { readonly context: Context }) => ({ body: toHistoryQuery(view) }),
              onDone: 'noFile',
              onError: 'couldNotSave',
            }),
            couldNotSave: {
              description: 'The file could not be saved; that can be tried again',
              on: { 'export.pressed': 'gettingFile' },
            },
          },
        },
      },
    },
  },
});
