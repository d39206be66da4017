/**
 * Creates the mutants of a machine, each with one fault: a dropped transition, a swapped target, an inverted or
 * constant guard, a removed action or invocation, or a changed focus, delay, event or assignment. They measure the
 * quality of the tests.
 */
import type { AnyStateMachine } from 'xstate';
import {
  type Implementations,
  builtInAction,
  combinedGuard,
  getConfig,
  getImplementations,
  listNodes,
  rebuildMachine,
  listTransitions,
} from 'xstate-workbench/model/xstate-internals';

export interface Mutant {
  /** Unique name within the machine: `reviewing -> submit.pressed [hasAcceptedTerms]: guard removed`. */
  readonly name: string;
  readonly machine: AnyStateMachine;
}

type Json = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.getPrototypeOf(value) === Object.prototype;

/** Change at one place of a machine's config. */
interface Edit {
  readonly name: string;
  /** Path of the changed value. */
  readonly path: readonly (string | number)[];
  /** Replacement value; undefined removes the value. */
  readonly value: unknown;
}

function edited(value: unknown, path: readonly (string | number)[], to: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return to;
  if (Array.isArray(value)) {
    const items: unknown[] = [...(value as unknown[])];
    if (rest.length === 0 && to === undefined) items.splice(Number(key), 1);
    else items[Number(key)] = edited(items[Number(key)], rest, to);
    return items;
  }
  const record = isRecord(value) ? value : {};
  if (rest.length === 0 && to === undefined) {
    return Object.fromEntries(Object.entries(record).filter(([name]) => name !== key));
  }
  return { ...record, [key]: edited(record[key], rest, to) };
}

const getName = (value: unknown): string => {
  if (typeof value === 'string') return value;
  if (isRecord(value) && typeof value['type'] === 'string') return value['type'];
  const inner = combinedGuard(value)?.guards.map(getName);
  if (inner === undefined) return 'inline';
  return inner.length > 1 ? inner.join(' and ') : `not ${inner.join('')}`;
};

/** Returns the items of a value that can be a single item or a list, with their paths. */
const listEntries = (
  value: unknown,
  path: readonly (string | number)[],
): { value: unknown; path: (string | number)[] }[] =>
  value === undefined
    ? []
    : Array.isArray(value)
      ? value.map((item: unknown, index) => ({ value: item, path: [...path, index] }))
      : [{ value, path: [...path] }];

interface SiblingStates {
  /** Names of the sibling states. */
  readonly siblings: readonly string[];
  readonly ids: readonly string[];
}

function editsOfActions(where: string, kind: string, value: unknown, path: readonly (string | number)[]): Edit[] {
  return listEntries(value, path).map((each) => ({
    name: `${where}: ${kind} ${getName(each.value)} removed`,
    path: each.path,
    value: undefined,
  }));
}

/** Returns another target of the same kind. */
function otherTarget(target: string, { siblings, ids }: SiblingStates): string | undefined {
  if (target.startsWith('#')) return ids.map((id) => `#${id}`).find((id) => id !== target);
  if (target.startsWith('.')) return undefined;
  return siblings.find((name) => name !== target);
}

function editsOfTransition(
  where: string,
  value: unknown,
  path: readonly (string | number)[],
  around: SiblingStates,
): Edit[] {
  const given = typeof value === 'string' ? { target: value } : isRecord(value) ? value : {};
  const { guard, target, actions, reenter } = given;
  const isEmpty = target === undefined && actions === undefined;
  const label = `${where}${guard === undefined ? '' : ` [${getName(guard)}]`}`;
  const replaced = (part: Json): unknown => ({ ...given, ...part });
  const other = typeof target === 'string' ? otherTarget(target, around) : undefined;
  return [
    { name: `${label}: ${isEmpty ? 'swallowing ' : ''}transition dropped`, path, value: undefined },
    ...(other === undefined
      ? []
      : [
          { name: `${label}: target ${String(target)} swapped for ${other}`, path, value: replaced({ target: other }) },
        ]),
    ...(guard === undefined
      ? []
      : [
          { name: `${label}: guard removed`, path, value: without(given, 'guard') },
          { name: `${label}: guard turned round`, path, value: replaced({ guard: turnedRound(guard) }) },
        ]),
    ...(reenter === true ? [{ name: `${label}: no longer reenters`, path, value: without(given, 'reenter') }] : []),
    ...editsOfActions(label, 'action', actions, [...path, 'actions']),
  ];
}

const without = (record: Json, key: string): Json =>
  Object.fromEntries(Object.entries(record).filter(([name]) => name !== key));

