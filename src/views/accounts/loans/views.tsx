/** The views of My Loans and of the page of one account (P §2.11, §2.12). */
import type { ContextFrom } from 'xstate';
import type { loanDetailsAccount } from '#machines/accounts/loan-details-account/loan-details-account.machine.ts';
import type { loanDetails } from '#machines/accounts/loan-details/loan-details.machine.ts';
import { EmptyState, Stack, TextLink } from '../../../ui/index.ts';
import { type ShownProps, resourceViews } from '../../kit/loading/resource-views.tsx';
import { Account } from './Account.tsx';
import { Accounts } from './Accounts.tsx';
import { Notifications } from './Notifications.tsx';

type Loans = ContextFrom<typeof loanDetails>;
type OneAccount = ContextFrom<typeof loanDetailsAccount>;

/** With exactly one account the single-account view is shown instead of the summary (P §2.11). */
function Showing({ data, input }: ShownProps<Loans>) {
  const { accounts, only, upcoming, notifications, statusNotifications } = data;
  return (
    <Stack>
      <Notifications {...{ notifications, statusNotifications, input }} />
      {only.account === null ? (
        <Accounts accounts={accounts} upcoming={upcoming} />
      ) : (
        <Account account={only.account} rates={only.rates} upcoming={upcoming} />
      )}
    </Stack>
  );
}

const NoAccounts = () => <EmptyState>There are no loan accounts to show.</EmptyState>;

export const loanDetailsViews = resourceViews<Loans>({ Showing, Empty: NoAccounts });

function ShowingAccount({ data, input }: ShownProps<OneAccount>) {
  const { account, rates, upcoming, notifications, statusNotifications } = data;
  return (
    <Stack>
      <Notifications {...{ notifications, statusNotifications, input }} />
      <Account account={account} rates={rates} upcoming={upcoming} />
    </Stack>
  );
}

const NoAccount = () => (
  <Stack>
    <EmptyState>We couldn't find any loans for this account.</EmptyState>
    <p>
      <TextLink variant="back" href="/loan-details">
        Back to My Loans
      </TextLink>
    </p>
  </Stack>
);

export const loanDetailsAccountViews = resourceViews<OneAccount>({ Showing: ShowingAccount, Empty: NoAccount });
