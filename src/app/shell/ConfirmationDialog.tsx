/** The dialog of a change that waits for a confirmation, as a flow in the shell. */
import { useEffect, useState } from 'react';
import { type ConfirmationEnd, confirmation } from '#machines/session/confirmation/confirmation.machine.ts';
import { confirmationViews } from '../../views/session/confirmation/views.tsx';
import type { FlowDefinition } from '../flow/flow-definition.ts';
import { useFlowHost } from '../flow/flow-host.ts';
import { HostedFlow, NO_DRAFTS } from '../flow/FlowRoute.tsx';
import { useRunningFlow } from '../flow/running-flow.ts';
import type { WaitingChange } from '../session/confirmations.ts';

type ConfirmationFlow = FlowDefinition<typeof confirmation>;

function Asking({ flow, change }: { flow: ConfirmationFlow; change: WaitingChange }) {
  const { state, children, send, View } = useRunningFlow(flow, useFlowHost());
  const output: ConfirmationEnd | undefined = state.output;
  const isFailed = state.status === 'error';
  useEffect(() => {
    if (output !== undefined || isFailed) change.end(output?.isConfirmed === true);
  }, [output, isFailed, change]);
  return View && <View {...{ state, send, children }} />;
}

export function ConfirmationDialog({ change }: { change: WaitingChange }) {
  const [flow] = useState((): ConfirmationFlow => ({
    machine: confirmation,
    views: confirmationViews,
    input: () => ({
      need: change.need,
      email: change.email,
      returnTo: location.pathname + location.search + location.hash,
    }),
  }));
  return (
    <HostedFlow flow={flow} drafts={NO_DRAFTS}>
      {() => <Asking flow={flow} change={change} />}
    </HostedFlow>
  );
}