/** Prefix for the name of an inverted guard in the config; {@link withTurnedGuards} implements it. */
const TURNED = 'turned round: ';

function turnedRound(guard: unknown): unknown {
  if (typeof guard === 'string') return `${TURNED}${guard}`;
  if (isRecord(guard)) return { ...guard, type: `${TURNED}${String(guard['type'])}` };
  return guard;
}

function editsOfState(name: string, config: Json, path: readonly (string | number)[], around: SiblingStates): Edit[] {
  const states = isRecord(config['states']) ? config['states'] : {};
  const inner = { siblings: Object.keys(states), ids: around.ids };
  const transitions = (key: string, cause: string): Edit[] =>
    listEntries(config[key], [...path, key]).flatMap((each) =>
      editsOfTransition(`${name} -> ${cause}`, each.value, each.path, around),
    );
  const keyed = (key: 'on' | 'after'): Edit[] =>
    Object.entries(isRecord(config[key]) ? config[key] : {}).flatMap(([event, given]) =>
      listEntries(given, [...path, key, event]).flatMap((each) =>
        editsOfTransition(`${name} -> ${key === 'after' ? `after ${event}` : event}`, each.value, each.path, around),
      ),
    );
  const invokes = listEntries(config['invoke'], [...path, 'invoke']).flatMap((invoke): Edit[] => {
    const given = isRecord(invoke.value) ? invoke.value : {};
    const id = String(given['id'] ?? given['src']);
    return [
      { name: `${name}: ${id} is not invoked`, path: invoke.path, value: undefined },
      ...(['onDone', 'onError', 'onSnapshot'] as const).flatMap((key) =>
        listEntries(given[key], [...invoke.path, key]).flatMap((each) =>
          editsOfTransition(`${name} -> ${id} ${key.slice(2).toLowerCase()}`, each.value, each.path, around),
        ),
      ),
    ];
  });
  const initial =
    typeof config['initial'] === 'string' ? inner.siblings.find((each) => each !== config['initial']) : undefined;
  const route = isRecord(config['route']) ? config['route'] : undefined;
  return [
    ...keyed('on'),
    ...keyed('after'),
    ...transitions('always', 'always'),
    ...transitions('onDone', 'all done'),
    ...invokes,
    ...editsOfActions(name, 'entry', config['entry'], [...path, 'entry']),
    ...editsOfActions(name, 'exit', config['exit'], [...path, 'exit']),
    ...(initial === undefined
      ? []
      : [{ name: `${name}: starts in ${initial}`, path: [...path, 'initial'], value: initial }]),
    ...(route === undefined ? [] : [{ name: `${name}: has no address`, path: [...path, 'route'], value: undefined }]),
    ...(route?.['guard'] === undefined
      ? []
      : [{ name: `${name}: address guard removed`, path: [...path, 'route'], value: {} }]),
    ...Object.entries(states).flatMap(([key, state]) =>
      isRecord(state)
        ? editsOfState(name === 'anywhere' ? key : `${name}.${key}`, state, [...path, 'states', key], inner)
        : [],
    ),
  ];
}

const idsIn = (config: Json): string[] => [
  ...(typeof config['id'] === 'string' ? [config['id']] : []),
  ...Object.values(isRecord(config['states']) ? config['states'] : {}).flatMap((state) =>
    isRecord(state) ? idsIn(state) : [],
  ),
];

type Guard = (args: never, params: never) => boolean;

/** Adds an inverted copy of each guard under its prefixed name. */
function withTurnedGuards(implementations: Implementations): Implementations {
  const turned = Object.entries(implementations.guards).flatMap(([name, guard]) =>
    typeof guard === 'function'
      ? [[`${TURNED}${name}`, (args: never, params: never) => !(guard as Guard)(args, params)]]
      : [],
  );
  return { ...implementations, guards: { ...implementations.guards, ...(Object.fromEntries(turned) as object) } };
}

const PLACES = ['heading', 'notice', 'errors', 'field'];

function editsOfEvent(event: Json): { readonly name: string; readonly event: Json }[] {
  const { delay, place, field } = event;
  return [
    ...(typeof delay === 'number' ? [{ name: 'delay changed', event: { ...event, delay: delay + 250 } }] : []),
    ...(typeof place === 'string'
      ? [{ name: 'place changed', event: { ...event, place: PLACES.find((each) => each !== place) } }]
      : []),
    ...(typeof field === 'string' ? [{ name: 'field changed', event: { ...event, field: `${field}Elsewhere` } }] : []),
    ...(typeof event['type'] === 'string'
      ? [{ name: 'another event', event: { ...event, type: `${event['type']}.changed` } }]
      : []),
  ];
}

