/**
 * Simulates a flow as a pure function: its state, the possible triggers, and the next state. It starts no actors and no
 * timers, so tens of thousands of steps take a second.
 *
 * The simulated state adds data that a snapshot does not contain: the actors that have not answered, the running delays
 * and, if the flow is simulated together with its invoked machines, their states.
 */
import {
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyTransitionDefinition,
  getNextTransitions,
  pathToStateValue,
} from 'xstate';
import { stringify } from './context-diff.ts';
import { getTransitionKey, getStateName, findRefusalKeys, findRouteKey, findRoutes } from './keys.ts';
import type { Answer, EventCase, FlowModel, Gesture } from './model.ts';
import {
  type StepEffect,
  type Stepper,
  getActiveNodes,
  createStepper,
  memoizeSteps,
  doneEvent,
  errorEvent,
} from './xstate-internals.ts';
import { type Route, toRouteEvent, findRoutesTo } from './routing.ts';

/** Actor that has started and has not answered. */
export interface Waiting {
  readonly id: string;
  readonly source: string;
}

interface Timer {
  readonly id: string;
  readonly event: AnyEventObject;
  readonly ms: number;
  /** Number of the step that started the delay. A delay from an earlier step may already have run for any time. */
  readonly born: number;
}

export interface SimulatedState {
  readonly snapshot: AnyMachineSnapshot;
  readonly waiting: readonly Waiting[];
  readonly timers: readonly Timer[];
  /** Number of steps so far, for the age of timers. */
  readonly age: number;
  /** Simulated invoked machines, by the id of the invocation. */
  readonly children: Readonly<Record<string, SimulatedState>>;
}

/** Possible trigger. `at` is the path to the invoked machine that receives it, as invocation ids. */
export type Trigger = { readonly at?: readonly string[] } & (
  | { readonly kind: 'event'; readonly event: AnyEventObject; readonly gesture?: Gesture }
  | {
      readonly kind: 'outcome';
      readonly id: string;
      readonly source: string;
      readonly outcome: string;
      /** Answer that was chosen by hand; otherwise the model has it. */
      readonly answer?: Answer;
    }
  | { readonly kind: 'delay'; readonly timer: string; readonly ms: number }
  | ({ readonly kind: 'route' } & Route)
);

/** Side effects of a step. */
export interface Effects {
  /** Started actors with their input, by the id of the invocation. */
  readonly calls: Readonly<Record<string, unknown>>;
  readonly emitted: readonly AnyEventObject[];
  /** Events sent to the parent. */
  readonly notified: readonly AnyEventObject[];
  /** Events sent to invoked machines. */
  readonly passed: readonly (readonly [id: string, event: AnyEventObject])[];
  /** Started delays. */
  readonly waits: readonly number[];
}

export interface Simulated {
  readonly state: SimulatedState;
  /** Names of the transitions taken by the machine that received the trigger, and of the requested route. */
  readonly takes: readonly string[];
  readonly effects: Effects;
  /** Answers of simulated invoked machines during the step. */
  readonly answered: readonly ChildAnswer[];
  /** Events that reached each machine, in order, starting with the trigger. */
  readonly deliveries: readonly Delivery[];
}

/** Event that reached a machine, with the machine's states before and after. */
export interface Delivery {
  readonly model: FlowModel;
  readonly event: AnyEventObject;
  readonly before: SimulatedState;
  readonly after: SimulatedState;
}

/** Invoked machine that ended or stopped with an error. */
export interface ChildAnswer {
  /** Path to the machine that invoked it. */
  readonly at: readonly string[];
  readonly source: string;
  readonly answer: Answer;
}

/**
 * Returns the names for one step of a machine: its transitions, the guards that refused the event without a fallback,
 * and the requested route.
 */
export function listStepNames(
  before: AnyMachineSnapshot,
  event: AnyEventObject,
  taken: readonly AnyTransitionDefinition[],
): string[] {
  const byEvent = taken.filter(({ eventType }) => eventType.startsWith('xstate.route') || eventType.endsWith('*'));
  const names = [
    ...taken.map(getTransitionKey),
    ...findRefusalKeys(before, event, taken),
    findRouteKey(before, event, byEvent),
  ];
  return [...new Set(names.filter((name) => name !== undefined))];
}

/** Returns the event that delivers an actor's outcome to the machine. */
export const answerEvent = (id: string, outcome: Answer): AnyEventObject =>
  'answers' in outcome ? doneEvent(id, outcome.answers) : errorEvent(id, outcome.throws);

