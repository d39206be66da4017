/**
 * A flow as a pure function: where it stands, what can happen there, and where that leads. Nothing is started and no
 * time passes, so tens of thousands of steps take a second.
 *
 * What a snapshot does not say is kept beside it: which actors have not answered yet, which delays run, and, where a flow
 * is simulated together with the machines that it invokes, how those stand.
 */
import {
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyTransitionDefinition,
  getNextTransitions,
  pathToStateValue,
} from 'xstate';
import { keyOf, nameOf, refusalKeysOf, routeKeyOf, routesOf } from '#flows/keys.ts';
import type { Answer, EventCase, FlowModel, Gesture } from '#machines/kit/model.ts';
import {
  type StepEffect,
  type Stepper,
  activeNodesOf,
  createStepper,
  doneEvent,
  errorEvent,
} from '#machines/kit/xstate-internals.ts';
import { type Route, routeEventOf, routesTo } from './routing.ts';

/** An actor that was started and has not answered yet. */
export interface Waiting {
  readonly id: string;
  readonly source: string;
}

interface Timer {
  readonly id: string;
  readonly event: AnyEventObject;
  readonly ms: number;
  /** The step in which it was set; earlier ones may have run for any time. */
  readonly born: number;
}

export interface SimulatedState {
  readonly snapshot: AnyMachineSnapshot;
  readonly waiting: readonly Waiting[];
  readonly timers: readonly Timer[];
  /** How many steps led here, for the age of timers. */
  readonly age: number;
  /** The invoked machines that are simulated as well, by the id of the invocation. */
  readonly children: Readonly<Record<string, SimulatedState>>;
}

/** What can happen. `at` names the invoked machine to which it happens, by the ids of the invocations on the way there. */
export type Trigger = { readonly at?: readonly string[] } & (
  | { readonly kind: 'event'; readonly event: AnyEventObject; readonly gesture?: Gesture }
  | { readonly kind: 'outcome'; readonly id: string; readonly source: string; readonly outcome: string }
  | { readonly kind: 'delay'; readonly timer: string; readonly ms: number }
  | ({ readonly kind: 'route' } & Route)
);

/** What a machine did beside changing its state. */
export interface Effects {
  /** The actors that were started, by the id of the invocation, with their input. */
  readonly calls: Readonly<Record<string, unknown>>;
  readonly emitted: readonly AnyEventObject[];
  /** What the machine that runs this one was sent. */
  readonly notified: readonly AnyEventObject[];
  /** What the machines that this one runs were sent. */
  readonly passed: readonly (readonly [id: string, event: AnyEventObject])[];
  /** The delays that began. */
  readonly waits: readonly number[];
}

export interface Simulated {
  readonly state: SimulatedState;
  /** The names of the transitions taken by the machine to which it happened, and of the route asked for. */
  readonly takes: readonly string[];
  readonly effects: Effects;
  /** What invoked machines that are simulated as well answered meanwhile. */
  readonly answered: readonly ChildAnswer[];
  /** What reached each of the machines, in order; the first is the trigger itself. */
  readonly deliveries: readonly Delivery[];
}

/** An event that reached a machine, and how that stood before and after. */
export interface Delivery {
  readonly model: FlowModel;
  readonly event: AnyEventObject;
  readonly before: SimulatedState;
  readonly after: SimulatedState;
}

/** An invoked machine that ended, or stopped in error. */
export interface ChildAnswer {
  /** The machine that invoked it. */
  readonly at: readonly string[];
  readonly source: string;
  readonly answer: Answer;
}

/**
 * Names what one step of a machine took: its transitions, the guards that refused the event with nothing to follow, and
 * the route if one was asked for.
 */
export function namesOf(
  before: AnyMachineSnapshot,
  event: AnyEventObject,
  taken: readonly AnyTransitionDefinition[],
): string[] {
  const byEvent = taken.filter(({ eventType }) => eventType.startsWith('xstate.route') || eventType.endsWith('*'));
  const names = [...taken.map(keyOf), ...refusalKeysOf(before, event, taken), routeKeyOf(before, event, byEvent)];
  return [...new Set(names.filter((name) => name !== undefined))];
}

