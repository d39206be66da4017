/** Privacy opt-out. */
import type { FormDraft } from '#domain/portal/drafts/shapes.ts';
import { optOutLabels } from '#domain/profile/privacy/messages.ts';
import { privacyOptOut, privacyOptOutPage } from '#machines/profile/privacy-opt-out/privacy-opt-out.machine.ts';
import { defineDraftedFlow } from '../app/flow/define-drafted-flow.ts';
import { formDraft } from '../app/flow/flow-definition.ts';
import { privacyOptOutViews } from '../views/profile/privacy-opt-out/views.tsx';

export default defineDraftedFlow<typeof privacyOptOut, FormDraft>({
  machine: privacyOptOut,
  views: privacyOptOutViews,
  draft: formDraft(privacyOptOutPage.draftOf, optOutLabels),
  input: (_, draft) => ({ draft }),
});
