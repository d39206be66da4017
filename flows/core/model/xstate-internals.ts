/**
 * The only module that uses undocumented parts of XState, so that an upgrade has one place to change.
 * `test/kit/xstate-internals.test.ts` verifies each part against the installed version.
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
  type Snapshot,
  StateMachine,
  createActor,
} from 'xstate';

const ROUTE = 'xstate.route';

/** Returns true if an actor's logic is a state machine. */
export const isMachine = (logic: unknown): logic is AnyStateMachine => logic instanceof StateMachine;

/** Returns why the workbench cannot read a value as a machine; undefined if it can. */
export const explainUnreadable = (value: unknown): string | undefined =>
  isMachine(value)
    ? undefined
    : 'is not an XState 5 machine. The workbench needs version 5 of the package xstate, and one copy of it on the page.';

/** Returns the machine of a running actor, or undefined if the actor is not a machine. */
export const getActorMachine = (actor: AnyActorRef): AnyStateMachine | undefined => {
  const logic: unknown = Reflect.get(actor, 'logic');
  return isMachine(logic) ? logic : undefined;
};

/** Returns the actor that started an actor, or undefined for a root actor. */
export const getParentActor = ({ _parent }: AnyActorRef): AnyActorRef | undefined => _parent;

/** Actions, actors, delays and guards of a machine, by name. */
export type Implementations = AnyStateMachine['implementations'];
export const getImplementations = (machine: AnyStateMachine): Implementations => machine.implementations;

/** Returns the actors that a machine can invoke, with their source names. */
export const listActors = (machine: AnyStateMachine): [string, AnyActorLogic][] =>
  Object.entries(machine.implementations.actors).map(([source, given]) => [source, 'src' in given ? given.src : given]);

/** Returns the actor that a machine invokes under a source name. */
export const findActor = (machine: AnyStateMachine, source: unknown): AnyActorLogic | undefined =>
  listActors(machine).find(([name]) => name === source)?.[1];

/** Returns the logic that a state invokes inline; undefined if the invocation names one of the machine's actors. */
export function findInlineActor({ config }: AnyStateNode, index: number): AnyActorLogic | undefined {
  const source: unknown = [config.invoke].flat()[index]?.src;
  return typeof source === 'object' && source !== null ? (source as AnyActorLogic) : undefined;
}

/** Returns the machine that a machine invokes under a source name, or undefined if that actor is not a machine. */
export function findMachine(machine: AnyStateMachine, source: unknown): AnyStateMachine | undefined {
  const found = findActor(machine, source);
  return isMachine(found) ? found : undefined;
}

/** Returns the config from which a machine was created. */
export const getConfig = (machine: AnyStateMachine): unknown => machine.config;

/**
 * Creates a machine from a changed config. It stops with an error if it takes more than `maxIterations` microsteps
 * without settling.
 */
export const rebuildMachine = (config: object, given: Implementations, maxIterations: number): AnyStateMachine =>
  new StateMachine({ ...config, options: { maxIterations } } as AnyStateMachine['config'], given as never);

const nodesOfMachines = new WeakMap<AnyStateMachine, readonly AnyStateNode[]>();

/** Returns all state nodes of a machine in document order, starting with the root. */
export function listNodes(machine: AnyStateMachine): readonly AnyStateNode[] {
  const walk = (node: AnyStateNode): AnyStateNode[] => [node, ...Object.values(node.states).flatMap(walk)];
  const nodes = nodesOfMachines.get(machine) ?? walk(machine.root);
  nodesOfMachines.set(machine, nodes);
  return nodes;
}

/** Returns all active state nodes of a snapshot, including their ancestors. */
export const getActiveNodes = ({ _nodes }: AnyMachineSnapshot): readonly AnyStateNode[] => _nodes;

/** Returns the explicit id of a state, or undefined if XState generated it. */
export const getExplicitId = ({ config }: AnyStateNode): string | undefined => config.id;

/** Returns the route config of a state, or undefined if the state has no route. */
export const getRoute = ({ config }: AnyStateNode): { readonly guard?: unknown } | undefined => config.route;

