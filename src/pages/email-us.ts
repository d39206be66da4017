/** A message to the servicer. */
import { EmailDraft } from '#domain/email-us/shapes.ts';
import { emailDraft, emailUs, hasUnsentEmail } from '#machines/email-us/email-us.machine.ts';
import { defineFlow } from '../app/flow/define-flow.ts';
import { emailUsViews } from '../views/email-us/views.ts';

export default defineFlow<typeof emailUs, EmailDraft>({
  machine: emailUs,
  views: emailUsViews,
  draft: { schema: EmailDraft, migrations: [], of: emailDraft, isUrgent: () => true },
  isUnsaved: hasUnsentEmail,
  input: (_, draft) => ({ draft }),
});
