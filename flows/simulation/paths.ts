/**
 * Paths that take every transition of a flow. From where a walk stands it goes the shortest way to the nearest edge that
 * still proves something, and on from there: a few long walks instead of many short ones.
 */
import type { AnyEventObject, StateValue } from 'xstate';
import type { FlowModel, Gesture } from '#machines/kit/model.ts';
import { type Edge, type Exploration, type Node, type Start, explore } from './explore.ts';
import { type Noticed, expectationFor, noticedAtStart, noticedOf } from './expectations.ts';
import type { Route } from './routing.ts';
import { describeState, describeTrigger, describeWhole } from './sentences.ts';
import { type SimulatedState, identityOf } from './simulator.ts';

interface Reached {
  /** The names of the transitions that the step takes, as `flows/keys.ts` gives them. */
  readonly takes: readonly string[];
  readonly leadsTo: StateValue;
  /** The same with the machines that the flow has invoked, in words. */
  readonly shows: string;
  /** What a person notices, as the model says. */
  readonly noticed: Noticed;
}

/** One step of a path. Plain data: a path can be kept, shown, and walked in a browser. */
/** `flow` is the machine to which it happens: the flow itself, or one that it has invoked. */
export type PathStep = Reached & { readonly at?: readonly string[]; readonly flow: string } & (
    | { readonly kind: 'event'; readonly event: AnyEventObject; readonly gesture?: Gesture }
    | { readonly kind: 'outcome'; readonly id: string; readonly source: string; readonly outcome: string }
    | { readonly kind: 'delay'; readonly timer: string; readonly ms: number }
    | ({ readonly kind: 'route'; readonly allowed: boolean } & Route)
  );

export interface Path {
  /** The kind of borrower, by its name in the model. */
  readonly input: string;
  readonly starts: Reached;
  readonly steps: readonly PathStep[];
}

export interface PathOptions {
  /** A walk breaks off after so many steps, so that one that fails is still readable. */
  readonly longest?: number;
  /** Walks the machines that the flow invokes together with it. */
  readonly isWhole?: boolean;
  /** What is to be proven, of all that walking an edge proves. */
  readonly isWanted?: (proof: string) => boolean;
}

const LONGEST = 100;

const SHOWS = /^shows /;

/** What proves only that a screen has been seen is for those who see. */
const isNoScreen = (proof: string): boolean => !SHOWS.test(proof);

/** On the screen it is proven that each screen is seen, and all that the models say; not each transition that looks alike. */
export const isSeenOnScreen = (proof: string): boolean => SHOWS.test(proof) || /(^|: )expects (?!route )/.test(proof);

/** A path as sentences, one per step. */
export const sentencesOf = ({ input, starts, steps }: Path): string[] => [
  `For "${input}" the flow starts in ${describeState(starts.leadsTo)}`,
  ...steps.map((step) => {
    const refused = step.kind === 'route' && !step.allowed ? ', in vain' : '';
    return `${describeTrigger(step)}${refused} -> ${describeState(step.leadsTo)}`;
  }),
];

/** A walk under way: the state that was really reached, which the node only stands for. */
interface Walk {
  readonly start: Start;
  readonly steps: PathStep[];
  state: SimulatedState;
  node: Node;
  /** The edge that was meant to be reached when the walk led elsewhere than foreseen. */
  missed?: Edge | undefined;
}

/** Paths that together take every transition that can be taken, try every outcome, and start every kind of borrower. */
export function pathsOf(
  model: FlowModel,
  { longest = LONGEST, isWhole = false, isWanted = isNoScreen }: PathOptions = {},
): Path[] {
  const explored = explore(model, { isWhole });
  const open = new Set(
    [...explored.nodes.values()].flatMap(({ edges }) => edges.flatMap(({ proves }) => proves)).filter(isWanted),
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
        noticed: noticedAtStart(model, start.input, start.node.state),
      },
      steps,
    });

  while (open.size > 0) {
    // Kinds of borrower that have not been walked yet go first, so that each walk begins with as much news as possible.
    const [route, start] = nearest(waiting.size > 0 ? [...waiting] : explored.starts, open);
    if (start === undefined) {
      if (waiting.size === 0) throw new Error(`Never reached: ${[...open].join(', ')}`);
      for (const each of waiting) end(begin(each));
      continue;
    }
    const walk = begin(start);
    let way: readonly Edge[] = route;
    while (way.length > 0 && walk.steps.length < longest && go(explored, walk, way, open)) {
      way = nearest([walk], open)[0];
    }
    end(walk);
    const missed = walk.missed?.proves.some((proof) => open.has(proof)) === true ? walk.missed : undefined;
    if (missed !== undefined) end(exactly(explored, missed, begin, open));
  }
  for (const start of waiting) end(begin(start));
  return paths;
}