/** Returns the possible changes of a named action. */
function editsOfAction(name: string, action: unknown): { readonly name: string; readonly action: unknown }[] {
  const made = builtInAction(action);
  if (made?.type === 'assign' && isRecord(made.assignment)) {
    const { assignment } = made;
    const names = Object.keys(assignment);
    return names.length < 2
      ? []
      : names.map((key) => ({
          name: `action ${name}: ${key} not assigned`,
          action: made.with({ assignment: without(assignment, key) }),
        }));
  }
  if ((made?.type === 'emit' || made?.type === 'sendTo') && isRecord(made.event)) {
    return editsOfEvent(made.event).map((each) => ({
      name: `action ${name}: ${each.name}`,
      action: made.with({ event: each.event }),
    }));
  }
  if (made?.type === 'emit' && typeof made.event === 'function') {
    const make = made.event as (...given: never[]) => unknown;
    return ['delay changed', 'place changed', 'field changed'].map((fault) => ({
      name: `action ${name}: ${fault}`,
      action: made.with({
        event: (...given: never[]) => {
          const event = make(...given);
          return isRecord(event) ? editsOfEvent(event).find((each) => each.name === fault)?.event : event;
        },
      }),
    }));
  }
  return [];
}

/** Maximum number of microsteps. A mutant can loop endlessly; it then stops with an error. */
const MAX_MICROSTEPS = 200;

/** Returns the names of the guards within a guard. */
function guardNames(guard: unknown): string[] {
  if (typeof guard === 'string') return [guard];
  if (isRecord(guard) && typeof guard['type'] === 'string') return [guard['type']];
  return combinedGuard(guard)?.guards.flatMap(guardNames) ?? [];
}

/** Returns all strings in a config. An action whose name is not among them is never used. */
function namesIn(part: unknown): Set<unknown> {
  if (Array.isArray(part)) return new Set(part.flatMap((each) => [...namesIn(each)]));
  return isRecord(part) ? namesIn(Object.values(part)) : new Set([part]);
}

/** Returns all mutants of a machine in a fixed order. */
export function createMutants(machine: AnyStateMachine): Mutant[] {
  const config = getConfig(machine);
  if (!isRecord(config)) return [];
  const implementations = getImplementations(machine);
  const make = (changed: Json, given: Implementations = implementations): AnyStateMachine =>
    rebuildMachine(changed, given, MAX_MICROSTEPS);
  // The machine's own id is no alternative target, because re-entering the machine restarts it.
  const edits = editsOfState('anywhere', config, [], { siblings: [], ids: idsIn(without(config, 'id')) });
  const turned = withTurnedGuards(implementations);
  // A guard of the kit that the machine does not use has no effect.
  const requested = new Set(
    listNodes(machine).flatMap((node) => listTransitions(node).flatMap(({ guard }) => guardNames(guard))),
  );
  const guards = [...requested].flatMap((name) =>
    [true, false].map((always) => ({
      name: `guard ${name}: always ${String(always)}`,
      machine: make(config, { ...implementations, guards: { ...implementations.guards, [name]: () => always } }),
    })),
  );
  const delays = Object.entries(implementations.delays).flatMap(([name, ms]) =>
    typeof ms === 'number'
      ? [
          {
            name: `delay ${name}: twice as long`,
            machine: make(config, { ...implementations, delays: { ...implementations.delays, [name]: ms * 2 } }),
          },
        ]
      : [],
  );
  const named = namesIn(config);
  const actions = Object.entries(implementations.actions)
    .filter(([name]) => named.has(name))
    .flatMap(([name, action]) =>
      editsOfAction(name, action).map((each) => ({
        name: each.name,
        machine: make(config, {
          ...implementations,
          actions: { ...implementations.actions, [name]: each.action as never },
        }),
      })),
    );
  const made = edits.map(({ name, path, value }) => {
    const changed = edited(config, path, value);
    return { name, machine: make(isRecord(changed) ? changed : {}, turned) };
  });
  return numbered([...made, ...guards, ...delays, ...actions]);
}

/** Numbers mutants with the same name. */
function numbered(mutants: readonly Mutant[]): Mutant[] {
  const times = new Map<string, number>();
  return mutants.map(({ name, machine }) => {
    const time = (times.get(name) ?? 0) + 1;
    times.set(name, time);
    return { name: time === 1 ? name : `${name} (${time})`, machine };
  });
}
