/** The dashboard as a flow of the portal. */
import { dashboard } from '#machines/dashboard/dashboard.machine.ts';
import { dashboardViews } from '../views/dashboard/views.tsx';
import { defineFlow } from '../app/flow/flow-definition.ts';

export default defineFlow<typeof dashboard>({
  machine: dashboard,
  views: dashboardViews,
  input: () => ({}),
});
