/** Specification of the payment history (Y §4.7, §6): dropdown, filter, order, pages and the file. */
import type { ContextFrom } from 'xstate';
import { toPlainDate as day } from '#domain/calendar.ts';
import { toCents } from '#domain/money.ts';
import type { HistoryView, PaymentHistoryItem, PaymentHistoryPage } from '#domain/payments/history-shapes.ts';
import { TRY_AGAIN, toHeading } from '../../kit/expected-page.ts';
import { answers } from 'xstate-workbench/model';
import { noAnswer, spec, words } from '../../kit/spec.ts';
import { paymentHistory } from './payment-history.machine.ts';

type Context = ContextFrom<typeof paymentHistory>;
const { to, stays, given, does, hears, loads, press, saves, where } = words<typeof paymentHistory>();

const COULD_NOT_SAVE = "We couldn't save the file. Please try again.";

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
/** To two groups, with a refund of the excess. */
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
const canceled: PaymentHistoryItem = {
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

const firstPage: PaymentHistoryPage = { payments: [paid, canceled], page: 1, total: 3 };
const lastPage: PaymentHistoryPage = { payments: [returned], page: 2, total: 3 };
const refunds: PaymentHistoryPage = { payments: [refunded, refundedInFull], page: 1, total: 2 };
const FIRST_PAGE = ['Payments 1 to 2 of 3', '11/05/2026', '$206.25', 'Cancelled'];
const LAST_PAGE = ['Payments 3 to 3 of 3', '11/05/2026'];
const REFUNDS = ['Payments 1 to 2 of 2', 'Refunded $10.00 on 11/12/2026', 'Refund of $206.25 coming on 11/12/2026'];
const noPayments: PaymentHistoryPage = { payments: [], page: 1, total: 0 };

/** The initial view, and one from an earlier visit. */
const first: HistoryView = { period: 'recent', search: '', sort: 'date', order: 'desc', page: 1 };
const stored: HistoryView = { period: 'all', search: '206', sort: 'amount', order: 'asc', page: 2 };

/** The server filters and sorts, and sends one page. */
const query = ({ search, period, sort, order }: HistoryView) => ({
  period,
  search: search === '' ? null : search,
  sort,
  order,
});
const page = (view: HistoryView) => ({ body: { ...query(view), page: view.page, size: 2 } });

const starts = (role: Context['role'], view: HistoryView | null) =>
  [
    { role, pageSize: 2, view },
    to(
      'loadingHistory',
      { role, pageSize: 2, view: view ?? first, list: null },
      { calls: { getPage: page(view ?? first) } },
    ),
  ] as const;

type UnderWay = 'typing' | 'fetching';

const changed = ({ view }: Context, change: Partial<HistoryView>) => ({ view: { ...view, ...change } });

/** Another choice fetches a page, and a page that is under way is discarded. */
const fetches = (change: Partial<HistoryView>, isUnderWay?: UnderWay) => ({
  ...(isUnderWay === 'fetching' ? stays() : to('showing.list.fetching')),
  context: (before: Context) => changed(before, change),
  calls: (before: Context) => ({ fetchPage: page(changed(before, change).view) }),
});

/** The dropdown and the search above the list. A typed search waits for a pause of 300 ms. */
const filters = (isUnderWay?: UnderWay) => {
  const show = (period: HistoryView['period']) =>
    where(
      ({ view }) => view.search !== '' || view.period !== period,
      does(
        { action: 'choose', role: 'combobox', name: 'Show payments from', value: period },
        { type: 'period.chosen', period },
        fetches({ period, search: '', page: 1 }, isUnderWay),
      ),
    );
  const search = (text: string) =>
    where(
      ({ view }) => view.search !== text,
      does(
        { action: 'fill', role: 'textbox', name: 'Search your payments', value: text },
        { type: 'search.typed', text },
        {
          ...(isUnderWay === 'typing' ? stays() : to('showing.list.typing')),
          context: (before) => changed(before, { period: 'all', search: text, page: 1 }),
          waits: [300],
        },
      ),
    );
  return [show('recent'), show('all'), search('206'), search('')];
};

/** The headings of the table, which sort it, and the buttons below it. */
const table = (isUnderWay?: UnderWay) => {
  const sort = (name: 'Amount' | 'Date', before: string, by: HistoryView['sort'], order: HistoryView['order']) =>
    where(
      ({ view, list }) => (list?.total ?? 0) > 0 && `${view.sort} ${view.order}` === before,
      press(name, { type: 'sort.chosen', sort: by, order }, fetches({ sort: by, order, page: 1 }, isUnderWay)),
    );
  const turn = (name: string, from: number, number: number) =>
    where(
      ({ list }) => list !== null && list.total > 2 && list.page === from,
      press(name, { type: 'page.chosen', page: number }, fetches({ page: number }, isUnderWay)),
    );
  return [
    sort('Amount', 'date desc', 'amount', 'desc'),
    sort('Amount', 'amount desc', 'amount', 'asc'),
    sort('Date', 'amount asc', 'date', 'desc'),
    turn('Next page', 1, 2),
    turn('Previous page', 2, 1),
  ].flat();
};

const paymentsChanged = (isUnderWay?: UnderWay) => hears('payments.changed', fetches({}, isUnderWay));

/** The first page arrives. */
const isLoading = ({ list }: Context): boolean => list === null;
const isPayer = ({ role }: Context): boolean => role === 'payer';

const begins = (list: PaymentHistoryPage, reads: readonly string[], hides: readonly string[] = []) =>
  to(['showing.list.ready', 'showing.file.noFile'], ({ view }) => ({ list, view: { ...view, page: list.page } }), {
    reads,
    hides,
  });
const follows = (list: PaymentHistoryPage, reads: readonly string[], hides: readonly string[] = []) =>
  to('showing.list.ready', ({ view }) => ({ list, view: { ...view, page: list.page } }), {
    reads,
    hides,
    focus: toHeading,
  });
/** The same for the first page and for a later one. */
const arrives = (...[list, reads, hides]: Parameters<typeof begins>) => [
  given(isLoading, begins(list, reads, hides)),
  follows(list, reads, hides),
];

const NONE_FOUND = 'No payments match your search.';
const NONE_RECENT = "You haven't made any payments in the last 12 months.";
const NONE_EVER = "You haven't made any payments yet.";

const exportPressed = press(
  'Save as CSV',
  'export.pressed',
  to('showing.file.gettingFile', undefined, {
    calls: ({ view }) => ({ getFile: { body: query(view) } }),
    hides: [COULD_NOT_SAVE],
  }),
);

export default spec(paymentHistory, {
  title: 'Payment History',
  place: '`/payments/payment-activity`',
  shows: ['Payment History'],
  starts: {
    'a borrower': starts('borrower', null),
    'an authorized payer': starts('payer', null),
    'a borrower who comes back to a search': starts('borrower', stored),
  },
  states: {
    ...loads('loadingHistory', ({ view }: Context) => ({ getPage: page(view) })),
    showing: { shows: ['Show payments from', 'Search your payments'] },
    'showing.list.ready': { on: [filters(), table(), paymentsChanged()] },
    'showing.list.typing': {
      on: [filters('typing'), table('typing'), paymentsChanged()],
      after: { 300: to('showing.list.fetching', undefined, { calls: ({ view }) => ({ fetchPage: page(view) }) }) },
    },
    'showing.list.fetching': { on: [filters('fetching'), table('fetching'), paymentsChanged('fetching')] },
    'showing.list.couldNotFetch': {
      shows: ["We couldn't load these payments."],
      on: [
        filters(),
        // The table is not on the screen.
        table().map(({ event }) => hears(event, stays())),
        hears('payments.changed', { ...fetches({}), focus: toHeading }),
        press(
          TRY_AGAIN,
          'retry.requested',
          to('showing.list.fetching', undefined, {
            calls: ({ view }) => ({ fetchPage: page(view) }),
            focus: toHeading,
          }),
        ),
      ],
    },
    'showing.file.noFile': { on: [exportPressed] },
    ...saves('showing.file.gettingFile', {
      by: 'getFile',
      done: to('showing.file.noFile'),
      failed: to('showing.file.couldNotSave'),
    }),
    'showing.file.couldNotSave': { shows: [COULD_NOT_SAVE], on: [exportPressed] },
  },
  several: [
    {
      in: ['loadingHistory', 'showing.list.fetching'],
      when: {
        getPage: {
          // Payers do not see the payment's method or its return date (Y §6).
          'the first page': [
            answers(firstPage),
            given(isPayer, arrives(firstPage, [...FIRST_PAGE, 'Electronic'], ['Auto debit'])),
            arrives(firstPage, [...FIRST_PAGE, 'Auto debit'], ['Electronic']),
          ],
          'the last page': [
            answers(lastPage),
            given(isPayer, arrives(lastPage, [...LAST_PAGE, 'Electronic'], ['Returned'])),
            arrives(lastPage, [...LAST_PAGE, 'Returned on 11/13/2026'], ['Electronic']),
          ],
          'payments with refunds': [
            answers(refunds),
            given(isPayer, arrives(refunds, [...REFUNDS, 'Electronic'], ['$0.00', 'Auto debit'])),
            arrives(refunds, [...REFUNDS, 'Auto debit'], ['$0.00', 'Electronic']),
          ],
          'no payments': [
            answers(noPayments),
            given(({ view }) => view.search !== '', arrives(noPayments, [NONE_FOUND])),
            given(({ view }) => view.period === 'all', follows(noPayments, [NONE_EVER])),
            arrives(noPayments, [NONE_RECENT]),
          ],
          'no answer in time': [
            noAnswer,
            given(isLoading, to('couldNotLoad')),
            to('showing.list.couldNotFetch', undefined, {
              focus: { place: 'field', field: 'history-notice', delay: 0 },
            }),
          ],
        },
      },
    },
  ],
  finish: ['showing.list.ready'],
  claims: {
    'a filter covers the full history, and begins on its first page': {
      never: ({ isIn, context }) =>
        isIn('showing.list.typing') && (context.view.period !== 'all' || context.view.page !== 1),
      brokenBy: 'showing.list -> search.typed: action setSearch removed',
    },
    'the page that is shown is the page that counts as chosen': {
      never: ({ isIn, context: { view, list } }) =>
        isIn('showing.list.ready') && list !== null && list.page !== view.page,
      brokenBy: 'showing.list.fetching -> fetchPage done: action setPage removed',
    },
  },
  facts: ({ role, view, list }) => ({
    role,
    view: `${view.period} ${view.sort} ${view.order} ${view.page} ${view.search}`,
    list: list === null ? null : `${list.page} of ${list.total}`,
  }),
});
