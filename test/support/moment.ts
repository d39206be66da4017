/**
 * A flow as a pure function: where it stands, what can happen there, and where that leads. Nothing is started and no
 * time passes, so tens of thousands of steps take a second.
 *
 * Two things that a snapshot does not say are kept beside it: which actors have not answered yet, and which delays run.
 */
import {
  type AnyActorScope,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyTransitionDefinition,
  createActor,
  getNextTransitions,
} from 'xstate';
import { keyOf, nameOf, routeKeyOf, routesOf } from '#flows/keys.ts';
import type { FlowModel, Gesture, Outcome } from '#machines/kit/model.ts';

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

export interface Moment {
  readonly snapshot: AnyMachineSnapshot;
  readonly waiting: readonly Waiting[];
  readonly timers: readonly Timer[];
  /** How many steps led here, for the age of timers. */
  readonly age: number;
}

/** What can happen at a moment. */
export type Cause =
  | { readonly kind: 'event'; readonly event: AnyEventObject; readonly gesture?: Gesture }
  | { readonly kind: 'outcome'; readonly id: string; readonly source: string; readonly outcome: string }
  | { readonly kind: 'delay'; readonly timer: string; readonly ms: number }
  | { readonly kind: 'route'; readonly to: string };

export interface Happening {
  readonly moment: Moment;
  /** The names of the transitions taken, and of the route asked for. */
  readonly takes: readonly string[];
}

/** Names what one step of a chart took: its transitions, and the route if one was asked for. */
export function namesOf(
  before: AnyMachineSnapshot,
  event: AnyEventObject,
  taken: readonly AnyTransitionDefinition[],
): string[] {
  const byEvent = taken.filter(({ eventType }) => eventType.startsWith('xstate.route') || eventType.endsWith('*'));
  const names = [...taken.map(keyOf), routeKeyOf(before, event, byEvent)].filter((name) => name !== undefined);
  return [...new Set(names)];
}

/** The event by which an actor's outcome reaches the chart. */
function outcomeEvent(id: string, outcome: Outcome): AnyEventObject {
  return 'answers' in outcome
    ? { type: `xstate.done.actor.${id}`, output: outcome.answers, actorId: id }
    : { type: `xstate.error.actor.${id}`, error: outcome.throws, actorId: id };
}

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

const idOf = (actor: { readonly id: string } | undefined) => actor?.id;

/** Whether a screen with the gesture is shown. */
const isThere = (snapshot: AnyMachineSnapshot, { on, where }: FlowModel['events'][number]): boolean =>
  (on === undefined || on.some((state) => snapshot.matches(state))) && (where?.(snapshot.context) ?? true);

export class Simulator {
  readonly #model: FlowModel;
  readonly #scope: AnyActorScope;
  readonly #accepted = new Map<string, readonly string[]>();
  #taken: AnyTransitionDefinition[] = [];
  /** What the step would have executed. Each kind of action has parameters of its own. */
  #effects: { type: string; params: never }[] = [];

