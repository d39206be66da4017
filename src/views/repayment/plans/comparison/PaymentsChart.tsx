/** The chart of yearly plan costs, and the same amounts as a table. */
import { type PlainDate, addMonths, monthOf } from '#domain/calendar.ts';
import { type Cents, formatUsd, formatWholeUsd } from '#domain/money.ts';
import { yearlyPayments } from '#domain/repayment/plans/comparison.ts';
import type { PlanOutlook } from '#domain/repayment/plans/outlook.ts';
import { type ChartRow, type ChartSeries, LineChart } from '../../../../ui/index.ts';
import { formatMonth } from './format-month.ts';

/** A plan as a line. */
export interface ChartedPlan {
  readonly name: string;
  readonly outlook: PlanOutlook;
}

export interface PaymentsChartProps {
  readonly title: string;
  readonly asOf: PlainDate;
  readonly plans: readonly ChartedPlan[];
}

interface YearsOfPlan extends ChartedPlan {
  readonly years: readonly Cents[];
}

const MONTHS_A_YEAR = 12;

/** A point at the beginning of each year, and one where the plan ends. */
function seriesOf({ name, outlook, years }: YearsOfPlan): ChartSeries {
  const points = years.map((paid, x) => ({ x, y: paid }));
  const end = { x: outlook.months / MONTHS_A_YEAR, y: years.at(-1) ?? 0 };
  return { key: name, name, points: [...points, end] };
}

/** The rows of the table. Years in which no amount differs from the year before are one row. */
function rowsOf(plans: readonly YearsOfPlan[], asOf: PlainDate): readonly ChartRow[] {
  const monthAt = (months: number) => formatMonth(monthOf(addMonths(asOf, months)));
  const count = Math.max(0, ...plans.map(({ years }) => years.length));
  const rows: { from: number; to: number; amounts: readonly (Cents | undefined)[] }[] = [];
  for (let year = 0; year < count; year += 1) {
    const amounts = plans.map(({ years }) => years[year]);
    const last = rows.at(-1);
    if (last?.amounts.every((amount, index) => amount === amounts[index])) last.to = year;
    else rows.push({ from: year, to: year, amounts });
  }
  return rows.map(({ from, to, amounts }) => ({
    label: `${monthAt(from * MONTHS_A_YEAR + 1)} to ${monthAt((to + 1) * MONTHS_A_YEAR)}`,
    values: amounts.map((amount) => (amount === undefined ? null : formatUsd(amount))),
  }));
}

const summaryOf = ({ name, years, outlook: { endMonth } }: YearsOfPlan): string => {
  const [first, last] = [years[0], years.at(-1)];
  if (first === undefined || last === undefined) return `${name}: no payments.`;
  return `${name}: ${formatUsd(first)} in the first year, last payment in ${formatMonth(endMonth)}.`;
};

/** A mark where PAYE and ICR end, if that changes a plan. */
function marksOf(plans: readonly ChartedPlan[]) {
  const ending = plans.find(({ outlook }) => outlook.planEndsIn !== null)?.outlook;
  if (ending === undefined) return undefined;
  const before = ending.schedule.filter(({ planName }) => planName === ending.planName);
  const months = before.reduce((sum, run) => sum + run.months, 0);
  return [{ x: months / MONTHS_A_YEAR, label: 'PAYE and ICR end' }];
}

export function PaymentsChart({ title, asOf, plans }: PaymentsChartProps) {
  const charted = plans.map((plan) => ({ ...plan, years: yearlyPayments(plan.outlook.schedule) }));
  if (charted.length === 0) return null;
  return (
    <LineChart
      title={title}
      headingLevel={4}
      summary={`${title}. ${charted.map(summaryOf).join(' ')}`}
      series={charted.map(seriesOf)}
      shape="step"
      x={{ name: 'Years from now', format: String }}
      y={{ name: 'Paid in a year', format: (amount) => formatWholeUsd(amount / 100) }}
      marks={marksOf(plans)}
      rows={rowsOf(charted, asOf)}
      rowHeader="In each year"
    />
  );
}
