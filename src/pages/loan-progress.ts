/** The progress of the account that the query of the address names. */
import { accountIdOf } from '#domain/accounts/loans/address.ts';
import { progressHeading } from '#domain/accounts/loans/messages.ts';
import { loanProgress } from '#machines/accounts/loan-progress/loan-progress.machine.ts';
import { defineFlow } from '../app/flow/define-flow.ts';
import { routeById } from '../app/flow/route-by-id.tsx';
import { loanProgressViews } from '../views/accounts/loans/Progress.tsx';

const flowOf = (accountId: string) =>
  defineFlow<typeof loanProgress>({
    machine: loanProgress,
    heading: 'Repayment Progress',
    headingIn: ({ data }) => (data === null ? undefined : progressHeading(data)),
    views: loanProgressViews,
    isRefreshed: true,
    input: () => ({ accountId }),
  });

/** Without an account, the borrower chooses on My Loans. */
const Route = routeById({ idIn: accountIdOf, flowOf, otherwise: '/loan-details' });

export default { ...flowOf(''), Route };
