/** Rules for every machine. Each finding is a sentence that says how to fix the problem. */
import type { AnyActorLogic, AnyMachineSnapshot, AnyStateMachine, AnyStateNode } from 'xstate';
import { guardLabel, nameOf, routesOf } from 'xstate-workbench/model/keys';
import { effectsOf } from '#machines/kit/effect.ts';
import type { FlowModel } from 'xstate-workbench/model';
import {
  actorOf,
  builtInAction,
  combinedGuard,
  givenIdOf,
  handlesRoutes,
  hasGivenId,
  implementationsOf,
  machineOf,
  nodesOf,
  routeOf,
  transitionsOf,
} from 'xstate-workbench/model/xstate-internals';
import { type Edge, type Node, explore, trailOf } from 'xstate-workbench/model/explore';
import { describeEvent, describeState, describeTrigger } from 'xstate-workbench/model/sentences';

/** Actions that only assign, raise, emit, or communicate with other actors. */
const HARMLESS = ['assign', 'raise', 'emit', 'cancel', 'sendTo', 'enqueueActions', 'spawnChild', 'stopChild'];
const EMPTY_WORDS = /^(step\d*|loading|success|error|idle|done|start)$/i;

export const checkMachine = (machine: AnyStateMachine): string[] => [
  ...nodesOf(machine).flatMap((node) => [
    ...checkInvokes(machine, node),
    ...checkScreen(node),
    ...checkGuards(node),
    ...checkActions(node),
    ...(node.parent === undefined ? [] : [...checkDescription(node), ...checkName(node)]),
  ]),
  ...Object.entries(implementationsOf(machine).actions).flatMap(([name, action]) =>
    isHarmless(action)
      ? []
      : [`Action ${name} is a plain function: actions assign, raise or emit; an effect is an actor`],
  ),
];

function checkInvokes(machine: AnyStateMachine, node: AnyStateNode): string[] {
  const where = nameOf(node);
  return node.invoke.flatMap((invoke, index) => {
    const { id, src, onDone, onError } = invoke;
    const logic = actorOf(machine, src);
    const isInFlight = logic !== undefined && effectsOf(logic).length > 0;
    return [
      ...(hasGivenId(node, invoke, index) ? [] : [`${where} invokes an actor without an id`]),
      ...(onDone === undefined && canEnd(machine, src)
        ? [`${where} does not say what follows when ${id} is done: give it onDone`]
        : []),
      ...(onError === undefined ? [`${where} has no way out when ${id} fails: give it onError`] : []),
      ...(isInFlight ? checkInFlight(machine, node) : []),
    ];
  });
}

/** Returns true if an actor can complete. A machine without a top-level final state runs as long as it is invoked. */
function canEnd(machine: AnyStateMachine, src: string | AnyActorLogic): boolean {
  const invoked = typeof src === 'string' ? machineOf(machine, src) : undefined;
  return invoked === undefined || Object.values(invoked.root.states).some(({ type }) => type === 'final');
}

function checkInFlight(machine: AnyStateMachine, node: AnyStateNode): string[] {
  const around = upwards(node);
  const where = nameOf(node);
  // A background look-up does not block the person, who can leave at any time.
  if (node.tags.includes('background')) return [];
  const isBusy = around.some(({ tags }) => tags.includes('busy'));
  const swallows = around.some(handlesRoutes);
  return [
    ...(isBusy ? [] : [`${where} waits for an answer and has no tag "busy"`]),
    ...(swallows || routesOf(machine).length === 0
      ? []
      : [`${where} can be left by Back while it waits: give it on: { 'xstate.route': {} }`]),
  ];
}

const upwards = (node: AnyStateNode): AnyStateNode[] => [node, ...(node.parent ? upwards(node.parent) : [])];

function checkScreen(node: AnyStateNode): string[] {
  const meta: unknown = node.meta;
  const has = (name: string) =>
    typeof meta === 'object' && meta !== null && typeof Reflect.get(meta, name) === 'string';
  const isScreen = routeOf(node) !== undefined || has('path');
  if (!isScreen) return [];
  const lacks = [
    ...(givenIdOf(node) === undefined ? ['an id'] : []),
    ...['path', 'title'].filter((name) => !has(name)).map((name) => `meta.${name}`),
  ];
  return lacks.length === 0 ? [] : [`${nameOf(node)} is a screen and lacks ${lacks.join(' and ')}`];
}

function checkDescription(node: AnyStateNode): string[] {
  const { description } = node;
  const where = nameOf(node);
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
    ? [`${nameOf(node)} does not say what is true for the borrower: give it a name that does`]
    : [];

function checkGuards(node: AnyStateNode): string[] {
  const guards: unknown[] = [...transitionsOf(node).map(({ guard }) => guard), routeOf(node)?.guard];
  return [...new Set(guards.filter((guard) => guard !== undefined).flatMap(guardNames))].flatMap((name) => {
    if (name === 'inline') return [`${nameOf(node)} has a guard without a name`];
    return /^(is|has|can)[A-Z]/.test(name) ? [] : [`Guard ${name} in ${nameOf(node)} is not named isX, hasX or canX`];
  });
}

const guardNames = (guard: unknown): string[] =>
  combinedGuard(guard)?.guards.flatMap(guardNames) ?? [guardLabel(guard).replace(/\(.*$/, '')];

function checkActions(node: AnyStateNode): string[] {
  const actions: unknown[] = [...node.entry, ...node.exit, ...transitionsOf(node).flatMap((each) => each.actions)];
  const inline = actions.some((action) => typeof action === 'function' && !isHarmless(action));
  return inline ? [`${nameOf(node)} has an action without a name that is neither assign, raise nor emit`] : [];
}

const isHarmless = (action: unknown): boolean => HARMLESS.includes(builtInAction(action)?.type ?? '');

/** State that a flow can reach, and the shortest path to it in words. */
export interface Reached {
  readonly snapshot: AnyMachineSnapshot;
  readonly way: readonly string[];
}

export const reachable = (model: FlowModel): Reached[] =>
  [...explore(model).nodes.values()].map((node) => ({ snapshot: node.state.snapshot, way: trailOf(node) }));

export const stateOf = ({ state }: Node): string => describeState(state.snapshot.value);

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
    .map(({ event }) => `Nothing ever comes of ${describeEvent(event)}`);
}

/** Returns the starts of a flow, each in words. */
function startsOf(model: FlowModel): Map<Node, readonly string[]> {
  const ways = new Map<Node, readonly string[]>();
  for (const { input, node } of explore(model).starts) {
    if (!ways.has(node)) ways.set(node, [`For "${input}" the flow starts in ${stateOf(node)}`]);
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
  from: ReadonlyMap<Node, readonly string[]> = startsOf(model),
): readonly string[] | undefined {
  const ways = new Map(from);
  for (const [node, way] of ways) {
    if (isGoal(node)) return way;
    for (const edge of node.edges.filter((each) => !isNeeded(each, node) && !ways.has(each.to))) {
      ways.set(edge.to, [...way, `${describeTrigger(edge.trigger)} -> ${stateOf(edge.to)}`]);
    }
  }
  return undefined;
}
