/** The links of the next dates: an exit bill links to its payment, and a scheduled bill has no link. */
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { toPlainDate as day } from '#domain/calendar.ts';
import type { NextDate } from '#domain/accounts/updates/shapes.ts';
import { dashboardUpdates } from '#machines/accounts/dashboard-updates/dashboard-updates.machine.ts';
import { dashboardUpdatesViews } from '#src/views/accounts/dashboard-updates/views.tsx';

afterEach(cleanup);

const createDate = (kind: NextDate['kind'], date: string, ...accountIds: string[]): NextDate => ({
  kind,
  date: day(date),
  accountIds,
  accountNames: accountIds,
});

it('links an exit bill to the payment of its account, and a scheduled bill to nothing', () => {
  const { showing: Showing } = dashboardUpdatesViews;
  const nextDates = [
    createDate('exitBill', '2026-12-05', 'acct-1'),
    createDate('exitBill', '2026-12-06', 'acct-1', 'acct-2'),
    createDate('billScheduled', '2026-12-09', 'acct-2'),
  ];
  const state = dashboardUpdates.resolveState({
    value: 'showing',
    context: { updates: { nextDates, sinceLastVisit: null, unreadMessages: 0 }, isUnsaved: false },
  });
  render(<Showing state={state} send={() => undefined} />);
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/payments/payflow/schedule?account=acct-1',
    '/payments/payflow/schedule',
  ]);
  expect(screen.getByText('Payment due (already scheduled), acct-2')).toBeVisible();
});
