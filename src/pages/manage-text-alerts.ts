/** Text Alerts: sign-up with a code, the choice of alerts, and the stop. */
import { textAlertLabels } from '#domain/messages/text-alerts/messages.ts';
import type { FormDraft } from '#domain/portal/drafts/shapes.ts';
import { manageTextAlerts, textAlertsDraft } from '#machines/messages/manage-text-alerts/manage-text-alerts.machine.ts';
import { defineFlow } from '../app/flow/define-flow.ts';
import { formDraft } from '../app/flow/draft.ts';
import { manageTextAlertsViews } from '../views/messages/manage-text-alerts/views.tsx';

export default defineFlow<typeof manageTextAlerts, FormDraft>({
  machine: manageTextAlerts,
  views: manageTextAlertsViews,
  draft: formDraft(textAlertsDraft, textAlertLabels),
  input: (_, draft) => ({ draft }),
});