/** Returns true if an invocation has an explicit id. XState generates ids from the position in the state. */
export const hasExplicitId = (node: AnyStateNode, { id }: AnyStateNode['invoke'][number], index: number): boolean =>
  id !== `${index}.${node.id}`;

/**
 * Returns the transitions that a state declares for events, in groups of alternatives for one event. Leaves out the
 * routes that XState adds to the root.
 */
export const listEventTransitions = (node: AnyStateNode): readonly (readonly AnyTransitionDefinition[])[] =>
  [...node.transitions].flatMap(([event, given]) => (node.parent === undefined && event === ROUTE ? [] : [given]));

/** Returns all transitions that a state declares, including eventless ones. */
export const listTransitions = (node: AnyStateNode): AnyTransitionDefinition[] => [
  ...listEventTransitions(node).flat(),
  ...(node.always ?? []),
];

/**
 * Returns the transitions of the same state for the same event, including this one. The first one whose guard passes is
 * taken.
 */
export const findAlternatives = ({ source, eventType }: AnyTransitionDefinition): readonly AnyTransitionDefinition[] =>
  (eventType === '' ? source.always : source.transitions.get(eventType)) ?? [];

/**
 * Returns true if a state handles or ignores route events itself. The root's handler is added by XState and does not
 * count.
 */
export const handlesRoutes = (node: AnyStateNode): boolean => node.parent !== undefined && node.transitions.has(ROUTE);

/** Trigger of a transition. */
export type Cause =
  | { readonly kind: 'event'; readonly event: string }
  | { readonly kind: 'done' | 'failed' | 'changed'; readonly actor: string }
  | { readonly kind: 'delay'; readonly delay: unknown }
  | { readonly kind: 'route' | 'always' | 'allDone' };

const ACTOR_EVENTS = { 'done.actor': 'done', 'error.actor': 'failed', snapshot: 'changed' } as const;

