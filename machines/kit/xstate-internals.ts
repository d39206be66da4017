/**
 * All that is used of XState beyond its documented interface, so that an upgrade has one place to change.
 * `test/properties/xstate-internals.test.ts` states each part for the installed version.
 */
import {
  type AnyActorLogic,
  type AnyActorRef,
  type AnyActorScope,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyStateNode,
  type AnyTransitionDefinition,
  type InspectionEvent,
  StateMachine,
  createActor,
} from 'xstate';

const ROUTE = 'xstate.route';

/** Whether an actor's logic is a machine. */
export const isMachine = (logic: unknown): logic is AnyStateMachine => logic instanceof StateMachine;

/** The machine that a running actor is made from; undefined where it is made from something else. */
export const machineOfActor = (actor: AnyActorRef): AnyStateMachine | undefined => {
  const logic: unknown = Reflect.get(actor, 'logic');
  return isMachine(logic) ? logic : undefined;
};

/** The actor that has started an actor; undefined where nobody has. */
export const parentActorOf = ({ _parent }: AnyActorRef): AnyActorRef | undefined => _parent;

/** The actions, actors, delays and guards of a machine, by their names. */
export type Implementations = AnyStateMachine['implementations'];
export const implementationsOf = (machine: AnyStateMachine): Implementations => machine.implementations;

/** The actors of a machine by the name under which it invokes them. */
export const actorsOf = (machine: AnyStateMachine): [string, AnyActorLogic][] =>
  Object.entries(machine.implementations.actors).map(([source, given]) => [source, 'src' in given ? given.src : given]);

/** What a machine invokes under a source name. */
export const actorOf = (machine: AnyStateMachine, source: unknown): AnyActorLogic | undefined =>
  actorsOf(machine).find(([name]) => name === source)?.[1];

/** The logic that a state invokes without giving it a source name; undefined where it names one of the machine's actors. */
export function inlineActorOf({ config }: AnyStateNode, index: number): AnyActorLogic | undefined {
  const source: unknown = [config.invoke].flat()[index]?.src;
  return typeof source === 'object' && source !== null ? (source as AnyActorLogic) : undefined;
}

/** The machine that a machine invokes under a source name; undefined where that is another actor. */
export function machineOf(machine: AnyStateMachine, source: unknown): AnyStateMachine | undefined {
  const found = actorOf(machine, source);
  return isMachine(found) ? found : undefined;
}

/** The configuration from which a machine was created. */
export const configOf = (machine: AnyStateMachine): unknown => machine.config;

/** A machine from another configuration. It stops in error where it never comes to rest within so many microsteps. */
export const rebuildMachine = (config: object, given: Implementations, maxIterations: number): AnyStateMachine =>
  new StateMachine({ ...config, options: { maxIterations } } as AnyStateMachine['config'], given as never);

const nodesOfMachines = new WeakMap<AnyStateMachine, readonly AnyStateNode[]>();

/** All states of a machine in the order of the document, the machine itself first. */
export function nodesOf(machine: AnyStateMachine): readonly AnyStateNode[] {
  const walk = (node: AnyStateNode): AnyStateNode[] => [node, ...Object.values(node.states).flatMap(walk)];
  const nodes = nodesOfMachines.get(machine) ?? walk(machine.root);
  nodesOfMachines.set(machine, nodes);
  return nodes;
}

/** All active states of a snapshot, those around others included. */
export const activeNodesOf = ({ _nodes }: AnyMachineSnapshot): readonly AnyStateNode[] => _nodes;

/** The id that a state was given; undefined where XState has made one. */
export const givenIdOf = ({ config }: AnyStateNode): string | undefined => config.id;

/** How a state can be asked for by its address; undefined where it cannot. */
export const routeOf = ({ config }: AnyStateNode): { readonly guard?: unknown } | undefined => config.route;

/** Whether an invocation was given an id; XState makes one from its place in its state. */
export const hasGivenId = (node: AnyStateNode, { id }: AnyStateNode['invoke'][number], index: number): boolean =>
  id !== `${index}.${node.id}`;

