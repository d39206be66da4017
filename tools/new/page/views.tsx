/** The balance of each account. */
import type { ContextFrom } from 'xstate';
import { accountName } from '#domain/account-name.ts';
import { formatUsd } from '#domain/money.ts';
import type { examplePage } from './example-page.machine.ts';
import { Card, EmptyState, SummaryList } from '#src/ui/index.ts';
import { type ShownProps, resourceViews } from '#src/views/kit/loading/resource-views.tsx';

type Context = ContextFrom<typeof examplePage>;

function Balances({ data }: ShownProps<Context>) {
  return (
    <Card heading="Your balances">
      <SummaryList
        rows={data.map((account) => ({
          label: accountName(account),
          key: account.accountId,
          value: formatUsd(account.currentBalance),
          money: true,
        }))}
      />
    </Card>
  );
}

const NoBalances = () => <EmptyState>You don&apos;t have any accounts.</EmptyState>;

export const examplePageViews = resourceViews<Context>({ Showing: Balances, Empty: NoBalances });
