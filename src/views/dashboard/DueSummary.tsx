/** What is due on all accounts together. */
import { includedPastDue } from '#domain/accounts/messages.ts';
import { dueOverviewOf } from '#domain/accounts/overview.ts';
import { type LoanAccount, MANY_ACCOUNTS } from '#domain/accounts/shapes.ts';
import { formatUsDate } from '#domain/calendar.ts';
import { ButtonLink, Card, Money, Stack, SummaryList, type SummaryRow } from '../../ui/index.ts';

export function DueSummary({ accounts }: { accounts: readonly LoanAccount[] }) {
  const { totalDue, pastDue, pastDueSince, nextDueDate } = dueOverviewOf(accounts);
  const rows: SummaryRow[] = [
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
        {pastDue > 0 && <p>{includedPastDue(pastDue, pastDueSince)}</p>}
        {rows.length > 0 && <SummaryList layout="columns" rows={rows} />}
      </Stack>
    </Card>
  );
}
