/** A flow that is one section of a page with others beside it: the page has the `h1`, the title and the address. */
import { useEffect, useRef } from 'react';
import type { AnyStateMachine, EventObject } from 'xstate';
import { Notice } from '../../ui/index.ts';
import { focusHeadingIfLost } from '../page/page.ts';
import type { FlowDefinition } from './flow-definition.ts';
import type { DraftStore } from '../drafts/draft-store.ts';
import { useFlowHost } from './flow-host.ts';
import { HostedFlow, NO_DRAFTS } from './FlowRoute.tsx';
import { useRunningFlow } from './running-flow.ts';

/** How the page connects its sections. */
interface Connections {
  /** Called with each emission of this type. */
  readonly emitted?: { readonly type: string; readonly hear: () => void };
  /** Sent to the machine; another object is sent again. */
  readonly signal?: EventObject | undefined;
}

export interface SectionFlowProps<M extends AnyStateMachine, Draft> extends Connections {
  readonly flow: FlowDefinition<M, Draft>;
  /** The draft store of the section, for a flow with a draft. */
  readonly drafts?: DraftStore;
}

function Section<M extends AnyStateMachine, Draft>({
  flow,
  emitted,
  signal,
}: Connections & { readonly flow: FlowDefinition<M, Draft> }) {
  const { actor, state, children, send, View } = useRunningFlow(flow, useFlowHost());

  const lastView = useRef(View);
  useEffect(() => {
    if (lastView.current === View) return;
    lastView.current = View;
    // The focused element may have been part of the previous view.
    focusHeadingIfLost();
  }, [View]);

  useEffect(() => {
    if (emitted === undefined) return undefined;
    const subscription = actor.on(emitted.type, emitted.hear);
    return () => subscription.unsubscribe();
  }, [actor, emitted]);

  useEffect(() => {
    if (signal !== undefined) actor.send(signal);
  }, [actor, signal]);

  if (state.status === 'error') {
    return (
      <Notice kind="error" heading="Sorry, there’s been a problem.">
        <p>This part of the page stopped working. Please reload the page.</p>
      </Notice>
    );
  }
  return View && <View {...{ state, send, children }} />;
}

export const SectionFlow = <M extends AnyStateMachine, Draft = never>({
  flow,
  drafts = NO_DRAFTS,
  ...connections
}: SectionFlowProps<M, Draft>) => (
  <HostedFlow flow={flow} drafts={drafts}>
    {() => <Section flow={flow} {...connections} />}
  </HostedFlow>
);
