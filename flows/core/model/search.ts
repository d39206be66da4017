/** Searches for paths in the exploration of a flow. */
import { isIn, toReachedState } from './expectations.ts';
import type { Edge, Exploration, Node, Start } from './explore.ts';
import type { Claim, FlowModel } from './model.ts';
import { describeState, describeTrigger } from './sentences.ts';
import type { Simulated, Trigger } from './simulator.ts';

/** A start of the flow, or a step in it. */
export type PathStep = { readonly trigger?: Trigger; readonly simulated: Simulated; readonly to: Node };

type StepCondition = (step: PathStep) => boolean;

export interface FoundPath {
  readonly start: Start;
  readonly edges: readonly Edge[];
}

export const toFirstStep = ({ simulated, node }: Start): PathStep => ({ simulated, to: node });

/** Returns all steps of a path; the first one is its start. */
export const listSteps = ({ start, edges }: FoundPath): readonly PathStep[] => [toFirstStep(start), ...edges];

/** Returns the node to which a path leads. */
export const getEnd = ({ start, edges }: FoundPath): Node => edges.at(-1)?.to ?? start.node;

/** Returns a path in words, one sentence per step. */
export const formatPath = ({ start, edges }: FoundPath): string[] => [
  `For "${start.input}" the flow starts in ${describeState(start.node.state.snapshot.value)}`,
  ...edges.map(({ trigger, to }) => `${describeTrigger(trigger)} -> ${describeState(to.state.snapshot.value)}`),
];

const always = () => true;

/** Returns a shortest path that ends with a sought step and has allowed steps only. */
export function findPath(
  { starts }: Exploration,
  isSought: StepCondition,
  isAllowed: StepCondition = always,
): FoundPath | undefined {
  const paths = starts
    .map((start): FoundPath => ({ start, edges: [] }))
    .filter((path) => listSteps(path).every(isAllowed));
  return paths.find((path) => listSteps(path).some(isSought)) ?? continuePath(paths, isSought, isAllowed);
}

/** Returns a shortest continuation of any of the paths, by allowed edges, that ends with a sought one. */
export function continuePath(
  paths: readonly FoundPath[],
  isSought: (edge: Edge) => boolean,
  isAllowed: (edge: Edge) => boolean = always,
): FoundPath | undefined {
  const seen = new Map<
    Node,
    { readonly path: FoundPath; readonly via?: { readonly from: Node; readonly edge: Edge } }
  >();
  for (const path of paths) if (!seen.has(getEnd(path))) seen.set(getEnd(path), { path });
  // A map visits the nodes that are added during the loop.
  for (const [from, { path }] of seen) {
    for (const edge of from.edges) {
      if (!isAllowed(edge)) continue;
      if (isSought(edge)) {
        const edges = [edge];
        for (let via = seen.get(from)?.via; via !== undefined; via = seen.get(via.from)?.via) edges.unshift(via.edge);
        return { ...path, edges: [...path.edges, ...edges] };
      }
      if (!seen.has(edge.to)) seen.set(edge.to, { path, via: { from, edge } });
    }
  }
  return undefined;
}

/** Returns the path by which a node was first found. */
export function getPathTo({ starts }: Exploration, node: Node): FoundPath {
  const edges: Edge[] = [];
  let first = node;
  for (; first.via !== undefined; first = first.via.from) edges.unshift(first.via.edge);
  const start = starts.find((each) => each.node === first);
  if (start === undefined) throw new Error('A state has no path from a start');
  return { start, edges };
}

/** Returns the nodes from which a sought step can follow, by allowed steps. */
export function findNodesBefore(
  { nodes }: Exploration,
  isSought: StepCondition,
  isAllowed: StepCondition = always,
): ReadonlySet<Node> {
  const before = new Map<Node, Node[]>();
  const found = new Set<Node>();
  for (const node of nodes.values()) {
    for (const edge of node.edges.filter(isAllowed)) {
      if (isSought(edge)) found.add(node);
      const others = before.get(edge.to) ?? [];
      others.push(node);
      before.set(edge.to, others);
    }
  }
  for (const node of found) for (const each of before.get(node) ?? []) found.add(each);
  return found;
}

/** Returns whether a flow has ended, or is in a state that its model or the tag `completed` marks as its finish. */
export const isFinished = ({ finish = [] }: FlowModel, { state: { snapshot } }: Node): boolean =>
  snapshot.status === 'done' || snapshot.hasTag('completed') || finish.some((path) => isIn(snapshot, path));

/** Returns the nodes from which a flow cannot be finished. A machine that has stopped with an error is none of them. */
export function findUnfinishable(explored: Exploration): Node[] {
  const { model, nodes } = explored;
  const before = findNodesBefore(explored, ({ to }) => isFinished(model, to));
  return [...nodes.values()].filter(
    (node) => node.state.snapshot.status === 'active' && !isFinished(model, node) && !before.has(node),
  );
}

/** Returns whether a step starts an actor. */
export const startsActor = ({ simulated }: PathStep, id: string): boolean => Object.hasOwn(simulated.effects.calls, id);

/** Returns a path on which a claim does not hold. */
export function findCounterexample(explored: Exploration, claim: Claim<unknown>): FoundPath | undefined {
  if ('never' in claim) return findPath(explored, ({ to }) => claim.never(toReachedState(to.state)));
  if ('reaching' in claim) {
    return findPath(
      explored,
      ({ to }) => claim.reaching(toReachedState(to.state)),
      ({ trigger }) => trigger === undefined || !claim.needs(trigger),
    );
  }
  const isCall = (step: PathStep) => startsActor(step, claim.callsOnce);
  const before = findNodesBefore(explored, isCall);
  const first = findPath(explored, (step) => isCall(step) && before.has(step.to));
  return first && continuePath([first], isCall);
}
