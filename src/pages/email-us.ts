/** Message to the servicer. */
import { emailFieldLabels } from '#domain/messages/email-us/messages.ts';
import type { FormDraft } from '#domain/portal/drafts/shapes.ts';
import { emailPage, emailUs } from '#machines/messages/email-us/email-us.machine.ts';
import { defineFlow } from '../app/flow/define-flow.ts';
import { formDraft } from '../app/flow/draft.ts';
import { emailUsViews } from '../views/messages/email-us/views.tsx';

export default defineFlow<typeof emailUs, FormDraft>({
  machine: emailUs,
  views: emailUsViews,
  draft: formDraft(emailPage.toDraft, emailFieldLabels),
  input: (_, draft) => ({ draft }),
});
