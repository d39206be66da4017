/** Loans that are billed together: payment and balance, the repayment plan, and each loan (P §2.11, §2.12). */
import { NOTHING_DUE, exitDueLabel, pastDueMessage } from '#domain/accounts/messages.ts';
import { formatUsDate } from '#domain/calendar.ts';
import { groupRateText, isPaidInFull } from '#domain/accounts/loans/messages.ts';
import type { ShownRates } from '#domain/accounts/loans/figures.ts';
import type { GroupDetails } from '#domain/accounts/loans/shapes.ts';
import { formatExactRate } from '#domain/accounts/rate.ts';
import type { PaymentCoverage } from '#domain/payments/coverage.ts';
import { Card, Columns, Money, Notice, Stack, SummaryList, type SummaryRow, Tag } from '../../../ui/index.ts';
import { dueRows } from '../../kit/bills/due-rows.tsx';
import { Figures } from './Figures.tsx';
import { Loan } from './Loan.tsx';

const tones = { paidInFull: 'neutral', inDefault: 'warning', pastDue: 'warning' } as const;
const getTone = (status: GroupDetails['status']) =>
  status === 'paidInFull' || status === 'inDefault' || status === 'pastDue' ? tones[status] : 'success';

const dated = (date: GroupDetails['lastPaymentDate']): string => (date === null ? 'None' : formatUsDate(date));

function paymentRows(group: GroupDetails): SummaryRow[] {
  const { exitDue, paymentDueDate, monthlyPaymentAmount } = group;
  const { lastPaymentAmount, lastPaymentDate } = group;
  return [
    ...dueRows(group),
    ...(exitDue == null
      ? []
      : [{ label: exitDueLabel(exitDue), value: <Money amount={exitDue.amount} />, money: true }]),
    { label: 'Payment due date', value: dated(paymentDueDate), money: true },
    { label: 'Monthly payment', value: <Money amount={monthlyPaymentAmount} />, money: true },
    {
      label: lastPaymentDate === null ? 'Last payment' : `Last payment, ${formatUsDate(lastPaymentDate)}`,
      value: lastPaymentAmount === null ? 'None' : <Money amount={lastPaymentAmount} />,
      money: true,
    },
  ];
}

const balanceRows = ({ outstandingBalance, accruedInterest, fees, currentBalance }: GroupDetails): SummaryRow[] => [
  { label: 'Outstanding principal', value: <Money amount={outstandingBalance} />, money: true },
  { label: 'Accrued interest', value: <Money amount={accruedInterest} />, money: true },
  { label: 'Fees', value: <Money amount={fees} />, money: true },
  { label: 'Current balance', value: <Money amount={currentBalance} />, money: true, total: true },
];

function planRows(group: GroupDetails, accountNumber: string, rates: ShownRates): SummaryRow[] {
  const { repaymentPlan, recertificationDate, displayLoanTerm, lastBumpDate } = group;
  const place = { accountNumber, groupId: group.groupId };
  const regulatory = rates.regulatoryRate(place);
  return [
    { label: 'Repayment plan', value: repaymentPlan },
    ...(recertificationDate === null
      ? []
      : [{ label: 'Recertify your income by', value: formatUsDate(recertificationDate) }]),
    { label: 'Interest rate', value: groupRateText(group) },
    ...(regulatory === null ? [] : [{ label: 'Regulatory interest rate', value: formatExactRate(regulatory) }]),
    { label: 'Type of rate', value: rates.isVariable(place) ? 'Variable' : 'Fixed' },
    {
      label: 'Remaining loan term',
      value: isPaidInFull(group.status) ? 'N/A' : (displayLoanTerm ?? 'Depends on your income'),
    },
    { label: 'Last time you paid ahead', value: lastBumpDate === null ? 'Never' : formatUsDate(lastBumpDate) },
  ];
}

export interface GroupProps {
  readonly group: GroupDetails;
  readonly accountNumber: string;
  readonly rates: ShownRates;
  /** The coverage of the account by scheduled payments; null without such payments. */
  readonly coverage: PaymentCoverage | null;
}

export function Group({ group, accountNumber, rates, coverage }: GroupProps) {
  const { groupId, loanType, status, statusDesc, pastDueAmt, totalDue, loans } = group;
  const isOver = isPaidInFull(status);
  return (
    <Card
      heading={`Group ${groupId}: ${loanType}`}
      headingLevel={3}
      aside={<Tag tone={getTone(status)}>{statusDesc}</Tag>}
      tone={pastDueAmt > 0 ? 'attention' : 'plain'}
    >
      <Stack>
        {pastDueAmt > 0 && (
          <Notice kind={coverage?.coversPastDue ? 'info' : 'warning'}>
            <p>{pastDueMessage({ pastDueAmt }, coverage?.coversPastDue === true ? coverage : null)}</p>
          </Notice>
        )}
        {totalDue === 0 && !isOver && (
          <Notice kind="info">
            <p>{NOTHING_DUE}</p>
          </Notice>
        )}
        <Columns of="texts">
          <section aria-label={`Payment information of group ${groupId}`}>
            <h4>Payment information</h4>
            <SummaryList rows={paymentRows(group)} />
          </section>
          <section aria-label={`Balance information of group ${groupId}`}>
            <h4>Balance information</h4>
            <SummaryList rows={balanceRows(group)} />
          </section>
        </Columns>
        <SummaryList layout="columns" rows={planRows(group, accountNumber, rates)} />
        <Figures due={group} groups={[group]} headingLevel={4} label={`Computed amounts of group ${groupId}`} />
        <section aria-label={`Loans of group ${groupId}`}>
          <h4>Loans and benefits</h4>
          {loans.map((loan) => (
            <Loan key={loan.loanNumber} loan={loan} group={group} accountNumber={accountNumber} rates={rates} />
          ))}
        </section>
      </Stack>
    </Card>
  );
}
