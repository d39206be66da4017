/** Registration. */
import { RegistrationDraft } from '#domain/session/credentials/shapes.ts';
import { registration, registrationDraft } from '#machines/session/registration/registration.machine.ts';
import { registrationViews } from '../views/session/registration/views.ts';
import { defineDraftedFlow } from '../app/flow/define-drafted-flow.ts';

export default defineDraftedFlow<typeof registration, RegistrationDraft>({
  machine: registration,
  views: registrationViews,
  draft: { schema: RegistrationDraft, migrations: [], of: registrationDraft },
  input: (_, draft) => ({ draft }),
});