/** The event by which an actor's outcome reaches the machine. */
export const answerEvent = (id: string, outcome: Answer): AnyEventObject =>
  'answers' in outcome ? doneEvent(id, outcome.answers) : errorEvent(id, outcome.throws);

/**
 * Whether a delay may be the next to end. One that was set earlier may have run for any time, so it may end before a
 * younger one, however short; but a younger one ends first only if it is shorter.
 */
const mayEnd = (timer: Timer, timers: readonly Timer[]): boolean =>
  timers.every((other, index) => {
    if (other === timer || other.born > timer.born) return true;
    const isSetBefore = other.born < timer.born || index < timers.indexOf(timer);
    return isSetBefore ? timer.ms < other.ms : timer.ms <= other.ms;
  });

/** Whether a screen with the gesture is shown. */
export const isOffered = (snapshot: AnyMachineSnapshot, { on, where }: EventCase<unknown, unknown>): boolean =>
  (on === undefined || on.some((state) => snapshot.matches(state))) && (where?.(snapshot.context) ?? true);

/** The active states that have no states within them, by their whole path. */
export const leavesOf = (snapshot: AnyMachineSnapshot): string[] =>
  activeNodesOf(snapshot)
    .filter(({ type }) => type === 'atomic' || type === 'final')
    .map(nameOf);

/** What happens within one trigger, until every machine has taken note of what the others sent. */
interface Run {
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
   * `isWhole` simulates the machines that the flow invokes together with it, as far as the model names theirs.
   * `isInvoked` is a machine that is simulated together with the one that invokes it.
   */
  constructor(model: FlowModel, isWhole = false, isInvoked = false) {
    this.model = model;
    this.#isWhole = isWhole;
    this.#isInvoked = isInvoked;
    this.#stepper = createStepper(model.machine, Object.values(model.inputs)[0]?.input);
  }

  /** The state in which a flow starts for a kind of borrower. */
  start(input: string): Simulated {
    const run: Run = { answered: [], deliveries: [], queue: [] };
    const started = this.#begin(this.model.inputs[input]?.input, 0, [], run);
    if (started.state.snapshot.status === 'error')
      throw new Error(`For "${input}" the machine does not start`, { cause: started.state.snapshot.error });
    return { ...started, ...this.#settle(started.state, run), takes: started.takes, effects: started.effects };
  }

  /** What follows when something happens. */
  next(state: SimulatedState, trigger: Trigger): Simulated {
    const run: Run = { answered: [], deliveries: [], queue: [] };
    const { at = [] } = trigger;
    const aged = { ...state, age: state.age + 1 };
    const done = this.#deliver(aged, at, this.#eventOf(state, trigger), run, trigger);
    return { ...this.#settle(done.state, run), takes: done.takes, effects: done.effects };
  }

  /** All that can happen. */
  triggers(state: SimulatedState): Trigger[] {
    const { events, outcomes, machine } = this.model;
    const { snapshot } = state;
    if (snapshot.status !== 'active') return [];
    const ofChildren = Object.entries(state.children).flatMap(([id, child]) =>
      this.#childOf(state, id)
        .triggers(child)
        .map((trigger): Trigger => ({ ...trigger, at: [id, ...(trigger.at ?? [])] })),
    );
    const isReal = (source: string) => this.#isWhole && this.model.children?.[source] !== undefined;
    const unanswered = state.waiting.filter(({ source }) => !isReal(source));
    // In which other orders the calls of an invoked machine are answered is tried with its own model.
    const next = this.#isInvoked ? unanswered.slice(0, 1) : unanswered;
    return [
      ...events
        // What another machine tells is told by that machine where it is simulated as well.
        .filter(({ gesture, event }) => !this.#isWhole || gesture !== undefined || !this.#isNotified(event))
        .filter((given) => isOffered(snapshot, given))
        .map(({ event, gesture }): Trigger => ({ kind: 'event', event, ...(gesture && { gesture }) })),
      ...next.flatMap(({ id, source }) =>
        Object.keys(outcomes[source] ?? {}).map((outcome): Trigger => ({ kind: 'outcome', id, source, outcome })),
      ),
      // A machine that is simulated as well answers by itself; that it stops in error is brought about from outside.
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
      ...routesOf(machine).flatMap(({ id }) =>
        routesTo(this.model, `#${id}`).map((route): Trigger => ({ kind: 'route', ...route })),
      ),
      ...ofChildren,
    ];
  }

  /** Whether any active state knows the event of a trigger. */
  accepts(state: SimulatedState, trigger: Trigger): boolean {
    if (trigger.kind !== 'event') return true;
    const { simulator, state: found } = this.locate(state, trigger.at ?? []);
    return simulator.#acceptedBy(found.snapshot).some((event) => event === trigger.event.type || event.endsWith('*'));
  }

  /** The events that any active state knows; most of the events at most of the states are unknown. */
  #acceptedBy(snapshot: AnyMachineSnapshot): readonly string[] {
    const key = JSON.stringify(snapshot.value);
    const accepted = this.#accepted.get(key) ?? [
      ...new Set(getNextTransitions(snapshot).map(({ eventType }) => eventType)),
    ];
    this.#accepted.set(key, accepted);
    return accepted;
  }

  /** The machine that is found by the ids of the invocations, and how it stands. */
  locate(
    state: SimulatedState,
    at: readonly string[],
  ): { readonly simulator: Simulator; readonly state: SimulatedState } {
    const [id, ...rest] = at;
    if (id === undefined) return { simulator: this, state };
    const child = state.children[id];
    if (child === undefined) throw new Error(`${this.model.machine.id} does not run ${id}`);
    return this.#childOf(state, id).locate(child, rest);
  }

  /** Whether the event comes from an invoked machine: no gesture causes it, and a model says that it is told. */
  #isNotified({ type }: AnyEventObject): boolean {
    return Object.values(this.model.children ?? {}).some((child) => notifiedTypes(child).has(type));
  }

