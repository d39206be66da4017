/** The status of an account, the number to call if it is in default, and its links to a payment. */
import { accountName } from '#domain/account-name.ts';
import { hasDefault } from '#domain/accounts/delinquency.ts';
import { LOANS_IN_DEFAULT } from '#domain/accounts/messages.ts';
import { isPaidInFull } from '#domain/accounts/overview.ts';
import type { LoanAccount } from '#domain/accounts/shapes.ts';
import type { PaymentCoverage } from '#domain/payments/coverage.ts';
import { formatPayLink } from '#domain/payments/pay-link.ts';
import { ButtonLink, Notice, Tag } from '../../../ui/index.ts';
import { CallAboutDefault } from '../../kit/default/CallAboutDefault.tsx';

export const AccountStatus = ({ account: { pastDueAmt, currentBalance, statusDesc } }: { account: LoanAccount }) => (
  <Tag tone={pastDueAmt > 0 ? 'warning' : currentBalance > 0 ? 'success' : 'neutral'}>{statusDesc}</Tag>
);

/** The number to call about an account with loans in default (ruling 97). Renders nothing for other accounts. */
export const DefaultNotice = ({ account }: { account: LoanAccount }) =>
  hasDefault(account) ? (
    <Notice kind="warning">
      <p>
        {LOANS_IN_DEFAULT} <CallAboutDefault />
      </p>
    </Notice>
  ) : null;

/** The status of an account in a table, with the number to call if it is in default. */
export const StatusCell = ({ account }: { account: LoanAccount }) => (
  <>
    <AccountStatus account={account} />
    {hasDefault(account) && (
      <span className="ui-table__note">
        <CallAboutDefault />
      </span>
    )}
  </>
);

/** Link to Make a Payment for this account (ruling 70). An account on which nothing is owed has no payment to make. */
export function PayLink({ account, coverage }: { account: LoanAccount; coverage: PaymentCoverage | null }) {
  const { paymentAmountIncludingPastDue: due, pastDueAmt } = account;
  if (isPaidInFull(account)) return null;
  return (
    <ButtonLink
      href={formatPayLink({ accountId: account.accountId, isExtra: due <= 0 })}
      variant={pastDueAmt > 0 && !coverage?.coversPastDue ? 'primary' : 'secondary'}
      context={accountName(account)}
    >
      {due > 0 ? 'Pay' : 'Pay extra'}
    </ButtonLink>
  );
}
