/** The loans of one account, which the query of the address names (P §2.12). */
import { parseAccountId } from '#domain/accounts/loans/address.ts';
import { accountHeading } from '#domain/accounts/loans/messages.ts';
import { loanDetailsAccount } from '#machines/accounts/loan-details-account/loan-details-account.machine.ts';
import { defineFlow } from '../app/flow/define-flow.ts';
import { loanDetailsAccountViews } from '../views/accounts/loans/views.tsx';

export default defineFlow<typeof loanDetailsAccount>({
  machine: loanDetailsAccount,
  heading: 'My Loans - Account Details',
  headingIn: ({ data }) => (data === null ? undefined : accountHeading(data.account)),
  views: loanDetailsAccountViews,
  isRefreshed: true,
  getSubject: ({ search }) => parseAccountId(search),
  // The borrower chooses an account on My Loans.
  withoutSubject: '/loan-details',
  input: ({ flags, configuration, query }) => ({
    accountId: parseAccountId(query) ?? '',
    isStatusShown: flags.applicationStatusInfoEnabled,
    areNotificationsOpen: flags.expandNotificationPanelDefault,
    notificationPrefix: configuration.notificationPrefix,
  }),
});
