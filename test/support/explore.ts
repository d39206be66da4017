/** All states that a flow can reach, and every step between them, found by trying all that can happen in each. */
import type { FlowModel } from '#machines/kit/model.ts';
import { type Cause, type Happening, type Moment, Simulator, identityOf } from './moment.ts';
import { saysCause, saysState } from './sentences.ts';

export interface Place {
  readonly id: string;
  readonly moment: Moment;
  /** The step by which it was first found; none where a flow starts. */
  readonly via?: { readonly from: Place; readonly step: Step };
  readonly steps: Step[];
}

export interface Step {
  readonly cause: Cause;
  readonly takes: readonly string[];
  /** What walking this step proves: the transitions, and each outcome of an actor by which they were taken. */
  readonly proves: readonly string[];
  readonly to: Place;
}

export interface Start {
  readonly input: string;
  readonly takes: readonly string[];
  readonly place: Place;
}

export interface Exploration {
  readonly model: FlowModel;
  readonly simulator: Simulator;
  readonly starts: readonly Start[];
  readonly places: ReadonlyMap<string, Place>;
}

/** More states than this are a model whose facts tell too much apart. */
const LIMIT = 5_000;

const known = new WeakMap<FlowModel, Exploration>();

export function explore(model: FlowModel, limit = LIMIT): Exploration {
  const before = known.get(model);
  if (before !== undefined) return before;
  const simulator = new Simulator(model);
  const places = new Map<string, Place>();
  const queue: Place[] = [];

  function placeOf(moment: Moment, via?: Place['via']): Place {
    const id = identityOf(model, moment);
    const found = places.get(id);
    if (found !== undefined) return found;
    if (places.size >= limit) throw new Error(explosion(model, [...places.values()], limit));
    const place: Place = { id, moment, steps: [], ...(via && { via }) };
    places.set(id, place);
    queue.push(place);
    return place;
  }

  const starts = Object.keys(model.inputs).map((input): Start => {
    const { moment, takes } = simulator.start(input);
    return { input, takes, place: placeOf(moment) };
  });

  for (let from = queue.shift(); from !== undefined; from = queue.shift()) {
    for (const cause of simulator.causes(from.moment)) {
      const { moment, takes } = happening(simulator, from, cause);
      const changes = takes.length > 0 || identityOf(model, moment) !== from.id;
      if (!changes) continue;
      const step: { -readonly [K in keyof Step]: Step[K] } = {
        cause,
        takes,
        proves: proofs({ cause, takes }),
        to: from,
      };
      step.to = placeOf(moment, { from, step });
      from.steps.push(step);
    }
  }
  const explored = { model, simulator, starts, places };
  known.set(model, explored);
  return explored;
}

function happening(simulator: Simulator, from: Place, cause: Cause): Happening {
  try {
    return simulator.next(from.moment, cause);
  } catch (thrown) {
    const told = [...trailOf(from), saysCause(cause)].join('\n  ');
    throw new Error(`The chart breaks (${String(thrown)}) after\n  ${told}`, { cause: thrown });
  }
}

function proofs({ cause, takes }: Omit<Step, 'proves' | 'to'>): readonly string[] {
  if (cause.kind !== 'outcome') return takes;
  const { id, outcome } = cause;
  return [...takes, ...(takes.length > 0 ? takes : [id]).map((name) => `${name}, by "${outcome}"`)];
}

/** The shortest way to a place, in words. */
export function trailOf({ via, moment }: Place): string[] {
  const state = saysState(moment.snapshot.value);
  if (via === undefined) return [`The flow starts in ${state}`];
  return [...trailOf(via.from), `${saysCause(via.step.cause)} -> ${state}`];
}

/** Says which facts tell so many states apart. */
function explosion(model: FlowModel, places: readonly Place[], limit: number): string {
  const facts = places.map(({ moment }) => model.facts(moment.snapshot.context));
  const names = [
    ...new Set(facts.flatMap((each) => (typeof each === 'object' && each !== null ? Object.keys(each) : []))),
  ];
  const values = (name: string) => new Set(facts.map((each) => JSON.stringify(Reflect.get(each as object, name)))).size;
  const counted = names.map((name) => ({ name, count: values(name) })).sort((a, b) => b.count - a.count);
  const widest = counted.slice(0, 5).map(({ name, count }) => `${name} has ${count} values`);
  return [
    `The flow "${model.machine.id}" has more than ${limit} states for the generator.`,
    `Its facts tell too much apart: ${widest.join(', ') || 'they are no object'}.`,
    'Name in `facts` only what guards ask, as yes or no where they ask yes or no.',
  ].join(' ');
}
