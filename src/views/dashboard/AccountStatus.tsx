/** The status of an account, and what leads from it to a payment. */
import { accountName } from '#domain/accounts/names.ts';
import type { LoanAccount } from '#domain/accounts/shapes.ts';
import type { Coverage } from '#domain/payments/coverage.ts';
import { ButtonLink, Tag } from '../../ui/index.ts';

export const AccountStatus = ({ account: { pastDueAmt, currentBalance, statusDesc } }: { account: LoanAccount }) => (
  <Tag tone={pastDueAmt > 0 ? 'warning' : currentBalance > 0 ? 'success' : 'neutral'}>{statusDesc}</Tag>
);

/** Leads to the schedule of a payment. An account on which nothing is owed has no payment to make. */
export function PayLink({ account, coverage }: { account: LoanAccount; coverage: Coverage | null }) {
  const { currentBalance, paymentAmountIncludingPastDue: due, pastDueAmt } = account;
  if (currentBalance <= 0 && due <= 0) return null;
  return (
    <ButtonLink
      href="/payments/payflow/schedule"
      variant={pastDueAmt > 0 && !coverage?.coversPastDue ? 'primary' : 'secondary'}
      context={accountName(account)}
    >
      {due > 0 ? 'Pay' : 'Pay extra'}
    </ButtonLink>
  );
}
