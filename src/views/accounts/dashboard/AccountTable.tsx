/** A table of many accounts, with sorting and filtering. The choices last until the page unmounts. */
import {
  balanceLabel,
  coverageNote,
  dueLabels,
  dueThisMonth,
  exitDueLabel,
  nextPaymentMessage,
  sinceText,
} from '#domain/accounts/messages.ts';
import { accountName } from '#domain/account-name.ts';
import { toAmountsDue, isPaidInFull, nextPaymentOn } from '#domain/accounts/overview.ts';
import type { LoanAccount } from '#domain/accounts/shapes.ts';
import { type PaymentCoverage, accountCoverage } from '#domain/payments/coverage.ts';
import { type PlainDate, formatUsDate } from '#domain/calendar.ts';
import type { ScheduledPayment } from '#domain/payments/shapes.ts';
import { type Column, DataTable, Money, Stack } from '../../../ui/index.ts';
import { BillsBeingPaidNotes } from '../../kit/bills/BillsBeingPaid.tsx';
import { useAccountFilter } from './account-filter.tsx';
import { PayLink, StatusCell } from './AccountStatus.tsx';

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
  if (isPaidInFull(account)) return 'None';
  const next = nextPaymentOn(account);
  return <>Not due{next && <span className="ui-table__note">{nextPaymentMessage(next)}</span>}</>;
}

/** An account and its coverage by scheduled payments. */
export interface AccountRow {
  readonly account: LoanAccount;
  readonly coverage: PaymentCoverage | null;
}

/** The columns with the amount due and its date. */
export const DUE_COLUMNS: readonly Column<AccountRow>[] = [
  {
    key: 'date',
    header: 'Due date',
    cell: ({ account }) => <DueDate account={account} />,
  },
  {
    key: 'thisMonth',
    header: dueLabels.thisMonth,
    cell: ({ account }) => <Money amount={dueThisMonth(toAmountsDue(account))} />,
    align: 'end',
  },
  {
    key: 'pastDue',
    header: dueLabels.pastDue,
    cell: ({ account }) => <PastDue account={account} />,
    align: 'end',
  },
  {
    key: 'due',
    header: dueLabels.total,
    cell: ({ account, coverage }) => (
      <>
        <Money amount={account.paymentAmountIncludingPastDue} />
        {account.exitDue != null && (
          <span className="ui-table__note">
            {exitDueLabel(account.exitDue)}: <Money amount={account.exitDue.amount} />
          </span>
        )}
        {coverage && <span className="ui-table__note">{coverageNote(coverage)}</span>}
        <BillsBeingPaidNotes bills={account.beingPaid} />
      </>
    ),
    align: 'end',
  },
];

/** Returns the columns; the balances of all accounts are of one day. */
const columnsFor = (balanceDate: PlainDate | undefined): Column<AccountRow>[] => [
  { key: 'number', header: 'Account', cell: ({ account }) => accountName(account), names: true },
  { key: 'status', header: 'Status', cell: ({ account }) => <StatusCell account={account} /> },
  ...DUE_COLUMNS,
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
  const { controls, shown, found, firstAdded, showAll } = useAccountFilter(accounts);
  return (
    <section aria-label="Accounts">
      <Stack>
        <h2>Accounts</h2>
        {controls}
        {found.length > 0 && (
          <DataTable
            caption="Accounts"
            focusedRow={firstAdded}
            captionHidden
            columns={columnsFor(accounts[0]?.balanceDate)}
            rows={shown.map((account) => ({ account, coverage: accountCoverage(account, upcoming) }))}
            rowKey={({ account }) => account.accountId}
          />
        )}
        {showAll}
      </Stack>
    </section>
  );
}