/**
 * Returns true if a delay may be the next to end. A delay from an earlier step may have run for any time, so it can end
 * before a newer one of any length. A newer delay ends first only if it is shorter.
 */
const mayEnd = (timer: Timer, timers: readonly Timer[]): boolean =>
  timers.every((other, index) => {
    if (other === timer || other.born > timer.born) return true;
    const isSetBefore = other.born < timer.born || index < timers.indexOf(timer);
    return isSetBefore ? timer.ms < other.ms : timer.ms <= other.ms;
  });

/** Returns true if the current screen offers the gesture. */
export const isOffered = (snapshot: AnyMachineSnapshot, { on, where }: EventCase<unknown, unknown>): boolean =>
  (on === undefined || on.some((state) => snapshot.matches(state))) &&
  (where?.(snapshot.context, (path) => snapshot.matches(pathToStateValue(path.split('.')))) ?? true);

/** Returns the full paths of the active leaf states. */
export const getLeaves = (snapshot: AnyMachineSnapshot): string[] =>
  getActiveNodes(snapshot)
    .filter(({ type }) => type === 'atomic' || type === 'final')
    .map(getStateName);

/** Progress of one trigger, until every machine has processed the events of the others. */
interface RunningStep {
  readonly answered: ChildAnswer[];
  readonly deliveries: Delivery[];
  readonly queue: { readonly at: readonly string[]; readonly event: AnyEventObject }[];
}

export class Simulator {
  readonly model: FlowModel;
  readonly #stepper: Stepper;
  readonly #accepted = new Map<string, readonly string[]>();
  readonly #children = new Map<string, Simulator>();
  readonly #isWhole: boolean;
  readonly #isInvoked: boolean;

  /**
   * `isWhole` also simulates the invoked machines whose models are listed. `isInvoked` marks a machine that is
   * simulated together with its parent.
   */
  constructor(model: FlowModel, isWhole = false, isInvoked = false) {
    this.model = model;
    this.#isWhole = isWhole;
    this.#isInvoked = isInvoked;
    const stepper = createStepper(model.machine, Object.values(model.inputs)[0]?.input, model.standIns);
    this.#stepper = isWhole ? memoizeSteps(stepper) : stepper;
  }

  /** Returns the start of a flow for a kind of borrower. */
  start(input: string): Simulated {
    return this.startWith(this.model.inputs[input]?.input, input);
  }

