/** One loan: its rate and balance in a line, the rest on demand (P §2.12, §3). */
import { formatUsDate } from '#domain/calendar.ts';
import { NOT_APPLICABLE, isPaidInFull, getLoanDetails } from '#domain/accounts/loans/messages.ts';
import type { ShownRates } from '#domain/accounts/loans/figures.ts';
import type { GroupDetails, LoanDetails } from '#domain/accounts/loans/shapes.ts';
import { formatUsd } from '#domain/money.ts';
import { formatExactRate, formatRate } from '#domain/accounts/rate.ts';
import { DataTable, Disclosure, Money, Stack, SummaryList, type SummaryRow } from '../../../ui/index.ts';
import { Benefits } from './Benefits.tsx';

export interface LoanProps {
  readonly loan: LoanDetails;
  readonly group: Pick<GroupDetails, 'groupId' | 'status'>;
  readonly accountNumber: string;
  readonly rates: ShownRates;
}

interface Disbursement {
  readonly key: string;
  readonly date: string;
  readonly amount: string;
}

function Disbursements({ loan, isOver }: { loan: LoanDetails; isOver: boolean }) {
  if (isOver) return <SummaryList rows={[{ label: 'Disbursements', value: NOT_APPLICABLE }]} />;
  const rows = loan.disbursedLoans
    .flatMap(({ disbursements }) => disbursements)
    .map(({ disbursementAmount, disbursementDate }, index): Disbursement => ({
      key: `${index}`,
      date: formatUsDate(disbursementDate),
      amount: formatUsd(disbursementAmount),
    }));
  return (
    <DataTable
      caption="Disbursements"
      columns={[
        { key: 'date', header: 'Date', cell: ({ date }) => date, names: true },
        { key: 'amount', header: 'Amount', cell: ({ amount }) => amount, align: 'end' },
      ]}
      rows={rows}
      rowKey={({ key }) => key}
    />
  );
}

export function Loan({ loan, group: { groupId, status }, accountNumber, rates }: LoanProps) {
  const { loanNumber, loanType, interestRate, currentPrincipalBalance } = loan;
  const regulatory = rates.regulatoryRate({ accountNumber, groupId, loanNumber });
  const isOver = isPaidInFull(status) || loan.loanStatusDescription === 'Paid in full';
  const rows: SummaryRow[] = [
    { label: 'Interest rate', value: formatRate(interestRate) },
    ...(regulatory === null ? [] : [{ label: 'Regulatory interest rate', value: formatExactRate(regulatory) }]),
    ...getLoanDetails(loan, isOver ? 'paidInFull' : status),
  ];
  return (
    <Disclosure
      variant="row"
      summary={
        <>
          Loan {loanNumber} · {loanType} · {formatRate(interestRate)}
        </>
      }
      aside={<Money amount={currentPrincipalBalance} />}
    >
      <Stack>
        <SummaryList layout="columns" rows={rows} />
        <Disbursements loan={loan} isOver={isOver} />
        <div>
          <Benefits loan={loan} groupId={groupId} />
        </div>
      </Stack>
    </Disclosure>
  );
}
