/** Registration as a flow of the portal. */
import { RegistrationDraft } from '#domain/credentials/shapes.ts';
import { registration, registrationDraft } from '#machines/registration/registration.machine.ts';
import { registrationViews } from '../../views/registration/views.ts';
import { defineFlow } from '../flow-definition.ts';

export const registrationFlow = defineFlow<typeof registration, RegistrationDraft>({
  machine: registration,
  heading: 'Create Online Account',
  views: registrationViews,
  draft: { schema: RegistrationDraft, of: registrationDraft },
  input: (_, draft) => ({ draft }),
});
