/** The single-account view: group and loan summary, groups with their loans, texts on interest (P §2.12). */
import { accountName } from '#domain/account-name.ts';
import {
  LOANS_IN_DEFAULT,
  balanceLabel,
  nextPaymentLabel,
  nothingDueText,
  pastDueMessage,
} from '#domain/accounts/messages.ts';
import { sentNextPayment } from '#domain/accounts/overview.ts';
import { formatUsDate } from '#domain/calendar.ts';
import { loanDetailsAddress, progressAddress } from '#domain/accounts/loans/address.ts';
import { shownRates } from '#domain/accounts/loans/figures.ts';
import type { AccountDetails, BorrowerWithAccounts } from '#domain/accounts/loans/shapes.ts';
import { type PaymentCoverage, accountCoverage } from '#domain/payments/coverage.ts';
import { formatPayLink } from '#domain/payments/pay-link.ts';
import type { ScheduledPayment } from '#domain/payments/shapes.ts';
import {
  ButtonLink,
  Card,
  Content,
  ContentCard,
  LinkList,
  Money,
  Notice,
  SidebarLayout,
  Stack,
  SummaryList,
  type SummaryRow,
  Tag,
  TextLink,
  usePages,
} from '../../../ui/index.ts';
import { BillsBeingPaid } from '../../kit/bills/BillsBeingPaid.tsx';
import { dueRows } from '../../kit/bills/due-rows.tsx';
import { CallAboutDefault } from '../../kit/default/CallAboutDefault.tsx';
import { Figures } from './Figures.tsx';
import { Group } from './Group.tsx';

/** With more accounts than this, the page links to My Loans for the other ones. */
const MAX_ALTERNATE = 6;

function summaryRows({ asOf, accountPayment }: AccountDetails): SummaryRow[] {
  const { totalDue, paymentDueDate, isFirstPayment } = accountPayment;
  const next = sentNextPayment(accountPayment);
  // The bill of the due date can be paid already.
  const on = next === null || next.date === paymentDueDate ? '' : `, ${formatUsDate(next.date)}`;
  const { currentBalance, accruedInterest, monthlyPaymentAmount, latestPayment } = accountPayment;
  const money = (label: string, amount: typeof totalDue): SummaryRow => ({
    label,
    value: <Money amount={amount} />,
    money: true,
  });
  return [
    ...dueRows(accountPayment),
    ...(paymentDueDate === null
      ? []
      : [{ label: 'Payment due date', value: formatUsDate(paymentDueDate), money: true }]),
    ...(totalDue === 0 && next !== null ? [money(`${nextPaymentLabel(isFirstPayment)}${on}`, next.amount)] : []),
    money('Monthly payment', monthlyPaymentAmount),
    money(balanceLabel(asOf), currentBalance),
    money('Accrued interest', accruedInterest),
    ...(latestPayment === null
      ? []
      : [money(`Last payment, ${formatUsDate(latestPayment.latestPaymentDate)}`, latestPayment.latestPaymentAmount)]),
  ];
}

/** The past-due panel, or the panel for a current account. */
function Standing({
  account: { accountPayment, groups },
  coverage,
}: {
  account: AccountDetails;
  coverage: PaymentCoverage | null;
}) {
  if (accountPayment.pastDueAmt > 0) {
    return (
      <Notice
        kind="warning"
        heading={
          <Content
            section="myloans"
            name="past-due-header"
            inline
            fallbackWhileLoading
            fallback="Your account is past due"
          />
        }
      >
        <p>{pastDueMessage(accountPayment, coverage)}</p>
        {groups.some(({ status }) => status === 'inDefault') && (
          <p>
            {LOANS_IN_DEFAULT} <CallAboutDefault />
          </p>
        )}
      </Notice>
    );
  }
  return (
    <Notice kind="info">
      {accountPayment.totalDue === 0 && <p>{nothingDueText(accountPayment)}</p>}
      {accountPayment.currentBalance > 0 && (
        <Content section="myloans" name="all-current" fallback={<p>Nothing is past due on this account.</p>} />
      )}
    </Notice>
  );
}

