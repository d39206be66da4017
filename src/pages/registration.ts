/** Registration. */
import { RegistrationDraft } from '#domain/session/credentials/shapes.ts';
import { registration, registrationDraft } from '#machines/session/registration/registration.machine.ts';
import { registrationViews } from '../views/session/registration/views.ts';
import { defineFlow } from '../app/flow/define-flow.ts';
import { flowDraft } from '../app/flow/draft.ts';

export default defineFlow<typeof registration, RegistrationDraft>({
  machine: registration,
  views: registrationViews,
  draft: flowDraft({ schema: RegistrationDraft, migrations: [], of: registrationDraft }),
  input: (_, draft) => ({ draft }),
});
