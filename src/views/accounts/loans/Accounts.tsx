/** The summary of several accounts: a card for each, or with many a table that can be searched and sorted (P §2.11). */
import { accountName } from '#domain/account-name.ts';
import {
  NEXT_DUE_DATE,
  balanceLabel,
  coverageLabels,
  nextPaymentMessage,
  nothingDueText,
  pastDueMessage,
} from '#domain/accounts/messages.ts';
import { toAmountsDue, nextPaymentOn, sortAccounts } from '#domain/accounts/overview.ts';
import { type LoanAccount, type LoanAccounts, MANY_ACCOUNTS } from '#domain/accounts/shapes.ts';
import { type PlainDate, formatUsDate } from '#domain/calendar.ts';
import { loanDetailsAddress } from '#domain/accounts/loans/address.ts';
import { accountCoverage } from '#domain/payments/coverage.ts';
import type { ScheduledPayment } from '#domain/payments/shapes.ts';
import {
  ButtonLink,
  Card,
  type Column,
  Columns,
  DataTable,
  Money,
  Notice,
  Stack,
  SummaryList,
  type SummaryRow,
  Tag,
  TextLink,
  usePages,
} from '../../../ui/index.ts';
import { BillsBeingPaid } from '../../kit/bills/BillsBeingPaid.tsx';
import { dueRows } from '../../kit/bills/due-rows.tsx';
import { AccountStatus, DefaultNotice, PayLink, StatusCell } from '../dashboard/AccountStatus.tsx';
import { type AccountRow, DUE_COLUMNS } from '../dashboard/AccountTable.tsx';
import { useAccountFilter } from '../dashboard/account-filter.tsx';

const PAYMENT_HISTORY = '/payments/payment-activity';

function toRows({ account, coverage }: AccountRow): SummaryRow[] {
  const { latestPayment, balanceDate, currentBalance, paymentDueDate } = account;
  const due = toAmountsDue(account);
  return [
    { label: 'Account number', value: account.accountNumber, money: true },
    ...(due.totalDue > 0 ? dueRows(due) : []),
    ...(currentBalance > 0 && paymentDueDate !== null
      ? [{ label: NEXT_DUE_DATE, value: formatUsDate(paymentDueDate), money: true }]
      : []),
    { label: balanceLabel(balanceDate), value: <Money amount={currentBalance} />, money: true },
    ...(coverage === null
      ? []
      : [
          { label: coverageLabels.scheduled, value: <Money amount={coverage.scheduled} />, money: true },
          { label: coverageLabels.left, value: <Money amount={coverage.left} />, money: true },
        ]),
    {
      label: latestPayment === null ? 'Last payment' : `Last payment, ${formatUsDate(latestPayment.latestPaymentDate)}`,
      value: latestPayment === null ? 'None' : <Money amount={latestPayment.latestPaymentAmount} />,
      money: true,
    },
  ];
}

/** The sentences about the amounts due. */
function DueTexts({ account, coverage }: AccountRow) {
  const next = nextPaymentOn(account);
  return (
    <>
      <DefaultNotice account={account} />
      <BillsBeingPaid bills={account.beingPaid} />
      {account.pastDueAmt > 0 && (
        <Notice kind={coverage?.coversPastDue ? 'info' : 'warning'}>
          <p>{pastDueMessage(account, coverage)}</p>
        </Notice>
      )}
      {account.showNoPaymentDueBanner && (
        <Notice kind="info">
          <p>{nothingDueText(account)}</p>
        </Notice>
      )}
      {next && <p>{nextPaymentMessage(next)}</p>}
    </>
  );
}

function AccountCard({ account, coverage }: AccountRow) {
  const hasPage = usePages();
  return (
    <Card
      heading={accountName(account)}
      headingLevel={3}
      aside={<AccountStatus account={account} />}
      tone={account.pastDueAmt > 0 ? 'attention' : 'plain'}
      actions={
        <>
          <ButtonLink
            variant="secondary"
            href={loanDetailsAddress(account.accountId)}
            context={`of ${accountName(account)}`}
          >
            View Groups and Loan Details
          </ButtonLink>
          <PayLink account={account} coverage={coverage} />
          {hasPage(PAYMENT_HISTORY) && <TextLink href={PAYMENT_HISTORY}>Payment history</TextLink>}
          {account.isEnrolledInAutoDebit && <Tag tone="info">Auto debit is on</Tag>}
        </>
      }
    >
      <Stack gap="small">
        <DueTexts account={account} coverage={coverage} />
        <SummaryList rows={toRows({ account, coverage })} />
      </Stack>
    </Card>
  );
}

