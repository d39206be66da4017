/** The chart of monthly payments by calendar year, and a table with the total of each year. */
import { formatUsd, formatWholeUsd } from '#domain/money.ts';
import { type YearOfPayments, computeStart, yearlyPayments } from '#domain/plans/comparison.ts';
import type { PlanOutlook } from '#domain/plans/outlook.ts';
import { type ChartRow, type ChartSeries, LineChart } from '../../../../ui/index.ts';
import { formatMonth } from './format-month.ts';

/** A plan as a line. */
export interface ChartedPlan {
  readonly name: string;
  readonly outlook: PlanOutlook;
}

export interface PaymentsChartProps {
  readonly title: string;
  readonly plans: readonly ChartedPlan[];
}

const MONTHS_A_YEAR = 12;

/**
 * Returns a point at the start of each payment, and one at the end of the plan. The last payment is the remaining balance
 * and not a lower payment of the plan, so the line ends at the previous height.
 */
function toSeries({ name, outlook }: ChartedPlan, firstYear: number): ChartSeries {
  const { schedule, months } = outlook;
  const last = schedule.at(-1);
  const drawn = schedule.length > 1 && last?.months === 1 ? schedule.slice(0, -1) : schedule;
  const start = computeStart(outlook) - firstYear;
  let month = 0;
  const points = drawn.map((run) => {
    const point = { x: start + month / MONTHS_A_YEAR, y: run.payment };
    month += run.months;
    return point;
  });
  const end = { x: start + months / MONTHS_A_YEAR, y: points.at(-1)?.y ?? 0 };
  return { key: name, name, points: [...points, end] };
}

const yearText = ({ monthly, total }: YearOfPayments): string =>
  `${monthly.map((payment) => formatUsd(payment)).join(', then ')} a month (${formatUsd(total)} in the year)`;

/** Returns the rows of the table. Consecutive years with the same values are one row. */
function toRows(plans: readonly ChartedPlan[]): readonly ChartRow[] {
  const years = plans.map(({ outlook }) => new Map(yearlyPayments(outlook).map((of) => [of.year, of])));
  const all = [...new Set(years.flatMap((of) => [...of.keys()]))].toSorted((a, b) => a - b);
  const rows: { from: number; to: number; values: readonly (string | null)[] }[] = [];
  for (const year of all) {
    const values = years.map((of) => {
      const found = of.get(year);
      return found === undefined ? null : yearText(found);
    });
    const last = rows.at(-1);
    if (last?.values.every((value, index) => value === values[index])) last.to = year;
    else rows.push({ from: year, to: year, values });
  }
  return rows.map(({ from, to, values }) => ({ label: from === to ? String(from) : `${from} to ${to}`, values }));
}

const summarize = ({ name, outlook: { schedule, firstPayment, endMonth } }: ChartedPlan): string =>
  schedule.length === 0
    ? `${name}: no payments.`
    : `${name}: ${formatUsd(firstPayment)} a month at first, last payment in ${formatMonth(endMonth)}.`;

/** Returns a mark where PAYE and ICR end, if that changes a plan. */
function findMarks(plans: readonly ChartedPlan[], firstYear: number) {
  const ending = plans.find(({ outlook }) => outlook.planEndsIn !== null)?.outlook;
  if (ending === undefined) return undefined;
  const before = ending.schedule.filter(({ planName }) => planName === ending.planName);
  const months = before.reduce((sum, run) => sum + run.months, 0);
  return [{ x: computeStart(ending) - firstYear + months / MONTHS_A_YEAR, label: 'PAYE and ICR end' }];
}

export function PaymentsChart({ title, plans }: PaymentsChartProps) {
  if (plans.length === 0) return null;
  const firstYear = Math.floor(Math.min(...plans.map(({ outlook }) => computeStart(outlook))));
  return (
    <LineChart
      title={title}
      headingLevel={4}
      summary={`${title}. ${plans.map(summarize).join(' ')}`}
      series={plans.map((plan) => toSeries(plan, firstYear))}
      shape="step"
      x={{ name: 'Year', format: (years) => String(firstYear + years) }}
      y={{ name: 'Paid in a month', format: (amount) => formatWholeUsd(amount / 100) }}
      marks={findMarks(plans, firstYear)}
      rows={toRows(plans)}
      rowHeader="Year"
    />
  );
}