  /** Returns the start of a flow with an input. */
  startWith(input: unknown, name = stringify(input) ?? ''): Simulated {
    const run: RunningStep = { answered: [], deliveries: [], queue: [] };
    const started = this.#begin(input, 0, [], run);
    const { status, error: cause }: AnyMachineSnapshot = started.state.snapshot;
    if (status === 'error') throw new Error(`For "${name}" the machine does not start: ${String(cause)}`, { cause });
    return { ...started, ...this.#settle(started.state, run), takes: started.takes, effects: started.effects };
  }

  /** Returns the next state after a trigger. */
  next(state: SimulatedState, trigger: Trigger): Simulated {
    const run: RunningStep = { answered: [], deliveries: [], queue: [] };
    const { at = [] } = trigger;
    const aged = { ...state, age: state.age + 1 };
    const done = this.#deliver(aged, at, this.#toEvent(state, trigger), run, trigger);
    return { ...this.#settle(done.state, run), takes: done.takes, effects: done.effects };
  }

  /** Returns all possible triggers. */
  triggers(state: SimulatedState): Trigger[] {
    const { events, outcomes, machine, tries } = this.model;
    const { snapshot } = state;
    if (snapshot.status !== 'active') return [];
    const isTried = (event: AnyEventObject): boolean => tries?.(event, snapshot.context) ?? true;
    const ofChildren = Object.entries(state.children).flatMap(([id, child]) =>
      this.#getChild(state, id)
        .triggers(child)
        .map((trigger): Trigger => ({ ...trigger, at: [id, ...(trigger.at ?? [])] })),
    );
    const isReal = (source: string) => this.#isWhole && this.model.children?.[source] !== undefined;
    const unanswered = state.waiting.filter(({ source }) => !isReal(source));
    // The invoked machine's own model covers the other orders of its answers.
    const next = this.#isInvoked ? unanswered.slice(0, 1) : unanswered;
    return [
      ...events
        // A simulated machine sends its events itself.
        .filter(({ gesture, event }) => !this.#isWhole || gesture !== undefined || !this.#isNotified(event))
        .filter((given) => isOffered(snapshot, given) && isTried(given.event))
        .map(({ event, gesture }): Trigger => ({ kind: 'event', event, ...(gesture && { gesture }) })),
      ...next.flatMap(({ id, source }) =>
        Object.keys(outcomes[source] ?? {}).map((outcome): Trigger => ({ kind: 'outcome', id, source, outcome })),
      ),
      // A simulated machine answers by itself; only its failure needs an external trigger.
      ...state.waiting
        .filter(({ source }) => isReal(source))
        .flatMap(({ id, source }) =>
          Object.entries(outcomes[source] ?? {}).flatMap(([outcome, answer]): Trigger[] =>
            'throws' in answer ? [{ kind: 'outcome', id, source, outcome }] : [],
          ),
        ),
      ...state.timers
        .filter((timer) => mayEnd(timer, state.timers))
        .map(({ id, ms }): Trigger => ({ kind: 'delay', timer: id, ms })),
      ...findRoutes(machine).flatMap(({ id }) =>
        findRoutesTo(this.model, `#${id}`)
          .filter((route) => isTried(toRouteEvent(route)))
          .map((route): Trigger => ({ kind: 'route', ...route })),
      ),
      ...ofChildren,
    ];
  }

  /** Returns the identity of a state of this flow, with the abstraction for machines that are simulated together. */
  getIdentity(state: SimulatedState): string {
    return getIdentity(this.model, state, this.#isWhole);
  }

  /** Returns true if any active state handles the event of a trigger. */
  accepts(state: SimulatedState, trigger: Trigger): boolean {
    if (trigger.kind !== 'event') return true;
    const { simulator, state: found } = this.locate(state, trigger.at ?? []);
    return simulator.#acceptedBy(found.snapshot).some((event) => event === trigger.event.type || event.endsWith('*'));
  }

  /** Returns the events that any active state handles. Cached, because most events are not handled in most states. */
  #acceptedBy(snapshot: AnyMachineSnapshot): readonly string[] {
    const key = JSON.stringify(snapshot.value);
    const accepted = this.#accepted.get(key) ?? [
      ...new Set(getNextTransitions(snapshot).map(({ eventType }) => eventType)),
    ];
    this.#accepted.set(key, accepted);
    return accepted;
  }

  /** Returns the machine at the end of the path of invocation ids, and its state. */
  locate(
    state: SimulatedState,
    at: readonly string[],
  ): { readonly simulator: Simulator; readonly state: SimulatedState } {
    const [id, ...rest] = at;
    if (id === undefined) return { simulator: this, state };
    const child = state.children[id];
    if (child === undefined) throw new Error(`${this.model.machine.id} does not run ${id}`);
    return this.#getChild(state, id).locate(child, rest);
  }

  /**
   * Returns true if the event comes from an invoked machine: no gesture causes it, and that machine's model sends it.
   */
  #isNotified({ type }: AnyEventObject): boolean {
    return Object.values(this.model.children ?? {}).some((child) => notifiedTypes(child).has(type));
  }

  #getChild({ snapshot }: SimulatedState, id: string): Simulator {
    const src: unknown = Reflect.get(Object(Reflect.get(snapshot.children, id)), 'src');
    return this.#getChildBySource(String(src));
  }

