/**
 * A running machine and the machines that it has invoked. The address, the title, the views and focus depend on them.
 */
import type { AnyActorRef, AnyMachineSnapshot, EventObject } from 'xstate';
import { getActorMachine } from 'xstate-workbench/model/xstate-internals';

/** Returns the machines that a machine has invoked and that still run, by invocation id. */
function invokedBy(actor: AnyActorRef): [string, AnyActorRef][] {
  const snapshot: AnyMachineSnapshot = actor.getSnapshot();
  const children: [string, AnyActorRef | undefined][] = Object.entries(snapshot.children);
  return children.flatMap(([id, child]) =>
    child && getActorMachine(child) && child.getSnapshot().status === 'active' ? [[id, child]] : [],
  );
}

/** Returns the actor and the running machines that it has invoked, outermost first. */
export const runningMachines = (actor: AnyActorRef): AnyActorRef[] => [
  actor,
  ...invokedBy(actor).flatMap(([, child]) => runningMachines(child)),
];

/** The machines invoked by a machine, by invocation id, as its views may see them. */
export interface Children {
  readonly [id: string]: {
    readonly state: AnyMachineSnapshot;
    readonly send: (event: EventObject) => void;
    /** The machines that it has invoked in turn. */
    readonly children: Children;
  };
}

/**
 * Returns a function that sends events to a machine. Ignores them if the machine has ended: a view that unmounts may still
 * report a blur.
 */
const sendTo = (ref: AnyActorRef) => (event: EventObject) => {
  if (ref.getSnapshot().status === 'active') ref.send(event);
};

export const getChildren = (actor: AnyActorRef): Children =>
  Object.fromEntries(
    invokedBy(actor).map(([id, child]) => [
      id,
      { state: child.getSnapshot(), send: sendTo(child), children: getChildren(child) },
    ]),
  );

interface Watcher {
  /** Called when one of the machines has changed, started or stopped. */
  readonly changed: () => void;
  /** Called when the actor itself has stopped in error. */
  readonly broken?: () => void;
  /** Called when a machine is first observed. The returned subscription ends with the observation. */
  readonly met?: (ref: AnyActorRef) => { unsubscribe(): void };
}

/**
 * Watches the actor and the machines that it invokes, now or later, until the returned function is called. A machine
 * does not report its states to its parent, so each running machine is watched.
 */
export function watchMachines(actor: AnyActorRef, { changed, broken, met }: Watcher): () => void {
  const watched = new Map<AnyActorRef, { unsubscribe(): void }[]>();
  const error = (ref: AnyActorRef) => () => (ref === actor ? broken?.() : undefined);
  function meet(): void {
    for (const ref of runningMachines(actor)) {
      if (watched.has(ref)) continue;
      watched.set(ref, [ref.subscribe({ next, error: error(ref) }), ...(met ? [met(ref)] : [])]);
    }
  }
  function next(): void {
    meet();
    changed();
  }
  meet();
  return () => watched.forEach((subscriptions) => subscriptions.forEach((each) => each.unsubscribe()));
}
