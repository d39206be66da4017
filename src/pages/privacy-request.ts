/** California privacy rights form. */
import type { FormDraft } from '#domain/portal/drafts/shapes.ts';
import { privacyRequestLabels } from '#domain/profile/privacy/messages.ts';
import { privacyRequest, privacyRequestDraft } from '#machines/profile/privacy-request/privacy-request.machine.ts';
import { defineDraftedFlow } from '../app/flow/define-drafted-flow.ts';
import { formDraft } from '../app/flow/flow-definition.ts';
import { privacyRequestViews } from '../views/profile/privacy-request/views.ts';

export default defineDraftedFlow<typeof privacyRequest, FormDraft>({
  machine: privacyRequest,
  views: privacyRequestViews,
  draft: formDraft(privacyRequestDraft, privacyRequestLabels),
  input: ({ configuration: { servicer, privacyForm } }, draft) => {
    const { relationships, agentRelationships, ...limits } = privacyForm;
    return { limits, relationships, agentRelationships, servicer: servicer.name, draft };
  },
});