  #childOf({ snapshot }: SimulatedState, id: string): Simulator {
    const src: unknown = Reflect.get(Object(Reflect.get(snapshot.children, id)), 'src');
    return this.#childBySource(String(src));
  }

  #childBySource(source: string): Simulator {
    const known = this.#children.get(source);
    const model = this.model.children?.[source];
    if (known !== undefined) return known;
    if (model === undefined) throw new Error(`The model of ${this.model.machine.id} has no model of ${source}`);
    const made = new Simulator(model, true, true);
    this.#children.set(source, made);
    return made;
  }

  #eventOf(state: SimulatedState, trigger: Trigger): AnyEventObject {
    if (trigger.kind === 'event') return trigger.event;
    if (trigger.kind === 'route') return routeEventOf(trigger);
    const { simulator, state: found } = this.locate(state, trigger.at ?? []);
    if (trigger.kind === 'outcome') {
      const outcome = simulator.model.outcomes[trigger.source]?.[trigger.outcome];
      if (outcome === undefined) throw new Error(`Nothing of that kind is waited for: ${JSON.stringify(trigger)}`);
      return answerEvent(trigger.id, outcome);
    }
    const timer = found.timers.find(({ id }) => id === trigger.timer);
    if (timer === undefined) throw new Error(`No such delay runs: ${trigger.timer}`);
    return timer.event;
  }

  /** Starts the machine. What it sends to others stands in the queue of the run. */
  #begin(input: unknown, age: number, at: readonly string[], run: Run): Omit<Simulated, 'answered' | 'deliveries'> {
    const { snapshot, taken, effects } = this.#stepper.start(input);
    const empty = { snapshot, waiting: [], timers: [], age, children: {} };
    const takes = new Set(taken.map(keyOf).filter((key) => key !== undefined));
    return { ...this.#after(empty, effects, age, at, run), takes: [...takes] };
  }

  /** Hands an event to the machine that is found at `path`. */
  #deliver(
    state: SimulatedState,
    path: readonly string[],
    event: AnyEventObject,
    run: Run,
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
      return { ...done, takes: namesOf(state.snapshot, event, taken) };
    }
    const child = state.children[id];
    // It has ended meanwhile, and takes no note of anything.
    if (child === undefined) return { state, takes: [], effects: nothingDone };
    const aged = { ...child, age: state.age };
    const done = this.#childOf(state, id).#deliver(aged, rest, event, run, trigger, [...at, id]);
    return { ...done, state: { ...state, children: { ...state.children, [id]: done.state } } };
  }

  /** Delivers what machines have sent each other, and ends those that are done, until nothing is left. */
  #settle(first: SimulatedState, run: Run): Pick<Simulated, 'state' | 'answered' | 'deliveries'> {
    let state = first;
    for (let times = 0; ; times += 1) {
      if (times > 1_000) throw new Error(`${this.model.machine.id} and the machines it runs never come to rest`);
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
      const simulator = this.#childOf(state, id);
      const { status, output, error }: AnyMachineSnapshot = child.snapshot;
      const source = state.waiting.find((each) => each.id === id)?.source ?? id;
      if (status === 'done') return { at, id, source, answer: { answers: output as unknown } };
      if (status === 'error') return { at, id, source, answer: { throws: error } };
      const within = simulator.#ended(child, [...at, id]);
      if (within !== undefined) return within;
    }
    return undefined;
  }

  /** How the machine stands after a step, from what the step would have done. */
  #after(
    stepped: SimulatedState,
    done: readonly StepEffect[],
    born: number,
    at: readonly string[],
    run: Run,
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
    // Who has answered waits no more, and a machine that has ended waits for nobody.
    if (snapshot.status !== 'active') [waiting, timers, children] = [[], [], {}];
    const running = new Set(waiting.map(({ id }) => id));
    children = Object.fromEntries(Object.entries(children).filter(([id]) => running.has(id)));
    for (const { id, source, input } of this.#isWhole ? started : []) {
      if (this.model.children?.[source] === undefined || !running.has(id)) continue;
      const begun = this.#childBySource(source).#begin(input, born, [...at, id], run);
      children = { ...children, [id]: begun.state };
    }
    return {
      state: { snapshot, waiting, timers, age: born, children },
      effects: { calls, emitted, notified, passed, waits },
    };
  }
}

