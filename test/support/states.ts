/** The states of a flow that have stories, and the shortest path to each. */
import type { AnyStateMachine, StateValue } from 'xstate';
import type { FlowModel } from 'xstate-workbench/model';
import { explore, findNode } from 'xstate-workbench/model/explore';
import { describeWhole, foldRegions } from 'xstate-workbench/model/sentences';
import type { SimulatedState, Trigger } from 'xstate-workbench/model/simulator';

/** Returns a state in words, including the invoked machines; parallel regions form one state. */
function shown(state: SimulatedState): string {
  const text = texts.get(state) ?? foldRegions(describeWhole(state));
  texts.set(state, text);
  return text;
}

/** The texts of explored states, because each story of a flow searches all of them. */
const texts = new WeakMap<SimulatedState, string>();

/**
 * Returns the positions of the active states in the definition of their machine, followed by those of its invoked
 * machines.
 */
function findPositions({ snapshot, children }: SimulatedState): readonly number[] {
  const positionsIn = (states: AnyStateMachine['states'], value: StateValue): readonly number[] =>
    Object.entries(typeof value === 'string' ? { [value]: {} } : value).flatMap(([name, below]) => [
      Object.keys(states).indexOf(name),
      ...(below === undefined ? [] : positionsIn(states[name]?.states ?? {}, below)),
    ]);
  return [...positionsIn(snapshot.machine.states, snapshot.value), ...Object.values(children).flatMap(findPositions)];
}

function comparePositions(a: readonly number[], b: readonly number[]): number {
  const differs = a.findIndex((position, index) => position !== b[index]);
  return differs < 0 ? a.length - b.length : (a[differs] ?? 0) - (b[differs] ?? -1);
}

/**
 * Returns the reachable states of a flow in words (`reviewing.readingTerms`), in the order of their definitions. Final
 * states of the flow are left out, because they show no screen.
 */
export function listStates(model: FlowModel): string[] {
  const nodes = [...explore(model, { isWhole: true }).nodes.values()]
    .filter(({ state }) => state.snapshot.status === 'active')
    .map((node) => ({ node, positions: findPositions(node.state) }))
    .toSorted((a, b) => comparePositions(a.positions, b.positions));
  return [...new Set(nodes.map(({ node }) => shown(node.state)))];
}

/** Path to a state: the kind of borrower with whom the flow starts, and the triggers. */
export interface Way {
  readonly input: string;
  readonly triggers: readonly Trigger[];
}

/** Returns the shortest path to a state. */
export function shortestWay(model: FlowModel, state: string): Way {
  const found = findNode(model, (reached) => shown(reached) === state, { isWhole: true });
  if (found === undefined) throw new Error(`${model.machine.id} cannot reach ${state}`);
  const triggers: Trigger[] = [];
  let at = found.node;
  for (; at.via !== undefined; at = at.via.from) triggers.unshift(at.via.edge.trigger);
  const start = found.starts.find((each) => each.node === at);
  return { input: start?.input ?? '', triggers };
}
