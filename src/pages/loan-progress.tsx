/** The progress of the account that the query of the address names. */
import { useMemo } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { accountIdOf } from '#domain/loans/address.ts';
import { progressHeading } from '#domain/loans/messages.ts';
import { loanProgress } from '#machines/loan-progress/loan-progress.machine.ts';
import { defineFlow } from '../app/flow/define-flow.ts';
import { FlowRoute } from '../app/flow/FlowRoute.tsx';
import { loanProgressViews } from '../views/loans/Progress.tsx';

const flowOf = (accountId: string) =>
  defineFlow<typeof loanProgress>({
    machine: loanProgress,
    heading: 'Repayment Progress',
    headingIn: ({ data }) => (data === null ? undefined : progressHeading(data)),
    views: loanProgressViews,
    input: () => ({ accountId }),
  });

function OneAccount({ accountId }: { accountId: string }) {
  const flow = useMemo(() => flowOf(accountId), [accountId]);
  return <FlowRoute flow={flow} />;
}

/** Another account is another start of the flow. Without one, the borrower chooses on My Loans. */
function Route() {
  const accountId = accountIdOf(useLocation().search);
  return accountId === null ? (
    <Navigate to="/loan-details" replace />
  ) : (
    <OneAccount key={accountId} accountId={accountId} />
  );
}

export default { ...flowOf(''), Route };