interface SectionProps {
  readonly heading: string;
  readonly accounts: readonly LoanAccount[];
  /** Null when the scheduled payments could not be loaded. */
  readonly upcoming: readonly ScheduledPayment[] | null;
}

function CardSection({ heading, accounts, upcoming }: SectionProps) {
  if (accounts.length === 0) return null;
  return (
    <section aria-label={heading}>
      <Stack>
        <h2>{heading}</h2>
        <Columns>
          {sortAccounts(accounts, 'urgency').map((account) => (
            <AccountCard key={account.accountId} account={account} coverage={accountCoverage(account, upcoming)} />
          ))}
        </Columns>
      </Stack>
    </section>
  );
}

/** Returns the columns; the balances of all accounts are of one day. */
const columnsFor = (balanceDate: PlainDate | undefined): Column<AccountRow>[] => [
  {
    key: 'number',
    header: 'Account',
    names: true,
    cell: ({ account }) => accountName(account),
  },
  {
    key: 'status',
    header: 'Status',
    cell: ({ account, coverage }) => (
      <Stack gap="small">
        <StatusCell account={account} />
        {account.showNoPaymentDueBanner && <span>{nothingDueText(account)}</span>}
        {account.pastDueAmt > 0 && <span>{pastDueMessage(account, coverage)}</span>}
      </Stack>
    ),
  },
  ...DUE_COLUMNS,
  {
    key: 'last',
    header: 'Last payment',
    align: 'end',
    cell: ({ account: { latestPayment } }) =>
      latestPayment === null ? (
        'None'
      ) : (
        <>
          <Money amount={latestPayment.latestPaymentAmount} />
          <span className="ui-table__note">{formatUsDate(latestPayment.latestPaymentDate)}</span>
        </>
      ),
  },
  {
    key: 'balance',
    header: balanceLabel(balanceDate, 'Balance'),
    align: 'end',
    cell: ({ account }) => <Money amount={account.currentBalance} />,
  },
  {
    key: 'details',
    header: 'Details',
    headerHidden: true,
    cell: ({ account }) => (
      <TextLink href={loanDetailsAddress(account.accountId)}>
        View Groups and Loan Details<span className="ui-sr"> of {accountName(account)}</span>
      </TextLink>
    ),
  },
];

interface TableSectionProps extends SectionProps {
  readonly focusedRow: string | undefined;
  readonly columns: readonly Column<AccountRow>[];
}

function TableSection({ heading, accounts, upcoming, focusedRow, columns }: TableSectionProps) {
  if (accounts.length === 0) return null;
  return (
    <section aria-label={heading}>
      <Stack>
        <h2>{heading}</h2>
        <DataTable
          caption={heading}
          captionHidden
          focusedRow={focusedRow}
          columns={columns}
          rows={accounts.map((account) => ({ account, coverage: accountCoverage(account, upcoming) }))}
          rowKey={({ account }) => account.accountId}
        />
      </Stack>
    </section>
  );
}

export interface AccountsProps {
  readonly accounts: LoanAccounts;
  readonly upcoming: readonly ScheduledPayment[] | null;
}

function ManyAccounts({ accounts: { federalAccounts, commercialAccounts }, upcoming }: AccountsProps) {
  const all = [...federalAccounts, ...commercialAccounts];
  const { controls, shown, firstAdded, showAll } = useAccountFilter(all);
  const hasPage = usePages();
  const common = { upcoming, focusedRow: firstAdded, columns: columnsFor(all[0]?.balanceDate) };
  return (
    <Stack>
      {hasPage(PAYMENT_HISTORY) && (
        <p>
          <TextLink href={PAYMENT_HISTORY}>Payment history</TextLink>
        </p>
      )}
      {controls}
      <TableSection
        heading="Federal Accounts"
        accounts={shown.filter((account) => federalAccounts.includes(account))}
        {...common}
      />
      <TableSection
        heading="Commercial Accounts"
        accounts={shown.filter((account) => commercialAccounts.includes(account))}
        {...common}
      />
      {showAll}
    </Stack>
  );
}

export function Accounts(props: AccountsProps) {
  const { federalAccounts, commercialAccounts } = props.accounts;
  if (federalAccounts.length + commercialAccounts.length >= MANY_ACCOUNTS) return <ManyAccounts {...props} />;
  return (
    <Stack gap="large">
      <CardSection heading="Federal Accounts" accounts={federalAccounts} upcoming={props.upcoming} />
      <CardSection heading="Commercial Accounts" accounts={commercialAccounts} upcoming={props.upcoming} />
    </Stack>
  );
}
