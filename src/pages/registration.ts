/** Registration as a flow of the portal. */
import { RegistrationDraft } from '#domain/credentials/shapes.ts';
import { registration, registrationDraft } from '#machines/registration/registration.machine.ts';
import { registrationViews } from '../views/registration/views.ts';
import { defineFlow } from '../app/flow/define-flow.ts';

export default defineFlow<typeof registration, RegistrationDraft>({
  machine: registration,
  views: registrationViews,
  draft: { schema: RegistrationDraft, migrations: [], of: registrationDraft },
  input: (_, draft) => ({ draft }),
});
