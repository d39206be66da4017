/**
 * What there is to take in a flow, and what has been taken. Transitions come from the machine; routes count as every
 * screen times every address, with each answer that the flow can give there.
 */
import type { AnyStateMachine } from 'xstate';
import { fingerprint } from '#flows/fingerprint.ts';
import {
  type RouteAnswer,
  loneGuardsOf,
  nameOf,
  refusalKeyOf,
  routeKey,
  routesOf,
  transitionKeys,
} from '#flows/keys.ts';
import type { FlowModel } from '#machines/kit/model.ts';
import { actorsOf, isMachine, nodesOf, routeOf } from '#machines/kit/xstate-internals.ts';
import { expectationsOnScreen } from '#flows/simulation/expectations.ts';
import { explore } from '#flows/simulation/explore.ts';

/** The levels at which the same paths are walked. */
export const LEVELS = {
  1: 'the machine alone',
  2: 'the views in a browser',
  3: 'the portal with its server',
} as const;
export type Level = keyof typeof LEVELS;

/** What one run has taken of one machine; kept as JSON. */
export interface Taken {
  readonly flow: string;
  readonly level: Level;
  /** Tells a run of another version of the machine. */
  readonly machine: string;
  readonly taken: readonly string[];
}

export interface Measure {
  readonly flow: string;
  readonly wanted: readonly string[];
  readonly taken: ReadonlySet<string>;
  /** What nobody has walked and nothing excuses. */
  readonly open: readonly string[];
  /** What the model says cannot be walked, with its reason. */
  readonly excused: ReadonlyMap<string, string>;
  /** What is wrong with the model's list of the unreachable. */
  readonly wrong: readonly string[];
}

const VERDICTS: readonly RouteAnswer[] = ['allowed', 'refused', 'swallowed'];

/** A guarded address has to be allowed somewhere and refused somewhere, wherever that is. */
const ANYWHERE = 'anywhere';

function routeKeys(model: FlowModel): string[] {
  const routes = routesOf(model.machine);
  const seen = new Set(
    [...explore(model).nodes.values()].flatMap(({ edges }) => edges.flatMap(({ simulated }) => simulated.takes)),
  );
  const pairs = routes
    .filter(({ type }) => type !== 'final')
    .flatMap((screen) =>
      routes.flatMap((target) => {
        const keys = VERDICTS.map((answer) => routeKey(nameOf(screen), nameOf(target), answer));
        const possible = keys.filter((key) => seen.has(key));
        // A screen that is never reached answers nothing, and that is what is missing.
        return possible.length > 0 ? possible : keys.slice(0, 1);
      }),
    );
  const guarded = routes
    .filter((node) => routeOf(node)?.guard !== undefined)
    .flatMap((node) => (['allowed', 'refused'] as const).map((answer) => routeKey(ANYWHERE, nameOf(node), answer)));
  return [...pairs, ...guarded];
}

/** Everything that there is to take in a flow, by name: its transitions, the refusals of lone guards, its routes. */
export const wantedKeys = (model: FlowModel): string[] => [
  ...transitionKeys(model.machine),
  ...nodesOf(model.machine).flatMap((node) => loneGuardsOf(node).map(refusalKeyOf)),
  ...routeKeys(model),
];

/** From `review -> route to receipt (refused)` follows that the address is refused somewhere. */
const withAnywhere = (taken: Iterable<string>): Set<string> =>
  new Set([...taken].flatMap((key) => [key, key.replace(/^.* -> route to /, `${ANYWHERE} -> route to `)]));

export function measure(model: FlowModel, taken: Iterable<string>): Measure {
  const wanted = wantedKeys(model);
  const all = withAnywhere(taken);
  const excused = new Map(Object.entries(model.unreachable ?? {}));
  return {
    flow: model.machine.id,
    wanted,
    taken: new Set(wanted.filter((key) => all.has(key))),
    open: wanted.filter((key) => !all.has(key) && !excused.has(key)),
    excused,
    wrong: [...excused].flatMap(([key, reason]) => {
      if (!wanted.includes(key)) return [`"${key}" names no transition${hint(key, wanted)}`];
      if (all.has(key)) return [`"${key}" was walked, so it is not unreachable`];
      return reason.trim() === '' ? [`"${key}" has no reason`] : [];
    }),
  };
}

/** How much of what a model says has been seen on the screen. */
export function measureOnScreen(model: FlowModel, taken: Iterable<string>): Measure {
  const wanted = expectationsOnScreen(model);
  const all = new Set(taken);
  const excused = new Map(Object.entries(model.notOnScreen ?? {}));
  return {
    flow: model.machine.id,
    wanted,
    taken: new Set(wanted.filter((id) => all.has(id))),
    open: wanted.filter((id) => !all.has(id) && !excused.has(id)),
    excused,
    wrong: [...excused].flatMap(([id, reason]) => {
      if (!wanted.includes(id)) return [`"${id}" names nothing that is to be seen on the screen`];
      if (all.has(id)) return [`"${id}" was seen`];
      return reason.trim() === '' ? [`"${id}" has no reason`] : [];
    }),
  };
}

function hint(key: string, wanted: readonly string[]): string {
  const [from] = key.split(' -> ');
  const near = wanted.filter((each) => each.startsWith(`${from} -> `));
  return near.length === 0 ? '' : `; from there lead ${near.map((each) => `"${each}"`).join(', ')}`;
}

/** The share that is taken of what can be taken, as whole per cent, rounded down so that 100 means all. */
export function shareOf({ wanted, taken, excused }: Measure): number {
  const walkable = wanted.filter((key) => !excused.has(key));
  if (walkable.length === 0) return 100;
  return Math.floor((100 * walkable.filter((key) => taken.has(key)).length) / walkable.length);
}

/** A machine and those that it invokes. */
const machinesOf = (machine: AnyStateMachine): AnyStateMachine[] => [
  machine,
  ...actorsOf(machine).flatMap(([, logic]) => (isMachine(logic) ? machinesOf(logic) : [])),
];

/** What a walk has taken of a flow and of the machines that it invoked, ready to be kept. */
export function takenOf(
  machine: AnyStateMachine,
  level: Level,
  byMachine: ReadonlyMap<string, Iterable<string>>,
): Taken[] {
  return machinesOf(machine).flatMap((each) => {
    const taken = byMachine.get(each.id);
    return taken === undefined ? [] : [{ flow: each.id, level, machine: fingerprint(each), taken: [...taken].sort() }];
  });
}
