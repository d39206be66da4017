/** The updates of the dashboard as a section with its own flow. */
import { dashboardUpdates } from '#machines/accounts/dashboard-updates/dashboard-updates.machine.ts';
import { defineFlow } from '../../app/flow/define-flow.ts';
import { SectionFlow } from '../../app/flow/SectionFlow.tsx';
import { dashboardUpdatesViews } from '../../views/accounts/dashboard-updates/views.tsx';

const flow = defineFlow<typeof dashboardUpdates>({
  machine: dashboardUpdates,
  views: dashboardUpdatesViews,
  input: () => ({}),
});

export const DashboardUpdates = () => <SectionFlow flow={flow} />;
