/**
 * A running machine: its effects and draft, the view of its state, and focus requested by it or an invoked machine. `Flow`
 * shows one as a page, `SectionFlow` as a part of one.
 */
import { useActorRef } from '@xstate/react';
import { type ComponentType, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import * as v from 'valibot';
import type { AnyActorRef, AnyMachineSnapshot, AnyStateMachine, EventObject } from 'xstate';
import { CallFailure } from '#domain/call.ts';
import type { FactsOutdated } from '#machines/kit/events.ts';
import { provideEffects } from '#machines/kit/effect.ts';
import { focusField } from '../../ui/index.ts';
import { afterDelay, focusAt, focusHeadingIfLost, focusOnceShown } from '../page/page.ts';
import { type FlowDefinition, draftToKeep, readDraft } from './flow-definition.ts';
import type { FlowHost } from './flow-host.ts';
import { type Children, watchMachines } from './running-machines.ts';
import { useSnapshots } from './snapshot.ts';
import { getScreen } from './url-sync.ts';

type AnyView = ComponentType<{ state: AnyMachineSnapshot; send: (event: EventObject) => void; children: Children }>;

function readFlowDraft<M extends AnyStateMachine, Draft>(flow: FlowDefinition<M, Draft>, host: FlowHost): Draft | null {
  return flow.draft === undefined ? null : readDraft(flow.draft, host.drafts.read(flow.machine.id));
}

/** Narrows the views for any machine. `ViewsOf` has checked their type where the flow was declared. */
const isViews = (views: unknown): views is Readonly<Record<string, AnyView>> => typeof views === 'object';

const getTopLevelState = (snapshot: AnyMachineSnapshot): string => {
  const value: unknown = snapshot.value;
  return typeof value === 'string' ? value : (Object.keys(Object(value))[0] ?? '');
};

/** The emission `FocusRequested` of a machine. */
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
    else if (place === 'notice') focusOnceShown('notice', scrollOffset);
    focusHeadingIfLost();
  });
}

/**
 * Returns the labels of the fields whose values cannot be stored, as displayed: a field counts once it was left, because a
 * phone number is one long number while it is typed.
 */
function useNotStored() {
  const [shown, setShown] = useState('');
  const latest = useRef('');
  useEffect(() => {
    // After the machine has normalized the field.
    const show = () => setTimeout(() => setShown(latest.current));
    document.addEventListener('focusout', show);
    return () => document.removeEventListener('focusout', show);
  }, []);
  const update = useCallback((labels: string) => {
    latest.current = labels;
    if (labels === '') setShown('');
  }, []);
  return { shown, update };
}

/** Runs the machine of a flow while the component is mounted. */
export function useRunningFlow<M extends AnyStateMachine, Draft>(flow: FlowDefinition<M, Draft>, host: FlowHost) {
  const machine = useMemo<AnyStateMachine>(() => provideEffects(flow.machine, host.run), [flow.machine, host.run]);
  const [input] = useState(() => flow.input(host, readFlowDraft(flow, host)));
  const [startedAt] = useState(() => host.getInitialState?.(machine, input));
  const actor: AnyActorRef = useActorRef(machine, {
    input,
    ...(startedAt && { snapshot: startedAt }),
    ...(host.inspect && { inspect: host.inspect }),
    ...(host.clock && { clock: host.clock }),
  });
  const { state, children } = useSnapshots(actor);
  const { shown: notStored, update: updateNotStored } = useNotStored();
  const views: unknown = flow.views;
  const View = isViews(views) ? views[getTopLevelState(state)] : undefined;

  useEffect(() => {
    const handleFocus = (event: unknown) => {
      const requested = v.safeParse(Focus, event);
      if (requested.success) moveFocus(requested.output, getScreen(actor).scrollOffset);
    };
    return watchMachines(actor, { changed: () => undefined, met: (ref) => ref.on('focus.requested', handleFocus) });
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
    const { draft } = flow;
    if (draft === undefined) return undefined;
    const { id } = flow.machine;
    const select = (snapshot: AnyMachineSnapshot) => {
      const { draft: stored, how, leftOut } = draftToKeep(draft, snapshot.context);
      host.drafts.write(id, stored, { ...how, isCompleted: snapshot.hasTag('completed') });
      updateNotStored(leftOut.join(', '));
    };
    const subscription = actor.subscribe({ next: select, error: () => undefined });
    return () => {
      subscription.unsubscribe();
      // A finished flow is not offered again, but a reload of its last screen still restores it.
      if (actor.getSnapshot().hasTag('completed')) host.drafts.discard(id);
    };
  }, [actor, flow, host.drafts, updateNotStored]);

  useEffect(
    () =>
      host.watchOutdated?.(() => {
        if (flow.isRefreshed && actor.getSnapshot().hasTag('settled')) host.restart?.();
        else actor.send({ type: 'facts.outdated' } satisfies FactsOutdated);
      }),
    [actor, flow, host],
  );

  useEffect(() => {
    if (state.status === 'error') host.log(`The flow ${flow.machine.id} stopped`, state.error);
  }, [state.status, state.error, host, flow.machine.id]);

  const send = useCallback((event: EventObject) => actor.send(event), [actor]);
  return { actor, state, children, send, View, notStored };
}
