/** Keeps the draft of a flow. Only pages with such a flow load this file. */
import { useSelector } from '@xstate/react';
import { useMemo, useState } from 'react';
import type { AnyStateMachine } from 'xstate';
import { Busy, PageHeading } from '../../ui/index.ts';
import { type DraftPersistence, createDraftPersistence } from '../drafts/drafts.ts';
import { useDrafts } from '../drafts/use-drafts.ts';
import { usePerson } from '../session/use-session.ts';
import { useDocumentTitle } from '../page/page.ts';
import { Flow, type FlowProps } from './Flow.tsx';
import { HostedFlow } from './FlowRoute.tsx';
import { type FlowRouteProps, findLeftOut, readDraft } from './flow-definition.ts';
import { endsAt } from './url-sync.ts';

interface DraftedProps<M extends AnyStateMachine, Draft> extends FlowProps<M, Draft> {
  readonly drafts: DraftPersistence;
}

/** Waits briefly for a draft that was saved on another device, then starts the flow. */
function DraftedFlow<M extends AnyStateMachine, Draft>(props: DraftedProps<M, Draft>) {
  const { flow, heading, drafts, address } = props;
  const keeper = useMemo(() => {
    const isAtEnd = address === undefined || endsAt(flow.machine, address.router.state.location.pathname);
    return drafts.open(flow.machine.id, isAtEnd);
  }, [drafts, flow, address]);
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
  const [start, setStart] = useState(() => {
    const stored = drafts.store.read(id);
    const read = draft === undefined || !drafts.isEarlier(id) ? null : readDraft(draft, stored);
    const isOffered = draft !== undefined && read !== null && draft.hasEntries?.(read) !== false;
    return { number: 0, leftOut: isOffered ? findLeftOut(draft, stored) : null };
  });
  const startOver = () => {
    drafts.store.discard(id);
    setStart(({ number }) => ({ number: number + 1, leftOut: null }));
  };
  const { number, leftOut } = start;
  return <Flow key={number} {...shown} {...(leftOut && { earlier: { startOver, leftOut } })} />;
}

/** Renders a flow with its draft. Without a signed-in borrower, only the tab stores the draft. */
export function DraftKeeper<M extends AnyStateMachine, Draft = never>({ flow, route }: FlowRouteProps<M, Draft>) {
  const { getDrafts } = useDrafts();
  const person = usePerson();
  const drafts = useMemo(() => getDrafts(person?.webAccountId ?? '', createDraftPersistence), [getDrafts, person]);
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