  #getChildBySource(source: string): Simulator {
    const known = this.#children.get(source);
    const model = this.model.children?.[source];
    if (known !== undefined) return known;
    if (model === undefined) throw new Error(`The model of ${this.model.machine.id} has no model of ${source}`);
    const made = new Simulator(model, true, true);
    this.#children.set(source, made);
    return made;
  }

  #toEvent(state: SimulatedState, trigger: Trigger): AnyEventObject {
    if (trigger.kind === 'event') return trigger.event;
    if (trigger.kind === 'route') return toRouteEvent(trigger);
    const { simulator, state: found } = this.locate(state, trigger.at ?? []);
    if (trigger.kind === 'outcome') {
      const outcome = trigger.answer ?? simulator.model.outcomes[trigger.source]?.[trigger.outcome];
      if (outcome === undefined) throw new Error(`No pending step matches ${JSON.stringify(trigger)}`);
      return answerEvent(trigger.id, outcome);
    }
    const timer = found.timers.find(({ id }) => id === trigger.timer);
    if (timer === undefined) throw new Error(`No running delay matches ${trigger.timer}`);
    return timer.event;
  }

  /** Starts the machine. Events that it sends to others are added to the queue of the run. */
  #begin(
    input: unknown,
    age: number,
    at: readonly string[],
    run: RunningStep,
  ): Omit<Simulated, 'answered' | 'deliveries'> {
    const { snapshot, taken, effects } = this.#stepper.start(input);
    const empty = { snapshot, waiting: [], timers: [], age, children: {} };
    const takes = new Set(taken.map(getTransitionKey).filter((key) => key !== undefined));
    return { ...this.#after(empty, effects, age, at, run), takes: [...takes] };
  }

  /** Delivers an event to the machine at `path`. */
  #deliver(
    state: SimulatedState,
    path: readonly string[],
    event: AnyEventObject,
    run: RunningStep,
    trigger?: Trigger,
    at: readonly string[] = [],
  ): Omit<Simulated, 'answered' | 'deliveries'> {
    const [id, ...rest] = path;
    if (id === undefined) {
      const waiting = state.waiting.filter((each) => trigger?.kind !== 'outcome' || each.id !== trigger.id);
      const timers = state.timers.filter((each) => trigger?.kind !== 'delay' || each.id !== trigger.timer);
      const { snapshot, taken, effects } = this.#stepper.next(state.snapshot, event);
      const done = this.#after({ ...state, snapshot, waiting, timers }, effects, state.age, at, run);
      run.deliveries.push({ model: this.model, event, before: state, after: done.state });
      return { ...done, takes: listStepNames(state.snapshot, event, taken) };
    }
    const child = state.children[id];
    // The machine has ended and ignores the event.
    if (child === undefined) return { state, takes: [], effects: nothingDone };
    const aged = { ...child, age: state.age };
    const done = this.#getChild(state, id).#deliver(aged, rest, event, run, trigger, [...at, id]);
    return { ...done, state: { ...state, children: { ...state.children, [id]: done.state } } };
  }

  /** Delivers the events between machines, and ends the machines that are done, until the queue is empty. */
  #settle(first: SimulatedState, run: RunningStep): Pick<Simulated, 'state' | 'answered' | 'deliveries'> {
    let state = first;
    for (let times = 0; ; times += 1) {
      if (times > 1_000) throw new Error(`${this.model.machine.id} and its invoked machines never settle`);
      const sent = run.queue.shift();
      if (sent !== undefined) {
        state = this.#deliver(state, sent.at, sent.event, run).state;
        continue;
      }
      const ended = this.#ended(state, []);
      if (ended === undefined) break;
      run.answered.push(ended);
      const { at, id } = ended;
      state = this.#deliver(state, at, answerEvent(id, ended.answer), run, {
        kind: 'outcome',
        id,
        source: ended.source,
        outcome: '',
      }).state;
    }
    return { state, answered: run.answered, deliveries: run.deliveries };
  }

  #ended(state: SimulatedState, at: readonly string[]): (ChildAnswer & { readonly id: string }) | undefined {
    for (const [id, child] of Object.entries(state.children)) {
      const simulator = this.#getChild(state, id);
      const { status, output, error }: AnyMachineSnapshot = child.snapshot;
      const source = state.waiting.find((each) => each.id === id)?.source ?? id;
      if (status === 'done') return { at, id, source, answer: { answers: output as unknown } };
      if (status === 'error') return { at, id, source, answer: { throws: error } };
      const within = simulator.#ended(child, [...at, id]);
      if (within !== undefined) return within;
    }
    return undefined;
  }

  /** Returns the state of the machine after a step, from the step's effects. */
  #after(
    stepped: SimulatedState,
    done: readonly StepEffect[],
    born: number,
    at: readonly string[],
    run: RunningStep,
  ): Pick<Simulated, 'state' | 'effects'> {
    const { snapshot } = stepped;
    let { waiting, timers, children } = stepped;
    const calls: Record<string, unknown> = {};
    const emitted: AnyEventObject[] = [];
    const notified: AnyEventObject[] = [];
    const passed: (readonly [string, AnyEventObject])[] = [];
    const waits: number[] = [];
    const started: { id: string; source: string; input: unknown }[] = [];
    for (const effect of done) {
      switch (effect.kind) {
        case 'started': {
          const { id, source, input } = effect;
          waiting = [...waiting, { id, source }];
          calls[id] = input;
          started.push({ id, source, input });
          break;
        }
        case 'stopped':
          waiting = waiting.filter(({ id }) => id !== effect.id);
          children = Object.fromEntries(Object.entries(children).filter(([id]) => id !== effect.id));
          break;
        case 'delayed': {
          const { id, event, ms } = effect;
          timers = [...timers.filter((set) => set.id !== id), { id, event, ms, born }];
          waits.push(ms);
          break;
        }
        case 'cancelled':
          timers = timers.filter(({ id }) => id !== effect.id);
          break;
        case 'emitted':
          emitted.push(effect.event);
          break;
        case 'sent': {
          const { to, event } = effect;
          if (to === undefined) {
            notified.push(event);
            if (at.length > 0) run.queue.push({ at: at.slice(0, -1), event });
          } else {
            passed.push([to, event]);
            if (stepped.children[to] !== undefined) run.queue.push({ at: [...at, to], event });
          }
          break;
        }
      }
    }
    // An actor that has answered is no longer pending, and a machine that has ended has no pending actors.
    if (snapshot.status !== 'active') [waiting, timers, children] = [[], [], {}];
    const running = new Set(waiting.map(({ id }) => id));
    children = Object.fromEntries(Object.entries(children).filter(([id]) => running.has(id)));
    for (const { id, source, input } of this.#isWhole ? started : []) {
      if (this.model.children?.[source] === undefined || !running.has(id)) continue;
      const begun = this.#getChildBySource(source).#begin(input, born, [...at, id], run);
      children = { ...children, [id]: begun.state };
    }
    return {
      state: { snapshot, waiting, timers, age: born, children },
      effects: { calls, emitted, notified, passed, waits },
    };
  }
}

