/**
 * Cost of pausing payments, shown before the submission: the added interest, whether it is capitalized, and the later
 * payment. The collapsible calculation uses the borrower's numbers.
 */
import { Fragment, type ReactNode } from 'react';
import { groupName } from '#domain/account-name.ts';
import { type PlainDate, daysBetween, findEarliest, formatUsDate } from '#domain/calendar.ts';
import { DAYS_IN_YEAR } from '#domain/interest.ts';
import { ZERO, formatUsd } from '#domain/money.ts';
import { isForbearance } from '#domain/postponement-kinds.ts';
import type { PauseCost as Cost, PausedGroup } from '#domain/repayment/postponement/shapes.ts';
import { periodText } from '#domain/pause-end.ts';
import type { Postponement } from '#domain/postponement-kinds.ts';
import type { Running } from '#machines/kit/view.ts';
import type { pauseCost } from '#machines/repayment/pause-cost/pause-cost.machine.ts';
import {
  Busy,
  Button,
  Card,
  type Column,
  DataTable,
  Disclosure,
  Money,
  Notice,
  Stack,
  SummaryList,
} from '../../../ui/index.ts';

export interface PauseCostProps {
  readonly running: Pick<Running<typeof pauseCost>, 'state' | 'send'>;
  /** Whether the screen has another notice, which receives focus first. */
  readonly isBesideNotice?: boolean;
  /** Benefits that reduce the cost. */
  readonly counted?: ReactNode;
}

const formatName = ({ accountNumber, accountLoanType, groupId, loanType }: PausedGroup) =>
  `${groupName({ accountNumber, loanType: accountLoanType }, groupId)}: ${loanType}`;

const columns: readonly Column<PausedGroup>[] = [
  { key: 'group', header: 'Loans', names: true, cell: formatName },
  {
    key: 'interest',
    header: 'Interest added',
    align: 'end',
    cell: ({ interestAdded }) => <Money amount={interestAdded} />,
  },
  { key: 'now', header: 'Payment now', align: 'end', cell: ({ paymentNow }) => <Money amount={paymentNow} /> },
  {
    key: 'after',
    header: 'Payment afterwards',
    align: 'end',
    cell: ({ paymentAfter }) => <Money amount={paymentAfter} />,
  },
];

/** Days in a year, as displayed in the formula. */
const DAYS_A_YEAR = DAYS_IN_YEAR / 100;

/** Formats a rate in thousandths of a percent: 6530 is 6.53%. */
const percent = (rate: number): string => `${(rate / 1000).toLocaleString('en-US', { maximumFractionDigits: 3 })}%`;

interface WorkedProps {
  readonly cost: Cost;
  readonly postponement: Postponement;
}

/** Returns the first day from which a group's interest counts. */
const getStartDate = (group: PausedGroup, cost: Cost): PlainDate => group.countedFrom ?? cost.countedFrom;

/** Calculation of the interest of each loan. */
function HowWorkedOut({ cost }: Pick<WorkedProps, 'cost'>) {
  const { groups, endDate } = cost;
  const countDays = (group: PausedGroup): number => daysBetween(getStartDate(group, cost), endDate);
  return (
    <Disclosure summary="How we worked this out">
      <Stack>
        <p>Interest is added for each day: principal × interest rate ÷ {DAYS_A_YEAR} × days.</p>
        {groups.map((group) => (
          <Stack key={formatName(group)}>
            <h3>{formatName(group)}</h3>
            <ul>
              {group.loans.map(
                ({ principal, rate, rates = [{ rate, days: countDays(group) }], isSubsidized, interest }, at) => (
                  <li key={at}>
                    {rates.map((run, index) => (
                      <Fragment key={index}>
                        {index > 0 && ' + '}
                        <Money amount={principal} /> × {percent(run.rate)} ÷ {DAYS_A_YEAR} × {run.days} days
                      </Fragment>
                    ))}{' '}
                    = <Money amount={interest} />
                    {isSubsidized ? ' (subsidized)' : ''}
                  </li>
                ),
              )}
            </ul>
            <p>
              {group.isCapitalized
                ? "Interest you don't pay by then is added to your principal. Your payment then grows by the same percentage as your principal."
                : "Interest you don't pay by then isn't added to your principal. Your payment doesn't change."}
            </p>
          </Stack>
        ))}
      </Stack>
    </Disclosure>
  );
}