/**
 * The shortest way from any of these nodes to an edge that proves something new, and from which node it leads. Edges
 * after which nothing can happen come last, since they end the walk.
 */
function nearest<From extends { readonly node: Node }>(
  from: readonly From[],
  open: ReadonlySet<string>,
): [readonly Edge[], From | undefined] {
  const isNew = ({ proves }: Edge) => proves.some((proof) => open.has(proof));
  const goingOn = search(from, (edge) => isNew(edge) && edge.to.edges.length > 0);
  return goingOn[1] === undefined ? search(from, isNew) : goingOn;
}

function search<From extends { readonly node: Node }>(
  from: readonly From[],
  isWanted: (edge: Edge) => boolean,
): [readonly Edge[], From | undefined] {
  const seen = new Map<Node, { edge?: Edge; before?: Node; from: From }>();
  for (const each of from) if (!seen.has(each.node)) seen.set(each.node, { from: each });
  for (const [node, trace] of seen) {
    const edge = node.edges.find(isWanted);
    if (edge !== undefined) return [[...traceBack(seen, node), edge], trace.from];
    for (const next of node.edges) {
      if (!seen.has(next.to)) seen.set(next.to, { edge: next, before: node, from: trace.from });
    }
  }
  return [[], undefined];
}

function traceBack(seen: ReadonlyMap<Node, { edge?: Edge; before?: Node }>, to: Node): Edge[] {
  const edges: Edge[] = [];
  for (let at = seen.get(to); at?.edge && at.before; at = seen.get(at.before)) edges.unshift(at.edge);
  return edges;
}

/**
 * Goes along a way. Says no where it led elsewhere than foreseen: two contexts with the same facts may differ in what
 * comes of the next event, and then the exploration's own way to that edge has to be walked.
 */
function go({ model, simulator, nodes }: Exploration, walk: Walk, way: readonly Edge[], open: Set<string>): boolean {
  for (const edge of way) {
    const { trigger, simulated: foreseen, proves, to } = edge;
    const simulated = simulator.next(walk.state, trigger);
    const id = identityOf(model, simulated.state);
    const isForeseen = id === to.id && String(simulated.takes) === String(foreseen.takes);
    // What is noticed is that of the state which was really reached: the facts may tell less apart than a person reads.
    const at = simulator.locate(walk.state, trigger.at ?? []);
    const expectation = expectationFor(at.simulator.model, at.state, trigger);
    walk.steps.push(stepOf(walk.state, { ...edge, simulated, expectation }, model, at.simulator.model.machine.id));
    for (const proof of isForeseen ? proves : simulated.takes) open.delete(proof);
    walk.state = simulated.state;
    walk.node = nodes.get(id) ?? walk.node;
    if (!isForeseen) {
      walk.missed = way.at(-1);
      return false;
    }
  }
  return true;
}

/** The walk by which an edge was first found, which holds for exactly the contexts that were met on it. */
function exactly(explored: Exploration, last: Edge, begin: (start: Start) => Walk, open: Set<string>): Walk {
  const from = [...explored.nodes.values()].find(({ edges }) => edges.includes(last));
  const way = [last];
  let at = from;
  for (; at?.via !== undefined; at = at.via.from) way.unshift(at.via.edge);
  const start = explored.starts.find(({ node }) => node === at);
  if (start === undefined) throw new Error(`No start leads to ${describeTrigger(last.trigger)}`);
  const walk = begin(start);
  if (!go(explored, walk, way, open))
    throw new Error(`The machine does not repeat itself: ${describeTrigger(last.trigger)}`);
  return walk;
}

function stepOf(
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
    noticed: noticedOf(model, simulated, flow, expectation),
  };
  if (trigger.kind !== 'route') return { ...trigger, ...reached };
  const moved = JSON.stringify(before.snapshot.value) !== JSON.stringify(after.snapshot.value);
  return { ...trigger, allowed: moved || takes.some((name) => name.endsWith('(allowed)')), ...reached };
}