  constructor(model: FlowModel) {
    this.#model = model;
    const host = createActor(model.machine, {
      input: Object.values(model.inputs)[0],
      inspect: (seen) => {
        if (seen.type !== '@xstate.microstep' || seen.actorRef !== host) return;
        const { _transitions: transitions } = seen;
        this.#taken.push(...transitions);
      },
    });
    this.#scope = {
      self: host,
      id: '',
      sessionId: '',
      system: host.system,
      logger: () => undefined,
      defer: () => undefined,
      emit: () => undefined,
      stopChild: () => undefined,
      actionExecutor: ({ type, params }) => this.#effects.push({ type, params: params as never }),
    };
  }

  /** The moment at which a flow starts for a kind of borrower. */
  start(input: string): Happening {
    this.#forget();
    const snapshot: AnyMachineSnapshot = this.#model.machine.getInitialSnapshot(this.#scope, this.#model.inputs[input]);
    if (snapshot.status === 'error')
      throw new Error(`For "${input}" the chart does not start`, { cause: snapshot.error });
    const takes = this.#taken.map(keyOf).filter((key) => key !== undefined);
    return { moment: { snapshot, ...this.#pending([], [], 0), age: 0 }, takes: [...new Set(takes)] };
  }

  /** What happens when something is caused at a moment. */
  next(moment: Moment, cause: Cause): Happening {
    this.#forget();
    const event = this.#eventOf(moment, cause);
    const snapshot: AnyMachineSnapshot = this.#model.machine.transition(moment.snapshot, event, this.#scope);
    const waiting = moment.waiting.filter(({ id }) => cause.kind !== 'outcome' || id !== cause.id);
    const timers = moment.timers.filter(({ id }) => cause.kind !== 'delay' || id !== cause.timer);
    const age = moment.age + 1;
    const takes = namesOf(moment.snapshot, event, this.#taken);
    return { moment: { snapshot, ...this.#pending(waiting, timers, age), age }, takes };
  }

  /** All that can happen at a moment. */
  causes(moment: Moment): Cause[] {
    const { events, outcomes, machine } = this.#model;
    if (moment.snapshot.status !== 'active') return [];
    return [
      ...events
        .filter((given) => isThere(moment.snapshot, given) && this.#isAccepted(moment.snapshot, given.event))
        .map(({ event, gesture }): Cause => ({ kind: 'event', event, ...(gesture && { gesture }) })),
      ...moment.waiting.flatMap(({ id, source }) =>
        Object.keys(outcomes[source] ?? {}).map((outcome): Cause => ({ kind: 'outcome', id, source, outcome })),
      ),
      ...moment.timers
        .filter((timer) => mayEnd(timer, moment.timers))
        .map(({ id, ms }): Cause => ({ kind: 'delay', timer: id, ms })),
      ...routesOf(machine).map(({ id }): Cause => ({ kind: 'route', to: `#${id}` })),
    ];
  }

  #forget() {
    this.#taken = [];
    this.#effects = [];
  }

  #eventOf(moment: Moment, cause: Cause): AnyEventObject {
    if (cause.kind === 'event') return cause.event;
    if (cause.kind === 'route') return { type: 'xstate.route', to: cause.to };
    const found =
      cause.kind === 'outcome'
        ? this.#model.outcomes[cause.source]?.[cause.outcome]
        : moment.timers.find(({ id }) => id === cause.timer)?.event;
    if (found === undefined) throw new Error(`Nothing of that kind is waited for: ${JSON.stringify(cause)}`);
    return cause.kind === 'outcome' ? outcomeEvent(cause.id, found as Outcome) : (found as AnyEventObject);
  }

  /** Spares the charts the events that no active state knows; most of the events at most of the moments. */
  #isAccepted(snapshot: AnyMachineSnapshot, { type }: AnyEventObject): boolean {
    const key = JSON.stringify(snapshot.value);
    const accepted = this.#accepted.get(key) ?? [
      ...new Set(getNextTransitions(snapshot).map((each) => each.eventType)),
    ];
    this.#accepted.set(key, accepted);
    return accepted.some((known) => known === type || known.endsWith('*'));
  }

  /** What is waited for after a step, from the actions that the step would have executed. */
  #pending(waiting: readonly Waiting[], timers: readonly Timer[], born: number): Pick<Moment, 'waiting' | 'timers'> {
    return this.#effects.reduce<{ waiting: readonly Waiting[]; timers: readonly Timer[] }>(
      (so, { type, params }) => {
        switch (type) {
          case 'xstate.spawnChild': {
            const { actorRef, src }: { actorRef: { id: string }; src: string } = params;
            return { ...so, waiting: [...so.waiting, { id: actorRef.id, source: src }] };
          }
          case 'xstate.stopChild':
            return { ...so, waiting: so.waiting.filter(({ id }) => id !== idOf(params)) };
          case 'xstate.raise': {
            const { event, delay: ms, id }: { event: AnyEventObject; delay?: number; id?: string } = params;
            const name = id ?? event.type;
            if (ms === undefined) return so;
            return { ...so, timers: [...so.timers.filter((set) => set.id !== name), { id: name, event, ms, born }] };
          }
          case 'xstate.cancel': {
            const { sendId }: { sendId: string } = params;
            return { ...so, timers: so.timers.filter(({ id }) => id !== sendId) };
          }
          default:
            return so;
        }
      },
      { waiting, timers },
    );
  }
}

/** What a moment is to the generator: state, facts, what is waited for and the order in which delays may end. */
export function identityOf(model: FlowModel, { snapshot, waiting, timers }: Moment): string {
  const births = [...new Set(timers.map(({ born }) => born))].sort((a, b) => a - b);
  return JSON.stringify([
    snapshot.value,
    snapshot.status,
    model.facts(snapshot.context),
    waiting.map(({ id }) => id).sort(),
    timers.map(({ id, ms, born }) => [id, ms, births.indexOf(born)]),
    Object.entries(snapshot.historyValue).map(([id, nodes]) => [id, nodes.map(nameOf)]),
  ]);
}