const nothingDone: Effects = { calls: {}, emitted: [], notified: [], passed: [], waits: [] };

const knownTold = new WeakMap<FlowModel, ReadonlySet<string>>();

/** The events that a machine tells the one that runs it, by its model. */
export function notifiedTypes(model: FlowModel): ReadonlySet<string> {
  const types = knownTold.get(model) ?? readToldTypes(model);
  knownTold.set(model, types);
  return types;
}

function readToldTypes(model: FlowModel): ReadonlySet<string> {
  const lists = [
    ...model.events.map(({ then }) => then),
    ...Object.values(model.outcomes).flatMap((named) => Object.values(named).map(({ then }) => then)),
    ...(model.delays ?? []).map(({ then }) => then),
  ];
  const cases = lists.flatMap((then) => ('length' in then ? then : [then]));
  return new Set(cases.flatMap(({ notifies = [] }) => notifies.map(({ type }) => type)));
}

/** What tells a state from others with the same value. */
export const factsOf = (model: FlowModel, snapshot: AnyMachineSnapshot): unknown =>
  model.facts(snapshot.context, (path) => snapshot.matches(pathToStateValue(path.split('.'))));

/** What a state is to the generator: its value, facts, what is waited for and the order in which delays may end. */
export function identityOf(model: FlowModel, { snapshot, waiting, timers, children }: SimulatedState): string {
  const births = [...new Set(timers.map(({ born }) => born))].sort((a, b) => a - b);
  return JSON.stringify([
    snapshot.value,
    snapshot.status,
    factsOf(model, snapshot),
    waiting.map(({ id }) => id).sort(),
    timers.map(({ id, ms, born }) => [id, ms, births.indexOf(born)]),
    Object.entries(snapshot.historyValue).map(([id, nodes]) => [id, nodes.map(nameOf)]),
    Object.entries(children).map(([id, child]) => {
      const source = waiting.find((each) => each.id === id)?.source ?? '';
      const childModel = model.children?.[source];
      return childModel === undefined ? [id] : [id, identityOf(childModel, child)];
    }),
  ]);
}
