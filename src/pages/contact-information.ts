/** Contact information: a profile page, and a required action after sign-in. */
import type { FormDraft } from '#domain/portal/drafts/shapes.ts';
import { contactFieldLabels } from '#domain/profile/contact/messages.ts';
import { contactDraft, hasUnsavedContact } from '#machines/profile/contact-information/contact-information.forms.ts';
import { contactInformation } from '#machines/profile/contact-information/contact-information.machine.ts';
import { actionAt } from '../app/flow/action.ts';
import { defineFlow } from '../app/flow/define-flow.ts';
import { formDraft } from '../app/flow/draft.ts';
import { contactInformationViews } from '../views/profile/contact-information/views.ts';

export default defineFlow<typeof contactInformation, FormDraft>({
  machine: contactInformation,
  views: contactInformationViews,
  draft: formDraft(contactDraft, contactFieldLabels),
  isUnsaved: hasUnsavedContact,
  input: ({ address }, draft) => ({ action: actionAt(address), draft }),
});
