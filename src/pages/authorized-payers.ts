/** Authorized Payers: the people who may pay for the borrower. */
import type { FormDraft } from '#domain/portal/drafts/shapes.ts';
import { payerFieldLabels } from '#domain/profile/payers/messages.ts';
import { authorizedPayers, payersDraft } from '#machines/profile/authorized-payers/authorized-payers.machine.ts';
import { defineFlow } from '../app/flow/define-flow.ts';
import { formDraft } from '../app/flow/draft.ts';
import { authorizedPayersViews } from '../views/profile/authorized-payers/views.tsx';

export default defineFlow<typeof authorizedPayers, FormDraft>({
  machine: authorizedPayers,
  views: authorizedPayersViews,
  draft: formDraft(payersDraft, payerFieldLabels),
  input: ({ person }, draft) => ({ canChange: person?.isImpersonator !== true, draft }),
});
