/** The invitation of an authorized payer, opened by the link in the email. The token is the fragment of the URL. */
import { useMemo } from 'react';
import { useLocation } from 'react-router-dom';
import { payerInvitation } from '#machines/profile/payer-invitation/payer-invitation.machine.ts';
import { defineFlow } from '../app/flow/define-flow.ts';
import { FlowRoute } from '../app/flow/FlowRoute.tsx';
import { payerInvitationViews } from '../views/profile/payer-invitation/views.tsx';

const flowOf = (token: string) =>
  defineFlow<typeof payerInvitation>({
    machine: payerInvitation,
    heading: 'Accept an Invitation',
    views: payerInvitationViews,
    input: ({ person }) => ({ token, isSignedIn: person !== null }),
  });

function Invitation({ token }: { token: string }) {
  const flow = useMemo(() => flowOf(token), [token]);
  return <FlowRoute flow={flow} />;
}

/** Another link in the same tab starts the flow again. */
function Route() {
  const token = useLocation().hash.slice(1);
  return <Invitation key={token} token={token} />;
}

export default { ...flowOf(''), Route };
