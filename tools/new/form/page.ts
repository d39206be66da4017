/** Example Form: its machine and its views. */
import { emailFieldLabels } from '#domain/messages/email-us/messages.ts';
import type { FormDraft } from '#domain/portal/drafts/shapes.ts';
import { exampleForm, exampleFormPage } from './example-form.machine.ts';
import { defineFlow } from '#src/app/flow/define-flow.ts';
import { formDraft } from '#src/app/flow/draft.ts';
import { exampleFormViews } from './views.tsx';

export default defineFlow<typeof exampleForm, FormDraft>({
  machine: exampleForm,
  views: exampleFormViews,
  draft: formDraft(exampleFormPage.toDraft, emailFieldLabels),
  input: (_, draft) => ({ draft }),
});
