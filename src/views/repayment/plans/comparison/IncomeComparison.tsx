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
import { UNKNOWN, preferredNameOf, shortNameOf } from '#domain/repayment/plans/catalogue.ts';
import {
  type ChangeAtEnd,
  type ComparedPlan,
  changeAtEnd,
  comparePlans,
  dayAfterPayeAndIcr,
} from '#domain/repayment/plans/comparison.ts';
import {
  type EstimateFacts,
  type Household,
  estimateFactsOf,
  familySizeOf,
} from '#domain/repayment/plans/estimates.ts';
import { END_OF_PAYE_AND_ICR, type PlanOutlook } from '#domain/repayment/plans/outlook.ts';
import type { LoanProgram, PlanFacts } from '#domain/repayment/plans/shapes.ts';
import { type Column, DataTable, Money, Stack } from '../../../../ui/index.ts';
import { Estimate } from '../Amounts.tsx';
import { Assumptions, HowCalculated } from './HowCalculated.tsx';
import { PaymentsChart } from './PaymentsChart.tsx';
import { WhatIfFields } from './WhatIfFields.tsx';
import { formatMonth } from './format-month.ts';
import { useSettled } from './use-settled.ts';

export interface IncomeComparisonProps {
  readonly facts: PlanFacts;
  /** The input of the income step. */
  readonly entry: IdrEntry;
  readonly limits: IdrLimits;
}

/** Returns the text of an outlook's fact; "Unknown" if a parameter is missing. */
const known = (outlook: PlanOutlook | undefined, show: (outlook: PlanOutlook) => Cents | string) => {
  if (outlook === undefined) return UNKNOWN;
  const shown = show(outlook);
  return typeof shown === 'string' ? shown : <Money amount={shown} />;
};

const endOf = ({ end, endMonth }: PlanOutlook): string =>
  `${formatMonth(endMonth)}, ${end === 'forgiven' ? 'rest forgiven' : 'paid off'}`;

function changeText(change: ChangeAtEnd): string {
  if (change.kind === 'becomesRap') return `Plan ends. On RAP: ${formatUsd(change.payment)} per month`;
  return change.kind === 'paidOffBefore' ? 'Paid off before then' : 'No change';
}

/** The columns; the last one only while the end of PAYE and ICR is ahead. */
function columnsOf(estimate: EstimateFacts): readonly Column<ComparedPlan>[] {
  const end = dayAfterPayeAndIcr(estimate);
  const columns: readonly Column<ComparedPlan>[] = [
    { key: 'plan', header: 'Plan', names: true, cell: ({ offer }) => preferredNameOf(offer.plan) },
    {
      key: 'now',
      header: 'Monthly payment now',
      align: 'end',
      cell: ({ offer }) => <Estimate amount={offer.total} />,
    },
    {
      key: 'total',
      header: 'Total paid',
      align: 'end',
      cell: ({ outlook }) => known(outlook, ({ totalPaid }) => totalPaid),
    },
    {
      key: 'forgiven',
      header: 'Forgiven',
      align: 'end',
      cell: ({ outlook }) => known(outlook, ({ forgiven }) => forgiven),
    },
    { key: 'end', header: 'Ends', cell: ({ outlook }) => known(outlook, endOf) },
  ];
  if (end <= estimate.facts.asOf) return columns;
  const change: Column<ComparedPlan> = {
    key: 'change',
    header: `Changes on ${formatUsDate(end)}`,
    cell: ({ outlook }) => known(outlook, (each) => changeText(changeAtEnd(each))),
  };
  return [...columns, change];
}

interface ProgramProps {
  readonly program: LoanProgram;
  readonly plans: readonly ComparedPlan[];
  readonly estimate: EstimateFacts;
}

function Program({ program, plans, estimate }: ProgramProps) {
  const name = programNames[program];
  return (
    <Stack gap="large">
      <h3>{name}</h3>
      <DataTable
        caption={`Plans for your ${name}`}
        captionHidden
        columns={columnsOf(estimate)}
        rows={plans}
        rowKey={({ offer }) => offer.plan}
      />
      <PaymentsChart
        title={`What you pay each year on your ${name}`}
        asOf={estimate.facts.asOf}
        plans={plans.flatMap(({ offer, outlook }) =>
          outlook === undefined ? [] : [{ name: shortNameOf(offer.plan), outlook }],
        )}
      />
      {plans.some(({ outlook }) => outlook !== undefined && outlook.planEndsIn !== null) && (
        <p>{END_OF_PAYE_AND_ICR}</p>
      )}
      <HowCalculated offers={plans.map(({ offer }) => offer)} estimate={estimate} />
    </Stack>
  );
}

interface ComparedProgram {
  readonly program: LoanProgram;
  readonly plans: readonly ComparedPlan[];
}

/** Returns the screen reader announcement after a change. */
function announcementOf(household: Household, programs: readonly ComparedProgram[]): string {
  const income = formatUsd(household.adjustedGrossIncome);
  const amounts = programs.map(({ program, plans }) => {
    const each = plans.map(
      ({ offer: { plan, total } }) => `${shortNameOf(plan)} ${total === null ? UNKNOWN : formatUsd(total)}`,
    );
    return `${programNames[program]}: ${each.join(', ')} per month.`;
  });
  return `Updated for an income of ${income} and a family of ${familySizeOf(household)}. ${amounts.join(' ')}`;
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
    const estimateFacts = estimateFactsOf(facts, tried);
    const compared = PROGRAMS.map((program) => ({ program, plans: comparePlans('IDR', program, estimateFacts) }));
    return { estimate: estimateFacts, programs: compared.filter(({ plans }) => plans.length > 0) };
  }, [facts, tried]);
  const isChanged = tried !== household;
  const announced = useSettled(isChanged ? announcementOf(tried, programs) : '', ANNOUNCE_AFTER_MS);
  return (
    <>
      <WhatIfFields {...{ whatIf, household, limits }} onChange={change} />
      <div aria-live="polite" className="ui-sr">
        {announced}
      </div>
      {programs.map(({ program, plans }) => (
        <Program key={program} {...{ program, plans, estimate }} />
      ))}
      <Assumptions type="IDR" facts={facts} />
    </>
  );
}

export function IncomeComparison({ facts, entry, limits }: IncomeComparisonProps) {
  const household = useMemo(() => householdFrom(entry, limits), [entry, limits]);
  return household && <Compared {...{ facts, household, limits }} />;
}
