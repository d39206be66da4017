/** Privacy opt-out. */
import { PrivacyDraft } from '#domain/profile/privacy/shapes.ts';
import {
  hasUnsentOptOut,
  privacyOptOut,
  privacyOptOutDraft,
} from '#machines/profile/privacy-opt-out/privacy-opt-out.machine.ts';
import { defineDraftedFlow } from '../app/flow/define-drafted-flow.ts';
import { privacyOptOutViews } from '../views/profile/privacy-opt-out/views.ts';

export default defineDraftedFlow<typeof privacyOptOut, PrivacyDraft>({
  machine: privacyOptOut,
  views: privacyOptOutViews,
  draft: { schema: PrivacyDraft, migrations: [], of: privacyOptOutDraft },
  isUnsaved: hasUnsentOptOut,
  input: (_, draft) => ({ draft }),
});
