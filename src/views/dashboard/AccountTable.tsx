/** Many accounts in a table, which can be sorted and filtered. What is chosen lasts as long as the page. */
import { useState } from 'react';
import { balanceLabel, coverageNote, nextPaymentMessage, sinceText } from '#domain/accounts/messages.ts';
import { accountName } from '#domain/account-name.ts';
import {
  ACCOUNT_ORDERS,
  ACCOUNT_SELECTIONS,
  type AccountOrder,
  type AccountSelection,
  filterAccounts,
  nextPaymentOn,
  sortAccounts,
} from '#domain/accounts/overview.ts';
import type { LoanAccount } from '#domain/accounts/shapes.ts';
import { accountCoverage } from '#domain/payments/account-coverage.ts';
import { type PlainDate, formatUsDate } from '#domain/calendar.ts';
import type { Coverage } from '#domain/payments/coverage.ts';
import type { ScheduledPayment } from '#domain/payments/shapes.ts';
import {
  Button,
  ButtonRow,
  type Column,
  Columns,
  DataTable,
  EmptyState,
  Money,
  Select,
  Stack,
  TextField,
} from '../../ui/index.ts';
import { AccountStatus, PayLink } from './AccountStatus.tsx';

/** How many accounts are shown before "Show all". */
const ROWS_AT_FIRST = 10;

const ORDERS: Readonly<Record<AccountOrder, string>> = {
  urgency: 'Past due first',
  amount: 'Amount due',
  balance: 'Balance',
  number: 'Account number',
};

const SELECTIONS: Readonly<Record<AccountSelection, string>> = {
  all: 'All accounts',
  pastDue: 'Past due',
  due: 'Payment due',
  notDue: 'Nothing due',
};

function PastDue({ account: { pastDueAmt, pastDueSince } }: { account: LoanAccount }) {
  const since = pastDueAmt > 0 ? sinceText(pastDueSince) : '';
  return (
    <>
      <Money amount={pastDueAmt} />
      {since === '' ? null : <span className="ui-table__note">{since.trim()}</span>}
    </>
  );
}

function DueDate({ account }: { account: LoanAccount }) {
  const { paymentDueDate, showNoPaymentDueBanner } = account;
  if (paymentDueDate !== null && !showNoPaymentDueBanner) return formatUsDate(paymentDueDate);
  const next = nextPaymentOn(account);
  return <>Not due{next && <span className="ui-table__note">{nextPaymentMessage(next)}</span>}</>;
}

/** An account and how far scheduled payments cover what is due on it. */
interface Row {
  readonly account: LoanAccount;
  readonly coverage: Coverage | null;
}

/** Returns the columns; the balances of all accounts are of one day. */
const columnsFor = (balanceDate: PlainDate | undefined): Column<Row>[] => [
  { key: 'number', header: 'Account', cell: ({ account }) => accountName(account), names: true },
  { key: 'status', header: 'Status', cell: ({ account }) => <AccountStatus account={account} /> },
  {
    key: 'date',
    header: 'Due date',
    cell: ({ account }) => <DueDate account={account} />,
  },
  {
    key: 'pastDue',
    header: 'Past due',
    cell: ({ account }) => <PastDue account={account} />,
    align: 'end',
  },
  {
    key: 'due',
    header: 'Amount due',
    cell: ({ account, coverage }) => (
      <>
        <Money amount={account.paymentAmountIncludingPastDue} />
        {coverage && <span className="ui-table__note">{coverageNote(coverage)}</span>}
      </>
    ),
    align: 'end',
  },
  {
    key: 'balance',
    header: balanceLabel(balanceDate, 'Balance'),
    cell: ({ account }) => <Money amount={account.currentBalance} />,
    align: 'end',
  },
  { key: 'pay', header: 'Action', headerHidden: true, cell: (row) => <PayLink {...row} /> },
];

export interface AccountTableProps {
  readonly accounts: readonly LoanAccount[];
  /** Null when the scheduled payments could not be loaded. */
  readonly upcoming: readonly ScheduledPayment[] | null;
}

export function AccountTable({ accounts, upcoming }: AccountTableProps) {
  const [order, setOrder] = useState<AccountOrder>('urgency');
  const [selection, setSelection] = useState<AccountSelection>('all');
  const [part, setPart] = useState('');
  /** The first row that "Show all" added; undefined as long as only the first rows are shown. */
  const [firstAdded, setFirstAdded] = useState<string>();
  const found = sortAccounts(filterAccounts(accounts, selection, part), order);
  const shown = firstAdded === undefined ? found.slice(0, ROWS_AT_FIRST) : found;
  return (
    <section aria-label="Accounts">
      <Stack>
        <h2>Accounts</h2>
        <Columns of="fields">
          <Select
            name="account-selection"
            label="Show"
            width="full"
            value={selection}
            options={ACCOUNT_SELECTIONS.map((value) => ({
              value,
              label: `${SELECTIONS[value]} (${filterAccounts(accounts, value).length})`,
            }))}
            onChange={(value) => setSelection(ACCOUNT_SELECTIONS.find((each) => each === value) ?? 'all')}
          />
          <Select
            name="account-order"
            label="Sort by"
            width="full"
            value={order}
            options={ACCOUNT_ORDERS.map((value) => ({ value, label: ORDERS[value] }))}
            onChange={(value) => setOrder(ACCOUNT_ORDERS.find((each) => each === value) ?? 'urgency')}
          />
          <TextField
            name="account-number-part"
            label="Find an account number"
            width="full"
            value={part}
            onChange={setPart}
          />
        </Columns>
        <output>
          {shown.length} of {accounts.length} accounts
        </output>
        {found.length === 0 ? (
          <EmptyState icon="search">No account fits what you chose.</EmptyState>
        ) : (
          <DataTable
            caption="Accounts"
            focusedRow={firstAdded}
            captionHidden
            columns={columnsFor(accounts[0]?.balanceDate)}
            rows={shown.map((account) => ({ account, coverage: accountCoverage(account, upcoming) }))}
            rowKey={({ account }) => account.accountId}
          />
        )}
        {shown.length < found.length && (
          <ButtonRow>
            <Button variant="secondary" onClick={() => setFirstAdded(found[ROWS_AT_FIRST]?.accountId)}>
              Show all {found.length} accounts
            </Button>
          </ButtonRow>
        )}
      </Stack>
    </section>
  );
}
