/** My Loans, as a flow of the portal. */
import { accountHeading } from '#domain/accounts/loans/messages.ts';
import { routeAt } from '#domain/portal/routes.ts';
import { loanDetails } from '#machines/accounts/loan-details/loan-details.machine.ts';
import { defineFlow } from '../app/flow/define-flow.ts';
import { loanDetailsViews } from '../views/accounts/loans/views.tsx';

export default defineFlow<typeof loanDetails>({
  machine: loanDetails,
  heading: 'My Loans',
  headingIn: ({ data }) => (data?.only.account ? accountHeading(data.only.account) : undefined),
  // The single-account view has its own title (P §2.12).
  titleIn: ({ data }) => (data?.only.account ? routeAt('/loan-details/account')?.title : undefined),
  views: loanDetailsViews,
  isRefreshed: true,
  isOneScreen: true,
  input: ({ flags, configuration }) => ({
    isStatusShown: flags.applicationStatusInfoEnabled,
    areNotificationsOpen: flags.expandNotificationPanelDefault,
    notificationPrefix: configuration.notificationPrefix,
  }),
});
