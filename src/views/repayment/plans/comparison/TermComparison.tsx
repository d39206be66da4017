/** Term-based plans side by side with the present plan: payments, interest, and when the loans are paid off. */
import { UNKNOWN, preferredNameOf, shortNameOf } from '#domain/repayment/plans/catalogue.ts';
import { comparePlans, presentPlan } from '#domain/repayment/plans/comparison.ts';
import type { EstimateFacts } from '#domain/repayment/plans/estimates.ts';
import type { PlanOutlook } from '#domain/repayment/plans/outlook.ts';
import type { LoanProgram, PlanFacts, PlanTotal } from '#domain/repayment/plans/shapes.ts';
import { isIncomeDriven } from '#domain/repayment/plans/names.ts';
import { termEstimateOf } from '#domain/repayment/term/estimate.ts';
import type { OtherLoansValues } from '#domain/repayment/term/shapes.ts';
import { type Column, DataTable, Money, Stack } from '../../../../ui/index.ts';
import { Estimate } from '../Amounts.tsx';
import { Assumptions, HowCalculated } from './HowCalculated.tsx';
import { PaymentsChart } from './PaymentsChart.tsx';
import { formatMonth } from './format-month.ts';

export interface TermComparisonProps {
  readonly facts: PlanFacts;
  readonly otherLoans: OtherLoansValues;
  /** The programs with the names under which their plans are chosen. */
  readonly programs: readonly { readonly program: LoanProgram; readonly name: string }[];
}

interface Row extends PlanTotal {
  readonly outlook: PlanOutlook | undefined;
  readonly isPresent: boolean;
}

/** Returns the text in place of a fact of a plan whose later payments are unknown. */
const notKnown = (planName: string): string => (isIncomeDriven(planName) ? 'Depends on income' : UNKNOWN);

const amountOf = ({ planName, outlook }: Row, key: 'interestPaid' | 'totalPaid') =>
  outlook === undefined ? notKnown(planName) : <Money amount={outlook[key]} />;

const columns: readonly Column<Row>[] = [
  {
    key: 'plan',
    header: 'Plan',
    names: true,
    cell: ({ planName, isPresent }) => `${preferredNameOf(planName)}${isPresent ? ' (your current plan)' : ''}`,
  },
  { key: 'now', header: 'Monthly payment now', align: 'end', cell: ({ total }) => <Estimate amount={total} /> },
  { key: 'interest', header: 'Total interest', align: 'end', cell: (row) => amountOf(row, 'interestPaid') },
  { key: 'total', header: 'Total paid', align: 'end', cell: (row) => amountOf(row, 'totalPaid') },
  {
    key: 'end',
    header: 'Paid off',
    cell: ({ planName, outlook }) => (outlook === undefined ? notKnown(planName) : formatMonth(outlook.endMonth)),
  },
];

function Program({ program, name, estimate }: { program: LoanProgram; name: string; estimate: EstimateFacts }) {
  const present = presentPlan(program, estimate);
  const compared = comparePlans('Term', program, estimate).filter(({ offer }) => offer.plan !== present?.planName);
  const rows: readonly Row[] = [
    ...(present === undefined ? [] : [{ ...present, isPresent: true }]),
    ...compared.map(({ offer, outlook }) => ({ planName: offer.plan, total: offer.total, outlook, isPresent: false })),
  ];
  return (
    <Stack gap="large">
      <h3>{name}</h3>
      <DataTable
        caption={`Plans for your ${name}`}
        captionHidden
        columns={columns}
        rows={rows}
        rowKey={({ planName }) => planName}
      />
      <PaymentsChart
        title={`What you pay each year on your ${name}`}
        asOf={estimate.facts.asOf}
        plans={rows.flatMap(({ planName, outlook }) =>
          outlook === undefined ? [] : [{ name: shortNameOf(planName), outlook }],
        )}
      />
      <HowCalculated offers={compared.map(({ offer }) => offer)} estimate={estimate} />
    </Stack>
  );
}

export function TermComparison({ facts, otherLoans, programs }: TermComparisonProps) {
  const estimate = termEstimateOf(facts, otherLoans);
  return (
    <>
      {programs.map(({ program, name }) => (
        <Program key={program} {...{ program, name, estimate }} />
      ))}
      <Assumptions type="Term" facts={facts} />
    </>
  );
}
