/**
 * Liveness checks: a flow can be finished from every state, and a submission leads to an answer of the server. A flow
 * that goes round in circles fails, even if it can be left.
 */
import type { AnyStateMachine } from 'xstate';
import type { FlowModel } from 'xstate-workbench/model';
import { isIn } from 'xstate-workbench/model/expectations';
import { type Node, explore, formatTrail } from 'xstate-workbench/model/explore';
import {
  type PathStep,
  continuePath,
  findUnfinishable,
  formatPath,
  getEnd,
  getPathTo,
  isFinished,
} from 'xstate-workbench/model/search';
import { describeTrigger } from 'xstate-workbench/model/sentences';
import type { SimulatedState, Trigger } from 'xstate-workbench/model/simulator';
import { formatState } from './checks.ts';

/** Yields the states from which a flow cannot be finished, and the errors in the finish that its model names. */
export function* unfinished(model: FlowModel): Generator<string> {
  const { finish = [], endless, claims } = model;
  const explored = explore(model);
  const nodes = [...explored.nodes.values()];
  for (const path of finish) {
    if (!nodes.some(({ state }) => isIn(state.snapshot, path))) yield `The flow never reaches its finish ${path}`;
  }
  const isEnding = nodes.some((node) => isFinished(model, node));
  if (endless !== undefined) {
    if (isEnding) yield 'The model declares the flow endless, but it ends: name its states in finish';
    if (claims[endless] === undefined)
      yield `The flow never ends, and the model has no claim "${endless}" in its place`;
    return;
  }
  if (!isEnding) {
    yield 'The model names no finish: name its states in finish';
    return;
  }
  const unable = findUnfinishable(explored);
  for (const [state, node] of new Map(unable.toReversed().map((each) => [formatState(each), each]))) {
    yield `${state} cannot be finished after\n  ${formatTrail(node).join('\n  ')}\n  Add a transition to the machine, or the missing event to the model.`;
  }
}

/** The ends of a submission. */
const ENDS = ['accepted', 'neverArrived', 'refused'];

const isSubmission = (machine: AnyStateMachine): boolean =>
  ENDS.every((name) => machine.root.states[name]?.type === 'final');

/** Yields the final states of a submission that are not among its ends. */
export function* otherEnds({ machine }: FlowModel): Generator<string> {
  if (!isSubmission(machine)) return;
  for (const { key, type } of Object.values(machine.root.states)) {
    if (type === 'final' && !ENDS.includes(key)) yield `A submission ends in ${key}`;
  }
}

/** Returns the source names of the submissions that a machine invokes. */
const submissionsIn = ({ children = {} }: FlowModel): string[] =>
  Object.entries(children).flatMap(([source, { machine }]) => (isSubmission(machine) ? [source] : []));

/**
 * Yields the paths on which a flow is finished although a submission that it began has no answer: accepted, refused or
 * never arrived. A submission that stops in error has none, so the flow has to ask again.
 */
export function* forgottenSubmissions(model: FlowModel): Generator<string> {
  const explored = explore(model);
  for (const source of submissionsIn(model)) {
    const endsIt = ({ trigger }: PathStep) =>
      trigger?.kind === 'outcome' &&
      trigger.source === source &&
      'answers' in (model.outcomes[source]?.[trigger.outcome] ?? {});
    const underWay = [...explored.nodes.values()]
      .filter(({ state }) => isUnderWay(state, source))
      .map((node) => getPathTo(explored, node));
    const path =
      underWay.find((each) => isFinished(model, getEnd(each))) ??
      continuePath(
        underWay,
        ({ to }) => isFinished(model, to),
        (step) => !endsIt(step),
      );
    if (path !== undefined)
      yield `${source} has no answer when the flow is finished:\n  ${formatPath(path).join('\n  ')}`;
  }
}

const isUnderWay = ({ waiting }: SimulatedState, source: string): boolean =>
  waiting.some((each) => each.source === source);

/** A submission under way in a flow that is walked with the machines that it invokes. */
interface UnderWay {
  readonly at: readonly string[];
  readonly source: string;
}

/** Returns whether a submission has its key. Before that, nothing was sent. */
const hasKey = ({ snapshot }: SimulatedState): boolean =>
  typeof Reflect.get(Object(snapshot.context), 'idempotencyKey') === 'string';

/** Returns the submissions under way, at any depth. */
function submissionsUnderWay(model: FlowModel, state: SimulatedState, at: readonly string[] = []): UnderWay[] {
  const submissions = submissionsIn(model);
  return state.waiting.flatMap(({ id, source }) => {
    const child = state.children[id];
    const known = model.children?.[source];
    if (child === undefined || known === undefined) return [];
    if (submissions.includes(source)) return hasKey(child) ? [{ at, source }] : [];
    return submissionsUnderWay(known, child, [...at, id]);
  });
}

const isSame = (a: UnderWay, b: UnderWay): boolean =>
  a.source === b.source && a.at.length === b.at.length && a.at.every((id, index) => id === b.at[index]);

/**
 * Returns the steps that stop a submission in flight, at any depth, before its answer has arrived. A machine that stops
 * in error also stops its submission; its model has a case for that.
 */
export function abandonedSubmissions(model: FlowModel): string[] {
  const { nodes, simulator } = explore(model, { isWhole: true });
  /** Machines that are walked answer by themselves: only their stops are triggers. */
  const isStop = ({ state }: Node, trigger: Trigger): boolean =>
    trigger.kind === 'outcome' &&
    simulator.locate(state, trigger.at ?? []).simulator.model.children?.[trigger.source] !== undefined;
  return [...nodes.values()].flatMap((node) => {
    const before = submissionsUnderWay(model, node.state);
    if (before.length === 0) return [];
    return node.edges.flatMap(({ trigger, simulated }) => {
      if (isStop(node, trigger)) return [];
      const after = [...submissionsUnderWay(model, simulated.state), ...simulated.answered];
      const gone = before.filter((each) => !after.some((other) => isSame(each, other)));
      return gone.map(
        ({ source }) =>
          `${source} is stopped without an answer:\n  ${[...formatTrail(node), describeTrigger(trigger)].join('\n  ')}`,
      );
    });
  });
}
