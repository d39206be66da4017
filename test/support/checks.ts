/** What must hold of every chart, whatever it is about. Each finding is a sentence that says how to put it right. */
import { type AnyMachineSnapshot, type AnyStateMachine, type AnyStateNode, StateMachine } from 'xstate';
import { guardLabel, nameOf, nodesOf, routesOf, transitionsOf } from '#flows/keys.ts';
import { effectsOf } from '#machines/kit/effect.ts';
import type { FlowModel } from '#machines/kit/model.ts';
import { type Place, type Step, explore, trailOf } from './explore.ts';
import { saysCause, saysState } from './sentences.ts';

/** Actions that only assign, raise, emit, or speak to another actor. */
const HARMLESS = ['assign', 'raise', 'emit', 'cancel', 'sendTo', 'enqueueActions', 'spawnChild', 'stopChild'];
const EMPTY_WORDS = /^(step\d*|loading|success|error|idle|done|start)$/i;

export const checkChart = (machine: AnyStateMachine): string[] => [
  ...nodesOf(machine).flatMap((node) => [
    ...checkInvokes(machine, node),
    ...checkScreen(node),
    ...checkGuards(node),
    ...checkActions(node),
    ...(node.parent === undefined ? [] : [...checkDescription(node), ...checkName(node)]),
  ]),
  ...Object.entries(machine.implementations.actions).flatMap(([name, action]) =>
    isHarmless(action)
      ? []
      : [`Action ${name} is a plain function: actions assign, raise or emit; an effect is an actor`],
  ),
];

function checkInvokes(machine: AnyStateMachine, node: AnyStateNode): string[] {
  const where = nameOf(node);
  return node.invoke.flatMap(({ id, src, onDone, onError }, index) => {
    const given = typeof src === 'string' ? machine.implementations.actors[src] : undefined;
    const logic = given !== undefined && 'src' in given ? given.src : given;
    const isInFlight = logic !== undefined && !(logic instanceof StateMachine) && effectsOf(logic).length > 0;
    const isNamed = id !== `${index}.${node.id}`;
    return [
      ...(isNamed ? [] : [`${where} invokes an actor without an id`]),
      ...(onDone === undefined ? [`${where} does not say what follows when ${id} is done: give it onDone`] : []),
      ...(onError === undefined ? [`${where} has no way out when ${id} fails: give it onError`] : []),
      ...(isInFlight ? checkInFlight(machine, node) : []),
    ];
  });
}

