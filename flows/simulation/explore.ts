/** All states that a flow can reach, and every step between them, found by trying all that can happen in each. */
import { type AdjacencyMap, adjacencyMapToArray, getAdjacencyMap } from 'xstate/graph';
import type { FlowModel } from '#machines/kit/model.ts';
import { type Expectation, expectationFor, expectedOfDeliveries } from './expectations.ts';
import { describeState, describeTrigger, describeWhole, foldRegions } from './sentences.ts';
import { type Simulated, type SimulatedState, type Trigger, Simulator, factsOf, identityOf } from './simulator.ts';
import {
  type SimulatorEvent,
  type SimulatorLogic,
  type SimulatorSnapshot,
  createSimulatorLogic,
} from './simulator-logic.ts';

type Writable<T> = { -readonly [K in keyof T]: T[K] };

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
  isSought: (state: SimulatedState) => boolean,
  { isWhole = false, limit = LIMIT }: ExploreOptions = {},
): { readonly node: Node; readonly starts: readonly Start[] } | undefined {
  const before = (isWhole ? explored.whole : explored.alone).get(model);
  const { nodes, starts } = before ?? exploreAnew(model, { isWhole, limit }, isSought);
  const node = [...nodes.values()].find(({ state }) => isSought(state));
  return node && { node, starts };
}

/**
 * Explores until a state is found that is sought; everything, where none is. `getAdjacencyMap` goes breadth first from the
 * moment before any borrower starts the flow, and tries in each new state what `events` says.
 */
function exploreAnew(
  model: FlowModel,
  { isWhole, limit }: Required<ExploreOptions>,
  isSought: (state: SimulatedState) => boolean = () => false,
): Exploration {
  const simulator = new Simulator(model, isWhole);
  const logic = createSimulatorLogic(simulator);
  const ids = new WeakMap<SimulatorSnapshot, string>();
  const ways = new WeakMap<SimulatorSnapshot, { from: SimulatorSnapshot; event: SimulatorEvent }>();
  const states: SimulatedState[] = [];
  let isFound = false;

  /** Computed once for each snapshot: it is asked for again when the edges are made. */
  const serializeState = (snapshot: SimulatorSnapshot): string => {
    const { simulated } = snapshot;
    const id = ids.get(snapshot) ?? (simulated === undefined ? '' : identityOf(model, simulated.state));
    ids.set(snapshot, id);
    return id;
  };

  const transition: SimulatorLogic['transition'] = (from, event, scope) => {
    try {
      const next = logic.transition(from, event, scope);
      ways.set(next, { from, event });
      isFound ||= next.simulated !== undefined && isSought(next.simulated.state);
      return next;
    } catch (thrown) {
      if (event.type === 'start') throw thrown;
      const way = [...wayTo(from), describeTrigger(event.trigger)].join('\n  ');
      throw new Error(`The machine breaks (${String(thrown)}) after\n  ${way}`, { cause: thrown });
    }
  };

  /** How a snapshot was first reached, in words. */
  function wayTo(snapshot: SimulatorSnapshot): string[] {
    const way = ways.get(snapshot);
    if (way === undefined || snapshot.simulated === undefined) return [];
    const at = describeState(snapshot.simulated.state.snapshot.value);
    if (way.event.type === 'start') return [`The flow starts in ${at}`];
    return [...wayTo(way.from), `${describeTrigger(way.event.trigger)} -> ${at}`];
  }

  /** All that is worth trying; asked once for each new state. */
  function events({ simulated }: SimulatorSnapshot): SimulatorEvent[] {
    if (simulated === undefined) return Object.keys(model.inputs).map((input) => ({ type: 'start', input }));
    const { state: from } = simulated;
    // The limit of `getAdjacencyMap` counts edges, and its error does not say what there is too much of.
    if (states.length >= limit) throw new Error(explosion(model, states, limit));
    states.push(from);
    // Nothing else ends `getAdjacencyMap`: `stopWhen` ends the way on from one state.
    if (isFound) return [];
    return simulator.triggers(from).flatMap((trigger): SimulatorEvent[] => {
      const { simulator: at, state } = simulator.locate(from, trigger.at ?? []);
      const expectation = expectationFor(at.model, state, trigger);
      // What no state knows and nobody expects is not worth trying.
      const isTried = expectation !== undefined || simulator.accepts(from, trigger);
      return isTried ? [{ type: 'trigger', trigger, expectation }] : [];
    });
  }

  let serialized = 0;
  const map = getAdjacencyMap(
    { ...logic, transition },
    {
      events,
      serializeState,
      // Two events may differ in what JSON does not show, as the content of a file.
      serializeEvent: () => `event ${(serialized += 1)}`,
    },
  );
  return { model, simulator, ...graphOf(map, serializeState, isWhole) };
}

/** The nodes and edges of an adjacency map, in the order in which they were found. */
function graphOf(
  map: AdjacencyMap<SimulatorSnapshot, SimulatorEvent>,
  serializeState: (snapshot: SimulatorSnapshot) => string,
  isWhole: boolean,
): Pick<Exploration, 'starts' | 'nodes'> {
  const nodes = new Map<string, Writable<Node>>();
  for (const [id, { state }] of Object.entries(map)) {
    if (state.simulated !== undefined) nodes.set(id, { id, state: state.simulated.state, edges: [] });
  }
  const starts: Start[] = [];
  const reached = new Set<Node>();
  for (const { state, event, nextState } of adjacencyMapToArray(map)) {
    const { simulated } = nextState;
    const from = nodes.get(serializeState(state));
    const to = nodes.get(serializeState(nextState));
    if (simulated === undefined || to === undefined) throw new Error('A step leads to no state');
    if (event.type === 'start') starts.push({ input: event.input, simulated, node: to });
    else if (from !== undefined) {
      const { trigger, expectation } = event;
      const { takes } = simulated;
      if (takes.length === 0 && to === from && expectation === undefined) continue;
      const edge: Edge = {
        trigger,
        simulated,
        expectation,
        proves: [
          ...proofsOf(trigger, takes, expectation),
          ...(isWhole ? [...deliveryProofs(simulated), ...screenProof(simulated.state)] : []),
        ],
        to,
      };
      if (!reached.has(to)) to.via = { from, edge };
      from.edges.push(edge);
    }
    reached.add(to);
  }
  return { starts, nodes };
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
function explosion(model: FlowModel, states: readonly SimulatedState[], limit: number): string {
  const facts = states.map(({ snapshot }) => factsOf(model, snapshot));
  const names = [
    ...new Set(facts.flatMap((each) => (typeof each === 'object' && each !== null ? Object.keys(each) : []))),
  ];
  const values = (name: string) => new Set(facts.map((each) => JSON.stringify(Reflect.get(Object(each), name)))).size;
  const counted = names.map((name) => ({ name, count: values(name) })).sort((a, b) => b.count - a.count);
  const widest = counted.slice(0, 5).map(({ name, count }) => `${name} has ${count} values`);
  return [
    `The flow "${model.machine.id}" has more than ${limit} states for the generator.`,
    `Its facts tell too much apart: ${widest.join(', ') || 'they are no object'}.`,
    'Name in `facts` only what guards ask, as yes or no where they ask yes or no.',
  ].join(' ');
}
