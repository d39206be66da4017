/** Rules for every machine. Each finding is a sentence that says how to fix the problem. */
import type { AnyActorLogic, AnyMachineSnapshot, AnyStateMachine, AnyStateNode } from 'xstate';
import { formatGuard, getStateName, findRoutes } from 'xstate-workbench/model/keys';
import { getEffects } from '#machines/kit/effect.ts';
import type { FlowModel } from 'xstate-workbench/model';
import {
  findActor,
  builtInAction,
  combinedGuard,
  getExplicitId,
  handlesRoutes,
  hasExplicitId,
  getImplementations,
  findMachine,
  listNodes,
  getRoute,
  listTransitions,
} from 'xstate-workbench/model/xstate-internals';
import { type Edge, type Node, explore, formatTrail } from 'xstate-workbench/model/explore';
import { describeEvent, describeState, describeTrigger } from 'xstate-workbench/model/sentences';

/** Actions that only assign, raise, emit, or communicate with other actors. */
const HARMLESS = ['assign', 'raise', 'emit', 'cancel', 'sendTo', 'enqueueActions', 'spawnChild', 'stopChild'];
const EMPTY_WORDS = /^(step\d*|loading|success|error|idle|done|start)$/i;

export const checkMachine = (machine: AnyStateMachine): string[] => [
  ...listNodes(machine).flatMap((node) => [
    ...checkInvokes(machine, node),
    ...checkScreen(node),
    ...checkGuards(node),
    ...checkActions(node),
    ...(node.parent === undefined ? [] : [...checkDescription(node), ...checkName(node)]),
  ]),
  ...Object.entries(getImplementations(machine).actions).flatMap(([name, action]) =>
    isHarmless(action)
      ? []
      : [`Action ${name} is a plain function: actions assign, raise or emit; an effect is an actor`],
  ),
];

function checkInvokes(machine: AnyStateMachine, node: AnyStateNode): string[] {
  const where = getStateName(node);
  return node.invoke.flatMap((invoke, index) => {
    const { id, src, onDone, onError } = invoke;
    const logic = findActor(machine, src);
    const isInFlight = logic !== undefined && getEffects(logic).length > 0;
    return [
      ...(hasExplicitId(node, invoke, index) ? [] : [`${where} invokes an actor without an id`]),
      ...(onDone === undefined && canEnd(machine, src)
        ? [`${where} has no transition for the end of ${id}: add onDone`]
        : []),
      ...(onError === undefined ? [`${where} has no transition for a failure of ${id}: add onError`] : []),
      ...(isInFlight ? checkInFlight(machine, node) : []),
    ];
  });
}

/** Returns true if an actor can complete. A machine without a top-level final state runs as long as it is invoked. */
function canEnd(machine: AnyStateMachine, src: string | AnyActorLogic): boolean {
  const invoked = typeof src === 'string' ? findMachine(machine, src) : undefined;
  return invoked === undefined || Object.values(invoked.root.states).some(({ type }) => type === 'final');
}

function checkInFlight(machine: AnyStateMachine, node: AnyStateNode): string[] {
  const around = upwards(node);
  const where = getStateName(node);
  // A background look-up does not block the person, who can leave at any time.
  if (node.tags.includes('background')) return [];
  const isBusy = around.some(({ tags }) => tags.includes('busy'));
  const swallows = around.some(handlesRoutes);
  return [
    ...(isBusy ? [] : [`${where} waits for an answer and has no tag "busy"`]),
    ...(swallows || findRoutes(machine).length === 0
      ? []
      : [`${where} can be left by Back while it waits: add on: { 'xstate.route': {} }`]),
  ];
}

const upwards = (node: AnyStateNode): AnyStateNode[] => [node, ...(node.parent ? upwards(node.parent) : [])];

function checkScreen(node: AnyStateNode): string[] {
  const meta: unknown = node.meta;
  const has = (name: string) =>
    typeof meta === 'object' && meta !== null && typeof Reflect.get(meta, name) === 'string';
  const isScreen = getRoute(node) !== undefined || has('path');
  if (!isScreen) return [];
  const lacks = [
    ...(getExplicitId(node) === undefined ? ['an id'] : []),
    ...['path', 'title'].filter((name) => !has(name)).map((name) => `meta.${name}`),
  ];
  return lacks.length === 0 ? [] : [`${getStateName(node)} is a screen and lacks ${lacks.join(' and ')}`];
}

