/** The dashboard: the total due, the accounts with their amounts due, the pending payments and the latest ones. */
import { type ReactNode, createContext, useContext } from 'react';
import type { ContextFrom } from 'xstate';
import { areAllPaidInFull } from '#domain/accounts/overview.ts';
import { MANY_ACCOUNTS } from '#domain/accounts/shapes.ts';
import type { dashboard } from '#machines/accounts/dashboard/dashboard.machine.ts';
import { Content, EmptyState, SidebarLayout, Stack } from '../../../ui/index.ts';
import { type ShownProps, resourceViews } from '../../kit/loading/resource-views.tsx';
import { AllPaidInFull } from '../../kit/paid-in-full/PaidInFull.tsx';
import { AccountCards } from './AccountCards.tsx';
import { AccountTable } from './AccountTable.tsx';
import { DueSummary } from './DueSummary.tsx';
import { LatestPayments, UpcomingPayments } from './Payments.tsx';
import { WhereYouAre } from './WhereYouAre.tsx';

type Context = ContextFrom<typeof dashboard>;

/** The part of the page that loads later and has its own flow. The page provides it. */
export const LaterPart = createContext<ReactNode>(null);

function Accounts({ data, input: { isStatusShown } }: ShownProps<Context>) {
  const { accounts: known, upcoming } = data;
  const { federalAccounts, commercialAccounts } = known;
  const accounts = [...federalAccounts, ...commercialAccounts];
  const later = useContext(LaterPart);
  const isPaid = areAllPaidInFull(accounts);
  const aside = (
    <Stack>
      <UpcomingPayments upcoming={upcoming} accounts={accounts} />
      <LatestPayments accounts={accounts} />
      {!isPaid && <Content section="home" name="dashboard-help" />}
    </Stack>
  );
  const where = <WhereYouAre {...data} isStatusShown={isStatusShown} />;
  const due = isPaid ? (
    <AllPaidInFull>You owe nothing, and you don't need to do anything more.</AllPaidInFull>
  ) : (
    <DueSummary accounts={accounts} upcoming={upcoming} />
  );
  if (accounts.length >= MANY_ACCOUNTS) {
    return (
      <SidebarLayout
        sidebar={aside}
        sidebarLabel="Payments and help"
        below={
          <Stack gap="large">
            <AccountTable accounts={accounts} upcoming={upcoming} />
            {later}
          </Stack>
        }
      >
        {due}
        {where}
      </SidebarLayout>
    );
  }
  return (
    <SidebarLayout sidebar={aside} sidebarLabel="Payments and help">
      {due}
      {where}
      <AccountCards heading="Federal Accounts" accounts={federalAccounts} upcoming={upcoming} />
      <AccountCards heading="Commercial Accounts" accounts={commercialAccounts} upcoming={upcoming} />
      {later}
    </SidebarLayout>
  );
}

const NoAccounts = () => <EmptyState>There are no loan accounts to show.</EmptyState>;

export const dashboardViews = resourceViews<Context>({ Showing: Accounts, Empty: NoAccounts });
