/**
 * The only code that relates the address bar and charts. Chart to address: the deepest active `meta.path`, pushed for a
 * new screen. Address to chart (Back, Forward, a typed link): one routing event to the chart that owns the path; where
 * the chart does not follow, the address is taken back. States without a path leave the address alone.
 */
import { type AnyActorRef, type AnyMachineSnapshot, type AnyStateMachine, StateMachine } from 'xstate';
import { type DataRouter, NavigationType } from 'react-router-dom';
import * as v from 'valibot';
import type { ScreenMeta } from '#machines/kit/events.ts';

type Router = Pick<DataRouter, 'navigate' | 'subscribe' | 'state'>;

const Screen = v.object({ path: v.exactOptional(v.string()), title: v.exactOptional(v.string()) });
/** Where an entry of the history stands in the flow, so that a refused Back or Forward can be undone. */
const Position = v.object({ flowPosition: v.number() });

const machineOf = (actor: AnyActorRef): AnyStateMachine | undefined => {
  const logic: unknown = Reflect.get(actor, 'logic');
  return logic instanceof StateMachine ? logic : undefined;
};

/** The actor and the running charts that it has invoked, outermost first. */
function chartsOf(actor: AnyActorRef): AnyActorRef[] {
  const snapshot: AnyMachineSnapshot = actor.getSnapshot();
  const children: (AnyActorRef | undefined)[] = Object.values(snapshot.children);
  return [actor, ...children.flatMap((child) => (child && machineOf(child) ? chartsOf(child) : []))];
}

/** The screen that a chart shows: the path and title of its deepest active state, its children's included. */
export function screenOf(actor: AnyActorRef): ScreenMeta {
  let screen: ScreenMeta = {};
  for (const chart of chartsOf(actor)) {
    const snapshot: AnyMachineSnapshot = chart.getSnapshot();
    for (const meta of Object.values(snapshot.getMeta())) {
      const found = v.safeParse(Screen, meta);
      if (found.success) screen = { ...screen, ...found.output };
    }
  }
  return screen;
}

/** The id of the state that has this path, in a chart; undefined where no state of it has. */
function ownerOf(machine: AnyStateMachine, path: string): string | undefined {
  const nodes = [machine.root];
  for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
    const meta = v.safeParse(Screen, node.meta);
    if (meta.success && meta.output.path === path) return node.id;
    nodes.push(...Object.values(node.states));
  }
  return undefined;
}

/** Sends the routing event for `path` to the chart that owns it. */
function ask(actor: AnyActorRef, path: string): void {
  for (const chart of chartsOf(actor)) {
    const machine = machineOf(chart);
    const id = machine && ownerOf(machine, path);
    if (id !== undefined) return chart.send({ type: 'xstate.route', to: `#${id}` });
  }
}

const positionOf = (state: unknown): number | undefined => {
  const parsed = v.safeParse(Position, state);
  return parsed.success ? parsed.output.flowPosition : undefined;
};

/**
 * Keeps the address of the flow below `base` and its chart in step until the returned function is called. The address
 * found at the start is asked of the chart as soon as the chart has a screen, unless what it shows is completed.
 */
export function syncAddress(actor: AnyActorRef, router: Router, base: string): () => void {
  let wanted: string | null = router.state.location.pathname;
  let shown: string | null = null;
  let position = positionOf(router.state.location.state) ?? 0;
  let asking = false;

  function write(path: string, replace: boolean): void {
    shown = path;
    if (!replace) position += 1;
    const { pathname, search, hash } = router.state.location;
    const rest = pathname === path ? search + hash : '';
    void router.navigate(path + rest, { replace, state: { flowPosition: position } });
  }

  /** Chart to address. */
  function follow(): void {
    if (asking) return;
    let { path } = screenOf(actor);
    if (path === undefined) return;
    if (wanted !== null) {
      const found = wanted;
      wanted = null;
      if (found !== path && !isCompleted(actor)) askFor(found);
      path = screenOf(actor).path ?? path;
      return write(path, true);
    }
    // Where the address has moved on without the chart (Back on a receipt), the new screen takes its place.
    if (path !== shown) write(path, router.state.location.pathname !== shown);
  }

  function askFor(path: string): void {
    asking = true;
    ask(actor, path);
    asking = false;
  }

  /** Address to chart. */
  const unlisten = router.subscribe(({ location, navigation, historyAction }) => {
    const { pathname } = location;
    if (navigation.state !== 'idle' || wanted !== null || !pathname.startsWith(base)) return;
    if (pathname === shown) {
      position = positionOf(location.state) ?? position;
      return;
    }
    const before = actor.getSnapshot();
    askFor(pathname);
    const { path } = screenOf(actor);
    if (path === pathname) {
      shown = pathname;
      position = positionOf(location.state) ?? position + 1;
    } else if (actor.getSnapshot() === before || path === shown) {
      undo(historyAction === NavigationType.Pop ? positionOf(location.state) : undefined);
    } else {
      follow();
    }
  });

  /** Takes back a step in the history that the chart has refused. */
  function undo(reached: number | undefined): void {
    if (reached !== undefined && reached !== position) void router.navigate(position - reached);
    else if (shown !== null) write(shown, true);
  }

  const subscription = actor.subscribe(follow);
  follow();
  return () => {
    unlisten();
    subscription.unsubscribe();
  };
}

const isCompleted = (actor: AnyActorRef): boolean => {
  const snapshot: AnyMachineSnapshot = actor.getSnapshot();
  return snapshot.hasTag('completed');
};
