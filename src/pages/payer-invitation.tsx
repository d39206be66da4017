/** The invitation of an authorized payer, opened by the link in the email. The token is the fragment of the URL. */
import { useMemo } from 'react';
import { useLocation } from 'react-router-dom';
import type { FormDraft } from '#domain/portal/drafts/shapes.ts';
import { credentialFieldLabels } from '#domain/session/credentials/messages.ts';
import { invitationDraft, payerInvitation } from '#machines/profile/payer-invitation/payer-invitation.machine.ts';
import { DraftedFlowRoute } from '../app/flow/DraftedFlowRoute.tsx';
import { defineDraftedFlow } from '../app/flow/define-drafted-flow.ts';
import { formDraft } from '../app/flow/flow-definition.ts';
import { payerInvitationViews } from '../views/profile/payer-invitation/views.tsx';

const flowOf = (token: string) =>
  defineDraftedFlow<typeof payerInvitation, FormDraft>({
    machine: payerInvitation,
    heading: 'Accept an Invitation',
    views: payerInvitationViews,
    draft: formDraft(invitationDraft, credentialFieldLabels),
    input: ({ person }, draft) => ({ token, isSignedIn: person !== null, draft }),
  });

function Invitation({ token }: { token: string }) {
  const flow = useMemo(() => flowOf(token), [token]);
  return <DraftedFlowRoute flow={flow} />;
}

/** Another link in the same tab starts the flow again. */
function Route() {
  const token = useLocation().hash.slice(1);
  return <Invitation key={token} token={token} />;
}

export default { ...flowOf(''), Route };
