/** Message to the servicer. */
import { EmailDraft } from '#domain/email-us/shapes.ts';
import { emailDraft, emailUs, hasUnsentEmail } from '#machines/email-us/email-us.machine.ts';
import { defineDraftedFlow } from '../app/flow/define-drafted-flow.ts';
import { emailUsViews } from '../views/email-us/views.ts';

export default defineDraftedFlow<typeof emailUs, EmailDraft>({
  machine: emailUs,
  views: emailUsViews,
  draft: { schema: EmailDraft, migrations: [], of: emailDraft, isUrgent: () => true },
  isUnsaved: hasUnsentEmail,
  input: (_, draft) => ({ draft }),
});
