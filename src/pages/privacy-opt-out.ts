/** Privacy opt-out. */
import type { FormDraft } from '#domain/portal/drafts/shapes.ts';
import { optOutLabels } from '#domain/profile/privacy/messages.ts';
import { privacyOptOut, privacyOptOutPage } from '#machines/profile/privacy-opt-out/privacy-opt-out.machine.ts';
import { defineFlow } from '../app/flow/define-flow.ts';
import { formDraft } from '../app/flow/draft.ts';
import { privacyOptOutViews } from '../views/profile/privacy-opt-out/views.tsx';

export default defineFlow<typeof privacyOptOut, FormDraft>({
  machine: privacyOptOut,
  views: privacyOptOutViews,
  draft: formDraft(privacyOptOutPage.toDraft, optOutLabels),
  input: (_, draft) => ({ draft }),
});
