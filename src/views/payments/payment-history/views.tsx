/** The payment history: which payments to show, the table, its pages and the file (Y §2.2, §4.7). */
import { accountName } from '#domain/account-name.ts';
import { businessDate, formatUsDate } from '#domain/calendar.ts';
import type { Cents } from '#domain/money.ts';
import { isPaid, isRefundedInFull } from '#domain/payments/history.ts';
import { refundText } from '#domain/payments/messages.ts';
import { RETURNED } from '#domain/payments/payment-types.ts';
import type { HistoryPeriod, PaymentHistoryItem, PaymentHistoryPage } from '#domain/payments/history-shapes.ts';
import type { Person } from '#domain/session/identity/shapes.ts';
import type { ViewProps, ViewsOf } from '#machines/kit/view.ts';
import type { paymentHistory } from '#machines/payments/payment-history/payment-history.machine.ts';
import {
  Busy,
  Button,
  ButtonLink,
  Card,
  type Column,
  Content,
  DataTable,
  Disclosure,
  EmptyState,
  FieldError,
  Filters,
  Money,
  Notice,
  Paginator,
  Select,
  Stack,
  SummaryList,
  type SummaryRow,
  Tag,
  TextField,
  fieldId,
} from '../../../ui/index.ts';
import { couldNotLoad } from '../../kit/loading/messages.ts';
import { PaymentType } from './PaymentType.tsx';

type Props = Pick<ViewProps<typeof paymentHistory>, 'state' | 'send'>;

const HEADING = 'Payment History';

const DETAILS = '/payments/payment-activity/payment-activity-details';

const PERIODS = [
  { value: 'recent', label: 'Last 12 Months' },
  { value: 'all', label: 'All' },
] as const;
/** In the dropdown only during a search (Y §4.7). */
const SEARCH = { value: 'search', label: 'Search' } as const;

const isPeriod = (value: string): value is HistoryPeriod => PERIODS.some((period) => period.value === value);

interface PaymentProps {
  readonly payment: PaymentHistoryItem;
  readonly role: Person['role'];
}

/** The date of a payment: for borrowers a link to its details, for payers plain text (Y §6). */
function PaymentDate({ payment, role }: PaymentProps) {
  const date = formatUsDate(payment.effectiveDate);
  if (role === 'payer') return date;
  return (
    <ButtonLink variant="quiet" href={`${DETAILS}?payment=${encodeURIComponent(payment.paymentDetailId)}`}>
      {date}
    </ButtonLink>
  );
}

/** The type of a payment, its outcome, and its refund (ruling 95). */
function TypeAndOutcome({ payment, role }: PaymentProps) {
  const { description, closedAt, refund } = payment;
  const type = <PaymentType type={description} reader={role} />;
  const isReturned = description === RETURNED && role === 'borrower' && closedAt !== null;
  return (
    <>
      {isPaid(description) ? (
        type
      ) : (
        <Tag tone="warning">
          {type}
          {isReturned && ` on ${formatUsDate(businessDate(new Date(closedAt)))}`}
        </Tag>
      )}
      {refund !== null && (
        <>
          {' '}
          <Tag tone="info">{refundText(refund)}</Tag>
        </>
      )}
    </>
  );
}

const amountRow = (label: string, amount: Cents): SummaryRow => ({
  label,
  value: <Money amount={amount} />,
  money: true,
});

/** Returns the amounts of a payment to several loan groups of its account (ruling 105); none for a payment to one. */
const groupRows = ({ groupLevelPaymentHistories: groups }: PaymentHistoryItem): SummaryRow[] =>
  groups.length < 2 ? [] : groups.map(({ groupId, totalAmount }) => amountRow(`Group ${groupId}`, totalAmount));

const nameOfAccount = ({ borrowerAccountNumber: accountNumber, loanType }: PaymentHistoryItem): string =>
  accountName({ accountNumber, loanType });

