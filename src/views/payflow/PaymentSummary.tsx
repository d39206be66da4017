/** A payment in figures: each account's or group's amount, the total, the day, the bank account (Y §2.1). */
import { type PlainDate, formatUsDate } from '#domain/calendar.ts';
import type { Cents } from '#domain/money.ts';
import type { PaymentLine } from '#domain/payments/record.ts';
import { paymentMessages, underWayList } from '#domain/payments/messages.ts';
import { messageOf } from '#domain/issue.ts';
import type { UnderWayWarning } from '#domain/payments/under-way.ts';
import { maskedEmail } from '#domain/payments/source.ts';
import { MaskedNumber, Money, SummaryList } from '../../ui/index.ts';

export interface PaymentSummaryProps {
  readonly lines: readonly PaymentLine[];
  /** What is to be said of each line, because of payments that are under way. */
  readonly warnings?: readonly (readonly UnderWayWarning[])[];
  /** In cents. */
  readonly total: Cents;
  /** Undefined while what was typed is no date. */
  readonly date: PlainDate | undefined;
  readonly method?: { readonly name: string; readonly accountNumber: string };
  /** Where the borrower is written to. */
  readonly email?: string | undefined;
}

const labelOf = ({ accountNumber, groupId }: PaymentLine): string =>
  groupId === null ? `Account ${accountNumber}` : `Account ${accountNumber}, group ${groupId}`;

/** What a warning says, and of which payments. */
const sentenceOf = ({ issue, payments }: UnderWayWarning): string =>
  `${messageOf(paymentMessages, issue)} ${underWayList(payments)}`;

export function PaymentSummary({ lines, warnings = [], total, date, method, email }: PaymentSummaryProps) {
  return (
    <SummaryList
      rows={[
        ...lines.map((line, index) => ({
          label: labelOf(line),
          note: line.keepsDueDate ? 'Your due date is not advanced' : undefined,
          warnings: warnings[index]?.map(sentenceOf),
          value: <Money amount={line.amount} />,
          money: true,
        })),
        { label: 'Total Payment', value: <Money amount={total} />, money: true, total: true },
        { label: 'Payment Date', value: date === undefined ? '—' : formatUsDate(date) },
        ...(method === undefined
          ? []
          : [
              {
                label: 'Payment Method',
                value: (
                  <>
                    {method.name} <MaskedNumber value={method.accountNumber} />
                  </>
                ),
              },
            ]),
        ...(email === undefined || email === '' ? [] : [{ label: 'E-mail', value: maskedEmail(email) }]),
      ]}
    />
  );
}
