/** A debit to several groups in the payment history: one row, which unfolds to its groups (ruling 105). */
import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { toPlainDate as day } from '#domain/calendar.ts';
import { toCents } from '#domain/money.ts';
import { FIRST_VIEW } from '#domain/payments/history.ts';
import type { PaymentHistoryItem } from '#domain/payments/history-shapes.ts';
import { paymentHistory } from '#machines/payments/payment-history/payment-history.machine.ts';
import '#src/ui/styles/index.scss';
import { paymentHistoryViews } from '#src/views/payments/payment-history/views.tsx';
import { violationsInPage } from '../support/axe-in-page.ts';

afterEach(cleanup);

const group = (groupId: string, cents: number) => ({
  groupId,
  totalAmount: toCents(cents),
  principalApplied: toCents(cents),
  interestApplied: toCents(0),
  feesApplied: toCents(0),
});
const debit: PaymentHistoryItem = {
  paymentDetailId: 'p-0001',
  effectiveDate: day('2026-11-30'),
  sumOfPaymentAmount: toCents(205_57),
  sumOfPrincipal: toCents(205_57),
  sumOfInterest: toCents(0),
  sumOfFees: toCents(0),
  description: 'Auto Debit',
  borrowerAccountNumber: 'E100200301',
  groupLevelPaymentHistories: [group('A', 145_57), group('B', 60_00)],
  refund: null,
  closedAt: null,
};
const refunded: PaymentHistoryItem = {
  ...debit,
  paymentDetailId: 'q-0001',
  sumOfPaymentAmount: toCents(500_00),
  sumOfPrincipal: toCents(0),
  description: 'Online Payment',
  groupLevelPaymentHistories: [],
  refund: { amount: toCents(500_00), date: day('2026-12-04'), isMade: true },
};

function show(role: 'borrower' | 'payer', payments = [debit, refunded]) {
  const { showing: Showing } = paymentHistoryViews;
  const state = paymentHistory.resolveState({
    value: { showing: { list: 'ready', file: 'noFile' } },
    context: {
      role,
      pageSize: 10,
      view: FIRST_VIEW,
      list: { payments, page: 1, total: payments.length },
    },
  });
  render(
    <main>
      <h1>Payment Activity</h1>
      <Showing state={state} send={() => undefined} />
    </main>,
  );
}

const getCells = (row: HTMLElement | undefined) =>
  row === undefined
    ? []
    : within(row)
        .getAllByRole('cell')
        .map(({ innerText }) => innerText.replaceAll(/\s+/g, ' '));

it.each(['borrower', 'payer'] as const)(
  'one row per debit unfolds to the amounts of its groups, for a %s',
  async (role) => {
    show(role);
    const [, row] = screen.getAllByRole('row');
    expect(getCells(row)[1]).toBe('Account E100200301 2 groups');
    await userEvent.click(screen.getByText('2 groups'));
    expect(getCells(row)[1]).toBe('Account E100200301 2 groups Group A $145.57 Group B $60.00');
    for (const width of [360, 1280]) {
      await page.viewport(width, 900);
      expect(await violationsInPage()).toEqual([]);
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    }
  },
);

it('a payment that was refunded in full has its refund in place of three amounts of $0.00 (ruling 95)', () => {
  show('borrower');
  const [, , row] = screen.getAllByRole('row');
  expect(getCells(row)).toEqual([
    'Online Payment Refunded $500.00 on 12/04/2026',
    'Account E100200301',
    '—',
    '—',
    '—',
    '$500.00',
  ]);
});

it('ten payments fit on one and a half narrow screens: a line for each, its split on tap', async () => {
  await page.viewport(360, 900);
  const ten = Array.from({ length: 10 }, (_, at) => ({ ...debit, loanType: 'Direct', paymentDetailId: `p-000${at}` }));
  show('borrower', ten);
  const [, row] = screen.getAllByRole('row');
  const getBox = (text: string) =>
    within(row ?? document.body)
      .getAllByText(text)
      .find((each) => each.checkVisibility())
      ?.getBoundingClientRect() ?? new DOMRect();
  const line = ['11/30/2026', 'Direct Loans · E100200301', '$205.57'].map(getBox);
  // Beside each other. Only the name of the account may wrap to a second line.
  for (const [at, { top, height }] of line.entries()) {
    expect(Math.abs(top - (line[0]?.top ?? 0))).toBeLessThan(14);
    expect(height).toBeLessThan(at === 1 ? 56 : 30);
    expect(height).toBeGreaterThan(0);
  }
  expect(screen.getByRole('table').getBoundingClientRect().height).toBeLessThan(1.5 * 900);
  expect(row?.innerText).not.toContain('Principal');
  await userEvent.click(screen.getAllByText(/^How it was applied/)[1] ?? document.body);
  expect(row?.innerText).toMatch(/Principal\s+\$205\.57\s+Interest\s+\$0\.00\s+Fees\s+\$0\.00\s+Group A\s+\$145\.57/);
  expect(await violationsInPage()).toEqual([]);
});
