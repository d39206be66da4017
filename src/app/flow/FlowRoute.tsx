/** A flow at its address: the host that it needs, the router by which its screens have theirs, and its draft. */
import { useSelector } from '@xstate/react';
import { useMemo, useState } from 'react';
import type { AnyStateMachine } from 'xstate';
import { type PortalRoute, baseOf } from '#domain/portal/routes.ts';
import { Busy, PageHeading } from '../../ui/index.ts';
import { Flow, type FlowAddress } from './Flow.tsx';
import type { DraftKeeping } from '../drafts/drafts.ts';
import { type FlowDefinition, readDraft } from './flow-definition.ts';
import { type FlowHost, FlowHostProvider } from './flow-host.ts';
import { LeaveGuard } from './LeaveGuard.tsx';
import { logFailure } from '../errors/log.ts';
import { useDocumentTitle } from '../shell/page.ts';
import { usePerson } from '../session/person.ts';
import { usePortal } from '../portal.ts';

export interface FlowRouteProps<M extends AnyStateMachine, Draft> {
  readonly flow: FlowDefinition<M, Draft>;
  /** The row of the address at which the flow's screens have theirs; none where the flow starts anew by something else. */
  readonly route?: PortalRoute;
}

interface DraftedProps<M extends AnyStateMachine, Draft> {
  readonly flow: FlowDefinition<M, Draft>;
  readonly heading: string;
  readonly address: FlowAddress | undefined;
  readonly drafts: DraftKeeping;
}

/** Looks for what was entered in the flow on another device, but not for long; then the flow starts. */
function DraftedFlow<M extends AnyStateMachine, Draft>(props: DraftedProps<M, Draft>) {
  const { flow, heading, drafts } = props;
  const keeper = useMemo(() => drafts.open(flow.machine.id), [drafts, flow]);
  const isLooking = useSelector(keeper, (snapshot) => snapshot.hasTag('busy'));
  return isLooking ? <Looking heading={heading} /> : <StartedFlow {...props} />;
}

function Looking({ heading }: { heading: string }) {
  useDocumentTitle(heading);
  return (
    <>
      <PageHeading>{heading}</PageHeading>
      <Busy text="One moment…" />
    </>
  );
}

function StartedFlow<M extends AnyStateMachine, Draft>({ flow, heading, address, drafts }: DraftedProps<M, Draft>) {
  const { id } = flow.machine;
  const [start, setStart] = useState(() => ({
    number: 0,
    isOffered:
      drafts.isEarlier(id) && flow.draft !== undefined && readDraft(flow.draft, drafts.store.read(id)) !== null,
  }));
  const startOver = () => {
    drafts.store.discard(id);
    setStart(({ number }) => ({ number: number + 1, isOffered: false }));
  };
  return (
    <Flow
      key={start.number}
      flow={flow}
      heading={heading}
      {...(address && { address })}
      {...(start.isOffered && { startOver })}
    />
  );
}

export function FlowRoute<M extends AnyStateMachine, Draft = never>({ flow, route }: FlowRouteProps<M, Draft>) {
  const { run, started, router, draftsOf, browser, stateOf } = usePortal();
  const person = usePerson();
  const [isUnsaved, setUnsaved] = useState(false);
  const base = route && baseOf(route);
  const heading = flow.heading ?? route?.title ?? '';
  const drafts = useMemo(() => draftsOf(person?.webAccountId ?? ''), [draftsOf, person]);
  const host = useMemo<FlowHost>(
    () => ({
      run,
      person,
      configuration: started.configuration,
      flags: started.flags,
      userAgent: browser.userAgent,
      address: base ?? '',
      drafts: drafts.store,
      log: logFailure,
      logIgnored: logFailure,
      setUnsaved,
      leaveFor: (to) => void router.navigate(to, { replace: true }),
      ...(stateOf && { stateOf }),
    }),
    [run, person, started, base, drafts, router, browser, stateOf],
  );
  const address = useMemo(() => (base === undefined ? undefined : { router, base }), [router, base]);
  const { id } = flow.machine;
  return (
    <FlowHostProvider value={host}>
      {isUnsaved && base !== undefined && <LeaveGuard base={base} />}
      {flow.draft === undefined || person === null ? (
        <Flow key={id} flow={flow} heading={heading} {...(address && { address })} />
      ) : (
        <DraftedFlow key={id} {...{ flow, heading, address, drafts }} />
      )}
    </FlowHostProvider>
  );
}
