/** The dashboard: the borrower's accounts, and what is due on each. */
import { accounts } from '#domain/accounts/calls.ts';
import { dashboard } from '#machines/dashboard/dashboard.machine.ts';
import { defineFlow } from '../app/flow/define-flow.ts';
import { dashboardViews } from '../views/dashboard/Dashboard.tsx';

export default defineFlow<typeof dashboard>({
  machine: dashboard,
  views: dashboardViews,
  input: () => ({}),
  firstCalls: () => [{ call: accounts.list }],
});
