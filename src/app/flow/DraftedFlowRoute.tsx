/** A flow of which something is kept while it is unfinished, at its address. Only the pages of such flows load this. */
import { useSelector } from '@xstate/react';
import { useMemo, useState } from 'react';
import type { AnyStateMachine } from 'xstate';
import { Busy, PageHeading } from '../../ui/index.ts';
import { type DraftKeeping, createDraftKeeping } from '../drafts/drafts.ts';
import { usePortal } from '../portal.ts';
import { usePerson } from '../session/person.ts';
import { useDocumentTitle } from '../shell/page.ts';
import { Flow, type FlowProps } from './Flow.tsx';
import { type FlowRouteProps, HostedFlow } from './FlowRoute.tsx';
import { readDraft } from './flow-definition.ts';

interface DraftedProps<M extends AnyStateMachine, Draft> extends FlowProps<M, Draft> {
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

function StartedFlow<M extends AnyStateMachine, Draft>({ drafts, ...shown }: DraftedProps<M, Draft>) {
  const { draft, machine } = shown.flow;
  const { id } = machine;
  const [start, setStart] = useState(() => ({
    number: 0,
    isOffered: drafts.isEarlier(id) && draft !== undefined && readDraft(draft, drafts.store.read(id)) !== null,
  }));
  const startOver = () => {
    drafts.store.discard(id);
    setStart(({ number }) => ({ number: number + 1, isOffered: false }));
  };
  return <Flow key={start.number} {...shown} {...(start.isOffered && { startOver })} />;
}

/** What a visitor enters is kept by the tab alone. */
export function DraftedFlowRoute<M extends AnyStateMachine, Draft = never>({ flow, route }: FlowRouteProps<M, Draft>) {
  const { draftsOf } = usePortal();
  const person = usePerson();
  const drafts = useMemo(() => draftsOf(person?.webAccountId ?? '', createDraftKeeping), [draftsOf, person]);
  return (
    <HostedFlow flow={flow} route={route} drafts={drafts.store}>
      {(shown) =>
        person === null ? (
          <Flow key={flow.machine.id} {...shown} />
        ) : (
          <DraftedFlow key={flow.machine.id} {...shown} drafts={drafts} />
        )
      }
    </HostedFlow>
  );
}
