/** The route of a flow: provides the flow with its host, and its screens with the router. */
import { Fragment, type ReactNode, useContext, useMemo, useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import type { AnyStateMachine } from 'xstate';
import { getBasePath } from '#domain/portal/routes.ts';
import { Flow, type FlowProps } from './Flow.tsx';
import type { FlowDefinition, FlowRouteProps } from './flow-definition.ts';
import type { DraftStore } from '../drafts/draft-store.ts';
import { type FlowHost, FlowHostProvider } from './flow-host.ts';
import { LeaveGuard, useUnsaved } from './LeaveGuard.tsx';
import { logFailure } from '../page/log.ts';
import { reportCallFailure } from '../errors/unhandled.ts';
import { usePerson } from '../session/use-session.ts';
import { inspected } from '../inspection/inspection.ts';
import { InitialStates } from './initial-states.ts';
import { useRouter } from '../page/use-router.ts';
import { useStarted } from '../page/use-started.ts';

interface HostedProps<M extends AnyStateMachine, Draft> extends Pick<FlowRouteProps<M, Draft>, 'route'> {
  readonly flow: FlowDefinition<M, Draft>;
  readonly drafts: DraftStore;
  readonly children: (shown: FlowProps<M, Draft>) => ReactNode;
}

/** Provides the host of a flow and renders the flow in it. */
export function HostedFlow<M extends AnyStateMachine, Draft>({ flow, route, drafts, children }: HostedProps<M, Draft>) {
  const { run, started, watchOutdated } = useStarted();
  const { router, browser } = useRouter();
  const getInitialState = useContext(InitialStates);
  const person = usePerson();
  const path = route && getBasePath(route);
  /** Below it, the screens of the flow have their addresses. */
  const base = flow.getSubject === undefined && flow.isOneScreen === undefined ? path : undefined;
  const { isUnsaved, setUnsaved } = useUnsaved();
  const [times, setTimes] = useState(0);
  const heading = flow.heading ?? route?.title ?? '';
  const host = useMemo<FlowHost>(
    () => ({
      run,
      person,
      configuration: started.configuration,
      flags: started.flags,
      userAgent: browser.userAgent,
      address: path ?? '',
      query: router.state.location.search,
      fragment: router.state.location.hash.slice(1),
      drafts,
      log: logFailure,
      logIgnored: logFailure,
      reportUnhandled: (failure) => {
        logFailure('A call failed', failure);
        reportCallFailure(failure);
      },
      ...(base !== undefined && { setUnsaved }),
      leaveFor: (to) => void router.navigate(to, { replace: true }),
      restart: () => setTimes((before) => before + 1),
      ...(watchOutdated && { watchOutdated }),
      ...(getInitialState && { getInitialState }),
      ...inspected(),
    }),
    [run, person, started, path, base, drafts, router, browser, getInitialState, setUnsaved, watchOutdated],
  );
  const address = useMemo(() => (base === undefined ? undefined : { router, base }), [router, base]);
  return (
    <FlowHostProvider value={host}>
      {base !== undefined && (
        <LeaveGuard base={base} isUnsaved={isUnsaved} onLeave={() => drafts.discard(flow.machine.id)} />
      )}
      <Fragment key={times}>{children({ flow, heading, ...(address && { address }) })}</Fragment>
    </FlowHostProvider>
  );
}

export const NO_DRAFTS: DraftStore = { read: () => undefined, write: () => undefined, discard: () => undefined };

function PlainFlow<M extends AnyStateMachine, Draft>({ flow, route }: FlowRouteProps<M, Draft>) {
  return (
    <HostedFlow flow={flow} route={route} drafts={NO_DRAFTS}>
      {(shown) => <Flow key={flow.machine.id} {...shown} />}
    </HostedFlow>
  );
}

/** Starts the flow again for another subject of the location. */
function FlowOfSubject<M extends AnyStateMachine, Draft>(props: FlowRouteProps<M, Draft>) {
  const { getSubject, withoutSubject, draft } = props.flow;
  const location = useLocation();
  const subject = getSubject?.(location) ?? null;
  if (subject === null && withoutSubject !== undefined) return <Navigate to={withoutSubject} replace />;
  const Shown = draft?.Keeper ?? PlainFlow;
  return <Shown key={subject} {...props} />;
}

/** The route of a flow, with the draft, subject and frame of its definition. */
export function FlowRoute<M extends AnyStateMachine, Draft = never>(props: FlowRouteProps<M, Draft>) {
  const { getSubject, draft, Frame = Fragment } = props.flow;
  const Shown = getSubject === undefined ? (draft?.Keeper ?? PlainFlow) : FlowOfSubject;
  return (
    <Frame>
      <Shown {...props} />
    </Frame>
  );
}
