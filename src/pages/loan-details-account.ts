/** The loans of one account, which the query of the address names (P §2.12). */
import { accountIdOf } from '#domain/accounts/loans/address.ts';
import { accountHeading } from '#domain/accounts/loans/messages.ts';
import { loanDetailsAccount } from '#machines/accounts/loan-details-account/loan-details-account.machine.ts';
import { defineFlow } from '../app/flow/define-flow.ts';
import { routeById } from '../app/flow/route-by-id.tsx';
import { loanDetailsAccountViews } from '../views/accounts/loans/views.tsx';

const flowOf = (accountId: string) =>
  defineFlow<typeof loanDetailsAccount>({
    machine: loanDetailsAccount,
    heading: 'My Loans - Account Details',
    headingIn: ({ data }) => (data === null ? undefined : accountHeading(data.account)),
    views: loanDetailsAccountViews,
    isRefreshed: true,
    input: ({ flags, configuration }) => ({
      accountId,
      isStatusShown: flags.applicationStatusInfoEnabled,
      areNotificationsOpen: flags.expandNotificationPanelDefault,
      notificationPrefix: configuration.notificationPrefix,
    }),
  });

/** Without an account, the borrower chooses on My Loans. */
const Route = routeById({ idIn: accountIdOf, flowOf, otherwise: '/loan-details' });

export default { ...flowOf(''), Route };
