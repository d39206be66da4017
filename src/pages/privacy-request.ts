/** California privacy rights form. */
import { PrivacyDraft } from '#domain/profile/privacy/shapes.ts';
import {
  hasUnsentRequest,
  privacyRequest,
  privacyRequestDraft,
} from '#machines/profile/privacy-request/privacy-request.machine.ts';
import { defineDraftedFlow } from '../app/flow/define-drafted-flow.ts';
import { privacyRequestViews } from '../views/profile/privacy-request/views.ts';

export default defineDraftedFlow<typeof privacyRequest, PrivacyDraft>({
  machine: privacyRequest,
  views: privacyRequestViews,
  draft: { schema: PrivacyDraft, migrations: [], of: privacyRequestDraft },
  isUnsaved: hasUnsentRequest,
  input: ({ configuration: { servicer, privacyForm } }, draft) => {
    const { relationships, agentRelationships, ...limits } = privacyForm;
    return { limits, relationships, agentRelationships, servicer: servicer.name, draft };
  },
});
