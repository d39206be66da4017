/** The active deferments and forbearances: the last day, and the first payment after it. */
import { accountName } from '#domain/account-name.ts';
import { pauseText } from '#domain/accounts/messages.ts';
import type { ActivePause, LoanAccount } from '#domain/accounts/shapes.ts';
import { formatUsDate } from '#domain/calendar.ts';
import type { ScheduledPayment } from '#domain/payments/shapes.ts';
import { Card, Money, Stack, SummaryList, type SummaryRow, TextLink } from '../../../ui/index.ts';

function rowsOf(account: LoanAccount, { status, lastDay, firstPayment }: ActivePause): SummaryRow[] {
  return [
    { label: 'Account', value: accountName(account) },
    { label: 'Status', value: pauseText(status, lastDay) },
    ...(firstPayment === null
      ? []
      : [
          { label: 'First payment after it', value: formatUsDate(firstPayment.date) },
          { label: 'Amount of that payment', value: <Money amount={firstPayment.amount} />, money: true },
        ]),
  ];
}

export interface PausedPaymentsProps {
  readonly accounts: readonly LoanAccount[];
  readonly upcoming: readonly ScheduledPayment[] | null;
}

/** Renders nothing without an active pause. */
export function PausedPayments({ accounts, upcoming }: PausedPaymentsProps) {
  const paused = accounts.flatMap((account) => (account.pauses ?? []).map((pause) => ({ account, pause })));
  if (paused.length === 0) return null;
  const numbers = new Set(paused.map(({ account }) => account.accountNumber));
  const isAnyScheduled = (upcoming ?? []).some(({ accountNumber }) => numbers.has(accountNumber));
  return (
    <Card heading="Your payments are postponed">
      <Stack gap="small">
        {paused.map(({ account, pause }) => (
          <SummaryList key={`${account.accountId} ${pause.status} ${pause.lastDay}`} rows={rowsOf(account, pause)} />
        ))}
        <p>You may still pay at any time. The amount of the first payment can change if you pay before then.</p>
        {isAnyScheduled && (
          <p>
            Payments that you scheduled are still made. If you don't want to make them,{' '}
            <TextLink href="/payments/payment-activity">cancel them in Payment Activity</TextLink>.
          </p>
        )}
      </Stack>
    </Card>
  );
}
