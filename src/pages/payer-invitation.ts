/** The invitation of an authorized payer, opened by the link in the email. The token is the fragment of the URL. */
import type { FormDraft } from '#domain/portal/drafts/shapes.ts';
import { credentialFieldLabels } from '#domain/session/credentials/messages.ts';
import { invitationDraft, payerInvitation } from '#machines/profile/payer-invitation/payer-invitation.machine.ts';
import { defineFlow } from '../app/flow/define-flow.ts';
import { formDraft } from '../app/flow/draft.ts';
import { payerInvitationViews } from '../views/profile/payer-invitation/views.tsx';

export default defineFlow<typeof payerInvitation, FormDraft>({
  machine: payerInvitation,
  heading: 'Accept an Invitation',
  views: payerInvitationViews,
  draft: formDraft(invitationDraft, credentialFieldLabels),
  // Another link in the same tab starts the flow again.
  getSubject: ({ hash }) => hash,
  input: ({ person, fragment }, draft) => ({ token: fragment, isSignedIn: person !== null, draft }),
});
