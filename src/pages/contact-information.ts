/** Contact information: a profile page, and a required action after sign-in. */
import { hasUnsavedContact } from '#machines/profile/contact-information/contact-information.forms.ts';
import { contactInformation } from '#machines/profile/contact-information/contact-information.machine.ts';
import { actionAt } from '../app/flow/action.ts';
import { defineFlow } from '../app/flow/define-flow.ts';
import { contactInformationViews } from '../views/profile/contact-information/views.ts';

export default defineFlow<typeof contactInformation>({
  machine: contactInformation,
  views: contactInformationViews,
  isUnsaved: hasUnsavedContact,
  input: ({ address }) => ({ action: actionAt(address) }),
});
