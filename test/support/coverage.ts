/**
 * Coverage of a flow. Its keys are the transitions of the machine, and one key for each screen, route and result of a
 * request.
 */
import type { AnyStateMachine } from 'xstate';
import { fingerprint } from '#flows/fingerprint.ts';
import {
  type RouteAnswer,
  findLoneGuards,
  getStateName,
  formatRefusalKey,
  routeKey,
  findRoutes,
  listTransitionKeys,
} from 'xstate-workbench/model/keys';
import type { FlowModel } from 'xstate-workbench/model';
import { listActors, isMachine, listNodes, getRoute } from 'xstate-workbench/model/xstate-internals';
import { expectationsOnScreen } from 'xstate-workbench/model/expectations';
import { explore } from 'xstate-workbench/model/explore';

/** Levels at which the same paths are walked. */
export const LEVELS = {
  1: 'the machine alone',
  2: 'the views in a browser',
  3: 'the portal with its server',
} as const;
export type Level = keyof typeof LEVELS;

/** Coverage of one machine in one run, stored as JSON. */
export interface Taken {
  readonly flow: string;
  readonly level: Level;
  /** Fingerprint that identifies the version of the machine. */
  readonly machine: string;
  readonly taken: readonly string[];
}

export interface Measure {
  readonly flow: string;
  readonly expected: readonly string[];
  readonly taken: ReadonlySet<string>;
  /** Keys that no walk took and no exception excludes. */
  readonly open: readonly string[];
  /** Keys that the model lists as unreachable, with the reason. */
  readonly excused: ReadonlyMap<string, string>;
  /** Errors in the model's list of unreachable transitions. */
  readonly wrong: readonly string[];
}

const VERDICTS: readonly RouteAnswer[] = ['allowed', 'refused', 'swallowed'];

/** A guarded route must be allowed in some state and refused in some state. */
const ANYWHERE = 'anywhere';

function routeKeys(model: FlowModel): string[] {
  const routes = findRoutes(model.machine);
  if (routes.length === 0) return [];
  const seen = new Set(
    [...explore(model).nodes.values()].flatMap(({ edges }) => edges.flatMap(({ simulated }) => simulated.takes)),
  );
  const pairs = routes
    .filter(({ type }) => type !== 'final')
    .flatMap((screen) =>
      routes.flatMap((target) => {
        const keys = VERDICTS.map((answer) => routeKey(getStateName(screen), getStateName(target), answer));
        const possible = keys.filter((key) => seen.has(key));
        // A screen that is never reached has no results; its first key then reports it as missing.
        return possible.length > 0 ? possible : keys.slice(0, 1);
      }),
    );
  const guarded = routes
    .filter((node) => getRoute(node)?.guard !== undefined)
    .flatMap((node) =>
      (['allowed', 'refused'] as const).map((answer) => routeKey(ANYWHERE, getStateName(node), answer)),
    );
  return [...pairs, ...guarded];
}

/** Returns all keys of a flow: its transitions, the refusals of lone guards, and its routes. */
export const expectedKeys = (model: FlowModel): string[] => [
  ...listTransitionKeys(model.machine),
  ...listNodes(model.machine).flatMap((node) => findLoneGuards(node).map(formatRefusalKey)),
  ...routeKeys(model),
];

/**
 * Adds the state-independent key of a route: `review -> route to receipt (refused)` implies that the route is refused
 * somewhere.
 */
const withAnywhere = (taken: Iterable<string>): Set<string> =>
  new Set([...taken].flatMap((key) => [key, key.replace(/^.* -> route to /, `${ANYWHERE} -> route to `)]));

export function measure(model: FlowModel, taken: Iterable<string>): Measure {
  const expected = expectedKeys(model);
  const all = withAnywhere(taken);
  const excused = new Map(Object.entries(model.unreachable ?? {}));
  return {
    flow: model.machine.id,
    expected,
    taken: new Set(expected.filter((key) => all.has(key))),
    open: expected.filter((key) => !all.has(key) && !excused.has(key)),
    excused,
    wrong: [...excused].flatMap(([key, reason]) => {
      if (!expected.includes(key)) return [`"${key}" is not a transition${hint(key, expected)}`];
      if (all.has(key)) return [`"${key}" was walked, so it is not unreachable`];
      return reason.trim() === '' ? [`"${key}" has no reason`] : [];
    }),
  };
}

/** Returns the share of a model's expectations that was verified on the screen. */
export function measureOnScreen(model: FlowModel, taken: Iterable<string>): Measure {
  const expected = expectationsOnScreen(model);
  const all = new Set(taken);
  const excused = new Map(Object.entries(model.notOnScreen ?? {}));
  return {
    flow: model.machine.id,
    expected,
    taken: new Set(expected.filter((id) => all.has(id))),
    open: expected.filter((id) => !all.has(id) && !excused.has(id)),
    excused,
    wrong: [...excused].flatMap(([id, reason]) => {
      if (!expected.includes(id)) return [`"${id}" is not an expectation for the screen`];
      if (all.has(id)) return [`"${id}" was seen`];
      return reason.trim() === '' ? [`"${id}" has no reason`] : [];
    }),
  };
}

function hint(key: string, expected: readonly string[]): string {
  const [from] = key.split(' -> ');
  const near = expected.filter((each) => each.startsWith(`${from} -> `));
  return near.length === 0 ? '' : `; the transitions from there are ${near.map((each) => `"${each}"`).join(', ')}`;
}

/** Returns the covered share of the reachable keys in whole percent, rounded down so that 100 means complete. */
export function computeShare({ expected, taken, excused }: Measure): number {
  const walkable = expected.filter((key) => !excused.has(key));
  if (walkable.length === 0) return 100;
  return Math.floor((100 * walkable.filter((key) => taken.has(key)).length) / walkable.length);
}

/** Returns a machine and those that it invokes. */
const collectMachines = (machine: AnyStateMachine): AnyStateMachine[] => [
  machine,
  ...listActors(machine).flatMap(([, logic]) => (isMachine(logic) ? collectMachines(logic) : [])),
];

/** Returns the coverage of a walk, for the flow and the machines that it invoked. */
export function groupTaken(
  machine: AnyStateMachine,
  level: Level,
  byMachine: ReadonlyMap<string, Iterable<string>>,
): Taken[] {
  return collectMachines(machine).flatMap((each) => {
    const taken = byMachine.get(each.id);
    return taken === undefined ? [] : [{ flow: each.id, level, machine: fingerprint(each), taken: [...taken].sort() }];
  });
}
