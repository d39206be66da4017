/** The amounts due on all accounts together. */
import {
  NEXT_DUE_DATE,
  coverageLabels,
  coverageMessage,
  dueLabels,
  includedPastDue,
  nextPaymentMessage,
} from '#domain/accounts/messages.ts';
import { toDueOverview, nextPaymentOfAll } from '#domain/accounts/overview.ts';
import { type LoanAccount, MANY_ACCOUNTS } from '#domain/accounts/shapes.ts';
import { totalCoverage } from '#domain/payments/coverage.ts';
import { formatUsDate } from '#domain/calendar.ts';
import type { ScheduledPayment } from '#domain/payments/shapes.ts';
import { ButtonLink, Card, Money, Stack, SummaryList, type SummaryRow, usePages } from '../../../ui/index.ts';

const LOANS = '/loan-details';

export interface DueSummaryProps {
  readonly accounts: readonly LoanAccount[];
  /** Null when the scheduled payments could not be loaded. */
  readonly upcoming: readonly ScheduledPayment[] | null;
}

export function DueSummary({ accounts, upcoming }: DueSummaryProps) {
  const { totalDue, pastDue, pastDueSince, nextDueDate } = toDueOverview(accounts);
  const hasPage = usePages();
  const coverage = totalCoverage(accounts, upcoming);
  const next = nextPaymentOfAll(accounts);
  const covered = coverage && coverageMessage(coverage);
  const rows: SummaryRow[] = [
    ...(coverage === null
      ? []
      : [
          { label: coverageLabels.scheduled, value: <Money amount={coverage.scheduled} /> },
          { label: coverageLabels.left, value: <Money amount={coverage.left} /> },
        ]),
    ...(nextDueDate === null ? [] : [{ label: NEXT_DUE_DATE, value: formatUsDate(nextDueDate) }]),
    ...(accounts.length >= MANY_ACCOUNTS ? [{ label: 'Accounts', value: accounts.length }] : []),
  ];
  return (
    <Card
      tone="accent"
      heading={dueLabels.total}
      actions={
        <>
          <ButtonLink href="/payments/payflow/schedule">Make a Payment</ButtonLink>
          {hasPage(LOANS) && (
            <ButtonLink href={LOANS} variant="secondary">
              View My Loans
            </ButtonLink>
          )}
        </>
      }
    >
      <Stack>
        <Money size="large" amount={totalDue} />
        {pastDue > 0 && <p>{includedPastDue(pastDue, pastDueSince)}</p>}
        {next && <p>Nothing is due now. {nextPaymentMessage(next)}</p>}
        {covered && <p>{covered}</p>}
        {rows.length > 0 && <SummaryList layout="columns" rows={rows} />}
      </Stack>
    </Card>
  );
}
