/**
 * Searches a flow by its whole contexts, to check the abstraction that its model declares with `facts`: two contexts with
 * the same facts must behave alike. Otherwise the exploration, which continues from only one of them, misses states.
 */
import type { FlowModel } from '#machines/kit/model.ts';
import { describeState, describeTrigger } from './sentences.ts';
import { type SimulatedState, type Trigger, Simulator, identityOf } from './simulator.ts';

/** A context, and the step by which it was first found. */
interface Found {
  readonly state: SimulatedState;
  readonly from: Found | null;
  /** The trigger of that step in words, or the kind of borrower for a start. */
  readonly by: string;
}

/** Two contexts with the same facts that behave differently. */
export interface Unlike {
  /** The trigger, in words. */
  readonly trigger: string;
  /** The two contexts, each with its path from the start and with what the trigger leads to. */
  readonly ways: readonly [UnlikeWay, UnlikeWay];
}

export interface UnlikeWay {
  readonly path: readonly string[];
  /** The transitions taken and the identity of the next state; undefined if the trigger is not possible. */
  readonly result: string | undefined;
  readonly context: unknown;
}

export interface ContextSearch {
  /** Number of contexts that were tried, and of steps. */
  readonly contexts: number;
  readonly steps: number;
  /** Paths to states that the exploration of the model does not contain. */
  readonly hidden: readonly (readonly string[])[];
  readonly unlike: readonly Unlike[];
}

export interface ContextSearchOptions {
  /** Maximum number of contexts to try for each state of the exploration. */
  readonly perState?: number;
}

const pathOf = ({ state, from, by }: Found): string[] => [
  ...(from === null ? [] : pathOf(from)),
  `${by} -> ${describeState(state.snapshot.value)}`,
];

/**
 * Tries every trigger in up to `perState` contexts of each state. `known` has the identities of the states that the
 * exploration of the model contains.
 */
export function searchContexts(
  model: FlowModel,
  known: { readonly has: (identity: string) => boolean },
  { perState = 14 }: ContextSearchOptions = {},
): ContextSearch {
  const simulator = new Simulator(model);
  const queue: Found[] = [];
  const contexts = new Set<string>();
  const tried = new Map<string, number>();
  const first = new Map<string, { readonly found: Found; readonly results: ReadonlyMap<string, string> }>();
  const hidden = new Map<string, readonly string[]>();
  const unlike: Unlike[] = [];
  let steps = 0;

  function add(found: Found): void {
    const identity = identityOf(model, found.state);
    if (!known.has(identity) && !hidden.has(identity)) hidden.set(identity, pathOf(found));
    const count = tried.get(identity) ?? 0;
    if (count >= perState) return;
    const whole = `${identity} ${identityOf({}, found.state)}`;
    if (contexts.has(whole)) return;
    contexts.add(whole);
    tried.set(identity, count + 1);
    queue.push(found);
  }

  for (const input of Object.keys(model.inputs)) {
    add({ state: simulator.start(input).state, from: null, by: input });
  }
  for (const found of queue) {
    const results = new Map<string, string>();
    for (const [key, trigger] of keyed(simulator.triggers(found.state))) {
      steps += 1;
      const { state, takes } = simulator.next(found.state, trigger);
      results.set(key, `${takes.join(', ')} => ${identityOf(model, state)}`);
      add({ state, from: found, by: describeTrigger(trigger) });
    }
    const identity = identityOf(model, found.state);
    const before = first.get(identity);
    if (before === undefined) {
      first.set(identity, { found, results });
      continue;
    }
    for (const key of new Set([...results.keys(), ...before.results.keys()])) {
      if (results.get(key) === before.results.get(key)) continue;
      const way = (of: Found, result: string | undefined): UnlikeWay => ({
        path: pathOf(of),
        result,
        context: of.state.snapshot.context,
      });
      unlike.push({
        trigger: key,
        ways: [way(before.found, before.results.get(key)), way(found, results.get(key))],
      });
    }
  }
  return { contexts: contexts.size, steps, hidden: [...hidden.values()], unlike };
}

/** Returns the triggers by their words, numbered if several have the same ones. */
function keyed(triggers: readonly Trigger[]): [string, Trigger][] {
  const counts = new Map<string, number>();
  return triggers.map((trigger) => {
    const words = describeTrigger(trigger);
    const count = (counts.get(words) ?? 0) + 1;
    counts.set(words, count);
    return [count === 1 ? words : `${words} (${count})`, trigger];
  });
}
