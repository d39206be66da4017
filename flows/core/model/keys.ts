/**
 * The keys of a machine's transitions. Diagrams, paths, coverage and a model's list of unreachable transitions use the
 * same keys: `reviewing -> terms.accepted [isComplete]`.
 */
import {
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyStateNode,
  type AnyTransitionDefinition,
  pathToStateValue,
} from 'xstate';
import {
  getActiveNodes,
  findAlternatives,
  formatCause,
  parseCause,
  combinedGuard,
  listEventTransitions,
  getExplicitId,
  getRequiredState,
  listNodes,
  getRoute,
  listTransitions,
} from './xstate-internals.ts';

const ANYWHERE = 'anywhere';

/** A state by its path, or `anywhere` for the machine as a whole. */
export function getStateName({ path }: AnyStateNode): string {
  const name = path.join('.');
  return name === ANYWHERE ? `${name} (state)` : name || ANYWHERE;
}

/** A guard by its name, combined guards in words. */
export function formatGuard(guard: unknown): string {
  if (typeof guard === 'string') return guard;
  if (typeof guard === 'object' && guard !== null && 'type' in guard) {
    const params: unknown = 'params' in guard ? guard.params : undefined;
    const given = typeof params === 'object' && params !== null ? Object.values(params).map(String).join(', ') : '';
    return `${String(guard.type)}${given === '' ? '' : `(${given})`}`;
  }
  const required = getRequiredState(guard);
  if (required !== undefined) return `in ${typeof required === 'string' ? required : JSON.stringify(required)}`;
  const combined = combinedGuard(guard);
  // A function that was written inline has the name of its property.
  if (combined === undefined)
    return typeof guard === 'function' && !['', 'guard'].includes(guard.name) ? guard.name : 'inline';
  const labels = combined.guards.map((operand) => {
    const isNested = ['and', 'or'].includes(combinedGuard(operand)?.operator ?? '');
    return isNested ? `(${formatGuard(operand)})` : formatGuard(operand);
  });
  return combined.operator === 'not' ? `not ${labels.join()}` : labels.join(` ${combined.operator} `);
}

/** Returns the condition of a transition: its guard, or `otherwise` if the guards before it must have refused. */
export function formatCondition(transition: AnyTransitionDefinition): string | undefined {
  if (transition.guard !== undefined) return formatGuard(transition.guard);
  return findAlternatives(transition).indexOf(transition) > 0 ? 'otherwise' : undefined;
}

const keys = new WeakMap<AnyStateNode, ReadonlyMap<AnyTransitionDefinition, string>>();

function getKeys(node: AnyStateNode): ReadonlyMap<AnyTransitionDefinition, string> {
  const known = keys.get(node);
  if (known !== undefined) return known;
  const made = new Map<AnyTransitionDefinition, string>();
  const times = new Map<string, number>();
  for (const transition of listTransitions(node)) {
    const condition = formatCondition(transition);
    const key = `${getStateName(node)} -> ${formatCause(transition)}${condition === undefined ? '' : ` [${condition}]`}`;
    const time = (times.get(key) ?? 0) + 1;
    times.set(key, time);
    made.set(transition, time === 1 ? key : `${key} (${time})`);
  }
  keys.set(node, made);
  return made;
}

/** The name of a transition; undefined for routes, which are named by {@link findRouteKey}. */
export const getTransitionKey = (transition: AnyTransitionDefinition): string | undefined =>
  getKeys(transition.source).get(transition);

/**
 * Returns the transitions whose guard can refuse an event without an alternative transition. Coverage counts these
 * refusals too.
 */
export const findLoneGuards = (node: AnyStateNode): AnyTransitionDefinition[] =>
  listEventTransitions(node).flatMap((alternatives) => {
    const last = alternatives.at(-1);
    return last?.guard === undefined || parseCause(last).kind === 'route' ? [] : [last];
  });

/** Returns the key of a guard's refusal: `reviewing -> submit.pressed [isComplete] (refused)`. */
export const formatRefusalKey = (transition: AnyTransitionDefinition): string =>
  `${getTransitionKey(transition) ?? ''} (refused)`;

/** Returns false for the key of a refusal, and of a request for an address that was refused or ignored. */
export const isEffective = (key: string): boolean => !/\((?:refused|swallowed)\)$/.test(key);

/** Returns true for a state itself, and for an ancestor of it. */
export const isWithin = (node: AnyStateNode, ancestor: AnyStateNode): boolean =>
  node === ancestor || (node.parent !== undefined && isWithin(node.parent, ancestor));

/**
 * Returns the keys of the refusals due to which an event had no effect in a state, given the transitions that it
 * caused.
 */
export function findRefusalKeys(
  before: AnyMachineSnapshot,
  event: AnyEventObject,
  taken: readonly AnyTransitionDefinition[],
): string[] {
  return getActiveNodes(before)
    .filter((node) => !taken.some(({ source, eventType }) => eventType !== '' && isWithin(source, node)))
    .flatMap((node) => findLoneGuards(node).filter(({ eventType }) => eventType === event.type))
    .map(formatRefusalKey);
}

/** The names of all transitions of a machine, without its routes. */
export const listTransitionKeys = (machine: AnyStateMachine): string[] =>
  listNodes(machine).flatMap((node) => [...getKeys(node).values()]);

/** The result of a request for an address: the screen appeared, its guard refused, or the state ignored the request. */
export type RouteAnswer = 'allowed' | 'refused' | 'swallowed';

export const routeKey = (from: string, to: string, answer: RouteAnswer): string =>
  `${from} -> route to ${to} (${answer})`;

const routed = (node: AnyStateNode) => getRoute(node) !== undefined && getExplicitId(node) !== undefined;

/** Returns the screens with an address. Each can be requested, and from each the others can be. */
export const findRoutes = (machine: AnyStateMachine): AnyStateNode[] => listNodes(machine).filter(routed);

/** Returns the current screen: the deepest active state with an address. */
export const findRoutedScreen = (snapshot: AnyMachineSnapshot): AnyStateNode | undefined =>
  findRoutes(snapshot.machine)
    .filter((node) => snapshot.matches(pathToStateValue(node.path)))
    .sort((a, b) => b.path.length - a.path.length || b.order - a.order)[0];

/**
 * Returns the coverage key of a request for an address, given the state of the request and the transitions that it
 * caused.
 */
export function findRouteKey(
  before: AnyMachineSnapshot,
  event: AnyEventObject,
  taken: readonly AnyTransitionDefinition[],
): string | undefined {
  const screen = findRoutedScreen(before);
  const target = findRoutes(before.machine).find(({ id }) => event.to === `#${id}`);
  if (event.type !== 'xstate.route' || screen === undefined || target === undefined) return undefined;
  const moved = taken.some((transition) => transition.target !== undefined || transition.actions.length > 0);
  return routeKey(
    getStateName(screen),
    getStateName(target),
    moved ? 'allowed' : taken.length > 0 ? 'swallowed' : 'refused',
  );
}