function checkDescription(node: AnyStateNode): string[] {
  const { description } = node;
  const where = getStateName(node);
  if (description === undefined || description.trim() === '') return [`${where} has no description`];
  return description.includes('\n') ? [`${where} has a description of more than one line`] : [];
}

/**
 * Returns true for the states of the kit's resource machine, which may have technical names. A flow's states describe
 * the situation.
 */
const isKit = ({ parent }: AnyStateNode) =>
  parent !== undefined && 'showing' in parent.states && 'couldNotLoad' in parent.states;

const checkName = (node: AnyStateNode): string[] =>
  EMPTY_WORDS.test(node.key) && !isKit(node)
    ? [`${getStateName(node)} does not describe the borrower's situation: rename it`]
    : [];

function checkGuards(node: AnyStateNode): string[] {
  const guards: unknown[] = [...listTransitions(node).map(({ guard }) => guard), getRoute(node)?.guard];
  return [...new Set(guards.filter((guard) => guard !== undefined).flatMap(guardNames))].flatMap((name) => {
    if (name === 'inline') return [`${getStateName(node)} has a guard without a name`];
    return /^(is|has|can)[A-Z]/.test(name)
      ? []
      : [`Guard ${name} in ${getStateName(node)} is not named isX, hasX or canX`];
  });
}

const guardNames = (guard: unknown): string[] =>
  combinedGuard(guard)?.guards.flatMap(guardNames) ?? [formatGuard(guard).replace(/\(.*$/, '')];

function checkActions(node: AnyStateNode): string[] {
  const actions: unknown[] = [...node.entry, ...node.exit, ...listTransitions(node).flatMap((each) => each.actions)];
  const inline = actions.some((action) => typeof action === 'function' && !isHarmless(action));
  return inline ? [`${getStateName(node)} has an unnamed action other than assign, raise and emit`] : [];
}

const isHarmless = (action: unknown): boolean => HARMLESS.includes(builtInAction(action)?.type ?? '');

/** State that a flow can reach, and the shortest path to it in words. */
export interface Reached {
  readonly snapshot: AnyMachineSnapshot;
  readonly way: readonly string[];
}

export const reachable = (model: FlowModel): Reached[] =>
  [...explore(model).nodes.values()].map((node) => ({ snapshot: node.state.snapshot, way: formatTrail(node) }));

export const formatState = ({ state }: Node): string => describeState(state.snapshot.value);

/** Returns the paths on which a machine stops with an error. */
export const breakdowns = (model: FlowModel): string[] =>
  reachable(model)
    .filter(({ snapshot }) => snapshot.status === 'error')
    .map(({ snapshot, way }) => `${way.join('\n  ')}\n  stops the machine: ${String(snapshot.error)}`);

/** Returns the events of a model that no state handles. */
export function idleEvents(model: FlowModel): string[] {
  const edges = [...explore(model).nodes.values()].flatMap((node) => node.edges);
  const used = new Set(edges.flatMap(({ trigger }) => (trigger.kind === 'event' ? [trigger.event] : [])));
  return model.events
    .filter(({ event, isElsewhere }) => !isElsewhere && !used.has(event))
    .map(({ event }) => `No state handles ${describeEvent(event)}`);
}

/** Returns the starts of a flow, each in words. */
function findStarts(model: FlowModel): Map<Node, readonly string[]> {
  const ways = new Map<Node, readonly string[]>();
  for (const { input, node } of explore(model).starts) {
    if (!ways.has(node)) ways.set(node, [`For "${input}" the flow starts in ${formatState(node)}`]);
  }
  return ways;
}

/**
 * Returns a path, in words, to a state that avoids certain edges, or undefined if every path needs one. `from` has the
 * states in which the path can begin, with the ways to them; the starts of the flow by default.
 */
export function wayWithout(
  model: FlowModel,
  isGoal: (node: Node) => boolean,
  isNeeded: (edge: Edge, from: Node) => boolean,
  from: ReadonlyMap<Node, readonly string[]> = findStarts(model),
): readonly string[] | undefined {
  const ways = new Map(from);
  for (const [node, way] of ways) {
    if (isGoal(node)) return way;
    for (const edge of node.edges.filter((each) => !isNeeded(each, node) && !ways.has(each.to))) {
      ways.set(edge.to, [...way, `${describeTrigger(edge.trigger)} -> ${formatState(edge.to)}`]);
    }
  }
  return undefined;
}