function checkInFlight(machine: AnyStateMachine, node: AnyStateNode): string[] {
  const around = upwards(node);
  const where = nameOf(node);
  // A look-up beside what the person types holds nobody up, and may be left at any time.
  if (node.tags.includes('background')) return [];
  const isBusy = around.some(({ tags }) => tags.includes('busy'));
  // The root's own handler is the library's, and is the very one that has to be kept out.
  const swallows = around.some((each) => each.parent !== undefined && each.transitions.has('xstate.route'));
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
  const isScreen = node.config.route !== undefined || has('path');
  if (!isScreen) return [];
  const lacks = [
    ...(node.config.id === undefined ? ['an id'] : []),
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

/** The kit's chart of a page that loads and shows may call its states so; a flow's states say what is true. */
const isKit = ({ parent }: AnyStateNode) =>
  parent !== undefined && 'showing' in parent.states && 'couldNotLoad' in parent.states;

const checkName = (node: AnyStateNode): string[] =>
  EMPTY_WORDS.test(node.key) && !isKit(node)
    ? [`${nameOf(node)} does not say what is true for the borrower: give it a name that does`]
    : [];

function checkGuards(node: AnyStateNode): string[] {
  const guards: unknown[] = [...transitionsOf(node).map(({ guard }) => guard), node.config.route?.guard];
  return [...new Set(guards.filter((guard) => guard !== undefined).flatMap(guardNames))].flatMap((name) => {
    if (name === 'inline') return [`${nameOf(node)} has a guard without a name`];
    return /^(is|has|can)[A-Z]/.test(name) ? [] : [`Guard ${name} in ${nameOf(node)} is not named isX, hasX or canX`];
  });
}

function guardNames(guard: unknown): string[] {
  if (typeof guard === 'function' && 'guards' in guard && Array.isArray(guard.guards))
    return guard.guards.flatMap(guardNames);
  return [guardLabel(guard).replace(/\(.*$/, '')];
}

function checkActions(node: AnyStateNode): string[] {
  const actions: unknown[] = [...node.entry, ...node.exit, ...transitionsOf(node).flatMap((each) => each.actions)];
  const inline = actions.some((action) => typeof action === 'function' && !isHarmless(action));
  return inline ? [`${nameOf(node)} has an action without a name that is neither assign, raise nor emit`] : [];
}

const isHarmless = (action: unknown): boolean =>
  typeof action === 'function' && 'type' in action && HARMLESS.includes(String(action.type).replace('xstate.', ''));

/** A state that a flow can reach, and the shortest way there in words. */
export interface Reached {
  readonly snapshot: AnyMachineSnapshot;
  readonly way: readonly string[];
}

export const reachable = (model: FlowModel): Reached[] =>
  [...explore(model).places.values()].map((place) => ({ snapshot: place.moment.snapshot, way: trailOf(place) }));

const stateOf = ({ moment }: Place) => saysState(moment.snapshot.value);

/** The states that nothing leads out of, ends apart: whatever happens there, the borrower stays where they are. */
export function deadEnds(model: FlowModel): string[] {
  const places = [...explore(model).places.values()].filter(({ moment }) => moment.snapshot.status === 'active');
  const left = new Set(places.filter((place) => place.steps.some(({ to }) => stateOf(to) !== stateOf(place))));
  for (let before = -1; before < left.size;) {
    before = left.size;
    for (const place of places) if (place.steps.some(({ to }) => left.has(to))) left.add(place);
  }
  const stuck = new Map(places.filter((place) => !left.has(place)).map((place) => [stateOf(place), place]));
  return [...stuck].map(
    ([state, place]) =>
      `${state} has no way out after\n  ${trailOf(place).join('\n  ')}\n  Give the chart a way, or the model the event that puts it right.`,
  );
}

/** The ways in which a chart stops in error. */
export const breakdowns = (model: FlowModel): string[] =>
  reachable(model)
    .filter(({ snapshot }) => snapshot.status === 'error')
    .map(({ snapshot, way }) => `${way.join('\n  ')}\n  stops the chart: ${String(snapshot.error)}`);

/** Entries of a model that no state of its flow takes note of. */
export function idleEvents(model: FlowModel): string[] {
  const steps = [...explore(model).places.values()].flatMap((place) => place.steps);
  const used = new Set(steps.flatMap(({ cause }) => (cause.kind === 'event' ? [cause.event] : [])));
  return model.events
    .filter(({ event }) => !used.has(event))
    .map(({ event }) => `Nothing ever comes of ${saysCause({ kind: 'event', event })}`);
}

/**
 * A way to a state that does without a step, in words, or nothing if every way needs one: no way to *paid* without
 * accepted terms is `wayWithout(model, isPaid, (step) => step.takes.includes(...)) === undefined`.
 */
export function wayWithout(
  model: FlowModel,
  isGoal: (snapshot: AnyMachineSnapshot) => boolean,
  isNeeded: (step: Step) => boolean,
): string[] | undefined {
  const ways = new Map<Place, string[]>();
  for (const { input, place } of explore(model).starts) {
    if (!ways.has(place))
      ways.set(place, [`For "${input}" the flow starts in ${saysState(place.moment.snapshot.value)}`]);
  }
  for (const [place, way] of ways) {
    if (isGoal(place.moment.snapshot)) return way;
    for (const step of place.steps.filter((each) => !isNeeded(each) && !ways.has(each.to))) {
      ways.set(step.to, [...way, `${saysCause(step.cause)} -> ${saysState(step.to.moment.snapshot.value)}`]);
    }
  }
  return undefined;
}
