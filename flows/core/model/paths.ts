/**
 * Generates paths that take every transition of a flow. From its current state, a walk goes the shortest path to an
 * edge with a missing proof, and continues from there. The result is a few long walks instead of many short ones.
 */
import type { AnyEventObject, StateValue } from 'xstate';
import type { FlowModel, Gesture } from './model.ts';
import { type Edge, type Exploration, type Node, type Start, explore, exploreWorking } from './explore.ts';
import { type Noticed, findExpectation, toNoticedAtStart, toNoticed } from './expectations.ts';
import type { Route } from './routing.ts';
import { type FoundPath, continuePath, getPathTo } from './search.ts';
import { describeState, describeTrigger, describeWhole } from './sentences.ts';
import type { SimulatedState } from './simulator.ts';

interface Reached {
  /** Names of the transitions that the step takes, as defined in `keys.ts`. */
  readonly takes: readonly string[];
  readonly leadsTo: StateValue;
  /** States of the flow and of its invoked machines, in words. */
  readonly shows: string;
  /** Observable result of the step, from the models. */
  readonly noticed: Noticed;
}

/** Step of a path. Plain data, so that a path can be stored, shown and walked in a browser. */
/** `flow` is the machine that receives the trigger: the flow itself, or an invoked machine. */
export type PathStep = Reached & { readonly at?: readonly string[]; readonly flow: string } & (
    | { readonly kind: 'event'; readonly event: AnyEventObject; readonly gesture?: Gesture }
    | { readonly kind: 'outcome'; readonly id: string; readonly source: string; readonly outcome: string }
    | { readonly kind: 'delay'; readonly timer: string; readonly ms: number }
    | ({ readonly kind: 'route'; readonly allowed: boolean } & Route)
  );

export interface Path {
  /** Kind of borrower, by its name in the model. */
  readonly input: string;
  readonly starts: Reached;
  readonly steps: readonly PathStep[];
}

export interface PathOptions {
  /** Maximum number of steps of a walk, so that a failing walk stays readable. */
  readonly longest?: number;
  /** Also walks the machines that the flow invokes. */
  readonly isWhole?: boolean;
  /** Selects the required proofs. */
  readonly isSelected?: (proof: string) => boolean;
  /** Receives the steps in which the machine fails. Without it, an error of the machine ends the generation. */
  readonly onProblem?: (problem: string) => void;
}

const LONGEST = 100;

const SHOWS = /^shows /;

/** Returns false for a proof of a visible screen, which only the screen tests need. */
const isNoScreen = (proof: string): boolean => !SHOWS.test(proof);

/**
 * Returns true for the proofs of the screen tests: every screen and every expectation except those of routes, but not
 * every transition.
 */
export const isSeenOnScreen = (proof: string): boolean => SHOWS.test(proof) || /(^|: )expects (?!route )/.test(proof);

/** Returns a path as sentences, one per step. */
export const toSentences = ({ input, starts, steps }: Path): string[] => [
  `For "${input}" the flow starts in ${describeState(starts.leadsTo)}`,
  ...steps.map((step) => {
    const refused = step.kind === 'route' && !step.allowed ? ' (refused)' : '';
    return `${describeTrigger(step)}${refused} -> ${describeState(step.leadsTo)}`;
  }),
];

/** Walk in progress, with the actual state. The node only represents that state. */
interface Walk {
  readonly start: Start;
  readonly steps: PathStep[];
  state: SimulatedState;
  node: Node;
  /** Edge that the walk missed because it arrived in an unexpected state. */
  missed?: Edge | undefined;
}

