/** All states that a flow can reach, and every step between them, found by trying all that can happen in each. */
import type { FlowModel } from '#machines/kit/model.ts';
import { type Expectation, expectationFor, expectedOfDeliveries } from './expectations.ts';
import { describeState, describeTrigger, describeWhole, foldRegions } from './sentences.ts';
import { type Simulated, type SimulatedState, type Trigger, Simulator, factsOf, identityOf } from './simulator.ts';

export interface Node {
  readonly id: string;
  readonly state: SimulatedState;
  /** The edge by which it was first found; none where a flow starts. */
  readonly via?: { readonly from: Node; readonly edge: Edge };
  readonly edges: Edge[];
}

export interface Edge {
  readonly trigger: Trigger;
  /** What happened. */
  readonly simulated: Simulated;
  /** What the model says of it; nothing where it says nothing. */
  readonly expectation: Expectation | undefined;
  /** What walking this edge proves: the transitions, each outcome of an actor by which they were taken, the expectation. */
  readonly proves: readonly string[];
  readonly to: Node;
}

export interface Start {
  readonly input: string;
  readonly simulated: Simulated;
  readonly node: Node;
}

export interface Exploration {
  readonly model: FlowModel;
  readonly simulator: Simulator;
  readonly starts: readonly Start[];
  readonly nodes: ReadonlyMap<string, Node>;
}

export interface ExploreOptions {
  /** Simulates the machines that the flow invokes together with it. */
  readonly isWhole?: boolean;
  /** More states than this are a model whose facts tell too much apart. */
  readonly limit?: number;
}

const LIMIT = 5_000;

const explored = { alone: new WeakMap<FlowModel, Exploration>(), whole: new WeakMap<FlowModel, Exploration>() };

/** Explores a flow once; the same model gives the same exploration. */
export function explore(model: FlowModel, { isWhole = false, limit = LIMIT }: ExploreOptions = {}): Exploration {
  const memory = isWhole ? explored.whole : explored.alone;
  const before = memory.get(model);
  if (before !== undefined) return before;
  const made = exploreAnew(model, { isWhole, limit });
  memory.set(model, made);
  return made;
}

/**
 * The first state that is found for which `isSought` says yes, and as much of the exploration as it took: a story needs one
 * state of hundreds. Nothing where the flow cannot reach one.
 */
export function findNode(
  model: FlowModel,
  isSought: (node: Node) => boolean,
  { isWhole = false, limit = LIMIT }: ExploreOptions = {},
): { readonly node: Node; readonly starts: readonly Start[] } | undefined {
  const before = (isWhole ? explored.whole : explored.alone).get(model);
  const { nodes, starts } = before ?? exploreAnew(model, { isWhole, limit }, isSought);
  const node = [...nodes.values()].find(isSought);
  return node && { node, starts };
}

/** Explores until a state is found that is sought; everything, where none is. */
function exploreAnew(
  model: FlowModel,
  { isWhole, limit }: Required<ExploreOptions>,
  isSought: (node: Node) => boolean = () => false,
): Exploration {
  let isFound = false;
  const simulator = new Simulator(model, isWhole);
  const nodes = new Map<string, Node>();
  const queue: Node[] = [];

  function nodeOf(state: SimulatedState, via?: Node['via']): Node {
    const id = identityOf(model, state);
    const found = nodes.get(id);
    if (found !== undefined) return found;
    if (nodes.size >= limit) throw new Error(explosion(model, [...nodes.values()], limit));
    const node: Node = { id, state, edges: [], ...(via && { via }) };
    nodes.set(id, node);
    queue.push(node);
    isFound ||= isSought(node);
    return node;
  }

  const starts = Object.keys(model.inputs).map((input): Start => {
    const simulated = simulator.start(input);
    return { input, simulated, node: nodeOf(simulated.state) };
  });

  for (let from = queue.shift(); from !== undefined && !isFound; from = queue.shift()) {
    for (const trigger of simulator.triggers(from.state)) {
      const { simulator: at, state } = simulator.locate(from.state, trigger.at ?? []);
      const expectation = expectationFor(at.model, state, trigger);
      // What no state knows and nobody expects is not worth trying.
      if (expectation === undefined && !simulator.accepts(from.state, trigger)) continue;
      const simulated = tryTrigger(simulator, from, trigger);
      const { takes } = simulated;
      const changes = takes.length > 0 || identityOf(model, simulated.state) !== from.id;
      if (!changes && expectation === undefined) continue;
      const edge: { -readonly [K in keyof Edge]: Edge[K] } = {
        trigger,
        simulated,
        expectation,
        proves: [
          ...proofsOf(trigger, takes, expectation),
          ...(isWhole ? [...deliveryProofs(simulated), ...screenProof(simulated.state)] : []),
        ],
        to: from,
      };
      edge.to = nodeOf(simulated.state, { from, edge });
      from.edges.push(edge);
    }
  }
  return { model, simulator, starts, nodes };
}

function tryTrigger(simulator: Simulator, from: Node, trigger: Trigger): Simulated {
  try {
    return simulator.next(from.state, trigger);
  } catch (thrown) {
    const way = [...trailOf(from), describeTrigger(trigger)].join('\n  ');
    throw new Error(`The machine breaks (${String(thrown)}) after\n  ${way}`, { cause: thrown });
  }
}

/** That a screen has been seen. A flow that has ended shows nothing any more. */
const screenProof = (state: SimulatedState): string[] =>
  state.snapshot.status === 'active' ? [`shows ${foldRegions(describeWhole(state))}`] : [];

/** What the models say of what machines have told and answered each other. */
const deliveryProofs = (simulated: Simulated): string[] =>
  expectedOfDeliveries(simulated).map(({ flow, found }) => `${flow}: expects ${found.id}`);

function proofsOf(trigger: Trigger, takes: readonly string[], expectation: Expectation | undefined): readonly string[] {
  const prefix = trigger.at === undefined ? '' : `${trigger.at.join(' > ')}: `;
  const names = takes.map((name) => `${prefix}${name}`);
  const expected = expectation === undefined ? [] : [`${prefix}expects ${expectation.id}`];
  if (trigger.kind !== 'outcome') return [...names, ...expected];
  const { id, outcome } = trigger;
  const outcomes = (names.length > 0 ? names : [`${prefix}${id}`]).map((name) => `${name}, by "${outcome}"`);
  return [...names, ...outcomes, ...expected];
}

/** The shortest way to a node, in words. */
export function trailOf({ via, state }: Node): string[] {
  const at = describeState(state.snapshot.value);
  if (via === undefined) return [`The flow starts in ${at}`];
  return [...trailOf(via.from), `${describeTrigger(via.edge.trigger)} -> ${at}`];
}

/** Says which facts tell so many states apart. */
function explosion(model: FlowModel, nodes: readonly Node[], limit: number): string {
  const facts = nodes.map(({ state }) => factsOf(model, state.snapshot));
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
