/** Explores all reachable states of a flow, and all steps between them, by trying every trigger in every state. */
import { type AdjacencyMap, adjacencyMapToArray, getAdjacencyMap } from 'xstate/graph';
import type { FlowModel } from './model.ts';
import { type Expectation, findExpectation, expectedOfDeliveries } from './expectations.ts';
import { describeState, describeTrigger, describeWhole, foldRegions } from './sentences.ts';
import { type Simulated, type SimulatedState, type Trigger, Simulator, computeFacts } from './simulator.ts';
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
  /** Edge by which the node was first found; undefined for a start. */
  readonly via?: { readonly from: Node; readonly edge: Edge };
  readonly edges: Edge[];
}

export interface Edge {
  readonly trigger: Trigger;
  readonly simulated: Simulated;
  /** Expectation of the model, if any. */
  readonly expectation: Expectation | undefined;
  /**
   * Proofs that walking this edge provides: the transitions, the actors' outcomes that caused them, and the
   * expectation.
   */
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
  /** Also simulates the machines that the flow invokes. */
  readonly isWhole?: boolean;
  /** Maximum number of states; more mean that the model's facts are too specific. */
  readonly limit?: number;
}

const LIMIT = 5_000;

const explored = { alone: new WeakMap<FlowModel, Exploration>(), whole: new WeakMap<FlowModel, Exploration>() };

/**
 * Explores a flow as far as it works. `onProblem` receives the steps in which the machine throws an error, and a note if
 * the flow has more states than the limit.
 */
export const exploreWorking = (
  model: FlowModel,
  onProblem: (problem: string) => void,
  { isWhole = false, limit = LIMIT }: ExploreOptions = {},
): Exploration => exploreAnew(model, { isWhole, limit }, undefined, undefined, false, onProblem);

/** Explores a flow. The result is cached per model. */
export function explore(model: FlowModel, { isWhole = false, limit = LIMIT }: ExploreOptions = {}): Exploration {
  const memory = isWhole ? explored.whole : explored.alone;
  const before = memory.get(model);
  if (before !== undefined) return before;
  const made = exploreAnew(model, { isWhole, limit });
  memory.set(model, made);
  return made;
}

export interface FindOptions extends ExploreOptions {
  /** Returns false for triggers to leave out. */
  readonly isAllowed?: (trigger: Trigger) => boolean;
  /** Whether a step in which the machine throws an error is left out, as for a mutant. */
  readonly skipsErrors?: boolean;
}

/**
 * Returns the first state that `isSought` accepts, and the exploration up to that point, since a story needs only one
 * of hundreds of states. Returns undefined if the flow cannot reach one.
 */
export function findNode(
  model: FlowModel,
  isSought: (state: SimulatedState) => boolean,
  { isWhole = false, limit = LIMIT, isAllowed, skipsErrors }: FindOptions = {},
): { readonly node: Node; readonly starts: readonly Start[] } | undefined {
  const before = isAllowed === undefined ? (isWhole ? explored.whole : explored.alone).get(model) : undefined;
  const { nodes, starts } =
    before ?? exploreAnew(model, { isWhole, limit }, (simulated) => isSought(simulated.state), isAllowed, skipsErrors);
  const node = [...nodes.values()].find(({ state }) => isSought(state));
  return node && { node, starts };
}

/** Tries the steps of a flow until `isEnough` returns true for one, or all of them. */
export function trySteps(
  model: FlowModel,
  isEnough: (simulated: Simulated) => boolean,
  { isWhole = false, limit = LIMIT }: ExploreOptions = {},
): void {
  const before = (isWhole ? explored.whole : explored.alone).get(model);
  if (before === undefined) searchSteps(model, { isWhole, limit }, isEnough);
  else listSteps(before).some(isEnough);
}

const listSteps = ({ starts, nodes }: Exploration): Simulated[] =>
  [...starts, ...[...nodes.values()].flatMap(({ edges }) => edges)].map(({ simulated }) => simulated);

/**
 * Explores until a matching step is found, or completely. `getAdjacencyMap` searches breadth first, starting before
 * the flow's start, and tries the triggers that `events` returns for each new state.
 */
