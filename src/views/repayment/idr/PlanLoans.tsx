/** Loans with their current and their estimated payment, one row for each group (R §9). */
import type { ReactNode } from 'react';
import type { SummaryRow } from '#domain/repayment/idr/plans.ts';
import { getPreferredName } from '#domain/plans/catalogue.ts';
import { type Column, DataTable, Money } from '../../../ui/index.ts';
import { Estimate } from '../plans/Amounts.tsx';

const columns: readonly Column<SummaryRow>[] = [
  { key: 'account', header: 'Account', names: true, cell: ({ accountNumber }) => accountNumber },
  { key: 'group', header: 'Group ID', cell: ({ groupId }) => groupId },
  { key: 'type', header: 'Loan Type', cell: ({ loanTypeGroup }) => loanTypeGroup },
  { key: 'plan', header: 'Current plan', cell: ({ currentPlanName }) => getPreferredName(currentPlanName) },
  {
    key: 'current',
    header: 'Current payment',
    align: 'end',
    cell: ({ currentAmount }) => <Money amount={currentAmount} />,
  },
];

const columnsWithEstimate: readonly Column<SummaryRow>[] = [
  ...columns,
  {
    key: 'new',
    header: 'Estimated payment',
    align: 'end',
    cell: ({ newEstimatedAmount }) => <Estimate amount={newEstimatedAmount} />,
  },
];

export interface PlanLoansTableProps {
  readonly caption: ReactNode;
  readonly rows: readonly SummaryRow[];
  /** Whether the loans would be on another plan, with an estimated payment. */
  readonly hasEstimates: boolean;
}

export const PlanLoansTable = ({ caption, rows, hasEstimates }: PlanLoansTableProps) => (
  <DataTable
    caption={caption}
    captionHidden
    columns={hasEstimates ? columnsWithEstimate : columns}
    rows={rows}
    rowKey={({ accountNumber, groupId }) => `${accountNumber}/${groupId}`}
  />
);
