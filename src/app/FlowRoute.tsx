/** A flow at its address: the host that it needs, and the router by which its screens have theirs. */
import { useMemo } from 'react';
import type { AnyStateMachine } from 'xstate';
import { Flow } from './Flow.tsx';
import { createDrafts } from './drafts.ts';
import type { FlowDefinition } from './flow-definition.ts';
import { type FlowHost, FlowHostProvider } from './flow-host.ts';
import { logFailure } from './log.ts';
import { usePerson } from './person.ts';
import { usePortal } from './portal.ts';

export interface FlowRouteProps<M extends AnyStateMachine, Draft> {
  readonly flow: FlowDefinition<M, Draft>;
  readonly base: string;
}

export function FlowRoute<M extends AnyStateMachine, Draft = never>({ flow, base }: FlowRouteProps<M, Draft>) {
  const { run, started, router } = usePortal();
  const person = usePerson();
  const host = useMemo<FlowHost>(
    () => ({
      run,
      person,
      configuration: started.configuration,
      flags: started.flags,
      userAgent: navigator.userAgent,
      drafts: createDrafts(sessionStorage, person?.webAccountId ?? ''),
      log: logFailure,
    }),
    [run, person, started],
  );
  const address = useMemo(() => ({ router, base }), [router, base]);
  return (
    <FlowHostProvider value={host}>
      <Flow key={flow.machine.id} flow={flow} address={address} />
    </FlowHostProvider>
  );
}
