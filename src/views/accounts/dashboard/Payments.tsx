/** The payments beside the accounts: the pending and the latest ones. */
import { type AccountNames, accountName, accountNameAmong } from '#domain/account-name.ts';
import { type UpcomingPayment, toUpcomingPayments } from '#domain/payments/upcoming.ts';
import { getLatestPayments } from '#domain/accounts/overview.ts';
import type { LoanAccount } from '#domain/accounts/shapes.ts';
import { formatUsDate } from '#domain/calendar.ts';
import { paysAmountsDue } from '#domain/payments/coverage.ts';
import type { ScheduledPayment } from '#domain/payments/shapes.ts';
import { Card, Money, Stack, SummaryList, TextLink, usePages } from '../../../ui/index.ts';

const ACTIVITY = '/payments/payment-activity';

/** A link to the page with all payments. */
function ActivityLink({ children }: { children: string }) {
  const hasPage = usePages();
  if (!hasPage(ACTIVITY)) return null;
  return (
    <p>
      <TextLink href={ACTIVITY}>{children}</TextLink>
    </p>
  );
}

/** How many payments of each kind are listed. */
const LISTED = 4;

/** Returns the account of a payment, and its status if it can no longer be canceled. */
function toNote({ accountNumbers, status }: UpcomingPayment, accounts: readonly AccountNames[]): string {
  const [first = ''] = accountNumbers;
  const what = accountNumbers.length === 1 ? accountNameAmong(accounts, first) : `${accountNumbers.length} accounts`;
  return status === 'Scheduled' ? what : `${what}, ${status.toLowerCase()}`;
}

export interface UpcomingPaymentsProps {
  /** Null when they could not be loaded. */
  readonly upcoming: readonly ScheduledPayment[] | null;
  /** The borrower's accounts, which name the payments. */
  readonly accounts: readonly AccountNames[];
}

/** Lists the pending payments, the next one first; renders nothing if there are none. */
export function UpcomingPayments({ upcoming, accounts }: UpcomingPaymentsProps) {
  if (upcoming === null) {
    return (
      <Card tone="quiet" heading="Upcoming payments">
        <p>We couldn&apos;t load your upcoming payments. Your scheduled payments will still be made.</p>
      </Card>
    );
  }
  const payments = toUpcomingPayments(upcoming);
  if (payments.length === 0) return null;
  const more = payments.length - LISTED;
  return (
    <Card tone="quiet" heading="Upcoming payments">
      <Stack gap="small">
        <SummaryList
          rows={payments.slice(0, LISTED).map((payment) => ({
            label: formatUsDate(payment.date),
            key: payment.paymentId,
            note: toNote(payment, accounts),
            value: <Money amount={payment.amount} />,
            money: true,
          }))}
        />
        {more > 0 && <p>{more === 1 ? 'There is one more.' : `There are ${more} more.`}</p>}
        {paysAmountsDue(upcoming) && <p>The amounts due don't include these payments yet.</p>}
        <ActivityLink>View or cancel scheduled payments</ActivityLink>
      </Stack>
    </Card>
  );
}

/** The latest payment of each account, newest first; nothing if there are none. */
export function LatestPayments({ accounts }: { accounts: readonly LoanAccount[] }) {
  const payments = getLatestPayments(accounts, LISTED);
  if (payments.length === 0) return null;
  return (
    <Card tone="quiet" heading="Latest payments">
      <Stack gap="small">
        <SummaryList
          rows={payments.map(({ account, date, amount }) => ({
            label: formatUsDate(date),
            key: account.accountId,
            note: accountName(account),
            value: <Money amount={amount} />,
            money: true,
          }))}
        />
        <ActivityLink>View payment history</ActivityLink>
      </Stack>
    </Card>
  );
}
