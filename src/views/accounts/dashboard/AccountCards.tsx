/** The accounts as cards, past-due ones first (P §2.11). */
import {
  NEXT_DUE_DATE,
  balanceLabel,
  coverageLabels,
  exitDueLabel,
  nextPaymentLabel,
  nothingDueText,
  pastDueMessage,
} from '#domain/accounts/messages.ts';
import { accountName } from '#domain/account-name.ts';
import { toAmountsDue, isPaidInFull, nextPaymentOn, sortAccounts } from '#domain/accounts/overview.ts';
import type { LoanAccount } from '#domain/accounts/shapes.ts';
import { type PaymentCoverage, accountCoverage } from '#domain/payments/coverage.ts';
import { formatUsDate } from '#domain/calendar.ts';
import type { ScheduledPayment } from '#domain/payments/shapes.ts';
import { Card, Columns, Money, Notice, Stack, SummaryList, type SummaryRow, Tag } from '../../../ui/index.ts';
import { BillsBeingPaid } from '../../kit/bills/BillsBeingPaid.tsx';
import { dueRows } from '../../kit/bills/due-rows.tsx';
import { AccountStatus, DefaultNotice, PayLink } from './AccountStatus.tsx';

function toRows(account: LoanAccount, coverage: PaymentCoverage | null): SummaryRow[] {
  const rows: SummaryRow[] = [];
  if (!account.showNoPaymentDueBanner && account.paymentDueDate !== null) {
    rows.push(...dueRows(toAmountsDue(account)), {
      label: NEXT_DUE_DATE,
      value: formatUsDate(account.paymentDueDate),
      money: true,
    });
  }
  const { exitDue } = account;
  if (exitDue != null) {
    rows.push({ label: exitDueLabel(exitDue), value: <Money amount={exitDue.amount} />, money: true });
  }
  const next = nextPaymentOn(account);
  if (next !== null) {
    rows.push({
      label: `${nextPaymentLabel(next.isFirst)}, ${formatUsDate(next.date)}`,
      value: <Money amount={next.amount} />,
      money: true,
    });
  }
  if (coverage !== null) {
    rows.push(
      { label: coverageLabels.scheduled, value: <Money amount={coverage.scheduled} />, money: true },
      { label: coverageLabels.left, value: <Money amount={coverage.left} />, money: true },
    );
  }
  rows.push({
    label: balanceLabel(account.balanceDate),
    value: <Money amount={account.currentBalance} />,
    money: true,
  });
  if (account.latestPayment !== null) {
    const { latestPaymentAmount, latestPaymentDate } = account.latestPayment;
    rows.push({
      label: `Last payment, ${formatUsDate(latestPaymentDate)}`,
      value: <Money amount={latestPaymentAmount} />,
      money: true,
    });
  }
  return rows;
}

interface AccountCardProps {
  readonly account: LoanAccount;
  /** Null when the scheduled payments could not be loaded. */
  readonly upcoming: readonly ScheduledPayment[] | null;
}

function AccountCard({ account, upcoming }: AccountCardProps) {
  const isPastDue = account.pastDueAmt > 0;
  const isPaid = isPaidInFull(account);
  const coverage = accountCoverage(account, upcoming);
  return (
    <Card
      heading={accountName(account)}
      headingLevel={3}
      aside={<AccountStatus account={account} />}
      tone={isPastDue ? 'attention' : 'plain'}
      actions={
        (!isPaid || account.isEnrolledInAutoDebit) && (
          <>
            <PayLink account={account} coverage={coverage} />
            {account.isEnrolledInAutoDebit && <Tag tone="info">Auto debit is on</Tag>}
          </>
        )
      }
    >
      <Stack gap="small">
        <DefaultNotice account={account} />
        <BillsBeingPaid bills={account.beingPaid} />
        {isPastDue && (
          <Notice kind={coverage?.coversPastDue ? 'info' : 'warning'}>
            <p>{pastDueMessage(account, coverage)}</p>
          </Notice>
        )}
        {account.showNoPaymentDueBanner && (
          <Notice kind="info">
            <p>{nothingDueText(account)}</p>
          </Notice>
        )}
        <SummaryList rows={toRows(account, coverage)} />
      </Stack>
    </Card>
  );
}

export interface AccountCardsProps extends Pick<AccountCardProps, 'upcoming'> {
  readonly heading: string;
  readonly accounts: readonly LoanAccount[];
}

/** Renders the accounts of one kind under a heading; renders nothing when there are none. */
export function AccountCards({ heading, accounts, upcoming }: AccountCardsProps) {
  if (accounts.length === 0) return null;
  return (
    <section aria-label={heading}>
      <Stack>
        <h2>{heading}</h2>
        <Columns>
          {sortAccounts(accounts, 'urgency').map((account) => (
            <AccountCard key={account.accountId} account={account} upcoming={upcoming} />
          ))}
        </Columns>
      </Stack>
    </section>
  );
}
