/** Registration. */
import { RegistrationDraft } from '#domain/credentials/shapes.ts';
import { registration, registrationDraft } from '#machines/registration/registration.machine.ts';
import { registrationViews } from '../views/registration/views.ts';
import { defineDraftedFlow } from '../app/flow/define-drafted-flow.ts';

export default defineDraftedFlow<typeof registration, RegistrationDraft>({
  machine: registration,
  views: registrationViews,
  draft: { schema: RegistrationDraft, migrations: [], of: registrationDraft },
  input: (_, draft) => ({ draft }),
});
