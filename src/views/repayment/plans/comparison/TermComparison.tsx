/** Term-based plans side by side with the present plan: payments, interest, and when the loans are paid off. */
import { UNKNOWN, getShortName } from '#domain/plans/catalogue.ts';
import { type ComparedRow, comparedRows } from '#domain/plans/comparison.ts';
import { type EstimateInput, computeOffers } from '#domain/plans/estimates.ts';
import type { LoanProgram, PlanData } from '#domain/plans/shapes.ts';
import { isIncomeDriven } from '#domain/plan-names.ts';
import { toTermEstimate } from '#domain/repayment/term/estimate.ts';
import type { OtherLoansValues } from '#domain/repayment/term/shapes.ts';
import { type Column, Money, Stack } from '../../../../ui/index.ts';
import { Assumptions, HowCalculated } from './HowCalculated.tsx';
import { PaymentsChart } from './PaymentsChart.tsx';
import { PlansTable } from './PlansTable.tsx';
import { formatMonth } from './format-month.ts';

export interface TermComparisonProps {
  readonly facts: PlanData;
  readonly otherLoans: OtherLoansValues;
  /** The programs with the names under which their plans are chosen. */
  readonly programs: readonly { readonly program: LoanProgram; readonly name: string }[];
}

/** Returns the text in place of a fact of a plan whose later payments are unknown. */
const notKnown = (planName: string): string => (isIncomeDriven(planName) ? 'Depends on income' : UNKNOWN);

const renderAmount = ({ planName, outlook }: ComparedRow, key: 'interestPaid' | 'totalPaid') =>
  outlook === undefined ? notKnown(planName) : <Money amount={outlook[key]} />;

const columns: readonly Column<ComparedRow>[] = [
  { key: 'interest', header: 'Total interest', align: 'end', cell: (row) => renderAmount(row, 'interestPaid') },
  { key: 'total', header: 'Total paid', align: 'end', cell: (row) => renderAmount(row, 'totalPaid') },
  {
    key: 'end',
    header: 'Paid off',
    cell: ({ planName, outlook }) => (outlook === undefined ? notKnown(planName) : formatMonth(outlook.endMonth)),
  },
];

function Program({ program, name, estimate }: { program: LoanProgram; name: string; estimate: EstimateInput }) {
  const rows = comparedRows('Term', program, estimate);
  const offers = computeOffers('Term', program, estimate);
  return (
    <Stack gap="large">
      <h3>{name}</h3>
      <PlansTable {...{ program, name, rows, columns }} facts={estimate.facts} />
      <PaymentsChart
        title={`What you pay each month on your ${name}`}
        plans={rows.flatMap(({ planName, outlook }) =>
          outlook === undefined ? [] : [{ name: getShortName(planName), outlook }],
        )}
      />
      <HowCalculated offers={offers} estimate={estimate} />
    </Stack>
  );
}

export function TermComparison({ facts, otherLoans, programs }: TermComparisonProps) {
  const estimate = toTermEstimate(facts, otherLoans);
  return (
    <>
      {programs.map(({ program, name }) => (
        <Program key={program} {...{ program, name, estimate }} />
      ))}
      <Assumptions type="Term" facts={facts} />
    </>
  );
}