/** Returns the trigger of a transition, parsed from its event type. */
export function parseCause(transition: AnyTransitionDefinition): Cause {
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

/** Returns the id of an invocation, or its source if XState generated the id. */
export function getActorName(node: AnyStateNode, id: string): string {
  const index = node.invoke.findIndex((each) => each.id === id);
  const invoke = node.invoke[index];
  if (invoke === undefined || hasExplicitId(node, invoke, index)) return id;
  if (findInlineActor(node, index) !== undefined || typeof invoke.src !== 'string') return 'inline actor';
  return invoke.src;
}

/**
 * Returns the cause of a transition in words: an event, `submitPayment done`, `submitPayment failed`, `after 5000`,
 * `always`, `all done`.
 */
export function formatCause(transition: AnyTransitionDefinition): string {
  const cause = parseCause(transition);
  if ('actor' in cause) return `${getActorName(transition.source, cause.actor)} ${cause.kind}`;
  switch (cause.kind) {
    case 'event':
      return cause.event;
    case 'delay':
      return `after ${String(cause.delay)}`;
    case 'allDone':
      return 'all done';
    case 'route':
      return transition.eventType;
    case 'always':
      return 'always';
  }
}

/** Returns the event that XState sends to a machine when an invoked actor completes. */
export const doneEvent = (id: string, output: unknown): AnyEventObject => ({
  type: `xstate.done.actor.${id}`,
  output,
  actorId: id,
});

/** Returns the event that XState sends to a machine when an invoked actor fails. */
export const errorEvent = (id: string, error: unknown): AnyEventObject => ({
  type: `xstate.error.actor.${id}`,
  error,
  actorId: id,
});

/** Returns the event that XState sends to a machine when an actor that it follows has another snapshot. */
export const snapshotEvent = (id: string): AnyEventObject => ({
  type: `xstate.snapshot.${id}`,
  snapshot: { status: 'active', context: undefined },
});

/** Returns the operator and operands of a guard built with `and`, `or` or `not`; undefined for any other guard. */
export const combinedGuard = (guard: unknown): { operator: string; guards: unknown[] } | undefined =>
  typeof guard === 'function' && 'guards' in guard && Array.isArray(guard.guards)
    ? { operator: guard.name, guards: guard.guards }
    : undefined;

/** Returns the state that a guard built with `stateIn` requires; undefined for any other guard. */
export const getRequiredState = (guard: unknown): unknown =>
  typeof guard === 'function' && 'stateValue' in guard ? guard.stateValue : undefined;

/** Returns true for a guard that XState evaluates itself, such as `stateIn('#paying')`. */
export const isBuiltInGuard = (guard: object): boolean => 'check' in guard;

/** Returns a copy of a combined guard with other operands. */
export const withOperands = (guard: object, guards: readonly unknown[]): unknown =>
  Object.assign(() => undefined, guard, { guards });

/** Built-in XState action: `assign`, `emit` or `sendTo`. */
export interface BuiltInAction {
  readonly type: string;
  /** Argument of `assign`. */
  readonly assignment?: unknown;
  /** Event of `emit` or `sendTo`. */
  readonly event?: unknown;
  /** Returns a copy of the action with another assignment or event. */
  readonly with: (changed: { readonly assignment?: object; readonly event?: object }) => unknown;
}

/** Returns a built-in action's parts, or undefined for any other action. */
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

/** Returns the transitions that an inspection event reports as taken. */
export function takenTransitions(seen: InspectionEvent): readonly AnyTransitionDefinition[] {
  if (seen.type !== '@xstate.microstep') return [];
  const { _transitions: transitions } = seen;
  return transitions;
}

/** Returns whether XState itself sends events of this type: delays, answers of actors, and `always`. */
export const isXStateEvent = (type: string): boolean => type.startsWith('xstate.');

/** Returns true if an inspection event reports the start of an actor. */
export const isStart = (seen: InspectionEvent): boolean =>
  seen.type === '@xstate.event' && seen.event.type === 'xstate.init';

/** Side effect that a step of a machine would execute. */
export type StepEffect =
  | { readonly kind: 'started'; readonly id: string; readonly source: string; readonly input: unknown }
  | { readonly kind: 'stopped'; readonly id: string | undefined }
  | { readonly kind: 'delayed'; readonly id: string; readonly event: AnyEventObject; readonly ms: number }
  | { readonly kind: 'cancelled'; readonly id: string }
  | { readonly kind: 'emitted'; readonly event: AnyEventObject }
  /** `to` is the id of an invoked machine, or undefined for the parent. */
  | { readonly kind: 'sent'; readonly to: string | undefined; readonly event: AnyEventObject };

/** One macrostep of a machine. */
export interface MachineStep {
  readonly snapshot: AnyMachineSnapshot;
  readonly taken: readonly AnyTransitionDefinition[];
  readonly effects: readonly StepEffect[];
}

/** Search of a machine for transitions: for those of an event, or for eventless ones. */
export interface Search {
  readonly snapshot: AnyMachineSnapshot;
  readonly event: AnyEventObject;
  readonly isEventless: boolean;
}

/** Computes the steps of a machine without starting any actor. */
export interface Stepper {
  readonly start: (input: unknown) => MachineStep;
  readonly next: (before: AnyMachineSnapshot, event: AnyEventObject) => MachineStep;
  /** Returns the searches of a step. The machine may break in the last one. */
  readonly listSearches: (before: AnyMachineSnapshot, event: AnyEventObject) => readonly Search[];
}

/** Placeholder for an invoked machine, because XState computes the first snapshot of each actor that a step would start. */
const placeholder: AnyActorLogic = {
  getInitialSnapshot: () => ({ status: 'active', output: undefined, error: undefined }),
  transition: (snapshot: Snapshot<unknown>) => snapshot,
  getPersistedSnapshot: (snapshot: Snapshot<unknown>) => snapshot,
};

/** Substitutes for names without an implementation, and manually chosen results of guards. */
export interface StandIns {
  readonly guards: Readonly<Record<string, boolean>>;
}

/** A machine that takes more microsteps in one step counts as an endless loop. */
const MAX_MICROSTEPS = 2_000;

/** Duration of a delay that has only a name, in milliseconds. */
export const NAMED_DELAY = 1_000;

/** Returns the implementations with a fallback for missing names. XState merges implementations by copying them. */
const withFallback = <Implementation extends object>(given: Implementation, fallback: unknown): Implementation =>
  new Proxy(given, {
    get: (all, name): unknown => Reflect.get(all, name) ?? (typeof name === 'string' ? fallback : undefined),
  });

function addStandIns({ implementations }: AnyStateMachine, { guards }: StandIns): void {
  const chosen = Object.fromEntries(Object.entries(guards).map(([name, result]) => [name, () => result]));
  implementations.guards = withFallback({ ...implementations.guards, ...chosen }, () => true);
  implementations.actors = withFallback(implementations.actors, placeholder);
  implementations.delays = withFallback(implementations.delays, NAMED_DELAY);
}

const isEndless = (error: unknown): boolean => error instanceof Error && error.message.startsWith('Infinite loop');

/** Describes the states between which a machine moves without end, given its last transitions. */
function describeLoop(taken: readonly AnyTransitionDefinition[]): string {
  const names = [...new Set(taken.slice(-100).map(({ source }) => source.path.join('.') || source.machine.id))];
  return `The machine never settles: it loops between ${names.join(', ')}`;
}

/**
 * Creates the stepper of a machine. `anyInput` can be any valid input. A machine that runs without a parent acts as its
 * own parent. The snapshots belong to a copy of the machine, with the same states.
 */
export function createStepper(given: AnyStateMachine, anyInput: unknown, standIns?: StandIns): Stepper {
  const machines = listActors(given).filter(([, logic]) => isMachine(logic));
  const actors = Object.fromEntries(machines.map(([source]) => [source, placeholder]));
  const isComplete = machines.length === 0 && standIns === undefined;
  const machine: AnyStateMachine = isComplete ? given : given.provide({ actors });
  machine.options = {
    ...machine.options,
    maxIterations: Math.min(machine.options.maxIterations ?? Infinity, MAX_MICROSTEPS),
  };
  if (standIns !== undefined) addStandIns(machine, standIns);
  let taken: AnyTransitionDefinition[] = [];
  let effects: StepEffect[] = [];
  /** Collects the searches of a step, if they are requested. */
  let searches: Search[] | undefined;
  const self = createActor(machine, {
    input: anyInput,
    inspect: (seen) => {
      if (seen.type !== '@xstate.microstep' || seen.actorRef !== self) return;
      const transitions = takenTransitions(seen);
      taken.push(...transitions);
      if (searches === undefined) return;
      const { event } = seen;
      const last = searches.at(-1);
      // A machine handles the events that it raised when it finds no eventless transition.
      const isRaised = last?.isEventless === true && !transitions.some(({ eventType }) => eventType === '');
      if (isRaised) searches.push({ ...last, event, isEventless: false });
      searches.push({ snapshot: seen.snapshot as AnyMachineSnapshot, event, isEventless: true });
    },
  });
  const keyed = new Map<string, AnyActorRef>();
  Object.assign(self, { _parent: self });
  // Every step starts its actors again, and XState rejects a system id that is in use.
  Object.assign(self.system, {
    _set: (id: string, actor: AnyActorRef) => keyed.set(id, actor),
    get: (id: string) => keyed.get(id),
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
  const step = (children: AnyMachineSnapshot['children'], snapshotAfter: () => AnyMachineSnapshot): MachineStep => {
    taken = [];
    effects = [];
    try {
      const snapshot = snapshotAfter();
      // On start XState stores the error, later it throws it.
      if (isEndless(snapshot.error)) throw snapshot.error;
      return { snapshot, taken, effects: [...spawnEffects(children, snapshot, effects), ...effects] };
    } catch (thrown) {
      throw isEndless(thrown) ? new Error(describeLoop(taken), { cause: thrown }) : thrown;
    }
  };
  const next = (before: AnyMachineSnapshot, event: AnyEventObject) =>
    step(before.children, () => machine.transition(before, event, scope));
  return {
    start: (input) => step({}, () => machine.getInitialSnapshot(scope, input)),
    next,
    listSearches: (before, event) => {
      const found: Search[] = [];
      searches = found;
      try {
        next(before, event);
      } catch {
        // The step itself reports the error.
      } finally {
        searches = undefined;
      }
      return [{ snapshot: before, event, isEventless: false }, ...found];
    },
  };
}

/** Returns whether two events have the same properties, compared by identity. */
function isSameEvent(one: AnyEventObject, other: AnyEventObject): boolean {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
}

/**
 * Returns a stepper that computes each step once. While machines are explored together, most states of a machine occur
 * with many states of the others, so most of its steps recur.
 */
export function memoizeSteps({ start, next, listSearches }: Stepper): Stepper {
  const starts = new Map<unknown, MachineStep>();
  const steps = new WeakMap<AnyMachineSnapshot, { readonly event: AnyEventObject; readonly step: MachineStep }[]>();
  return {
    start: (input) => {
      const step = starts.get(input) ?? start(input);
      starts.set(input, step);
      return step;
    },
    next: (before, event) => {
      const known = steps.get(before) ?? [];
      steps.set(before, known);
      const found = known.find((each) => isSameEvent(each.event, event));
      if (found !== undefined) return found.step;
      const step = next(before, event);
      known.push({ event, step });
      return step;
    },
    listSearches,
  };
}

/** Returns the actors that `assign` spawned during a step, which XState reports by no action. */
function spawnEffects(
  before: AnyMachineSnapshot['children'],
  { children }: AnyMachineSnapshot,
  effects: readonly StepEffect[],
): StepEffect[] {
  const known = new Set(effects.flatMap((effect) => (effect.kind === 'started' ? [effect.id] : [])));
  return Object.entries(children).flatMap(([id, actor]): StepEffect[] => {
    if (known.has(id) || before[id] === actor) return [];
    const { src, options }: { src?: unknown; options?: { input?: unknown } } = Object(actor);
    return [{ kind: 'started', id, source: typeof src === 'string' ? src : id, input: options?.input }];
  });
}

/** Parameters that XState passes to its own actions. */
interface ActionParams {
  readonly actorRef: { readonly id: string };
  readonly src: string;
  readonly input: unknown;
  readonly event: AnyEventObject;
  readonly delay?: number;
  readonly id?: string;
  readonly sendId: string;
  readonly to: { readonly id: string } | string;
}

function stepEffect(type: string, params: ActionParams | undefined, self: unknown): StepEffect[] {
  if (type === 'xstate.stopChild') return [{ kind: 'stopped', id: params?.id }];
  if (params === undefined) return [];
  const { actorRef, src, input, event, delay, id, sendId, to } = params;
  switch (type) {
    case 'xstate.spawnChild':
      return [{ kind: 'started', id: actorRef.id, source: src, input }];
    // An event raised without a delay belongs to the same step.
    case 'xstate.raise':
      return delay === undefined ? [] : [{ kind: 'delayed', id: id ?? event.type, event, ms: delay }];
    case 'xstate.cancel':
      return [{ kind: 'cancelled', id: sendId }];
    case 'xstate.emit':
      return [{ kind: 'emitted', event }];
    case 'xstate.sendTo':
      return [{ kind: 'sent', to: to === self ? undefined : typeof to === 'string' ? to : to.id, event }];
    default:
      return [];
  }
}

/** The names of a machine's actors. */
export type SourceOf<M> =
  M extends StateMachine<
    infer _Context,
    infer _Event,
    infer _Children,
    infer Actor,
    infer _Action,
    infer _Guard,
    infer _Delay,
    infer _Value,
    infer _Tag,
    infer _Input,
    infer _Output,
    infer _Emitted,
    infer _Meta,
    infer _Config
  >
    ? Actor extends { readonly src: infer Source extends string }
      ? Source
      : never
    : never;
