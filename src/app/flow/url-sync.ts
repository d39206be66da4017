/**
 * Syncs the address bar with machines; no other code does. Sends events of both to `address.ts` and runs the effects
 * that follow. The address of a machine is its deepest active `meta.path`; states without a path leave the address
 * unchanged. To open an address, one routing event goes to the machine that owns it.
 */
import type { DataRouter } from 'react-router-dom';
import type { AnyActorRef, AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import * as v from 'valibot';
import type { ScreenMeta, ScreenRequested } from '#machines/kit/events.ts';
import { getActorMachine, listNodes } from 'xstate-workbench/model/xstate-internals';
import { type AddressEffect, type AddressEvent, type Trail, addressTransition, startAddress } from './address.ts';
import { runningMachines, watchMachines } from './running-machines.ts';
import { fillPath, matchScreen } from './screen-path.ts';

const Screen = v.object({
  path: v.exactOptional(v.string()),
  title: v.exactOptional(v.string()),
  scrollOffset: v.exactOptional(v.number()),
});
/** The state stored in a history entry: see {@link Trail}. */
const Place = v.object({ flowTrail: v.array(v.string()) });
type Place = v.InferOutput<typeof Place>;
/** The state of a link that restarts the flow (P §2.3). */
const Restarts = v.object({ restarts: v.literal(true) });

/** Returns the screen that a machine shows: the path and title of its deepest active state, including its children. */
export function getScreen(actor: AnyActorRef): ScreenMeta {
  let screen: ScreenMeta = {};
  for (const ref of runningMachines(actor)) {
    const snapshot: AnyMachineSnapshot = ref.getSnapshot();
    for (const meta of Object.values(snapshot.getMeta())) {
      const found = v.safeParse(Screen, meta);
      if (!found.success) continue;
      const { path } = found.output;
      screen = { ...screen, ...found.output, ...(path !== undefined && { path: fillPath(path, snapshot.context) }) };
    }
  }
  return screen;
}

/**
 * Returns the routing event that requests the address `path` from a machine; undefined if none of its states has that
 * address.
 */
function questionIn(machine: AnyStateMachine, path: string): ScreenRequested | undefined {
  for (const { id, meta } of listNodes(machine)) {
    const screen = v.safeParse(Screen, meta);
    const params = screen.success ? matchScreen(screen.output.path ?? '', path) : undefined;
    if (params === undefined) continue;
    return { type: 'xstate.route', to: `#${id}`, ...(Object.keys(params).length > 0 && { params }) };
  }
  return undefined;
}

/** Returns whether `path` is the address of a state in which the flow of a machine is completed. */
export const endsAt = (machine: AnyStateMachine, path: string): boolean =>
  listNodes(machine).some(({ tags, meta }) => {
    const screen = v.safeParse(Screen, meta);
    return tags.includes('completed') && screen.success && screen.output.path === path;
  });

/** Returns the running machine that owns `path`, and its routing event; the root machine if none owns it. */
function questionFor(actor: AnyActorRef, path: string): readonly [AnyActorRef, ScreenRequested] {
  for (const ref of runningMachines(actor)) {
    const machine = getActorMachine(ref);
    const question = machine && questionIn(machine, path);
    if (question !== undefined) return [ref, question];
  }
  return [actor, { type: 'xstate.route', to: `#${getActorMachine(actor)?.id ?? ''}` }];
}

/**
 * Sends the routing event for `path` to the machine that owns it. If no screen has this address, the event goes to the
 * root machine, so that a machine that accepts any address (a receipt) accepts this one too.
 */
function ask(actor: AnyActorRef, path: string): void {
  const [ref, question] = questionFor(actor, path);
  ref.send(question);
}

/**
 * Returns whether a machine would accept a request for `path`. A busy machine refuses only temporarily, so this returns
 * true.
 */
function canShow(actor: AnyActorRef, path: string): boolean {
  const [ref, question] = questionFor(actor, path);
  const snapshot: AnyMachineSnapshot = ref.getSnapshot();
  return snapshot.can(question) || runningMachines(actor).some(isBusy);
}

const isBusy = (ref: AnyActorRef): boolean => {
  const snapshot: AnyMachineSnapshot = ref.getSnapshot();
  return snapshot.hasTag('busy');
};

const parseTrail = (state: unknown): Trail | undefined => {
  const parsed = v.safeParse(Place, state);
  return parsed.success ? parsed.output.flowTrail : undefined;
};

/**
 * How long to wait for further presses of Back or Forward before a refused one is undone, in milliseconds. Chrome aborts requests in
 * flight when one move in the history replaces another that is still pending.
 */
const QUIET = 50;

/**
 * Syncs the URL below `base` with the flow's machine until the returned function is called. Requests the initial URL as
 * soon as the machine has a screen, unless the machine shows a completed flow.
 */
export function syncAddress(
  actor: AnyActorRef,
  router: Pick<DataRouter, 'navigate' | 'subscribe' | 'state'>,
  base: string,
): () => void {
  let { location: reached } = router.state;
  const { pathname, key, state: written } = reached;
  let state = startAddress({ path: pathname, key, trail: parseTrail(written) });
  let isStopped = false;
  let undoing: ReturnType<typeof setTimeout> | undefined;

  function cancelUndo(): void {
    clearTimeout(undoing);
    undoing = undefined;
  }

  function dispatch(event: AddressEvent): void {
    if (isStopped) return;
    const [next, effects] = addressTransition(state, event);
    state = next;
    effects.forEach(carryOut);
  }

  function carryOut(effect: AddressEffect): void {
    switch (effect.type) {
      case 'ask':
        return hear(() => ask(actor, effect.path));
      case 'restart':
        return hear(() => actor.send({ type: 'restart.requested' }));
      case 'write':
        return write(effect.path, effect.trail, effect.replace);
      case 'go':
        if (effect.when === 'now') return void router.navigate(effect.steps);
        undoing = setTimeout(() => {
          undoing = undefined;
          void router.navigate(effect.steps);
        }, QUIET);
        return;
      case 'look':
        if (effect.when === 'now') return look();
        return queueMicrotask(() => dispatch({ type: 'machine.rested', ...shown(), isCompleted: isCompleted(actor) }));
    }
  }

  const shown = () => ({ screen: getScreen(actor).path, canShow: (path: string) => canShow(actor, path) });
  const look = () => {
    // While an undo is pending, this waits until the history is back at the entry of the screen.
    if (undoing === undefined) dispatch({ type: 'machine.changed', ...shown() });
  };

  function hear(question: () => void): void {
    const before: unknown = actor.getSnapshot();
    question();
    const hasMoved = actor.getSnapshot() !== before;
    dispatch({ type: 'machine.answered', ...shown(), hasMoved });
  }

  function write(path: string, trail: Trail, replace: boolean): void {
    const { location } = router.state;
    // A query and a fragment belong to the screen for which they were typed.
    const rest = location.pathname === path ? location.search + location.hash : '';
    const place: Place = { flowTrail: [...trail] };
    void router.navigate(path + rest, { replace, state: place });
  }

  const unlisten = router.subscribe(({ location, historyAction }) => {
    // The router also reports a navigation that has only begun, and a blocked one.
    if (location === reached) return;
    reached = location;
    const { pathname: path } = location;
    const isOurs = path === base || path.startsWith(`${base}/`);
    if (!isOurs) return;
    const { key: at, state: stored } = location;
    cancelUndo();
    const entry = { path, key: at, trail: parseTrail(stored), how: historyAction, restarts: v.is(Restarts, stored) };
    dispatch({ type: 'entry.reached', entry });
  });
  const unwatch = watchMachines(actor, { changed: look });
  look();
  return () => {
    isStopped = true;
    cancelUndo();
    unlisten();
    unwatch();
  };
}

/** Writes the query of the page at `base` into its entry of the history, unless another page is open. */
export function writeQuery(
  { state: { location }, navigate }: Pick<DataRouter, 'navigate' | 'state'>,
  base: string,
  query: string,
): void {
  if (location.pathname !== base || location.search === query) return;
  void navigate(base + query + location.hash, { replace: true, state: location.state as unknown });
}

const isCompleted = (actor: AnyActorRef): boolean => {
  const snapshot: AnyMachineSnapshot = actor.getSnapshot();
  return snapshot.hasTag('completed');
};
