/** The progress of an account: balance over time to the projected payoff, and the effect of an extra monthly amount. */
import { useDeferredValue, useMemo, useState } from 'react';
import type { ContextFrom } from 'xstate';
import {
  type BalancePoint,
  EXTRA_STEP,
  type Projection,
  computeExtraEffect,
  monthlyPaymentOfAccount,
  mostExtra,
  pastPoints,
  projectRepayment,
  remainingPrincipal,
  unpaidInterest,
} from '#domain/timeline/progress.ts';
import { type PlainDate, daysBetween, formatUsDate, toPlainDate } from '#domain/calendar.ts';
import { DAYS_IN_YEAR } from '#domain/interest.ts';
import { loanDetailsAddress } from '#domain/accounts/loans/address.ts';
import { extraEndText, extraText } from '#domain/timeline/progress-messages.ts';
import type { RepaymentData } from '#domain/accounts/loans/shapes.ts';
import { type Cents, ZERO, formatUsd, formatWholeUsd, toCents } from '#domain/money.ts';
import { FORGIVEN_IS_INCOME, forgivenessText } from '#domain/plans/forgiveness.ts';
import type { loanProgress } from '#machines/accounts/loan-progress/loan-progress.machine.ts';
import {
  Card,
  type ChartRow,
  type ChartSeries,
  EmptyState,
  LineChart,
  RangeField,
  Stack,
  SummaryList,
  type SummaryRow,
  TextLink,
} from '../../../ui/index.ts';
import { type ShownProps, resourceViews } from '../../kit/loading/resource-views.tsx';

type Context = ContextFrom<typeof loanProgress>;

const money = (label: string, amount: Cents, note?: string): SummaryRow => ({
  label,
  value: formatUsd(amount),
  money: true,
  ...(note !== undefined && { note }),
});

function describeEnd(facts: RepaymentData, { lastPayment, forgiven }: Projection): SummaryRow[] {
  const isForgiven = forgiven.length > 0;
  const value =
    remainingPrincipal(facts) === 0
      ? 'Paid in full'
      : lastPayment === null
        ? 'This payment never pays off the loans'
        : formatUsDate(lastPayment);
  return [
    { label: isForgiven ? 'Last payment' : 'Payoff date at this payment', value, money: true },
    ...forgiven.map(({ date, amount }) => money(`Forgiven on ${formatUsDate(date)}`, amount)),
  ];
}

function factRows(facts: RepaymentData, now: Projection): SummaryRow[] {
  const { originalBalance, paid, notCharged } = facts;
  return [
    money('Original balance', originalBalance),
    money('Principal paid so far', paid.principal),
    money('Interest paid so far', paid.interest),
    ...(paid.fees > 0 ? [money('Fees paid so far', paid.fees)] : []),
    ...(notCharged.principal > 0 ? [money('Principal the government paid (RAP)', notCharged.principal)] : []),
    ...(notCharged.interest > 0 ? [money("Interest you weren't charged (RAP)", notCharged.interest)] : []),
    money('Principal remaining', remainingPrincipal(facts)),
    money('Interest owed today', unpaidInterest(facts)),
    money('Monthly payment', monthlyPaymentOfAccount(facts)),
    ...describeEnd(facts, now),
    ...(now.lastPayment === null ? [] : [money('Interest still to pay', now.interest)]),
  ];
}

/** Returns the position of a day on an axis of calendar years that begins with `firstYear`. */
const toX = (date: PlainDate, firstYear: number): number => {
  const year = Number(date.slice(0, 4));
  return year - firstYear + daysBetween(toPlainDate(`${year}-01-01`), date) / (DAYS_IN_YEAR / 100);
};

interface Line {
  readonly name: string;
  readonly points: readonly BalancePoint[];
}

const toSeries = ({ name, points }: Line, firstYear: number): ChartSeries => ({
  key: name,
  name,
  points: points.map(({ date, owed }) => ({ x: toX(date, firstYear), y: owed })),
});

/** Returns the rows of the table: the last balance of each calendar year, and the end of each line. */
function toRows(lines: readonly Line[]): readonly ChartRow[] {
  const all = [...new Set(lines.flatMap(({ points }) => points.map(({ date }) => date.slice(0, 4))))].toSorted();
  return all.map((year) => ({
    label: year,
    values: lines.map(({ points }) => {
      const last = points.filter(({ date }) => date.startsWith(year)).at(-1);
      return last === undefined ? null : formatUsd(last.owed);
    }),
  }));
}

