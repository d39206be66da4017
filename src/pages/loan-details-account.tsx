/** The loans of one account, which the query of the address names (P §2.12). */
import { useMemo } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { accountIdOf } from '#domain/loans/address.ts';
import { accountHeading } from '#domain/loans/messages.ts';
import { loanDetailsAccount } from '#machines/loan-details-account/loan-details-account.machine.ts';
import { defineFlow } from '../app/flow/define-flow.ts';
import { FlowRoute } from '../app/flow/FlowRoute.tsx';
import { loanDetailsAccountViews } from '../views/loans/views.tsx';

const flowOf = (accountId: string) =>
  defineFlow<typeof loanDetailsAccount>({
    machine: loanDetailsAccount,
    heading: 'My Loans - Account Details',
    headingIn: ({ data }) => (data === null ? undefined : accountHeading(data.account)),
    views: loanDetailsAccountViews,
    input: ({ flags, configuration }) => ({
      accountId,
      isStatusShown: flags.applicationStatusInfoEnabled,
      areNotificationsOpen: flags.expandNotificationPanelDefault,
      notificationPrefix: configuration.notificationPrefix,
    }),
  });

function OneAccount({ accountId }: { accountId: string }) {
  const flow = useMemo(() => flowOf(accountId), [accountId]);
  return <FlowRoute flow={flow} />;
}

/** Another account is another start of the flow. Without one, the borrower chooses on My Loans. */
function Route() {
  const { search } = useLocation();
  const accountId = accountIdOf(search);
  return accountId === null ? (
    <Navigate to="/loan-details" replace />
  ) : (
    <OneAccount key={accountId} accountId={accountId} />
  );
}

export default { ...flowOf(''), Route };
