/** Message to the servicer. */
import { EmailDraft } from '#domain/messages/email-us/shapes.ts';
import { emailDraft, emailUs, hasUnsentEmail } from '#machines/messages/email-us/email-us.machine.ts';
import { defineDraftedFlow } from '../app/flow/define-drafted-flow.ts';
import { emailUsViews } from '../views/messages/email-us/views.ts';

export default defineDraftedFlow<typeof emailUs, EmailDraft>({
  machine: emailUs,
  views: emailUsViews,
  draft: { schema: EmailDraft, migrations: [], of: emailDraft, isUrgent: () => true },
  isUnsaved: hasUnsentEmail,
  input: (_, draft) => ({ draft }),
});
