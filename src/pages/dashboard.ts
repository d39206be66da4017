/** The dashboard: the borrower's accounts, what is due on each, and the payments under way. */
import { accounts } from '#domain/accounts/calls.ts';
import { payments } from '#domain/payments/calls.ts';
import { dashboard } from '#machines/dashboard/dashboard.machine.ts';
import { defineFlow } from '../app/flow/define-flow.ts';
import { dashboardViews } from '../views/dashboard/Dashboard.tsx';

export default defineFlow<typeof dashboard>({
  machine: dashboard,
  views: dashboardViews,
  input: () => ({}),
  firstCalls: () => [{ call: accounts.list }, { call: payments.scheduled }],
});
