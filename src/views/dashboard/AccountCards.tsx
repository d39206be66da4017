/** The accounts as cards, past-due ones first (P §2.11). */
import { pastDueMessage } from '#domain/accounts/messages.ts';
import { accountName } from '#domain/accounts/names.ts';
import { sortAccounts } from '#domain/accounts/overview.ts';
import type { LoanAccount } from '#domain/accounts/shapes.ts';
import { formatUsDate } from '#domain/calendar.ts';
import { Card, Columns, Money, Notice, Stack, SummaryList, type SummaryRow, Tag } from '../../ui/index.ts';
import { AccountStatus, PayLink } from './AccountStatus.tsx';

function rowsOf(account: LoanAccount): SummaryRow[] {
  const rows: SummaryRow[] = [];
  if (!account.showNoPaymentDueBanner && account.paymentDueDate !== null) {
    rows.push({
      label: `Due ${formatUsDate(account.paymentDueDate)}`,
      value: <Money amount={account.paymentAmountIncludingPastDue} />,
      money: true,
    });
  }
  rows.push({ label: 'Current balance', value: <Money amount={account.currentBalance} />, money: true });
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

function AccountCard({ account }: { account: LoanAccount }) {
  const isPastDue = account.pastDueAmt > 0;
  return (
    <Card
      heading={accountName(account)}
      headingLevel={3}
      aside={<AccountStatus account={account} />}
      tone={isPastDue ? 'attention' : 'plain'}
      actions={
        <>
          <PayLink account={account} />
          {account.isEnrolledInAutoDebit && <Tag tone="info">Auto debit is on</Tag>}
        </>
      }
    >
      <Stack gap="small">
        {isPastDue && (
          <Notice kind="warning">
            <p>{pastDueMessage(account)}</p>
          </Notice>
        )}
        {account.showNoPaymentDueBanner && (
          <Notice kind="info">
            <p>Payments are not currently due.</p>
          </Notice>
        )}
        <SummaryList rows={rowsOf(account)} />
      </Stack>
    </Card>
  );
}

/** The accounts of one kind, under their heading; nothing where there are none. */
export function AccountCards({ heading, accounts }: { heading: string; accounts: readonly LoanAccount[] }) {
  if (accounts.length === 0) return null;
  return (
    <section aria-label={heading}>
      <Stack>
        <h2>{heading}</h2>
        <Columns>
          {sortAccounts(accounts, 'urgency').map((account) => (
            <AccountCard key={account.accountId} account={account} />
          ))}
        </Columns>
      </Stack>
    </section>
  );
}
