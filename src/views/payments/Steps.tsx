/** What the four screens of the payment flow share: the stepper, the sidebar, and how amounts and days are listed. */
import type { ReactNode } from 'react';
import { type PlainDate, formatUsDate } from '#domain/calendar.ts';
import { type Cents } from '#domain/money.ts';
import { type PaymentLine, maskedEmail } from '#domain/payments/payload.ts';
import type { ViewProps } from '#machines/kit/view.ts';
import type { payflow } from '#machines/payflow/payflow.machine.ts';
import {
  ButtonLink,
  Card,
  Content,
  Disclosure,
  MaskedNumber,
  Money,
  SidebarLayout,
  Stack,
  Stepper,
  SummaryList,
  usePages,
} from '../../ui/index.ts';

const STEPS = ['Schedule Payment', 'Payment Method', 'Review & Submit', 'Receipt'] as const;

type Context = ViewProps<typeof payflow>['state']['context'];

/** What stands beside the steps (Y §2.1, §6): who pays for somebody else is not asked to sign up for auto debit. */
function Sidebar({ context }: { context: Context }) {
  const { person, overview, hasNewSidebar } = context;
  const isAutoDebitOff = person.role === 'borrower' && overview?.autoDebitFlag === false;
  const disclaimer = <Content section="payments" name="pay-now-disclaimer" />;
  return (
    <Stack>
      {hasNewSidebar ? (
        <Disclosure summary="Before you pay" open>
          {disclaimer}
        </Disclosure>
      ) : (
        <Card tone="quiet" heading="Before you pay">
          {disclaimer}
        </Card>
      )}
      {isAutoDebitOff && <AutoDebitSignUp />}
    </Stack>
  );
}

function AutoDebitSignUp() {
  const hasPage = usePages();
  return (
    <Card
      tone="quiet"
      actions={hasPage(AUTO_DEBIT) ? <ButtonLink href={AUTO_DEBIT}>Sign up for auto debit</ButtonLink> : undefined}
    >
      <Content section="payments" name="auto-debit-sign-up" />
    </Card>
  );
}

const AUTO_DEBIT = '/payments/payment-auto-debit';

export interface StepProps {
  /** Counted from 0. */
  readonly current: number;
  /** What the sidebar is made from; without it there is none. */
  readonly context?: Context;
  readonly children: ReactNode;
}

/** A screen of the flow at its step, with the sidebar beside it. */
export function Step({ current, context, children }: StepProps) {
  return (
    <SidebarLayout sidebar={context && <Sidebar context={context} />}>
      <Stack gap="large">
        <Stepper steps={STEPS} current={current} label="Make a payment" />
        {children}
      </Stack>
    </SidebarLayout>
  );
}

export interface PaymentSummaryProps {
  readonly lines: readonly PaymentLine[];
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

/** The payment in figures: each account's or group's amount, the total, the day, the bank account. */
export function PaymentSummary({ lines, total, date, method, email }: PaymentSummaryProps) {
  return (
    <SummaryList
      rows={[
        ...lines.map((line) => ({
          label: labelOf(line),
          note: line.keepsDueDate ? 'Your due date is not advanced' : undefined,
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