/** Effect on unpaid interest at the end, depending on how many groups capitalize it. */
const CAPITALIZED = {
  all: "interest you haven't paid by the end is added to your principal, and you then pay interest on it. To avoid that, you can pay the interest at any time before the end.",
  some: "interest you haven't paid by the end is added to the principal of some of your loans, and you then pay interest on it. To avoid that, you can pay the interest at any time before the end. See below how we worked this out for each group.",
  none: "interest you haven't paid by the end isn't added to your principal. Your first payments after the pause go toward it.",
} as const;

function capitalizedIn(groups: readonly PausedGroup[]): keyof typeof CAPITALIZED {
  if (groups.every(({ isCapitalized }) => isCapitalized)) return 'all';
  return groups.some(({ isCapitalized }) => isCapitalized) ? 'some' : 'none';
}

interface CountedLaterProps extends Pick<WorkedProps, 'cost'> {
  readonly group: PausedGroup;
}

/**
 * Text about a group whose interest counts only in part, because no payment would be due at first or during the whole pause.
 */
function CountedLater({ group, cost: { startDate, endDate, countedFrom } }: CountedLaterProps) {
  const { countedFrom: from = countedFrom, capitalized = ZERO } = group;
  return (
    <p>
      {formatName(group)}:{' '}
      {from < endDate
        ? `we count interest from ${formatUsDate(from)}. You have no payment due before then, even without a pause.`
        : "we don't count interest, because you have no payment due in that time, even without a pause."}
      {capitalized > 0 &&
        ` All interest since ${formatUsDate(startDate)} that you haven't paid by the end is added to your principal, up to ${formatUsd(capitalized)}.`}
    </p>
  );
}

function Worked({ cost, postponement }: WorkedProps) {
  const { startDate, endDate, countedFrom, groups, interestAdded } = cost;
  const later = groups.filter((group) => getStartDate(group, cost) > countedFrom);
  const first = findEarliest(groups.map((group) => getStartDate(group, cost))) ?? countedFrom;
  const isCountedWhole = first === startDate;
  const counted = `(${daysBetween(first, endDate)} days)`;
  return (
    <Stack gap="large">
      <SummaryList
        rows={[
          {
            label: 'If payments pause from',
            value: `${periodText(startDate, endDate)}${isCountedWhole ? ` ${counted}` : ''}`,
          },
          ...(isCountedWhole ? [] : [{ label: 'Interest counted from', value: `${formatUsDate(first)} ${counted}` }]),
          { label: 'Interest added in that time', value: <Money amount={interestAdded} />, money: true, total: true },
        ]}
      />
      {countedFrom > startDate && (
        <p>
          Interest from before {formatUsDate(countedFrom)} is already part of your balance, so we don't count it here.
          {groups.some(({ isCapitalized }) => isCapitalized) &&
            ` If you haven't paid it by the end, we also add it to your principal, from ${formatUsDate(startDate)} on. The payment afterwards includes it.`}
        </p>
      )}
      {later.map((group) => (
        <CountedLater key={formatName(group)} group={group} cost={cost} />
      ))}
      <p>
        {isForbearance(postponement)
          ? 'During a forbearance, interest is added on all loans, even subsidized ones. Any'
          : "Subsidized loans don't gain interest during a deferment. On other loans, any"}{' '}
        {CAPITALIZED[capitalizedIn(groups)]}
      </p>
      <DataTable
        caption="Your loans, now and after the pause"
        captionHidden
        columns={columns}
        rows={groups}
        rowKey={formatName}
      />
      <HowWorkedOut cost={cost} />
    </Stack>
  );
}

/** Replaces the cost if it could not be loaded. */
export const CostNotShown = () => <p>We can't show the cost of pausing right now. You can continue without it.</p>;

export function PauseCost({ running: { state, send }, isBesideNotice = false, counted }: PauseCostProps) {
  const { data, input } = state.context;
  return (
    <Card heading="What pausing your payments costs">
      {counted}
      {state.matches('loading') && <Busy text="Working it out…" />}
      {state.matches('empty') && <p>None of your loans would be paused.</p>}
      {state.matches('couldNotLoad') && (
        <Notice
          kind="warning"
          id={isBesideNotice ? undefined : 'notice'}
          action={
            <Button variant="secondary" onClick={() => send({ type: 'retry.requested' })}>
              Try Again
            </Button>
          }
        >
          <CostNotShown />
        </Notice>
      )}
      {state.matches('showing') && data !== null && <Worked cost={data} postponement={input.postponement} />}
    </Card>
  );
}