function searchSteps(
  model: FlowModel,
  { isWhole, limit }: Required<ExploreOptions>,
  isSought: (simulated: Simulated) => boolean = () => false,
  isAllowed: (trigger: Trigger) => boolean = () => true,
  skipsErrors = false,
  onProblem?: (problem: string) => void,
) {
  const simulator = new Simulator(model, isWhole);
  const logic = createSimulatorLogic(simulator);
  const ids = new WeakMap<SimulatorSnapshot, string>();
  const ways = new WeakMap<SimulatorSnapshot, { from: SimulatorSnapshot; event: SimulatorEvent }>();
  const states: SimulatedState[] = [];
  const broken = new WeakSet<SimulatorEvent>();
  let isFound = false;

  /** Cached per snapshot, because it is needed again for the edges. */
  const serializeState = (snapshot: SimulatorSnapshot): string => {
    const { simulated } = snapshot;
    const id = ids.get(snapshot) ?? (simulated === undefined ? '' : simulator.getIdentity(simulated.state));
    ids.set(snapshot, id);
    return id;
  };

  const transition: SimulatorLogic['transition'] = (from, event, scope) => {
    try {
      const next = logic.transition(from, event, scope);
      ways.set(next, { from, event });
      isFound ||= next.simulated !== undefined && isSought(next.simulated);
      return next;
    } catch (thrown) {
      if (event.type === 'start') {
        if (onProblem === undefined) throw thrown;
        onProblem(String(thrown));
        return from;
      }
      if (skipsErrors) return from;
      const way = [...formatPathTo(from), describeTrigger(event.trigger)].join('\n  ');
      if (onProblem !== undefined) {
        onProblem(`${way}: ${String(thrown)}`);
        broken.add(event);
        return from;
      }
      throw new Error(`The machine breaks (${String(thrown)}) after\n  ${way}`, { cause: thrown });
    }
  };

  /** Returns the first path to a snapshot, in words. */
  function formatPathTo(snapshot: SimulatorSnapshot): string[] {
    const way = ways.get(snapshot);
    if (way === undefined || snapshot.simulated === undefined) return [];
    const at = describeState(snapshot.simulated.state.snapshot.value);
    if (way.event.type === 'start') return [`The flow starts in ${at}`];
    return [...formatPathTo(way.from), `${describeTrigger(way.event.trigger)} -> ${at}`];
  }

  /** Returns all triggers to try; called once for each new state. */
  function events({ simulated }: SimulatorSnapshot): SimulatorEvent[] {
    if (simulated === undefined) return Object.keys(model.inputs).map((input) => ({ type: 'start', input }));
    const { state: from } = simulated;
    // The limit of `getAdjacencyMap` counts edges, and its error does not name the facts responsible.
    if (states.length >= limit) {
      if (onProblem === undefined) throw new Error(explainLimit(model, states, { isWhole, limit }));
      if (states.length === limit) onProblem(`More than ${limit} states: the rest is left out`);
      states.push(from);
      return [];
    }
    states.push(from);
    // No option ends `getAdjacencyMap` early: `stopWhen` only stops it from continuing beyond one state.
    if (isFound) return [];
    return simulator.triggers(from).flatMap((trigger): SimulatorEvent[] => {
      if (!isAllowed(trigger)) return [];
      const { simulator: at, state } = simulator.locate(from, trigger.at ?? []);
      const expectation = findExpectation(at.model, state, trigger);
      // A trigger that no state handles and no case expects is not tried.
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
      // Two events can differ in data that JSON does not show, such as the content of a file.
      serializeEvent: () => `event ${(serialized += 1)}`,
    },
  );
  return { map, serializeState, simulator, broken };
}

function exploreAnew(
  model: FlowModel,
  options: Required<ExploreOptions>,
  isSought?: (simulated: Simulated) => boolean,
  isAllowed?: (trigger: Trigger) => boolean,
  skipsErrors?: boolean,
  onProblem?: (problem: string) => void,
): Exploration {
  const { map, serializeState, simulator, broken } = searchSteps(
    model,
    options,
    isSought,
    isAllowed,
    skipsErrors,
    onProblem,
  );
  return { model, simulator, ...buildGraph(map, serializeState, options.isWhole, broken) };
}

/** Returns the nodes and edges of an adjacency map, in the order of discovery. */
function buildGraph(
  map: AdjacencyMap<SimulatorSnapshot, SimulatorEvent>,
  serializeState: (snapshot: SimulatorSnapshot) => string,
  isWhole: boolean,
  broken: WeakSet<SimulatorEvent>,
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
    // A step in which the machine throws an error leads nowhere.
    if (broken.has(event)) continue;
    if (event.type === 'start' && simulated === undefined) continue;
    if (simulated === undefined || to === undefined) throw new Error('A step has no next state');
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
          ...listProofs(trigger, takes, expectation),
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

/** Returns the proof for a visible screen. A flow that has ended shows none. */
const screenProof = (state: SimulatedState): string[] =>
  state.snapshot.status === 'active' ? [`shows ${foldRegions(describeWhole(state))}`] : [];

/** Returns the proofs for the models' expectations about events and answers between machines. */
const deliveryProofs = (simulated: Simulated): string[] =>
  expectedOfDeliveries(simulated).map(({ flow, found }) => `${flow}: expects ${found.id}`);

function listProofs(
  trigger: Trigger,
  takes: readonly string[],
  expectation: Expectation | undefined,
): readonly string[] {
  const prefix = trigger.at === undefined ? '' : `${trigger.at.join(' > ')}: `;
  const names = takes.map((name) => `${prefix}${name}`);
  const expected = expectation === undefined ? [] : [`${prefix}expects ${expectation.id}`];
  if (trigger.kind !== 'outcome') return [...names, ...expected];
  const { id, outcome } = trigger;
  const outcomes = (names.length > 0 ? names : [`${prefix}${id}`]).map((name) => `${name}, by "${outcome}"`);
  return [...names, ...outcomes, ...expected];
}

/** Returns the shortest path to a node, in words. */
export function formatTrail({ via, state }: Node): string[] {
  const at = describeState(state.snapshot.value);
  if (via === undefined) return [`The flow starts in ${at}`];
  return [...formatTrail(via.from), `${describeTrigger(via.edge.trigger)} -> ${at}`];
}

/** Returns an error message that names the facts with the most values. */
function explainLimit(
  model: FlowModel,
  states: readonly SimulatedState[],
  { isWhole, limit }: Required<ExploreOptions>,
): string {
  const facts = states.map(({ snapshot }) => computeFacts(model, snapshot, isWhole));
  const names = [
    ...new Set(facts.flatMap((each) => (typeof each === 'object' && each !== null ? Object.keys(each) : []))),
  ];
  const values = (name: string) => new Set(facts.map((each) => JSON.stringify(Reflect.get(Object(each), name)))).size;
  const counted = names.map((name) => ({ name, count: values(name) })).sort((a, b) => b.count - a.count);
  const widest = counted.slice(0, 5).map(({ name, count }) => `${name} has ${count} values`);
  return [
    `The flow "${model.machine.id}" has more than ${limit} states for the generator.`,
    `Its facts distinguish too many states: ${widest.join(', ') || 'they are not an object'}.`,
    'List in `facts` only the values that guards read, as booleans if a guard only reads a condition.',
  ].join(' ');
}