/** The account of a payment. A payment to several of its loan groups unfolds to their amounts. */
function AccountAndGroups({ payment }: Pick<PaymentProps, 'payment'>) {
  const name = nameOfAccount(payment);
  const rows = groupRows(payment);
  if (rows.length === 0) return name;
  return (
    <>
      {name}
      <Disclosure summary={`${rows.length} groups`}>
        <SummaryList rows={rows} />
      </Disclosure>
    </>
  );
}

/** The parts of a payment, which the columns of the table show, unfold on a narrow screen. */
function Split({ payment }: Pick<PaymentProps, 'payment'>) {
  const { sumOfPrincipal, sumOfInterest, sumOfFees, effectiveDate } = payment;
  const parts = isRefundedInFull(payment)
    ? []
    : [amountRow('Principal', sumOfPrincipal), amountRow('Interest', sumOfInterest), amountRow('Fees', sumOfFees)];
  const rows = [...parts, ...groupRows(payment)];
  if (rows.length === 0) return null;
  return (
    <Disclosure
      summary={
        <>
          How it was applied<span className="ui-sr">: payment of {formatUsDate(effectiveDate)}</span>
        </>
      }
    >
      <SummaryList rows={rows} />
    </Disclosure>
  );
}

/** Returns a column of applied amounts. A payment that was refunded in full has none (ruling 95). */
const applied = (
  key: string,
  header: string,
  of: (payment: PaymentHistoryItem) => Cents,
): Column<PaymentHistoryItem> => ({
  key,
  header,
  align: 'end',
  onlyIn: 'table',
  cell: (payment) => (isRefundedInFull(payment) ? '—' : <Money amount={of(payment)} />),
});

function createColumns({ state }: Props): Column<PaymentHistoryItem>[] {
  const { role } = state.context;
  return [
    {
      key: 'date',
      header: 'Date',
      names: true,
      stackedPlace: 'start',
      stackedLabelHidden: true,
      sorts: { desc: 'Newest first', asc: 'Oldest first' },
      cell: (payment) => <PaymentDate payment={payment} role={role} />,
    },
    {
      key: 'type',
      header: 'Type',
      stackedLabelHidden: true,
      cell: (payment) => <TypeAndOutcome payment={payment} role={role} />,
    },
    {
      key: 'account',
      header: 'Account',
      onlyIn: 'table',
      cell: (payment) => <AccountAndGroups payment={payment} />,
    },
    {
      key: 'account-name',
      header: 'Account',
      onlyIn: 'stacked',
      stackedPlace: 'middle',
      stackedLabelHidden: true,
      cell: (payment) => nameOfAccount(payment),
    },
    applied('principal', 'Principal', ({ sumOfPrincipal }) => sumOfPrincipal),
    applied('interest', 'Interest', ({ sumOfInterest }) => sumOfInterest),
    applied('fees', 'Fees', ({ sumOfFees }) => sumOfFees),
    {
      key: 'amount',
      header: 'Amount',
      align: 'end',
      stackedPlace: 'end',
      stackedLabelHidden: true,
      sorts: { desc: 'Largest amount first', asc: 'Smallest amount first' },
      cell: ({ sumOfPaymentAmount }) => <Money amount={sumOfPaymentAmount} />,
    },
    {
      key: 'split',
      header: 'How it was applied',
      headerHidden: true,
      onlyIn: 'stacked',
      cell: (payment) => <Split payment={payment} />,
    },
  ];
}

