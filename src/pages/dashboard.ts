/** Dashboard: the borrower's accounts, the amounts due and pending payments. The updates at its end load later. */
import { dashboard } from '#machines/accounts/dashboard/dashboard.machine.ts';
import { defineFlow } from '../app/flow/define-flow.ts';
import { routeWithPart, whenVisible } from '../app/flow/when-visible.tsx';
import { LaterPart, dashboardViews } from '../views/accounts/dashboard/Dashboard.tsx';
import { UpdatesPlaceholder } from '../views/accounts/dashboard-updates/UpdatesPlaceholder.tsx';

const flow = defineFlow<typeof dashboard>({
  machine: dashboard,
  views: dashboardViews,
  isRefreshed: true,
  input: ({ flags }) => ({ isStatusShown: flags.applicationStatusInfoEnabled }),
});

const Updates = whenVisible({
  load: async () => (await import('./dashboard-updates/DashboardUpdates.tsx')).DashboardUpdates,
  Placeholder: UpdatesPlaceholder,
  what: 'The next dates',
});

export default { ...flow, Route: routeWithPart(flow, LaterPart, Updates) };
