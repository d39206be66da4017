/** The loans that can't be postponed because they are in default, and the number to call (ruling 97). */
import { accountName } from '#domain/account-name.ts';
import { coverageMessages } from '#domain/repayment/postponement/messages.ts';
import type { IneligibleGroup } from '#domain/repayment/postponement/shapes.ts';
import { CallAboutDefault } from '../../kit/default/CallAboutDefault.tsx';

const formatName = ({ accountNumber, accountLoanType, groupId }: IneligibleGroup): string =>
  `${accountName({ accountNumber, loanType: accountLoanType })}, group ${groupId}`;

/** Renders nothing without loans in default. */
export function LoansInDefault({ groups }: { readonly groups: readonly IneligibleGroup[] }) {
  const defaulted = groups.filter(({ reason }) => reason === 'inDefault');
  if (defaulted.length === 0) return null;
  return (
    <p>
      {defaulted.map(formatName).join('; ')}: {coverageMessages.inDefault} <CallAboutDefault />
    </p>
  );
}
