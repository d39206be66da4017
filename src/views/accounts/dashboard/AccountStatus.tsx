/** The status of an account, and its links to a payment. */
import { accountName } from '#domain/account-name.ts';
import type { LoanAccount } from '#domain/accounts/shapes.ts';
import type { Coverage } from '#domain/payments/coverage.ts';
import { payAddressOf } from '#domain/payments/pay-link.ts';
import { ButtonLink, Tag } from '../../../ui/index.ts';

export const AccountStatus = ({ account: { pastDueAmt, currentBalance, statusDesc } }: { account: LoanAccount }) => (
  <Tag tone={pastDueAmt > 0 ? 'warning' : currentBalance > 0 ? 'success' : 'neutral'}>{statusDesc}</Tag>
);

/** Link to Make a Payment for this account (ruling 70). An account on which nothing is owed has no payment to make. */
export function PayLink({ account, coverage }: { account: LoanAccount; coverage: Coverage | null }) {
  const { currentBalance, paymentAmountIncludingPastDue: due, pastDueAmt } = account;
  if (currentBalance <= 0 && due <= 0) return null;
  return (
    <ButtonLink
      href={payAddressOf({ accountId: account.accountId, isExtra: due <= 0 })}
      variant={pastDueAmt > 0 && !coverage?.coversPastDue ? 'primary' : 'secondary'}
      context={accountName(account)}
    >
      {due > 0 ? 'Pay' : 'Pay extra'}
    </ButtonLink>
  );
}
