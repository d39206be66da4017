/** Text Alerts: sign-up with a code, the choice of alerts, and the stop. */
import { manageTextAlerts } from '#machines/messages/manage-text-alerts/manage-text-alerts.machine.ts';
import { defineFlow } from '../app/flow/define-flow.ts';
import { manageTextAlertsViews } from '../views/messages/manage-text-alerts/views.tsx';

export default defineFlow<typeof manageTextAlerts>({
  machine: manageTextAlerts,
  views: manageTextAlertsViews,
  input: () => ({}),
});
