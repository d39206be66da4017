/**
 * The only code that relates the address bar and machines. Machine to address: the deepest active `meta.path`, pushed for a
 * new screen; for the one before it, as Previous leads to, the history goes back instead (ruling 24). Address to machine
 * (Back, Forward, a typed link): one routing event to the machine that owns the path; where the machine does not follow,
 * the address is taken back. States without a path leave the address alone.
 */
import type { AnyActorRef, AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import { type DataRouter, NavigationType } from 'react-router-dom';
import * as v from 'valibot';
import type { ScreenMeta } from '#machines/kit/events.ts';
import { machineOfActor, nodesOf } from '#machines/kit/xstate-internals.ts';
import { runningMachines, watchMachines } from './running-machines.ts';

type Router = Pick<DataRouter, 'navigate' | 'subscribe' | 'state'>;

const Screen = v.object({
  path: v.exactOptional(v.string()),
  title: v.exactOptional(v.string()),
  scrollOffset: v.exactOptional(v.number()),
});
/**
 * The addresses of the flow's entries in the history before an entry, first to last. How many there are tells where the
 * entry stands, so that a refused Back or Forward can be undone.
 */
const Place = v.object({ flowTrail: v.array(v.string()) });
type Place = v.InferOutput<typeof Place>;
/** Said by a link that starts the flow anew (P §2.3). */
const Restarts = v.object({ restarts: v.literal(true) });

/** The screen that a machine shows: the path and title of its deepest active state, its children's included. */
export function screenOf(actor: AnyActorRef): ScreenMeta {
  let screen: ScreenMeta = {};
  for (const ref of runningMachines(actor)) {
    const snapshot: AnyMachineSnapshot = ref.getSnapshot();
    for (const meta of Object.values(snapshot.getMeta())) {
      const found = v.safeParse(Screen, meta);
      if (found.success) screen = { ...screen, ...found.output };
    }
  }
  return screen;
}

/** The id of the state that has this path, in a machine; undefined where no state of it has. */
const ownerOf = (machine: AnyStateMachine, path: string): string | undefined =>
  nodesOf(machine).find(({ meta }) => {
    const screen = v.safeParse(Screen, meta);
    return screen.success && screen.output.path === path;
  })?.id;

/**
 * Sends the routing event for `path` to the machine that owns it. An address of the flow that no screen has is asked of the
 * flow as a whole, so that a machine which answers to any address (a receipt) answers to this one too.
 */
function ask(actor: AnyActorRef, path: string): void {
  for (const ref of runningMachines(actor)) {
    const machine = machineOfActor(ref);
    const id = machine && ownerOf(machine, path);
    if (id !== undefined) return ref.send({ type: 'xstate.route', to: `#${id}` });
  }
  actor.send({ type: 'xstate.route', to: `#${machineOfActor(actor)?.id ?? ''}` });
}

const trailOf = (state: unknown): readonly string[] | undefined => {
  const parsed = v.safeParse(Place, state);
  return parsed.success ? parsed.output.flowTrail : undefined;
};

/**
 * Keeps the address of the flow below `base` and its machine in step until the returned function is called. The address
 * found at the start is asked of the machine as soon as the machine has a screen, unless what it shows is completed.
 */
export function syncAddress(actor: AnyActorRef, router: Router, base: string): () => void {
  let wanted: string | null = router.state.location.pathname;
  /** The address that stands for the machine, and where in the history. */
  let shown: string | null = null;
  let trail = trailOf(router.state.location.state) ?? [];
  /** The history is on its way back to the entry before; until it is there, nothing is written. */
  let isReturning = false;
  /** The address has moved on and the machine has left without a screen (Back on a receipt): the next one goes here. */
  let isPassing = false;
  let isAsking = false;
  let isStopped = false;
  let lastKey = router.state.location.key;

  const isOurs = (path: string) => path === base || path.startsWith(`${base}/`);

  function write(path: string, replace: boolean): void {
    if (!replace && shown !== null) trail = [...trail, shown];
    shown = path;
    const { pathname, search, hash } = router.state.location;
    const rest = pathname === path ? search + hash : '';
    const place: Place = { flowTrail: [...trail] };
    void router.navigate(path + rest, { replace, state: place });
  }

  function goBackTo(path: string): void {
    shown = path;
    isReturning = true;
    void router.navigate(-1);
  }

  /** Machine to address. */
  function follow(): void {
    if (isAsking || isReturning) return;
    const { path } = screenOf(actor);
    if (path === undefined) return;
    // A machine that is in the middle of a step would take the question only after it.
    if (wanted !== null) return queueMicrotask(arrive);
    if (path === shown && !isPassing) return;
    const replace = isPassing;
    isPassing = false;
    if (!replace && path === trail.at(-1)) return goBackTo(path);
    write(path, replace);
  }

  /** The machine has its first screen: it is asked for the one that was wanted, and the address is what comes of it. */
  function arrive(): void {
    const { path } = screenOf(actor);
    if (isStopped || wanted === null || path === undefined) return;
    const found = wanted;
    wanted = null;
    if (found !== path && !isCompleted(actor)) askFor(found);
    write(screenOf(actor).path ?? path, true);
  }

  function askFor(path: string): void {
    isAsking = true;
    ask(actor, path);
    isAsking = false;
  }

  function restart(): void {
    isAsking = true;
    actor.send({ type: 'restart.wanted' });
    isAsking = false;
  }

  /** Address to machine. */
  const unlisten = router.subscribe(({ location, navigation, historyAction }) => {
    const { pathname } = location;
    if (navigation.state !== 'idle' || !isOurs(pathname)) return;
    const known = trailOf(location.state);
    const before = wanted ?? shown;
    const reached = known ?? (historyAction === NavigationType.Push && before !== null ? [...trail, before] : trail);
    isReturning = false;
    if (wanted !== null) return wantAnother(location, reached);
    if (pathname !== shown) {
      const unasked: unknown = actor.getSnapshot();
      if (v.is(Restarts, location.state)) restart();
      else askFor(pathname);
      const { path } = screenOf(actor);
      const isRefused = path !== pathname && (actor.getSnapshot() === unasked || path === shown);
      if (isRefused) return undo(reached, historyAction);
      isPassing = path !== pathname;
    }
    trail = reached;
    shown = pathname;
    if (known === undefined) write(pathname, true);
    follow();
  });

  /** Another address was asked for before the machine had a screen: that one is wanted now. */
  function wantAnother({ key, pathname, state }: Router['state']['location'], reached: readonly string[]): void {
    if (key === lastKey) return;
    lastKey = key;
    wanted = pathname;
    trail = reached;
    if (v.is(Restarts, state)) restart();
  }

  /** Takes back a step in the history that the machine has refused. */
  function undo(reached: readonly string[], how: NavigationType): void {
    if (how === NavigationType.Pop && reached.length !== trail.length) {
      void router.navigate(trail.length - reached.length);
    } else if (shown !== null) {
      trail = reached;
      write(shown, true);
    }
  }

  const unwatch = watchMachines(actor, { changed: follow });
  follow();
  return () => {
    isStopped = true;
    unlisten();
    unwatch();
  };
}

const isCompleted = (actor: AnyActorRef): boolean => {
  const snapshot: AnyMachineSnapshot = actor.getSnapshot();
  return snapshot.hasTag('completed');
};