/**
 * The transitions that a state declares for events, in groups of which one is taken. Routes, which XState puts on the root,
 * are left out.
 */
export const eventTransitionsOf = (node: AnyStateNode): readonly (readonly AnyTransitionDefinition[])[] =>
  [...node.transitions].flatMap(([event, given]) => (node.parent === undefined && event === ROUTE ? [] : [given]));

/** All transitions that a state declares. */
export const transitionsOf = (node: AnyStateNode): AnyTransitionDefinition[] => [
  ...eventTransitionsOf(node).flat(),
  ...(node.always ?? []),
];

/** The transitions of the same state for the same event, this one included: the first that its guard allows is taken. */
export const alternativesOf = ({ source, eventType }: AnyTransitionDefinition): readonly AnyTransitionDefinition[] =>
  (eventType === '' ? source.always : source.transitions.get(eventType)) ?? [];

/** Whether a state handles, or swallows, requests for addresses by itself. The root's own handler is XState's. */
export const handlesRoutes = (node: AnyStateNode): boolean => node.parent !== undefined && node.transitions.has(ROUTE);

/** What causes a transition. */
export type Cause =
  | { readonly kind: 'event'; readonly event: string }
  | { readonly kind: 'done' | 'failed' | 'changed'; readonly actor: string }
  | { readonly kind: 'delay'; readonly delay: unknown }
  | { readonly kind: 'route' | 'always' | 'allDone' };

const ACTOR_EVENTS = { 'done.actor': 'done', 'error.actor': 'failed', snapshot: 'changed' } as const;

/** What causes a transition, read from the type of its event. */
export function causeOf(transition: AnyTransitionDefinition): Cause {
  const { eventType: event } = transition;
  if (event === '') return { kind: 'always' };
  if (event === ROUTE) return { kind: 'route' };
  if ('delay' in transition) return { kind: 'delay', delay: transition.delay };
  if (event.startsWith('xstate.done.state.')) return { kind: 'allDone' };
  for (const [type, kind] of Object.entries(ACTOR_EVENTS)) {
    if (event.startsWith(`xstate.${type}.`)) return { kind, actor: event.slice(`xstate.${type}.`.length) };
  }
  return { kind: 'event', event };
}

/** The event by which a machine learns that an actor is done. */
export const doneEvent = (id: string, output: unknown): AnyEventObject => ({
  type: `xstate.done.actor.${id}`,
  output,
  actorId: id,
});

/** The event by which a machine learns that an actor has failed. */
export const errorEvent = (id: string, error: unknown): AnyEventObject => ({
  type: `xstate.error.actor.${id}`,
  error,
  actorId: id,
});

/** A guard made by `and`, `or` or `not`: its operator and the guards in it; undefined for any other guard. */
export const combinedGuard = (guard: unknown): { operator: string; guards: unknown[] } | undefined =>
  typeof guard === 'function' && 'guards' in guard && Array.isArray(guard.guards)
    ? { operator: guard.name, guards: guard.guards }
    : undefined;

/** An action made by XState: `assign`, `emit`, `sendTo`. */
export interface BuiltInAction {
  readonly type: string;
  /** What `assign` assigns. */
  readonly assignment?: unknown;
  /** The event that `emit` and `sendTo` send. */
  readonly event?: unknown;
  /** The same action with another assignment or event. */
  readonly with: (changed: { readonly assignment?: object; readonly event?: object }) => unknown;
}

/** Reads an action made by XState; undefined for any other. */
export function builtInAction(action: unknown): BuiltInAction | undefined {
  if (typeof action !== 'function' || !('type' in action)) return undefined;
  return {
    type: String(action.type).replace('xstate.', ''),
    ...('assignment' in action && { assignment: action.assignment }),
    ...('event' in action && { event: action.event }),
    with: (changed) =>
      Object.assign((...args: unknown[]): unknown => Reflect.apply(action, undefined, args), action, changed),
  };
}

