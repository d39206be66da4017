/** What the four screens of the payment flow share: the stepper, the sidebar, and how amounts and days are listed. */
import type { ReactNode } from 'react';
import { type PlainDate, formatUsDate } from '#domain/calendar.ts';
import { type Cents } from '#domain/money.ts';
import { Card, Content, MaskedNumber, Money, SidebarLayout, Stack, Stepper, SummaryList } from '../../ui/index.ts';

const STEPS = ['Schedule Payment', 'Payment Method', 'Review & Submit', 'Receipt'] as const;

/** A screen of the flow at its step, counted from 0, with the sidebar beside it. */
export function Step({
  current,
  children,
  sidebar = true,
}: {
  current: number;
  children: ReactNode;
  sidebar?: boolean;
}) {
  return (
    <SidebarLayout
      sidebar={
        sidebar ? (
          <Card tone="quiet" heading="Before you pay" headingLevel={2}>
            <Content section="payments" name="pay-now-disclaimer" />
          </Card>
        ) : undefined
      }
    >
      <Stack gap="large">
        <Stepper steps={STEPS} current={current} label="Make a payment" />
        {children}
      </Stack>
    </SidebarLayout>
  );
}

export interface PaymentSummaryProps {
  readonly accounts: readonly { readonly accountNumber: string; readonly paymentAmount: Cents }[];
  readonly total: Cents;
  /** Undefined while what was typed is no date. */
  readonly date: PlainDate | undefined;
  readonly method?: { readonly name: string; readonly accountNumber: string };
}

/** The payment in figures: each account's amount, the total, the day, the bank account. */
export function PaymentSummary({ accounts, total, date, method }: PaymentSummaryProps) {
  return (
    <SummaryList
      rows={[
        ...accounts.map(({ accountNumber, paymentAmount }) => ({
          label: `Account ${accountNumber}`,
          value: <Money amount={paymentAmount} />,
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
      ]}
    />
  );
}