/** Returns paths that together take every reachable transition, try every outcome and start every kind of borrower. */
export function generatePaths(
  model: FlowModel,
  { longest = LONGEST, isWhole = false, isSelected = isNoScreen, onProblem }: PathOptions = {},
): Path[] {
  const explored =
    onProblem === undefined ? explore(model, { isWhole }) : exploreWorking(model, onProblem, { isWhole });
  const open = new Set(
    [...explored.nodes.values()].flatMap(({ edges }) => edges.flatMap(({ proves }) => proves)).filter(isSelected),
  );
  const waiting = new Set(explored.starts);
  const paths: Path[] = [];

  const begin = (start: Start): Walk => {
    waiting.delete(start);
    return { start, steps: [], state: start.node.state, node: start.node };
  };
  const end = ({ start, steps }: Walk) =>
    paths.push({
      input: start.input,
      starts: {
        takes: start.simulated.takes,
        leadsTo: start.node.state.snapshot.value,
        shows: describeWhole(start.node.state),
        noticed: toNoticedAtStart(model, start.input, start.node.state),
      },
      steps,
    });

  while (open.size > 0) {
    // Kinds of borrower that have not been walked yet come first, so that each walk starts with as many new proofs as
    // possible.
    const starts = [...(waiting.size > 0 ? waiting : explored.starts)];
    const found = nearest(
      starts.map((start) => ({ start, edges: [] })),
      open,
    );
    if (found === undefined) {
      if (waiting.size === 0) {
        if (onProblem === undefined) throw new Error(`Never reached: ${[...open].join(', ')}`);
        for (const proof of open) onProblem(`Not on a path: ${proof}`);
        break;
      }
      for (const each of waiting) end(begin(each));
      continue;
    }
    const walk = begin(found.start);
    let way: readonly Edge[] = found.edges;
    while (way.length > 0 && walk.steps.length < longest && go(explored, walk, way, open)) {
      way = nearest([{ start: { ...found.start, node: walk.node }, edges: [] }], open)?.edges ?? [];
    }
    end(walk);
    const missed = walk.missed?.proves.some((proof) => open.has(proof)) === true ? walk.missed : undefined;
    if (missed !== undefined) {
      const exact = exactly(explored, missed, begin, open);
      if (exact !== undefined) end(exact);
      else if (onProblem === undefined)
        throw new Error(`The machine is not deterministic: ${describeTrigger(missed.trigger)}`);
      else {
        onProblem(`The machine is not deterministic: ${describeTrigger(missed.trigger)}`);
        for (const proof of missed.proves) open.delete(proof);
      }
    }
  }
  for (const start of waiting) end(begin(start));
  return paths;
}

/**
 * Returns the shortest continuation of any of these paths to an edge with a missing proof. Edges to final states come last,
 * because they end the walk.
 */
function nearest(paths: readonly FoundPath[], open: ReadonlySet<string>): FoundPath | undefined {
  const isNew = (edge: Edge) => edge.proves.some((proof) => open.has(proof));
  return continuePath(paths, (edge) => isNew(edge) && edge.to.edges.length > 0) ?? continuePath(paths, isNew);
}

/**
 * Follows a path. Returns false if the walk arrives in an unexpected state: contexts with the same facts can differ in
 * the effect of the next event. The exploration's own path to that edge is then walked instead.
 */
function go({ model, simulator, nodes }: Exploration, walk: Walk, way: readonly Edge[], open: Set<string>): boolean {
  for (const edge of way) {
    const { trigger, simulated: predicted, proves, to } = edge;
    const simulated = simulator.next(walk.state, trigger);
    const id = simulator.getIdentity(simulated.state);
    const isPredicted = id === to.id && String(simulated.takes) === String(predicted.takes);
    // The observable result comes from the actual state, because the facts can be less specific than the screen.
    const at = simulator.locate(walk.state, trigger.at ?? []);
    const expectation = findExpectation(at.simulator.model, at.state, trigger);
    walk.steps.push(toPathStep(walk.state, { ...edge, simulated, expectation }, model, at.simulator.model.machine.id));
    for (const proof of isPredicted ? proves : simulated.takes) open.delete(proof);
    walk.state = simulated.state;
    walk.node = nodes.get(id) ?? walk.node;
    if (!isPredicted) {
      walk.missed = way.at(-1);
      return false;
    }
  }
  return true;
}

/**
 * Walks the path by which an edge was first found, with exactly the contexts of the exploration. Returns undefined if the
 * machine does not repeat it.
 */
function exactly(
  explored: Exploration,
  last: Edge,
  begin: (start: Start) => Walk,
  open: Set<string>,
): Walk | undefined {
  const from = [...explored.nodes.values()].find(({ edges }) => edges.includes(last));
  if (from === undefined) throw new Error(`No state has the step ${describeTrigger(last.trigger)}`);
  const { start, edges } = getPathTo(explored, from);
  const walk = begin(start);
  return go(explored, walk, [...edges, last], open) ? walk : undefined;
}

function toPathStep(
  before: SimulatedState,
  { trigger, simulated, expectation }: Edge,
  model: FlowModel,
  flow: string,
): PathStep {
  const { takes, state: after } = simulated;
  const reached = {
    flow,
    takes,
    leadsTo: after.snapshot.value,
    shows: describeWhole(after),
    noticed: toNoticed(model, simulated, flow, expectation),
  };
  if (trigger.kind !== 'route') return { ...trigger, ...reached };
  const moved = JSON.stringify(before.snapshot.value) !== JSON.stringify(after.snapshot.value);
  return { ...trigger, allowed: moved || takes.some((name) => name.endsWith('(allowed)')), ...reached };
}
