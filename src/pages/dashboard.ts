/** Dashboard: the borrower's accounts, the amounts due and pending payments. */
import { dashboard } from '#machines/dashboard/dashboard.machine.ts';
import { defineFlow } from '../app/flow/define-flow.ts';
import { dashboardViews } from '../views/dashboard/Dashboard.tsx';

export default defineFlow<typeof dashboard>({
  machine: dashboard,
  views: dashboardViews,
  input: () => ({}),
});
