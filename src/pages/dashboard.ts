/** The dashboard: the borrower's accounts, what is due on each, and the payments under way. */
import { dashboard } from '#machines/dashboard/dashboard.machine.ts';
import { defineFlow } from '../app/flow/define-flow.ts';
import { dashboardViews } from '../views/dashboard/Dashboard.tsx';

export default defineFlow<typeof dashboard>({
  machine: dashboard,
  views: dashboardViews,
  input: () => ({}),
});
