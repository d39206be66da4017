/** A chart and the charts that it has invoked, as they run: what the address, the title, the views and focus follow. */
import {
  type AnyActorRef,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type EventObject,
  StateMachine,
} from 'xstate';

/** What a running actor is made from, if that is a chart. */
export const machineOf = (actor: AnyActorRef): AnyStateMachine | undefined => {
  const logic: unknown = Reflect.get(actor, 'logic');
  return logic instanceof StateMachine ? logic : undefined;
};

/** The charts that a chart has invoked and that still run, by the ids of their invocations. */
function invokedBy(actor: AnyActorRef): [string, AnyActorRef][] {
  const snapshot: AnyMachineSnapshot = actor.getSnapshot();
  const children: [string, AnyActorRef | undefined][] = Object.entries(snapshot.children);
  return children.flatMap(([id, child]) =>
    child && machineOf(child) && child.getSnapshot().status === 'active' ? [[id, child]] : [],
  );
}

/** The actor and the running charts that it has invoked, outermost first. */
export const chartsOf = (actor: AnyActorRef): AnyActorRef[] => [
  actor,
  ...invokedBy(actor).flatMap(([, child]) => chartsOf(child)),
];

/** What the views of a chart may know of the charts that it has invoked, by the ids of their invocations. */
export interface Children {
  readonly [id: string]: {
    readonly state: AnyMachineSnapshot;
    readonly send: (event: EventObject) => void;
    /** The charts that it has invoked in turn. */
    readonly children: Children;
  };
}

/** A view that goes still says that its field was left; a chart that has ended is not told. */
const sendTo = (chart: AnyActorRef) => (event: EventObject) => {
  if (chart.getSnapshot().status === 'active') chart.send(event);
};

export const childrenOf = (actor: AnyActorRef): Children =>
  Object.fromEntries(
    invokedBy(actor).map(([id, child]) => [
      id,
      { state: child.getSnapshot(), send: sendTo(child), children: childrenOf(child) },
    ]),
  );

interface Watcher {
  /** One of the charts has changed, or has begun or ended. */
  readonly changed: () => void;
  /** The actor itself has stopped in error. */
  readonly broken?: () => void;
  /** A chart was met for the first time; what it is subscribed to ends with the watching. */
  readonly met?: (chart: AnyActorRef) => { unsubscribe(): void };
}

/**
 * Watches the actor and the charts that it has invoked or will invoke, until the returned function is called. A chart
 * tells the one around it nothing of its states, so each that runs is watched.
 */
export function watchCharts(actor: AnyActorRef, { changed, broken, met }: Watcher): () => void {
  const watched = new Map<AnyActorRef, { unsubscribe(): void }[]>();
  const error = (chart: AnyActorRef) => () => (chart === actor ? broken?.() : undefined);
  function meet(): void {
    for (const chart of chartsOf(actor)) {
      if (watched.has(chart)) continue;
      watched.set(chart, [chart.subscribe({ next, error: error(chart) }), ...(met ? [met(chart)] : [])]);
    }
  }
  function next(): void {
    meet();
    changed();
  }
  meet();
  return () => watched.forEach((subscriptions) => subscriptions.forEach((each) => each.unsubscribe()));
}
