/** What is due on all accounts together, and the latest payments. */
import { dueOverviewOf, latestPaymentsOf } from '#domain/accounts/overview.ts';
import { type LoanAccount, MANY_ACCOUNTS } from '#domain/accounts/shapes.ts';
import { formatUsDate } from '#domain/calendar.ts';
import { ButtonLink, Card, Money, Stack, SummaryList, type SummaryRow } from '../../ui/index.ts';

/** How many payments are named beside the accounts. */
const LATEST = 4;

export function DueSummary({ accounts }: { accounts: readonly LoanAccount[] }) {
  const { totalDue, pastDue, nextDueDate } = dueOverviewOf(accounts);
  const rows: SummaryRow[] = [
    ...(pastDue > 0 ? [{ label: 'Past due, included', value: <Money amount={pastDue} /> }] : []),
    ...(nextDueDate === null ? [] : [{ label: 'Next due date', value: formatUsDate(nextDueDate) }]),
    ...(accounts.length >= MANY_ACCOUNTS ? [{ label: 'Accounts', value: accounts.length }] : []),
  ];
  return (
    <Card
      tone="accent"
      heading="Total current amount due"
      actions={<ButtonLink href="/payments/payflow/schedule">Make a Payment</ButtonLink>}
    >
      <Stack>
        <Money size="large" amount={totalDue} />
        {rows.length > 0 && <SummaryList layout="columns" rows={rows} />}
      </Stack>
    </Card>
  );
}

/** The latest payment of each account, the newest first; nothing where none was made. */
export function LatestPayments({ accounts }: { accounts: readonly LoanAccount[] }) {
  const payments = latestPaymentsOf(accounts, LATEST);
  if (payments.length === 0) return null;
  return (
    <Card tone="quiet" heading="Latest payments">
      <SummaryList
        rows={payments.map(({ account, date, amount }) => ({
          label: formatUsDate(date),
          key: account.accountId,
          note: `Account ${account.accountNumber}`,
          value: <Money amount={amount} />,
          money: true,
        }))}
      />
    </Card>
  );
}
