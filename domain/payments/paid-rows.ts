import type { OwnedRow } from '../call.ts';
import type { PaymentAmountsV2 } from './submission-shapes.ts';

/** Returns the accounts and groups that a payment names. */
export const paidRows = ({ borrowerPaymentV2 }: PaymentAmountsV2): OwnedRow[] =>
  borrowerPaymentV2.borrowerAccountPaymentsV2.flatMap((account) => [
    { kind: 'account', key: account.accountNumber },
    ...account.borrowerGroupPaymentsV2.map((group) => ({
      kind: 'group' as const,
      key: `${group.accountNumber}/${group.groupId}`,
    })),
  ]);
