/**
 * Compares income-driven plans for an income and a family size that the borrower can change. These changes do not
 * affect the application.
 */
import { useMemo, useState } from 'react';
import { formatUsDate } from '#domain/calendar.ts';
import { programNames } from '#domain/repayment/idr/messages.ts';
import { PROGRAMS } from '#domain/repayment/idr/plans.ts';
import type { IdrLimits } from '#domain/repayment/idr/rules.ts';
import { type WhatIf, householdFrom, householdWith, startingWhatIf } from '#domain/repayment/idr/what-if.ts';
import type { IdrEntry } from '#domain/repayment/idr/shapes.ts';
import { type Cents, formatUsd } from '#domain/money.ts';
import { UNKNOWN, getShortName } from '#domain/plans/catalogue.ts';
import {
  type ChangeAtEnd,
  type ComparedRow,
  changeAtEnd,
  comparedRows,
  dayAfterPayeAndIcr,
} from '#domain/plans/comparison.ts';
import { type Household, getFamilySize } from '#domain/plans/household.ts';
import { type EstimateInput, toEstimateInput, computeOffers } from '#domain/plans/estimates.ts';
import { END_OF_PAYE_AND_ICR, type PlanOutlook } from '#domain/plans/outlook.ts';
import { isIncomeDriven } from '#domain/plan-names.ts';
import type { LoanProgram, PlanData } from '#domain/plans/shapes.ts';
import { type Column, Money, Stack } from '../../../../ui/index.ts';
import { Assumptions, HowCalculated } from './HowCalculated.tsx';
import { PaymentsChart } from './PaymentsChart.tsx';
import { PlansTable } from './PlansTable.tsx';
import { WhatIfFields } from './WhatIfFields.tsx';
import { formatMonth } from './format-month.ts';
import { useSettled } from './use-settled.ts';

export interface IncomeComparisonProps {
  readonly facts: PlanData;
  /** The input of the income step. */
  readonly entry: IdrEntry;
  readonly limits: IdrLimits;
}

/** Returns the text of an outlook's fact, or why there is none: later payments of the present plan may not be known. */
const known = ({ planName, outlook }: ComparedRow, show: (outlook: PlanOutlook) => Cents | string) => {
  if (outlook === undefined) return isIncomeDriven(planName) ? 'Depends on income' : UNKNOWN;
  const shown = show(outlook);
  return typeof shown === 'string' ? shown : <Money amount={shown} />;
};

const formatEnd = ({ end, endMonth }: PlanOutlook): string =>
  `${formatMonth(endMonth)}, ${end === 'forgiven' ? 'rest forgiven' : 'paid off'}`;

function changeText(change: ChangeAtEnd): string {
  if (change.kind === 'becomesRap') return `Plan ends. On RAP: ${formatUsd(change.payment)} per month`;
  return change.kind === 'paidOffBefore' ? 'Paid off before then' : 'No change';
}

/** Returns the columns; the last one only while the end of PAYE and ICR is ahead. */
function createColumns(estimate: EstimateInput): readonly Column<ComparedRow>[] {
  const end = dayAfterPayeAndIcr(estimate);
  const columns: readonly Column<ComparedRow>[] = [
    { key: 'total', header: 'Total paid', align: 'end', cell: (row) => known(row, ({ totalPaid }) => totalPaid) },
    { key: 'forgiven', header: 'Forgiven', align: 'end', cell: (row) => known(row, ({ forgiven }) => forgiven) },
    { key: 'end', header: 'Ends', cell: (row) => known(row, formatEnd) },
  ];
  if (end <= estimate.facts.asOf) return columns;
  const change: Column<ComparedRow> = {
    key: 'change',
    header: `Changes on ${formatUsDate(end)}`,
    cell: (row) => known(row, (outlook) => changeText(changeAtEnd(outlook))),
  };
  return [...columns, change];
}

interface ProgramProps {
  readonly program: LoanProgram;
  readonly rows: readonly ComparedRow[];
  readonly estimate: EstimateInput;
}

function Program({ program, rows, estimate }: ProgramProps) {
  const name = programNames[program];
  return (
    <Stack gap="large">
      <h3>{name}</h3>
      <PlansTable {...{ program, name, rows }} facts={estimate.facts} columns={createColumns(estimate)} />
      <PaymentsChart
        title={`What you pay each month on your ${name}`}
        plans={rows.flatMap(({ planName, outlook }) =>
          outlook === undefined ? [] : [{ name: getShortName(planName), outlook }],
        )}
      />
      {rows.some(({ outlook }) => outlook !== undefined && outlook.planEndsIn !== null) && <p>{END_OF_PAYE_AND_ICR}</p>}
      <HowCalculated offers={computeOffers('IDR', program, estimate)} estimate={estimate} />
    </Stack>
  );
}

interface ComparedProgram {
  readonly program: LoanProgram;
  readonly rows: readonly ComparedRow[];
}

/** Returns the screen reader announcement after a change. */
function formatAnnouncement(household: Household, programs: readonly ComparedProgram[]): string {
  const income = formatUsd(household.adjustedGrossIncome);
  const amounts = programs.map(({ program, rows }) => {
    const each = rows.map(
      ({ planName, total }) => `${getShortName(planName)} ${total === null ? UNKNOWN : formatUsd(total)}`,
    );
    return `${programNames[program]}: ${each.join(', ')} per month.`;
  });
  return `Updated for an income of ${income} and a family of ${getFamilySize(household)}. ${amounts.join(' ')}`;
}

/** The time without changes before a screen reader announcement. */
const ANNOUNCE_AFTER_MS = 1000;

function Compared({
  facts,
  household,
  limits,
}: Omit<IncomeComparisonProps, 'entry'> & { readonly household: Household }) {
  const [{ whatIf, tried }, setState] = useState({ whatIf: startingWhatIf(household), tried: household });
  // While a field is not valid, the last valid comparison stays.
  const change = (next: (before: WhatIf) => WhatIf) =>
    setState((before) => {
      const changed = next(before.whatIf);
      return { whatIf: changed, tried: householdWith(changed, household, limits) ?? before.tried };
    });
  const { estimate, programs } = useMemo(() => {
    const estimateFacts = toEstimateInput(facts, tried);
    const compared = PROGRAMS.map((program) => ({ program, rows: comparedRows('IDR', program, estimateFacts) }));
    return { estimate: estimateFacts, programs: compared.filter(({ rows }) => rows.length > 0) };
  }, [facts, tried]);
  const isChanged = tried !== household;
  const announced = useSettled(isChanged ? formatAnnouncement(tried, programs) : '', ANNOUNCE_AFTER_MS);
  return (
    <>
      <WhatIfFields {...{ whatIf, household, limits }} onChange={change} />
      <div aria-live="polite" className="ui-sr">
        {announced}
      </div>
      {programs.map(({ program, rows }) => (
        <Program key={program} {...{ program, rows, estimate }} />
      ))}
      <Assumptions type="IDR" facts={facts} />
    </>
  );
}

export function IncomeComparison({ facts, entry, limits }: IncomeComparisonProps) {
  const household = useMemo(() => householdFrom(entry, limits), [entry, limits]);
  return household && <Compared {...{ facts, household, limits }} />;
}
