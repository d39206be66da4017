/**
 * Runs a machine: provides its calls, picks the view of its state, sets the document's title, moves focus to the one `h1`
 * and wherever the machine or one that it has invoked asks, keeps the draft, and catches a machine that has stopped in error.
 */
import { useActorRef } from '@xstate/react';
import { type ComponentType, useCallback, useEffect, useMemo, useState } from 'react';
import type { DataRouter } from 'react-router-dom';
import * as v from 'valibot';
import type { AnyActorRef, AnyMachineSnapshot, AnyStateMachine, EventObject } from 'xstate';
import { CallFailure } from '#domain/call.ts';
import { provideEffects } from '#machines/kit/effect.ts';
import { Button, Content, Notice, PageHeading, focusField } from '../../ui/index.ts';
import { type FlowDefinition, readDraft } from './flow-definition.ts';
import { type FlowHost, useFlowHost } from './flow-host.ts';
import { onFirstUse } from './later-views.tsx';
import {
  afterDelay,
  focusAt,
  focusHeadingIfLost,
  useDocumentTitle,
  useFocusOnHeading,
  useScrollOffset,
} from '../shell/page.ts';
import { type Children, watchMachines } from './running-machines.ts';
import { useSnapshots } from './snapshot.ts';
import { screenOf, syncAddress } from './url-sync.ts';

/** Where the screens of a flow have their addresses. */
export interface FlowAddress {
  readonly router: DataRouter;
  readonly base: string;
}

export interface FlowProps<M extends AnyStateMachine, Draft> {
  readonly flow: FlowDefinition<M, Draft>;
  /** The one `h1`, as long as the flow has loaded no other. */
  readonly heading: string;
  /** The router and the base address of a flow whose states have addresses. */
  readonly address?: FlowAddress;
  /** Given where the draft comes from another session or device: it is offered, and this throws it away. */
  readonly startOver?: () => void;
}

type AnyView = ComponentType<{ state: AnyMachineSnapshot; send: (event: EventObject) => void; children: Children }>;

function draftOf<M extends AnyStateMachine, Draft>(flow: FlowDefinition<M, Draft>, host: FlowHost): Draft | null {
  return flow.draft === undefined ? null : readDraft(flow.draft, host.drafts.read(flow.machine.id));
}

/** What `ViewsOf` has checked where the flow was declared; here the machine is any machine. */
const isViews = (views: unknown): views is Readonly<Record<string, AnyView>> => typeof views === 'object';

const topLevelOf = (snapshot: AnyMachineSnapshot): string => {
  const value: unknown = snapshot.value;
  return typeof value === 'string' ? value : (Object.keys(Object(value))[0] ?? '');
};

/** The output `LeftFor` of a machine that has ended. */
const Left = v.object({ leftFor: v.string() });

function leavingOf({ output }: AnyMachineSnapshot): string | undefined {
  const left = v.safeParse(Left, output);
  return left.success ? left.output.leftFor : undefined;
}

/** The emission `FocusWanted` of a machine. */
const Focus = v.object({
  place: v.picklist(['field', 'errors', 'notice', 'heading']),
  field: v.optional(v.string()),
  delay: v.number(),
});

/** The emission `FailureIgnored` of a machine. */
const Ignored = v.object({ what: v.string(), failure: CallFailure });

/** The emission `FailureUnhandled` of a machine. */
const Unhandled = v.object({ failure: CallFailure });

/** Distance between the top of the window and a focused error panel, in pixels, on a screen without a scroll offset. */
const ABOVE_ERRORS = 16;

/**
 * Moves focus to a field, the error panel or a notice after a delay, or to the heading if that element is missing and focus is
 * lost. Scrolls the top of the error panel into view (P §5.2); a screen with a scroll offset scrolls both panel and notice.
 */
function moveFocus({ place, field, delay }: v.InferOutput<typeof Focus>, scrollOffset: number | undefined): void {
  afterDelay(delay, () => {
    if (place === 'field' && field !== undefined) focusField(field);
    else if (place === 'errors') focusAt(document.getElementById('error-panel'), scrollOffset ?? ABOVE_ERRORS);
    else if (place === 'notice') focusAt(document.getElementById('notice'), scrollOffset);
    focusHeadingIfLost();
  });
}

/** Says that the flow goes on where it was left, in another session or on another device. */
function Restored({ startOver }: { startOver: () => void }) {
  return (
    <Notice
      kind="info"
      heading="We kept what you had entered"
      action={
        <Button variant="secondary" onClick={startOver}>
          Start over
        </Button>
      }
    >
      <p>You left this unfinished earlier. Check what is there and continue, or start over.</p>
    </Notice>
  );
}

