/** Plans side by side: the present one first, the others in the order that the borrower chooses. */
import { useState } from 'react';
import { getPreferredName } from '#domain/plans/catalogue.ts';
import { type ComparedRow, PLAN_ORDERS, type PlanOrder, sortedRows } from '#domain/plans/comparison.ts';
import { COUNTS_TOWARD_PSLF, FORGIVEN_IS_INCOME, countsTowardPslf } from '#domain/plans/forgiveness.ts';
import type { LoanProgram, PlanData } from '#domain/plans/shapes.ts';
import { type Column, DataTable, Money, Select, Stack } from '../../../../ui/index.ts';
import { Estimate, LOWEST_NOW } from '../Amounts.tsx';

const ORDER_NAMES: Readonly<Record<PlanOrder, string>> = {
  now: 'Lowest payment now',
  total: 'Lowest in total',
  end: 'Done soonest',
};

/** Returns the column with the plan's name and its tags. */
function planColumn(program: LoanProgram, { loans }: PlanData): Column<ComparedRow> {
  const loanTypes = loans.filter((loan) => loan.program === program).map(({ loanType }) => loanType);
  return {
    key: 'plan',
    header: 'Plan',
    names: true,
    stackedLabelHidden: true,
    cell: ({ planName, isPresent, isRecommended, paidNow }) => (
      <Stack gap="small">
        <span>
          {getPreferredName(planName)}
          {isPresent && ' (your current plan)'}
        </span>
        {isRecommended && <span>{LOWEST_NOW}</span>}
        {paidNow !== null && (
          <span>
            You pay <Money amount={paidNow} /> per month now
          </span>
        )}
        {countsTowardPslf(planName, program, loanTypes) && <span>{COUNTS_TOWARD_PSLF}</span>}
      </Stack>
    ),
  };
}

const PAYMENT: Column<ComparedRow> = {
  key: 'now',
  header: 'Monthly payment now',
  align: 'end',
  cell: ({ total }) => <Estimate amount={total} />,
};

export interface PlansTableProps {
  readonly program: LoanProgram;
  /** The loans of the program, as a heading names them. */
  readonly name: string;
  readonly facts: PlanData;
  readonly rows: readonly ComparedRow[];
  /** The columns after the plan and its payment. */
  readonly columns: readonly Column<ComparedRow>[];
}

export function PlansTable({ program, name, facts, rows, columns }: PlansTableProps) {
  const [order, setOrder] = useState<PlanOrder>('now');
  return (
    <>
      {rows.length > 2 && (
        <Select
          name={`order.${program}`}
          label="What matters most to you?"
          hint="Your current plan stays at the top."
          width="medium"
          value={order}
          options={PLAN_ORDERS.map((value) => ({ value, label: ORDER_NAMES[value] }))}
          onChange={(chosen) => setOrder(PLAN_ORDERS.find((each) => each === chosen) ?? order)}
        />
      )}
      <DataTable
        caption={`Plans for your ${name}`}
        captionHidden
        columns={[planColumn(program, facts), PAYMENT, ...columns]}
        rows={sortedRows(rows, order)}
        rowKey={({ planName }) => planName}
      />
      {rows.some(({ outlook }) => outlook?.end === 'forgiven') && <p>{FORGIVEN_IS_INCOME}</p>}
    </>
  );
}
