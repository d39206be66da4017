/** Model of the payment history (Y §4.7, §6): dropdown, filter, order, pages and the file. */
import type { ContextFrom } from 'xstate';
import { plainDateOf as day } from '#domain/calendar.ts';
import { toCents } from '#domain/money.ts';
import type { HistoryView, PaymentHistoryItem, PaymentHistoryPage } from '#domain/payments/history-shapes.ts';
import { COULD_NOT_LOAD, TRY_AGAIN, toHeading } from '../../kit/expected-page.ts';
import { defineModel } from 'xstate-workbench/model';
import { historyViewOf, paymentHistory } from './payment-history.machine.ts';

type Context = ContextFrom<typeof paymentHistory>;

const COULD_NOT_FETCH = "We couldn't load these payments.";
const COULD_NOT_SAVE = "We couldn't save the file. Please try again.";
const NONE_RECENT = "You haven't made any payments in the last 12 months.";
const NONE_EVER = "You haven't made any payments yet.";
const NONE_FOUND = 'No payments match your search.';

const paid: PaymentHistoryItem = {
  paymentDetailId: 'detail-9',
  effectiveDate: day('2026-11-05'),
  sumOfPaymentAmount: toCents(20_625),
  sumOfPrincipal: toCents(15_000),
  sumOfInterest: toCents(5_600),
  sumOfFees: toCents(25),
  description: 'Auto Debit',
  borrowerAccountNumber: 'E100200301',
  loanType: 'Direct',
  groupLevelPaymentHistories: [],
  refund: null,
  closedAt: null,
};
/** To two groups, and more than was owed. */
const refunded: PaymentHistoryItem = {
  ...paid,
  sumOfPaymentAmount: toCents(21_625),
  groupLevelPaymentHistories: ['A', 'B'].map((groupId, at) => ({
    groupId,
    totalAmount: toCents(12_025 - at * 3_425),
    principalApplied: toCents(9_000 - at * 3_000),
    interestApplied: toCents(3_000 - at * 400),
    feesApplied: toCents(25 - at * 25),
  })),
  refund: { amount: toCents(1_000), date: day('2026-11-12'), isMade: true },
};
const refundedInFull: PaymentHistoryItem = {
  ...paid,
  paymentDetailId: 'detail-8',
  sumOfPrincipal: toCents(0),
  sumOfInterest: toCents(0),
  sumOfFees: toCents(0),
  refund: { amount: toCents(20_625), date: day('2026-11-12'), isMade: false },
};
const cancelled: PaymentHistoryItem = {
  ...paid,
  paymentDetailId: 'detail-8',
  effectiveDate: day('2026-10-05'),
  sumOfPrincipal: toCents(0),
  sumOfInterest: toCents(0),
  sumOfFees: toCents(0),
  description: 'Cancelled',
  closedAt: '2026-10-01T15:00:00.000Z',
};
const returned: PaymentHistoryItem = { ...paid, description: 'Returned', closedAt: '2026-11-13T17:00:00.000Z' };

const firstPage: PaymentHistoryPage = { payments: [paid, cancelled], page: 1, total: 3 };
const lastPage: PaymentHistoryPage = { payments: [returned], page: 2, total: 3 };
const refunds: PaymentHistoryPage = { payments: [refunded, refundedInFull], page: 1, total: 2 };
const noPayments: PaymentHistoryPage = { payments: [], page: 1, total: 0 };

const LIST = 'showing.list';
const FILE = 'showing.file';
const SHOWN = [`${LIST}.ready`, `${LIST}.typing`, `${LIST}.fetching`, `${LIST}.couldNotFetch`];

const noAnswer = { kind: 'noAnswer' } as const;
const server503 = { kind: 'refused', status: 503 } as const;

const first: HistoryView = { period: 'recent', search: '', sort: 'date', order: 'desc', page: 1 };

/** Expected query to the server. */
const query = ({ view: { search, period, sort, order } }: Pick<Context, 'view'>) => ({
  period,
  search: search === '' ? null : search,
  sort,
  order,
});
const page = (context: Pick<Context, 'view'>) => ({ body: { ...query(context), page: context.view.page, size: 2 } });

const changed = (before: Context, change: Partial<HistoryView>): { view: HistoryView } => ({
  view: { ...before.view, ...change },
});

