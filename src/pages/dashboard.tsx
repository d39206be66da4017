/** Dashboard: the borrower's accounts, the amounts due and pending payments. The updates at its end load later. */
import { dashboard } from '#machines/accounts/dashboard/dashboard.machine.ts';
import { defineFlow } from '../app/flow/define-flow.ts';
import { Nothing, lazyParts } from '../app/flow/lazy-parts.tsx';
import { LaterPart, dashboardViews } from '../views/accounts/dashboard/Dashboard.tsx';
import { UpdatesPlaceholder } from '../views/accounts/dashboard-updates/UpdatesPlaceholder.tsx';

const Updates = lazyParts(() => import('./dashboard-updates/DashboardUpdates.tsx'), {
  what: 'The next dates',
  Placeholder: UpdatesPlaceholder,
  Missing: Nothing,
  isLoadedWhenSeen: true,
}).part('DashboardUpdates');

export default defineFlow<typeof dashboard>({
  machine: dashboard,
  views: dashboardViews,
  Frame: ({ children }) => <LaterPart value={<Updates />}>{children}</LaterPart>,
  isRefreshed: true,
  input: ({ flags }) => ({ isStatusShown: flags.applicationStatusInfoEnabled }),
});
