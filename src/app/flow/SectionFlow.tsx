/** A flow that is one section of a page with others beside it: the page has the `h1`, the title and the address. */
import { useEffect, useRef } from 'react';
import type { AnyMachineSnapshot, AnyStateMachine, ContextFrom, EventObject } from 'xstate';
import { Notice } from '../../ui/index.ts';
import { focusHeadingIfLost } from '../page/page.ts';
import type { FlowDefinition } from './flow-definition.ts';
import { useFlowHost } from './flow-host.ts';
import { HostedFlow, NO_DRAFTS } from './FlowRoute.tsx';
import { useRunningFlow } from './running-flow.ts';

/** How the page connects its sections. */
interface Connections<M extends AnyStateMachine> {
  /** Called with each emission of this type. */
  readonly emitted?: { readonly type: string; readonly hear: () => void };
  /** Sent to the machine; another object is sent again. */
  readonly signal?: EventObject | undefined;
  /** Called with the context at each transition. */
  readonly onChange?: (context: ContextFrom<M>) => void;
}

export interface SectionFlowProps<M extends AnyStateMachine> extends Connections<M> {
  readonly flow: FlowDefinition<M>;
}

function Section<M extends AnyStateMachine>({ flow, emitted, signal, onChange }: SectionFlowProps<M>) {
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

  useEffect(() => {
    if (onChange === undefined) return undefined;
    const next = ({ context }: AnyMachineSnapshot) => onChange(context);
    const subscription = actor.subscribe({ next, error: () => undefined });
    return () => subscription.unsubscribe();
  }, [actor, onChange]);

  if (state.status === 'error') {
    return (
      <Notice kind="error" heading="Sorry, there’s been a problem.">
        <p>This part of the page stopped working. Please reload the page.</p>
      </Notice>
    );
  }
  return View && <View {...{ state, send, children }} />;
}

export const SectionFlow = <M extends AnyStateMachine>(props: SectionFlowProps<M>) => (
  <HostedFlow flow={props.flow} drafts={NO_DRAFTS}>
    {() => <Section {...props} />}
  </HostedFlow>
);