const nothingDone: Effects = { calls: {}, emitted: [], notified: [], passed: [], waits: [] };

const knownNotifiedTypes = new WeakMap<FlowModel, ReadonlySet<string>>();

/** Returns the event types that a machine sends to its parent, according to its model. */
export function notifiedTypes(model: FlowModel): ReadonlySet<string> {
  const types = knownNotifiedTypes.get(model) ?? readNotifiedTypes(model);
  knownNotifiedTypes.set(model, types);
  return types;
}

function readNotifiedTypes(model: FlowModel): ReadonlySet<string> {
  const lists = [
    ...model.events.map(({ then }) => then),
    ...Object.values(model.outcomes).flatMap((named) => Object.values(named).map(({ then }) => then)),
    ...(model.delays ?? []).map(({ then }) => then),
  ];
  const cases = lists.flatMap((then) => ('length' in then ? then : [then]));
  return new Set(cases.flatMap(({ notifies = [] }) => notifies.map(({ type }) => type)));
}

type Abstraction = Pick<FlowModel, 'facts' | 'combinedFacts' | 'children'>;

/**
 * Returns what distinguishes states with the same value: the facts of the model, or the whole context. Of a form only
 * the values and whether it was submitted count: which fields were left, and the errors that follow, are proved by the
 * tests of forms.
 */
export function computeFacts(
  { facts, combinedFacts }: Abstraction,
  snapshot: AnyMachineSnapshot,
  isWhole = false,
): unknown {
  const abstraction = isWhole ? (combinedFacts ?? facts) : facts;
  return abstraction === undefined
    ? (snapshot.context as unknown)
    : abstraction(snapshot.context, (path) => snapshot.matches(pathToStateValue(path.split('.'))));
}

/**
 * Returns the identity of a state for the generator: its value, facts, pending actors and the order in which delays can
 * end. `isWhole` selects the facts for machines that are simulated together.
 */
export const getIdentity = (model: Abstraction, state: SimulatedState, isWhole = false): string =>
  stringify(toIdentityParts(model, state, isWhole), (_, value) => toPlain(value)) ?? '';

function toIdentityParts(model: Abstraction, state: SimulatedState, isWhole: boolean): unknown {
  const { snapshot, waiting, timers, children } = state;
  const births = [...new Set(timers.map(({ born }) => born))].sort((a, b) => a - b);
  return [
    snapshot.value,
    snapshot.status,
    computeFacts(model, snapshot, isWhole),
    waiting.map(({ id }) => id).sort(),
    timers.map(({ id, ms, born }) => [id, ms, births.indexOf(born)]),
    Object.entries(snapshot.historyValue).map(([id, nodes]) => [id, nodes.map(getStateName)]),
    Object.entries(children).map(([id, child]) => {
      const source = waiting.find((each) => each.id === id)?.source ?? '';
      const childModel = model.children?.[source];
      return childModel === undefined ? [id] : [id, toIdentityParts(childModel, child, isWhole)];
    }),
  ];
}

/** Returns a value of the context as JSON can show it. */
function toPlain(value: unknown): unknown {
  if (value instanceof Error) return [value.name, value.message, Object.entries(value)];
  if (value instanceof Blob) return [value.size, value.type, 'name' in value ? value.name : ''];
  if (value instanceof Map || value instanceof Set) return [...value];
  if (typeof value === 'object' && value !== null && 'values' in value && 'touched' in value && 'attempted' in value) {
    return { values: value.values, attempted: value.attempted };
  }
  return value;
}