export function Flow<M extends AnyStateMachine, Draft = never>({
  flow,
  heading: fixedHeading,
  address,
  startOver,
}: FlowProps<M, Draft>) {
  const host = useFlowHost();
  const machine = useMemo<AnyStateMachine>(() => provideEffects(flow.machine, host.run), [flow.machine, host.run]);
  const [input] = useState(() => flow.input(host, draftOf(flow, host)));
  const [begun] = useState(() => host.stateOf?.(machine, input));
  const actor: AnyActorRef = useActorRef(machine, {
    input,
    ...(begun && { snapshot: begun }),
    ...(host.inspect && { inspect: host.inspect }),
    ...(host.clock && { clock: host.clock }),
  });
  const { state, children } = useSnapshots(actor);
  const screen = screenOf(actor);

  const heading = flow.headingIn?.(state.context) ?? fixedHeading;
  useDocumentTitle(screen.title ?? heading, screen.title === undefined ? undefined : heading);
  const views: unknown = flow.views;
  const View = isViews(views) ? views[topLevelOf(state)] : undefined;
  useFocusOnHeading(screen.path, View, heading);
  useScrollOffset(screen.scrollOffset);

  useEffect(() => {
    const handleFocus = (event: unknown) => {
      const wanted = v.safeParse(Focus, event);
      if (wanted.success) moveFocus(wanted.output, screenOf(actor).scrollOffset);
    };
    return watchMachines(actor, { changed: () => undefined, met: (ref) => ref.on('focus.wanted', handleFocus) });
  }, [actor]);

  useEffect(() => {
    const handleIgnored = (event: unknown) => {
      const ignored = v.safeParse(Ignored, event);
      if (ignored.success) host.logIgnored(ignored.output.what, ignored.output.failure);
    };
    return watchMachines(actor, { changed: () => undefined, met: (ref) => ref.on('failure.ignored', handleIgnored) });
  }, [actor, host]);

  useEffect(() => {
    const handleUnhandled = (event: unknown) => {
      const unhandled = v.safeParse(Unhandled, event);
      if (unhandled.success) host.reportUnhandled(unhandled.output.failure);
    };
    const met = (ref: AnyActorRef) => ref.on('failure.unhandled', handleUnhandled);
    return watchMachines(actor, { changed: () => undefined, met });
  }, [actor, host]);

  useEffect(() => {
    if (address === undefined) return undefined;
    // Whichever way leads to a screen, it is seen from its top; elsewhere the browser returns to where one was.
    history.scrollRestoration = 'manual';
    const stop = syncAddress(actor, address.router, address.base);
    return () => {
      stop();
      history.scrollRestoration = 'auto';
    };
  }, [actor, address]);

  useEffect(() => {
    const { draft } = flow;
    if (draft === undefined) return undefined;
    const { id } = flow.machine;
    const keep = (snapshot: AnyMachineSnapshot) => {
      const kept = draft.of(snapshot.context);
      const isUrgent = kept !== null && draft.isUrgent?.(kept) === true;
      host.drafts.write(id, kept, { isUrgent, isCompleted: snapshot.hasTag('completed') });
    };
    const subscription = actor.subscribe({ next: keep, error: () => undefined });
    return () => {
      subscription.unsubscribe();
      // What is finished is not offered again; a reload of its last screen still finds it.
      if (actor.getSnapshot().hasTag('completed')) host.drafts.discard(id);
    };
  }, [actor, flow, host.drafts]);

  useEffect(() => {
    if (state.status === 'error') host.log(`The flow ${flow.machine.id} stopped`, state.error);
  }, [state.status, state.error, host, flow.machine.id]);

  const isRestored = startOver !== undefined && flow.draft?.isSetAside?.(state.context) !== true;
  const isUnsaved = state.hasTag('entering') && flow.isUnsaved?.(state.context) === true;
  useEffect(() => {
    host.setUnsaved?.(isUnsaved);
    return () => host.setUnsaved?.(false);
  }, [isUnsaved, host]);

  const leftFor = leavingOf(state);
  useEffect(() => {
    if (leftFor !== undefined) host.leaveFor?.(leftFor);
  }, [leftFor, host]);

  useEffect(() => {
    const { later } = flow;
    // Where it does not arrive now, it is asked for again with the screen.
    return later && onFirstUse(() => void later.load().catch(() => undefined));
  }, [flow]);

  const send = useCallback((event: EventObject) => actor.send(event), [actor]);

  if (state.status === 'error') {
    return (
      <>
        <PageHeading>{fixedHeading}</PageHeading>
        <Notice kind="error" heading="Sorry, there’s been a problem.">
          <p>This page stopped working. Nothing that you have not submitted was sent. Please reload the page.</p>
        </Notice>
      </>
    );
  }
  return (
    <>
      {/* Another heading is another element, so that it takes focus and is read. */}
      <PageHeading key={heading}>
        {flow.headingContent ? <Content {...flow.headingContent} fallback={heading} meanwhile inline /> : heading}
      </PageHeading>
      {isRestored && !state.hasTag('busy') && !state.hasTag('completed') && <Restored startOver={startOver} />}
      {View && <View {...{ state, send, children }} />}
    </>
  );
}
