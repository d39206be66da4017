/** Summary of a payment: the amount of each account or group, the total, the date and the bank account (Y §2.1). */
import { accountNameAmong } from '#domain/account-name.ts';
import { isolated } from '#domain/isolated-text.ts';
import { MANY_ACCOUNTS } from '#domain/accounts/shapes.ts';
import { type PlainDate, formatUsDate } from '#domain/calendar.ts';
import type { Cents } from '#domain/money.ts';
import { getMessage } from '#domain/issue.ts';
import type { PaymentLine } from '#domain/payments/lines.ts';
import type { PastDueWarnings, UnderWayWarning } from '#domain/payments/under-way.ts';
import { accountTypeLabels, paymentMessages, underWayMessage } from '#domain/payments/messages.ts';
import type { AccountPayment } from '#domain/payments/shapes.ts';
import { type PaymentSource, maskedEmail, maskedNumber } from '#domain/payments/source.ts';
import { Disclosure, MaskedNumber, Money, SummaryList, type SummaryRow } from '../../../ui/index.ts';

export interface PaymentSummaryProps {
  readonly lines: readonly PaymentLine[];
  /** The accounts of the payment, for the names of its lines. */
  readonly accounts: readonly AccountPayment[];
  /** Whether to collapse a long list of lines. Set where the summary is sticky. */
  readonly foldsMany?: boolean;
  /** Warnings of each line about pending payments. */
  readonly warnings?: readonly (readonly UnderWayWarning[])[];
  /** Warnings that an amount remains past due after the payment. */
  readonly pastDue?: PastDueWarnings | undefined;
  /** In cents. */
  readonly total: Cents;
  /** Undefined while the input is not a valid date. */
  readonly date: PlainDate | undefined;
  /** Email address for the confirmation. */
  readonly email?: string | undefined;
}

const formatLabel = ({ accountNumber, groupId }: PaymentLine, accounts: readonly AccountPayment[]): string => {
  const name = accountNameAmong(accounts, accountNumber);
  return groupId === null ? name : `${name}, group ${groupId}`;
};

export function PaymentSummary(props: PaymentSummaryProps) {
  const { lines, accounts, foldsMany = false, warnings = [], pastDue, total, date, email } = props;
  /** Returns the past-due warning of an account, once at the last line of the account. */
  const leavesPastDue = ({ accountNumber }: PaymentLine, index: number): string[] => {
    const isLast = lines.findLastIndex((line) => line.accountNumber === accountNumber) === index;
    const issue = isLast ? pastDue?.onPaid.get(accountNumber) : undefined;
    return issue === undefined ? [] : [getMessage(paymentMessages, issue)];
  };
  const paid = lines.map((line, index): SummaryRow => ({
    label: formatLabel(line, accounts),
    note: line.keepsDueDate ? 'Your due date stays the same' : undefined,
    warnings: [...(warnings[index] ?? []).map(underWayMessage), ...leavesPastDue(line, index)],
    value: <Money amount={line.amount} />,
    money: true,
  }));
  const isFolded = foldsMany && paid.length >= MANY_ACCOUNTS;
  return (
    <>
      {isFolded && (
        <Disclosure summary={`${paid.length} amounts`}>
          <SummaryList rows={paid} />
        </Disclosure>
      )}
      <SummaryList
        rows={[
          ...(isFolded ? [] : paid),
          {
            label: 'Total Payment',
            value: <Money amount={total} />,
            warnings: pastDue?.elsewhere && [getMessage(paymentMessages, pastDue.elsewhere)],
            money: true,
            total: true,
          },
          { label: 'Payment Date', value: date === undefined ? '—' : formatUsDate(date) },
          ...(email === undefined || email === '' ? [] : [{ label: 'Email', value: maskedEmail(email) }]),
        ]}
      />
    </>
  );
}

/** Returns the row with the name and the masked number of a bank account. */
export const methodRow = (name: string, accountNumber: string): SummaryRow => ({
  label: 'Payment Method',
  value: (
    <>
      {isolated(name)} <MaskedNumber value={accountNumber} />
    </>
  ),
});

/** The bank account of a payment, with masked numbers. */
export function MethodSummary({ name, source }: { readonly name: string; readonly source: PaymentSource }) {
  const { institutionName, accountTypeId, routingNumber, accountNumber } = source;
  return (
    <SummaryList
      rows={[
        methodRow(name, maskedNumber(accountNumber)),
        ...(institutionName === '' ? [] : [{ label: 'Bank', value: institutionName }]),
        { label: 'Account Type', value: accountTypeLabels[accountTypeId] },
        { label: 'Routing Number', value: <MaskedNumber value={maskedNumber(routingNumber)} /> },
      ]}
    />
  );
}