/** Expects a fetch of another page, according to the change. */
const fetches = (change: Partial<HistoryView>) => {
  const follows = {
    context: (before: Context) => changed(before, change),
    calls: (before: Context) => ({ fetchPage: page(changed(before, change)) }),
    hides: [COULD_NOT_FETCH],
  };
  // The result of a page in flight is discarded.
  return [
    { ...follows, in: `${LIST}.fetching` },
    { ...follows, in: SHOWN, state: `${LIST}.fetching` },
  ];
};

const period = (chosen: HistoryView['period'], label: string) => ({
  event: { type: 'period.chosen', period: chosen } as const,
  gesture: { action: 'choose', role: 'combobox', name: 'Show payments from', value: label } as const,
  where: ({ view }: Context) => view.search !== '' || view.period !== chosen,
  then: fetches({ period: chosen, search: '', page: 1 }),
});

const typed = (text: string) => ({
  context: (before: Context) => changed(before, { period: 'all', search: text, page: 1 }),
  waits: [300],
  hides: [COULD_NOT_FETCH],
});
const search = (text: string) => ({
  event: { type: 'search.typed', text } as const,
  gesture: { action: 'fill', role: 'textbox', name: 'Search your payments', value: text } as const,
  where: ({ view }: Context) => view.search !== text,
  then: [
    { ...typed(text), in: `${LIST}.typing` },
    { ...typed(text), in: SHOWN, state: `${LIST}.typing` },
  ],
});

const sort = (by: HistoryView['sort'], order: HistoryView['order'], from: string, name: string) => ({
  event: { type: 'sort.chosen', sort: by, order } as const,
  gesture: { action: 'click', role: 'button', name } as const,
  where: ({ view, list }: Context) => (list?.total ?? 0) > 0 && `${view.sort} ${view.order}` === from,
  then: fetches({ sort: by, order, page: 1 }),
});

const turn = (to: number, name: string, where: (list: PaymentHistoryPage) => boolean) => ({
  event: { type: 'page.chosen', page: to } as const,
  gesture: { action: 'click', role: 'button', name } as const,
  where: ({ list }: Context) => list !== null && list.total > 2 && where(list),
  then: fetches({ page: to }),
});

/** Expected texts of a page of payments. */
const brings = (list: PaymentHistoryPage, reads: readonly string[], hides: readonly string[] = []) => {
  const context = (before: Context) => ({ list, ...changed(before, { page: list.page }) });
  return {
    answers: list,
    then: [
      {
        in: 'loadingHistory',
        when: ({ role }: Context) => role === 'payer' && list.total > 0,
        state: [`${LIST}.ready`, `${FILE}.noFile`],
        context,
        reads: [reads[0] ?? '', 'Electronic'],
        hides,
      },
      { in: 'loadingHistory', state: [`${LIST}.ready`, `${FILE}.noFile`], context, reads, hides },
      {
        state: `${LIST}.ready`,
        context,
        focus: toHeading,
        reads: reads.filter((text) => text !== 'Auto debit'),
        hides,
      },
    ],
  };
};

const nothing = (before: Context) => ({ list: noPayments, ...changed(before, { page: 1 }) });
const isAll = ({ view }: Context) => view.period === 'all';
const isSearching = ({ view }: Context) => view.search !== '';
const atOnce = { in: 'loadingHistory', state: [`${LIST}.ready`, `${FILE}.noFile`], context: nothing };
const later = { state: `${LIST}.ready`, context: nothing, focus: toHeading };

const input = { role: 'borrower', pageSize: 2, view: null } as const;
const loads = (context: Pick<Context, 'view'>) => ({ state: 'loadingHistory', calls: { getPage: page(context) } });
const atFirst = (role: Context['role'], view = first) => ({ role, pageSize: 2, view, list: null });
const kept: HistoryView = { period: 'all', search: '206', sort: 'amount', order: 'asc', page: 2 };

const savesFailed = { state: `${FILE}.couldNotSave`, reads: [COULD_NOT_SAVE] };

