/** The dashboard: the borrower's accounts, and what is due on each. */
import type { ContextFrom } from 'xstate';
import type { LoanAccount } from '#domain/accounts/shapes.ts';
import { formatUsDate } from '#domain/calendar.ts';
import { formatUsd, sumCents } from '#domain/money.ts';
import { dashboard } from '#machines/dashboard/dashboard.machine.ts';
import {
  ButtonLink,
  Card,
  Columns,
  Content,
  EmptyState,
  Money,
  Notice,
  Stack,
  SummaryList,
  type SummaryRow,
  Tag,
} from '../ui/index.ts';
import { defineFlow } from '../app/flow/define-flow.ts';
import { type ShownProps, resourceViews } from '../views/loading/resource-views.tsx';

function rowsOf(account: LoanAccount): SummaryRow[] {
  const rows: SummaryRow[] = [
    { label: 'Current balance', value: <Money amount={account.currentBalance} />, money: true },
  ];
  if (account.latestPayment !== null) {
    const { latestPaymentAmount, latestPaymentDate } = account.latestPayment;
    rows.push({
      label: `Last payment, ${formatUsDate(latestPaymentDate)}`,
      value: <Money amount={latestPaymentAmount} />,
      money: true,
    });
  }
  if (!account.showNoPaymentDueBanner && account.paymentDueDate !== null) {
    rows.push({
      label: `Due ${formatUsDate(account.paymentDueDate)}`,
      value: <Money amount={account.paymentAmountIncludingPastDue} />,
      money: true,
      total: true,
    });
  }
  return rows;
}

function AccountCard({ account }: { account: LoanAccount }) {
  const isPastDue = account.pastDueAmt > 0;
  return (
    <Card
      heading={`Account ${account.accountNumber}`}
      headingLevel={3}
      aside={<Tag>{account.statusDesc}</Tag>}
      tone={isPastDue ? 'attention' : 'plain'}
    >
      <Stack>
        {isPastDue && (
          <Notice kind="warning">
            <p>{formatUsd(account.pastDueAmt)} is past due - please pay today.</p>
          </Notice>
        )}
        {account.showNoPaymentDueBanner && (
          <Notice kind="info">
            <p>Payments are not currently due.</p>
          </Notice>
        )}
        <SummaryList rows={rowsOf(account)} />
      </Stack>
    </Card>
  );
}

function Section({ heading, accounts }: { heading: string; accounts: readonly LoanAccount[] }) {
  if (accounts.length === 0) return null;
  return (
    <section aria-label={heading}>
      <Stack>
        <h2>{heading}</h2>
        <Columns>
          {accounts.map((account) => (
            <AccountCard key={account.accountId} account={account} />
          ))}
        </Columns>
      </Stack>
    </section>
  );
}

type Context = ContextFrom<typeof dashboard>;

function Accounts({ data: { federalAccounts, commercialAccounts } }: ShownProps<Context>) {
  const accounts = [...federalAccounts, ...commercialAccounts];
  return (
    <Stack gap="large">
      <Content section="home" name="dashboard-intro" />
      <Card
        tone="accent"
        heading="Total current amount due"
        actions={<ButtonLink href="/payments/payflow/schedule">Make a Payment</ButtonLink>}
      >
        <Money size="large" amount={sumCents(accounts.map((account) => account.paymentAmountIncludingPastDue))} />
      </Card>
      <Section heading="Federal Accounts" accounts={federalAccounts} />
      <Section heading="Commercial Accounts" accounts={commercialAccounts} />
    </Stack>
  );
}

const NoAccounts = () => <EmptyState>There are no loan accounts to show.</EmptyState>;

export default defineFlow<typeof dashboard>({
  machine: dashboard,
  views: resourceViews<Context>({ Showing: Accounts, Empty: NoAccounts }),
  input: () => ({}),
});