function OtherAccounts({ account: { alternateAccounts } }: { account: AccountDetails }) {
  if (alternateAccounts.length === 0) return null;
  const listed = alternateAccounts.length > MAX_ALTERNATE ? [] : alternateAccounts;
  return (
    <Card tone="quiet" heading="Your other accounts">
      <LinkList
        items={[
          ...listed.map((other) => ({
            id: other.accountId,
            title: accountName(other),
            href: loanDetailsAddress(other.accountId),
          })),
          { id: 'all', title: `All ${alternateAccounts.length + 1} accounts`, href: '/loan-details' },
        ]}
      />
    </Card>
  );
}

export interface AccountProps {
  readonly account: AccountDetails;
  readonly rates: BorrowerWithAccounts | null;
  /** Null when the scheduled payments could not be loaded. */
  readonly upcoming: readonly ScheduledPayment[] | null;
}

export function Account({ account, rates: known, upcoming }: AccountProps) {
  const { accountId, accountPayment, groups, accountNumber, isEnrolledInAutoDebit } = account;
  const hasPage = usePages();
  const rates = shownRates(known);
  const isOwed = accountPayment.currentBalance > 0;
  const coverage = accountCoverage(
    {
      accountNumber,
      paymentAmountIncludingPastDue: accountPayment.totalDue,
      pastDueAmt: accountPayment.pastDueAmt,
      paymentDueDate: accountPayment.paymentDueDate,
      groupsDue: groups,
    },
    upcoming,
  );
  const links = [
    { id: 'progress', href: progressAddress(accountId), title: 'Repayment progress' },
    { id: 'schedule', href: '/documents/payment-schedule', title: 'Payment schedule' },
    { id: 'history', href: '/payments/payment-activity', title: 'Payment history' },
  ].filter(({ href }) => hasPage(href));
  const aside = (
    <Stack>
      <OtherAccounts account={account} />
      {links.length > 0 && (
        <Card tone="quiet" heading="More about this account">
          <LinkList items={links} />
        </Card>
      )}
      <ContentCard
        tone="quiet"
        section="myloans"
        name="interest-rates-body"
        heading={
          <Content
            section="myloans"
            name="interest-rates-heading"
            inline
            fallbackWhileLoading
            fallback="About your interest rates"
          />
        }
      />
      <ContentCard
        tone="quiet"
        section="myloans"
        name="fixed-versus-variable-body"
        heading={
          <Content
            section="myloans"
            name="fixed-versus-variable-heading"
            inline
            fallbackWhileLoading
            fallback="Fixed and variable rates"
          />
        }
      />
    </Stack>
  );
  return (
    <SidebarLayout sidebar={aside} sidebarLabel="Other accounts and help">
      <Card
        tone={accountPayment.pastDueAmt > 0 ? 'attention' : 'plain'}
        heading="Group and Loan Summary"
        aside={isEnrolledInAutoDebit && <Tag tone="info">Auto debit is on</Tag>}
        actions={
          isOwed && (
            <ButtonLink href={formatPayLink({ accountId, isExtra: accountPayment.totalDue <= 0 })}>
              {accountPayment.totalDue > 0 ? 'Pay' : 'Pay extra'}
            </ButtonLink>
          )
        }
      >
        <Stack>
          <Standing account={account} coverage={coverage} />
          <BillsBeingPaid bills={accountPayment.beingPaid} />
          <SummaryList rows={summaryRows(account)} />
          {groups.length > 1 && (
            <Figures due={accountPayment} groups={groups} headingLevel={3} label="Computed amounts of the account" />
          )}
        </Stack>
      </Card>
      <section aria-label="Loan groups">
        <Stack>
          <h2>Loan groups</h2>
          {groups.map((group) => (
            <Group key={group.groupId} {...{ group, accountNumber, rates, coverage }} />
          ))}
        </Stack>
      </section>
      {account.alternateAccounts.length > 0 && (
        <p>
          <TextLink variant="back" href="/loan-details">
            Back to My Loans
          </TextLink>
        </p>
      )}
    </SidebarLayout>
  );
}
