/** The progress of the account that the query of the address names. */
import { parseAccountId } from '#domain/accounts/loans/address.ts';
import { progressHeading } from '#domain/accounts/loans/messages.ts';
import { loanProgress } from '#machines/accounts/loan-progress/loan-progress.machine.ts';
import { defineFlow } from '../app/flow/define-flow.ts';
import { loanProgressViews } from '../views/accounts/loans/Progress.tsx';

export default defineFlow<typeof loanProgress>({
  machine: loanProgress,
  heading: 'Repayment Progress',
  headingIn: ({ data }) => (data === null ? undefined : progressHeading(data)),
  views: loanProgressViews,
  isRefreshed: true,
  getSubject: ({ search }) => parseAccountId(search),
  // The borrower chooses an account on My Loans.
  withoutSubject: '/loan-details',
  input: ({ query }) => ({ accountId: parseAccountId(query) ?? '' }),
});
