/**
 * The charts of an account's progress and of plans: steps, balances, the names of lines on their side of today, and a
 * last payment without a drop.
 */
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { toPlainDate as day } from '#domain/calendar.ts';
import { toCents as cents } from '#domain/money.ts';
import type { RepaymentData } from '#domain/accounts/loans/shapes.ts';
import { loanProgress } from '#machines/accounts/loan-progress/loan-progress.machine.ts';
import { repaidByIncome, repaymentFacts } from '#machines/accounts/loan-progress/loan-progress.samples.ts';
import type { PlanOutlook } from '#domain/plans/outlook.ts';
import { loanProgressViews } from '#src/views/accounts/loans/Progress.tsx';
import { PaymentsChart } from '#src/views/repayment/plans/comparison/PaymentsChart.tsx';
import '#src/ui/styles/index.scss';

afterEach(cleanup);

async function show(data: RepaymentData) {
  await page.viewport(1280, 900);
  const { showing: Showing } = loanProgressViews;
  const context = { input: { accountId: 'acct-1' }, data, failure: null };
  render(<Showing state={loanProgress.resolveState({ value: 'showing', context })} />);
  const picture = screen.getByRole('img', { name: /^What you owe over time\./ });
  const find = (selector: string): readonly Element[] => [...picture.querySelectorAll(selector)];
  return { picture, find };
}

/** The corners of a drawn line, in the units of the picture. */
const parseCorners = (line: Element | undefined): readonly (readonly [x: number, y: number])[] =>
  (line?.getAttribute('d') ?? '')
    .slice(1)
    .split('L')
    .map((corner) => corner.split(',').map(Number))
    .map(([x = NaN, y = NaN]) => [x, y]);

/** Today's balance with $300.00 of unpaid interest. */
const withInterest: RepaymentData = {
  ...repaymentFacts,
  history: [
    { date: day('2024-01-31'), principal: cents(1_200_000), interest: cents(6_000), fees: cents(0) },
    { date: day('2025-01-31'), principal: cents(1_100_000), interest: cents(12_000), fees: cents(0) },
    { date: day('2026-10-31'), principal: cents(1_000_000), interest: cents(28_000), fees: cents(0) },
  ],
  groups: repaymentFacts.groups.map((group) => ({
    ...group,
    loans: group.loans.map((loan) => ({ ...loan, accruedInterest: '30000000000' })),
  })),
};

it('draws the balance as steps, which change only at payments and additions', async () => {
  const { find } = await show(withInterest);
  const lines = find('path').map(parseCorners);
  expect(lines).toHaveLength(2);
  for (const corners of lines) {
    const segments = corners
      .slice(1)
      .map(([x, y], index) => [x - (corners[index]?.[0] ?? NaN), y - (corners[index]?.[1] ?? NaN)]);
    expect(segments.length).toBeGreaterThan(3);
    expect(segments.filter(([across, up]) => across !== 0 && up !== 0)).toEqual([]);
  }
});

it('counts unpaid interest in the picture, its summary and the table', async () => {
  const { picture } = await show(withInterest);
  expect(picture).toHaveAccessibleName(
    'What you owe over time. Until today: from $12,060.00 on 01/31/2024 to $10,300.00 on 11/20/2026. Projected: from $10,300.00 on 11/20/2026 to $0.00 on 04/20/2037.',
  );
  await page.getByText('Show these numbers as a table').click();
  const row = screen.getByRole('rowheader', { name: '2025' }).closest('tr');
  expect(row).toHaveTextContent('$11,120.00');
});

it('names the past on its side of today, and the future on the other', async () => {
  for (const facts of [withInterest, repaidByIncome]) {
    const { find } = await show(facts);
    const [mark] = find('.ui-chart__mark');
    const today = mark?.getBoundingClientRect().left ?? NaN;
    const labels = new Map(find('.ui-chart__label').map((label) => [label.textContent, label.getBoundingClientRect()]));
    expect(labels.get('Projected')?.left).toBeGreaterThan(today);
    const past = labels.get('Until today');
    // Without room on its side, only the legend names it.
    if (past !== undefined) expect(past.right).toBeLessThanOrEqual(today + 1);
    cleanup();
  }
});

it('draws the last payment of a plan, which is the rest, without a drop', () => {
  const createRun = (months: number, payment: number) => ({
    planName: 'STANDARD' as const,
    months,
    payment: cents(payment),
  });
  const outlook: PlanOutlook = {
    planName: 'STANDARD',
    firstPayment: cents(13_000),
    schedule: [createRun(100, 13_000), createRun(19, 9_000), createRun(1, 1_234)],
    totalPaid: cents(1_472_234),
    interestPaid: cents(472_234),
    forgiven: cents(0),
    matched: cents(0),
    months: 120,
    endMonth: '2036-11',
    end: 'paidOff',
    planEndsIn: null,
  };
  render(<PaymentsChart title="What you pay" plans={[{ name: 'Standard', outlook }]} />);
  const [corners] = [...screen.getByRole('img').querySelectorAll('path')].map(parseCorners);
  const heights = [...new Set(corners?.map(([, y]) => y))];
  // $130.00, and $90.00 until the end, of the $140.00 of the axis.
  expect(heights.map((height) => Math.round(height))).toEqual([7, 36]);
  expect(corners?.at(-1)?.[0]).toBe(100);
});

it.each([360, 1_280])('draws the years of the axis beside each other at %i px', async (width) => {
  const { find } = await show({
    ...withInterest,
    history: [
      { date: day('2020-08-31'), principal: cents(1_200_000), interest: cents(0), fees: cents(0) },
      ...withInterest.history,
    ],
  });
  await page.viewport(width, 900);
  const boxes = find('.ui-chart__x')
    .map((year) => year.getBoundingClientRect())
    .filter((box) => box.width > 0);
  expect(boxes.length).toBeGreaterThan(2);
  const overlaps = boxes.slice(1).filter((box, index) => box.left < (boxes[index]?.right ?? 0) + 4);
  expect(overlaps).toEqual([]);
});