export default defineModel<typeof paymentHistory>({
  machine: paymentHistory,
  title: 'Payment History',
  place: '`/payments/payment-activity`',
  inputs: {
    'a borrower': { input, then: { ...loads({ view: first }), context: atFirst('borrower') } },
    'an authorized payer': {
      input: { ...input, role: 'payer' },
      then: { ...loads({ view: first }), context: atFirst('payer') },
    },
    'a borrower who comes back to a search': {
      input: { ...input, view: kept },
      then: { ...loads({ view: kept }), context: atFirst('borrower', kept) },
    },
  },
  events: [
    period('recent', 'recent'),
    period('all', 'all'),
    search('206'),
    search(''),
    sort('amount', 'desc', 'date desc', 'Amount'),
    sort('amount', 'asc', 'amount desc', 'Amount'),
    sort('date', 'desc', 'amount asc', 'Date'),
    turn(2, 'Next page', ({ page: shown }) => shown === 1),
    turn(1, 'Previous page', ({ page: shown }) => shown === 2),
    { event: { type: 'payments.changed' }, then: fetches({}) },
    {
      event: { type: 'export.pressed' },
      gesture: { action: 'click', role: 'button', name: 'Save as CSV' },
      then: {
        in: [`${FILE}.noFile`, `${FILE}.couldNotSave`],
        state: `${FILE}.gettingFile`,
        calls: (before) => ({ getFile: { body: query(before) } }),
        reads: ['Saving…'],
        hides: [COULD_NOT_SAVE],
      },
    },
    {
      event: { type: 'retry.wanted' },
      gesture: { action: 'click', role: 'button', name: TRY_AGAIN },
      then: [
        {
          in: 'couldNotLoad',
          state: 'loadingHistory',
          calls: (before) => ({ getPage: page(before) }),
          hides: [COULD_NOT_LOAD],
        },
        {
          in: `${LIST}.couldNotFetch`,
          state: `${LIST}.fetching`,
          calls: (before) => ({ fetchPage: page(before) }),
          focus: toHeading,
          hides: [COULD_NOT_FETCH],
        },
      ],
    },
  ],
  outcomes: {
    getPage: {
      'the first page': brings(firstPage, ['Payments 1 to 2 of 3', '11/05/2026', '$206.25', 'Auto debit', 'Cancelled']),
      'the last page': brings(lastPage, ['Payments 3 to 3 of 3', '11/05/2026', 'Returned on 11/13/2026']),
      'payments with refunds': brings(
        refunds,
        ['Payments 1 to 2 of 2', 'Refunded $10.00 on 11/12/2026', 'Refund of $206.25 coming on 11/12/2026'],
        ['$0.00'],
      ),
      'no payments': {
        answers: noPayments,
        then: [
          { ...atOnce, when: isSearching, reads: [NONE_FOUND] },
          { ...atOnce, reads: [NONE_RECENT] },
          { ...later, when: isSearching, reads: [NONE_FOUND] },
          { ...later, when: isAll, reads: [NONE_EVER] },
          { ...later, reads: [NONE_RECENT] },
        ],
      },
      'no answer in time': {
        throws: noAnswer,
        then: [
          { in: 'loadingHistory', state: 'couldNotLoad', reads: [COULD_NOT_LOAD] },
          {
            state: `${LIST}.couldNotFetch`,
            focus: { place: 'field', field: 'history-notice', delay: 0 },
            reads: [COULD_NOT_FETCH],
          },
        ],
      },
    },
    getFile: {
      'it is saved': { answers: undefined, then: { state: `${FILE}.noFile` } },
      'a broken server': { throws: server503, then: savesFailed },
    },
  },
  delays: [
    {
      ms: 300,
      then: {
        in: `${LIST}.typing`,
        state: `${LIST}.fetching`,
        calls: (before) => ({ fetchPage: page(before) }),
      },
    },
  ],
  screens: {
    loadingHistory: ['Payment History', 'Loading…'],
    couldNotLoad: ['Payment History', COULD_NOT_LOAD],
    showing: ['Payment History', 'Show payments from', 'Search your payments'],
  },
  finish: ['showing.list.ready'],
  claims: {
    'a filter covers the full history, and begins on its first page': {
      never: ({ isIn, context }) =>
        isIn(`${LIST}.typing`) && (context.view.period !== 'all' || context.view.page !== 1),
      brokenBy: 'showing.list -> search.typed: action setSearch removed',
    },
    'the page that is shown is the page that counts as chosen': {
      never: ({ isIn, context: { view, list } }) => isIn(`${LIST}.ready`) && list !== null && list.page !== view.page,
      brokenBy: 'showing.list.fetching -> fetchPage done: action keepPage removed',
    },
  },
  draft: { of: historyViewOf, secrets: [] },
  facts: ({ role, view, list }) => ({
    role,
    view: `${view.period} ${view.sort} ${view.order} ${view.page} ${view.search}`,
    list: list === null ? null : `${list.page} of ${list.total}`,
  }),
});
