/** The dashboard as a flow of the portal. */
import { dashboard } from '#machines/dashboard/dashboard.machine.ts';
import { dashboardViews } from '../../views/dashboard/views.ts';
import { defineFlow } from '../flow-definition.ts';

export const dashboardFlow = defineFlow<typeof dashboard>({
  machine: dashboard,
  heading: 'Account Dashboard',
  views: dashboardViews,
  input: () => ({}),
});