/** The dropdown, the filter and the button that saves the file. */
function Controls({ state, send }: Props) {
  const { view } = state.context;
  const isSearching = view.search !== '';
  const isSaving = state.matches({ showing: { file: 'gettingFile' } });
  const hasFailed = state.matches({ showing: { file: 'couldNotSave' } });
  return (
    <Filters>
      <Select
        name="history-period"
        label="Show payments from"
        width="medium"
        value={isSearching ? SEARCH.value : view.period}
        options={isSearching ? [...PERIODS, SEARCH] : PERIODS}
        onChange={(period) => {
          if (isPeriod(period)) send({ type: 'period.chosen', period });
        }}
      />
      <TextField
        name="history-search"
        label="Search your payments"
        hint="Enter a date, an amount, a payment type or an account number. For example: 11/2026"
        value={view.search}
        standsAlone
        onChange={(text) => send({ type: 'search.typed', text })}
      />
      <div>
        <Button
          variant="secondary"
          icon="download"
          busy={isSaving}
          busyText="Saving…"
          onClick={() => send({ type: 'export.pressed' })}
        >
          Save as CSV
        </Button>
        <div aria-live="polite">
          <FieldError
            name="history-file"
            error={hasFailed ? "We couldn't save the file. Please try again." : undefined}
          />
        </div>
      </div>
    </Filters>
  );
}

/** The text in place of the table when there is nothing to list. */
function Nothing({ state }: Pick<Props, 'state'>) {
  const { view } = state.context;
  if (view.search !== '') {
    return (
      <EmptyState icon="search">
        <Content section="payments" name="no-search-results" fallback={<p>No payments match your search.</p>} />
      </EmptyState>
    );
  }
  return (
    <EmptyState icon="history">
      {view.period === 'recent' ? (
        <Content
          section="payments"
          name="no-payments-12-months"
          fallback={<p>You haven&apos;t made any payments in the last 12 months.</p>}
        />
      ) : (
        <Content
          section="payments"
          name="no-payments-all-time"
          fallback={<p>You haven&apos;t made any payments yet.</p>}
        />
      )}
    </EmptyState>
  );
}

/** Returns the range of the visible payments: `Payments 11 to 20 of 240`. */
function whereabouts({ payments, page, total }: PaymentHistoryPage, pageSize: number): string {
  const first = (page - 1) * pageSize + 1;
  return `Payments ${first} to ${first + payments.length - 1} of ${total}`;
}

function Table({ state, send, list }: Props & { list: PaymentHistoryPage }) {
  const { view, pageSize } = state.context;
  if (list.total === 0) return <Nothing state={state} />;
  return (
    <Stack>
      <DataTable
        caption={
          <>
            <span className="ui-sr">{HEADING}: </span>
            <output>{whereabouts(list, pageSize)}</output>
          </>
        }
        columns={createColumns({ state, send })}
        rows={list.payments}
        rowKey={({ paymentDetailId }) => paymentDetailId}
        sorting={{
          name: 'history-sort',
          column: view.sort,
          order: view.order,
          onSort: (column, order) => {
            if (column === 'date' || column === 'amount') send({ type: 'sort.chosen', sort: column, order });
          },
        }}
      />
      <Paginator
        label="Pages of payment history"
        page={list.page}
        pageCount={Math.ceil(list.total / pageSize)}
        onPage={(page) => send({ type: 'page.chosen', page })}
      />
    </Stack>
  );
}

function History({ state, send }: Props) {
  const { list } = state.context;
  return (
    <Card heading={HEADING}>
      <Stack>
        <Controls state={state} send={send} />
        {state.matches({ showing: { list: 'couldNotFetch' } }) ? (
          <Notice
            kind="error"
            id={fieldId('history-notice')}
            action={<Button onClick={() => send({ type: 'retry.requested' })}>Try again</Button>}
          >
            <p>We couldn&apos;t load these payments. Please try again.</p>
          </Notice>
        ) : (
          list !== null && <Table state={state} send={send} list={list} />
        )}
      </Stack>
    </Card>
  );
}

const Loading = () => (
  <Card heading={HEADING}>
    <Busy text="Loading…" />
  </Card>
);

const CouldNotLoad = ({ send }: Props) => (
  <Card heading={HEADING}>
    <Notice kind="error" action={<Button onClick={() => send({ type: 'retry.requested' })}>Try again</Button>}>
      <p>{couldNotLoad}</p>
    </Notice>
  </Card>
);

export const paymentHistoryViews = {
  loadingHistory: Loading,
  couldNotLoad: CouldNotLoad,
  showing: History,
} satisfies ViewsOf<typeof paymentHistory>;