/** The transitions that a running machine has taken, from what it tells whoever inspects it. */
export function takenTransitions(seen: InspectionEvent): readonly AnyTransitionDefinition[] {
  if (seen.type !== '@xstate.microstep') return [];
  const { _transitions: transitions } = seen;
  return transitions;
}

/** What a step of a machine would have done. */
export type StepEffect =
  | { readonly kind: 'started'; readonly id: string; readonly source: string; readonly input: unknown }
  | { readonly kind: 'stopped'; readonly id: string | undefined }
  | { readonly kind: 'delayed'; readonly id: string; readonly event: AnyEventObject; readonly ms: number }
  | { readonly kind: 'cancelled'; readonly id: string }
  | { readonly kind: 'emitted'; readonly event: AnyEventObject }
  /** `to` is the id of an invoked machine; undefined for the machine that runs this one. */
  | { readonly kind: 'sent'; readonly to: string | undefined; readonly event: AnyEventObject };

/** One macrostep of a machine. */
export interface Step {
  readonly snapshot: AnyMachineSnapshot;
  readonly taken: readonly AnyTransitionDefinition[];
  readonly effects: readonly StepEffect[];
}

/** Takes the steps of a machine without starting anything. */
export interface Stepper {
  readonly start: (input: unknown) => Step;
  readonly next: (before: AnyMachineSnapshot, event: AnyEventObject) => Step;
}

/** Makes the stepper of a machine. Any input with which it starts will do; a machine that nobody runs is its own parent. */
export function createStepper(machine: AnyStateMachine, anyInput: unknown): Stepper {
  let taken: AnyTransitionDefinition[] = [];
  let effects: StepEffect[] = [];
  const self = createActor(machine, {
    input: anyInput,
    inspect: (seen) => {
      const transitions = takenTransitions(seen);
      if (transitions.length > 0 && seen.actorRef === self) taken.push(...transitions);
    },
  });
  const scope: AnyActorScope = {
    self,
    id: '',
    sessionId: '',
    system: self.system,
    logger: () => undefined,
    defer: () => undefined,
    emit: () => undefined,
    stopChild: () => undefined,
    actionExecutor: ({ type, params }) => effects.push(...stepEffect(type, params as never, self)),
  };
  const step = (snapshotAfter: () => AnyMachineSnapshot): Step => {
    taken = [];
    effects = [];
    return { snapshot: snapshotAfter(), taken, effects };
  };
  return {
    start: (input) => step(() => machine.getInitialSnapshot(scope, input)),
    next: (before, event) => step(() => machine.transition(before, event, scope)),
  };
}

/** The parameters with which XState executes its own actions. */
interface ActionParams {
  readonly actorRef: { readonly id: string };
  readonly src: string;
  readonly input: unknown;
  readonly event: AnyEventObject;
  readonly delay?: number;
  readonly id?: string;
  readonly sendId: string;
  readonly to: { readonly id: string };
}

function stepEffect(type: string, params: ActionParams | undefined, self: unknown): StepEffect[] {
  if (type === 'xstate.stopChild') return [{ kind: 'stopped', id: params?.id }];
  if (params === undefined) return [];
  const { actorRef, src, input, event, delay, id, sendId, to } = params;
  switch (type) {
    case 'xstate.spawnChild':
      return [{ kind: 'started', id: actorRef.id, source: src, input }];
    // An event that is raised without a delay belongs to the same step.
    case 'xstate.raise':
      return delay === undefined ? [] : [{ kind: 'delayed', id: id ?? event.type, event, ms: delay }];
    case 'xstate.cancel':
      return [{ kind: 'cancelled', id: sendId }];
    case 'xstate.emit':
      return [{ kind: 'emitted', event }];
    case 'xstate.sendTo':
      return [{ kind: 'sent', to: to === self ? undefined : to.id, event }];
    default:
      return [];
  }
}
