/** A payment in figures: each account's or group's amount, the total and the day; and its bank account (Y §2.1). */
import { accountNameAmong } from '#domain/account-name.ts';
import { MANY_ACCOUNTS } from '#domain/accounts/shapes.ts';
import { type PlainDate, formatUsDate } from '#domain/calendar.ts';
import type { Cents } from '#domain/money.ts';
import type { PaymentLine } from '#domain/payments/record.ts';
import { messageOf } from '#domain/issue.ts';
import type { PastDueWarnings } from '#domain/payments/left-to-pay.ts';
import { accountTypeLabels, paymentMessages, underWayMessage } from '#domain/payments/messages.ts';
import type { AccountPayment } from '#domain/payments/shapes.ts';
import type { UnderWayWarning } from '#domain/payments/under-way.ts';
import { type PaymentSource, maskedEmail, maskedNumber } from '#domain/payments/source.ts';
import { Disclosure, MaskedNumber, Money, SummaryList, type SummaryRow } from '../../ui/index.ts';

export interface PaymentSummaryProps {
  readonly lines: readonly PaymentLine[];
  /** The accounts of the payment, by which its lines are named. */
  readonly accounts: readonly AccountPayment[];
  /** Whether many lines are folded: where the summary has to stay in sight. */
  readonly foldsMany?: boolean;
  /** What is to be said of each line, because of payments that are under way. */
  readonly warnings?: readonly (readonly UnderWayWarning[])[];
  /** The warnings that the payment leaves an amount past due. */
  readonly pastDue?: PastDueWarnings | undefined;
  /** In cents. */
  readonly total: Cents;
  /** Undefined while what was typed is no date. */
  readonly date: PlainDate | undefined;
  /** Where the borrower is written to. */
  readonly email?: string | undefined;
}

const labelOf = ({ accountNumber, groupId }: PaymentLine, accounts: readonly AccountPayment[]): string => {
  const name = accountNameAmong(accounts, accountNumber);
  return groupId === null ? name : `${name}, group ${groupId}`;
};

export function PaymentSummary(props: PaymentSummaryProps) {
  const { lines, accounts, foldsMany = false, warnings = [], pastDue, total, date, email } = props;
  /** Said once for each account, at the last of its lines. */
  const leavesPastDue = ({ accountNumber }: PaymentLine, index: number): string[] => {
    const isLast = lines.findLastIndex((line) => line.accountNumber === accountNumber) === index;
    const issue = isLast ? pastDue?.onPaid.get(accountNumber) : undefined;
    return issue === undefined ? [] : [messageOf(paymentMessages, issue)];
  };
  const paid = lines.map((line, index): SummaryRow => ({
    label: labelOf(line, accounts),
    note: line.keepsDueDate ? 'Your due date is not advanced' : undefined,
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
            warnings: pastDue?.elsewhere && [messageOf(paymentMessages, pastDue.elsewhere)],
            money: true,
            total: true,
          },
          { label: 'Payment Date', value: date === undefined ? '—' : formatUsDate(date) },
          ...(email === undefined || email === '' ? [] : [{ label: 'E-mail', value: maskedEmail(email) }]),
        ]}
      />
    </>
  );
}

/** What a bank account is called, and its number masked. */
export const methodRow = (name: string, accountNumber: string): SummaryRow => ({
  label: 'Payment Method',
  value: (
    <>
      {name} <MaskedNumber value={accountNumber} />
    </>
  ),
});

/** The bank account that a payment is drawn from, its numbers masked. */
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
