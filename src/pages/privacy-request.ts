/** California privacy rights form. */
import type { FormDraft } from '#domain/portal/drafts/shapes.ts';
import { privacyRequestLabels } from '#domain/profile/privacy/messages.ts';
import { privacyRequest, privacyRequestDraft } from '#machines/profile/privacy-request/privacy-request.machine.ts';
import { defineFlow } from '../app/flow/define-flow.ts';
import { formDraft } from '../app/flow/draft.ts';
import { privacyRequestViews } from '../views/profile/privacy-request/views.ts';

export default defineFlow<typeof privacyRequest, FormDraft>({
  machine: privacyRequest,
  views: privacyRequestViews,
  draft: formDraft(privacyRequestDraft, privacyRequestLabels),
  input: ({ configuration: { servicer, privacyForm } }, draft) => {
    const { relationships, agentRelationships, ...limits } = privacyForm;
    return { limits, relationships, agentRelationships, servicer: servicer.name, draft };
  },
});