const on = ({ date, owed }: BalancePoint) => `${formatUsd(owed)} on ${formatUsDate(date)}`;

const summarize = ({ name, points }: Line): string => {
  const [from, to] = [points[0], points.at(-1)];
  if (from === undefined || to === undefined) return '';
  return `${name}: from ${on(from)} to ${on(to)}.`;
};

interface BalanceChartProps {
  readonly facts: RepaymentData;
  readonly now: Projection;
  /** Null while no extra amount is chosen. */
  readonly withExtra: Projection | null;
}

function BalanceChart({ facts, now, withExtra }: BalanceChartProps) {
  const past = pastPoints(facts);
  const lines: Line[] = [
    { name: 'Until today', points: past },
    { name: 'Projected', points: now.points },
    ...(withExtra === null ? [] : [{ name: 'With extra', points: withExtra.points }]),
  ];
  const title = 'What you owe over time';
  const firstYear = Number((past[0]?.date ?? facts.asOf).slice(0, 4));
  return (
    <LineChart
      title={title}
      headingLevel={2}
      summary={`${title}. ${lines.map(summarize).join(' ')}`}
      series={lines.map((line) => toSeries(line, firstYear))}
      shape="step"
      x={{ name: 'Year', format: (years) => String(firstYear + years) }}
      y={{ name: 'Owed', format: (amount) => formatWholeUsd(amount / 100) }}
      marks={[{ x: toX(facts.asOf, firstYear), label: 'Today' }]}
      rows={toRows(lines)}
      rowHeader="At the end of"
    />
  );
}

/** The calculation of the day of forgiveness, for each group with another day, and its tax consequences (ruling 104). */
function ForgivenessNotes({ facts: { groups } }: { readonly facts: RepaymentData }) {
  const texts = groups.flatMap(({ forgiveness }) => (forgiveness === null ? [] : [forgivenessText(forgiveness)]));
  return [...new Set(texts), FORGIVEN_IS_INCOME].map((text) => <p key={text}>{text}</p>);
}

function Showing({ data: facts }: ShownProps<Context>) {
  const [extra, setExtra] = useState<Cents>(ZERO);
  // A projection takes a moment: the slider does not wait for it.
  const tried = useDeferredValue(extra);
  const now = useMemo(() => projectRepayment(facts), [facts]);
  const withExtra = useMemo(() => (tried === 0 ? null : projectRepayment(facts, tried)), [facts, tried]);
  const isOwed = remainingPrincipal(facts) > 0;
  return (
    <Stack>
      <Card heading="Where you stand">
        <Stack>
          <SummaryList rows={factRows(facts, now)} />
          {now.forgiven.length > 0 && <ForgivenessNotes facts={facts} />}
        </Stack>
      </Card>
      {isOwed && (
        <Card heading="Pay extra each month">
          <Stack>
            <RangeField
              name="extra"
              label={`Extra each month: ${formatUsd(extra)}`}
              min={0}
              max={mostExtra(facts)}
              step={EXTRA_STEP}
              value={extra}
              format={(value) => formatWholeUsd(value / 100)}
              onChange={(value) => setExtra(toCents(value))}
            />
            <output>
              {extraText(tried, withExtra && computeExtraEffect(now, withExtra))}
              {withExtra !== null && ` ${extraEndText(withExtra)}`}
            </output>
          </Stack>
        </Card>
      )}
      <Card>
        <BalanceChart facts={facts} now={now} withExtra={withExtra} />
      </Card>
      <p>
        The chart shows principal, unpaid interest and fees together. We assume you pay the amount due on each due date
        and nothing more. Interest accrues each day on the principal. Extra payments go where you chose, or to the loan
        with the highest interest rate if you haven't chosen.
      </p>
      <p>
        <TextLink variant="back" href={loanDetailsAddress(facts.accountId)}>
          Back to loan details
        </TextLink>
      </p>
    </Stack>
  );
}

const NoAccount = () => (
  <Stack>
    <EmptyState>We couldn't find any loans for this account.</EmptyState>
    <p>
      <TextLink variant="back" href="/loan-details">
        Back to My Loans
      </TextLink>
    </p>
  </Stack>
);

export const loanProgressViews = resourceViews<Context>({ Showing, Empty: NoAccount });
