/** Finds the expectation of a step in a model, and compares it with the machine's behavior. */
import { type AnyEventObject, type AnyMachineSnapshot, type AnyStateMachine, pathToStateValue } from 'xstate';
import {
  type EventCase,
  type Expected,
  type ExpectedFocus,
  type ExpectedWhere,
  type FlowModel,
  type ReachedState,
  type Then,
  toCases,
} from './model.ts';
import { findMachine, listNodes } from './xstate-internals.ts';
import { formatRoute } from './routing.ts';
import { describeEvent, describeTrigger } from './sentences.ts';
import { type Delivery, type Simulated, type SimulatedState, type Trigger, getLeaves } from './simulator.ts';

/** Observable result of a step on the screen. */
export interface Noticed {
  readonly reads: readonly string[];
  readonly hides: readonly string[];
  /** Last focus target. */
  readonly focus?: Pick<ExpectedFocus, 'place' | 'field'>;
  /** Expectations that the screen verifies, by flow. */
  readonly credits: readonly { readonly flow: string; readonly id: string }[];
}

/** Expected result of a trigger in some of the states. */
export interface Expectation {
  /** Unique id within the model. */
  readonly id: string;
  readonly expected: ExpectedWhere<unknown>;
}

type AnyExpected = Expected<unknown>;

const listed = (value: string | readonly string[]): readonly string[] => (typeof value === 'string' ? [value] : value);

/** Returns true if a machine is in the state with this path. */
export const isIn = (snapshot: AnyMachineSnapshot, path: string): boolean =>
  snapshot.matches(pathToStateValue(path.split('.')));

/** Returns a state as claims see it. */
export const toReachedState = ({ snapshot, waiting }: SimulatedState): ReachedState<unknown> => ({
  isIn: (path) => isIn(snapshot, path),
  context: snapshot.context as unknown,
  waitingFor: waiting.map(({ id }) => id),
});

const fits = ({ in: where, with: others = [], when }: ExpectedWhere<unknown>, snapshot: AnyMachineSnapshot): boolean =>
  (where === undefined || listed(where).some((path) => isIn(snapshot, path))) &&
  others.every((path) => isIn(snapshot, path)) &&
  (when?.(snapshot.context) ?? true);

const findCase = (then: Then<unknown>, name: string, snapshot: AnyMachineSnapshot): Expectation | undefined => {
  const cases = toCases(then);
  const index = cases.findIndex((each) => fits(each, snapshot));
  const expected = cases[index];
  return expected && { id: `${name} (${index + 1})`, expected: withImplied(expected, snapshot.context) };
};

/** Returns a case with the additions of the rules for all pages. */
function withImplied(expected: ExpectedWhere<unknown>, before: unknown): ExpectedWhere<unknown> {
  if (expected.implied === undefined) return expected;
  const { reads = [], hides = [], focus } = expected.implied(before);
  return {
    ...(focus && { focus }),
    ...expected,
    reads: [...(expected.reads ?? []), ...reads],
    hides: [...(expected.hides ?? []), ...hides],
  };
}

const eventNames = new WeakMap<FlowModel, ReadonlyMap<EventCase<AnyEventObject, unknown>, string>>();

function nameEvents({ events }: FlowModel): ReadonlyMap<EventCase<AnyEventObject, unknown>, string> {
  const said = events.filter(({ isElsewhere }) => !isElsewhere);
  const names = said.map(({ event }) => describeEvent(event));
  const nameAt = (name: string, index: number) => {
    const before = names.slice(0, index).filter((other) => other === name).length;
    return names.filter((other) => other === name).length === 1 ? name : `${name} #${before + 1}`;
  };
  return new Map(said.map((given, index) => [given, nameAt(names[index] ?? '', index)]));
}

/** Returns the name of an event with its payload; events with the same payload are numbered. */
function getEventName(model: FlowModel, given: EventCase<AnyEventObject, unknown>): string {
  const names = eventNames.get(model) ?? nameEvents(model);
  eventNames.set(model, names);
  return names.get(given) ?? '';
}

/** Returns the model's expectation for a trigger in this state, or undefined. */
export function findExpectation(model: FlowModel, state: SimulatedState, trigger: Trigger): Expectation | undefined {
  const { snapshot } = state;
  switch (trigger.kind) {
    case 'event': {
      const given = model.events.find(({ event }) => event === trigger.event);
      return given && findCase(given.then, getEventName(model, given), snapshot);
    }
    case 'outcome': {
      const given = model.outcomes[trigger.source]?.[trigger.outcome];
      return given && findCase(given.then, `${trigger.source} "${trigger.outcome}"`, snapshot);
    }
    case 'delay': {
      // Several delays may have the same length: the first that matches the state applies.
      for (const [index, { ms, then }] of (model.delays ?? []).entries()) {
        const expectation = ms === trigger.ms ? findCase(then, `delay ${index + 1}`, snapshot) : undefined;
        if (expectation !== undefined) return expectation;
      }
      return undefined;
    }
    case 'route': {
      const name = formatRoute(trigger);
      const given = model.routes?.[name];
      return given && findCase(given, `route ${name}`, snapshot);
    }
  }
}

/**
 * Returns the model's expectation for an event or answer from another machine: of the cases with the actual next state,
 * the one with the smallest difference of the context. The model's samples can differ from the other machine's real
 * data.
 */
function findDeliveryExpectation({ model, event, before, after }: Delivery): Expectation | undefined {
  const [, kind, id] = /^xstate\.(done|error)\.actor\.(.+)$/.exec(event.type) ?? [];
  const source = before.waiting.find((each) => each.id === id)?.source ?? '';
  const lists: (readonly [then: Then<unknown>, name: string])[] =
    kind === undefined
      ? model.events
          .filter((given) => given.event.type === event.type)
          .map((given) => [given.then, getEventName(model, given)])
      : Object.entries(model.outcomes[source] ?? {})
          .filter(([, outcome]) => 'answers' in outcome === (kind === 'done'))
          .map(([name, { then }]) => [then, `${source} "${name}"`]);
  const fitting = lists
    .flatMap(([then, name]) => toCases(then).map((expected, index) => ({ id: `${name} (${index + 1})`, expected })))
    .filter(
      ({ expected }) => fits(expected, before.snapshot) && leadsAsSaid(expected, before.snapshot, after.snapshot),
    );
  const [best] = fitting
    .map((found) => ({
      found,
      // A longer description means a larger difference.
      distance: contextDeviations(found.expected, before.snapshot.context, after.snapshot.context).join('').length,
    }))
    .sort((a, b) => a.distance - b.distance);
  return best && { ...best.found, expected: withImplied(best.found.expected, before.snapshot.context) };
}

/** Returns the models' expectations for the events and answers between machines after a step. */
export const expectedOfDeliveries = ({
  deliveries,
}: Simulated): readonly { readonly flow: string; readonly found: Expectation }[] =>
  deliveries.slice(1).flatMap((delivery) => {
    const found = findDeliveryExpectation(delivery);
    return found === undefined ? [] : [{ flow: delivery.model.machine.id, found }];
  });

/** Returns the texts of all screens that are shown, from the models of all running machines. */
function wordsOnScreens(model: FlowModel, { snapshot, waiting, children }: SimulatedState): string[] {
  const own = Object.entries(model.screens ?? {})
    .filter(([path]) => snapshot.status === 'active' && isIn(snapshot, path))
    .flatMap(([, words]) => words);
  const others = Object.entries(children).flatMap(([id, child]) => {
    const childModel = model.children?.[waiting.find((each) => each.id === id)?.source ?? ''];
    return childModel === undefined ? [] : wordsOnScreens(childModel, child);
  });
  return [...own, ...others];
}

/** Returns the ids of the machines that run. */
const running = (model: FlowModel, { waiting, children }: SimulatedState): string[] => [
  model.machine.id,
  ...Object.entries(children).flatMap(([id, child]) => {
    const childModel = model.children?.[waiting.find((each) => each.id === id)?.source ?? ''];
    return childModel === undefined ? [] : running(childModel, child);
  }),
];

const isFocusRequest = (event: AnyEventObject): event is AnyEventObject & Pick<ExpectedFocus, 'place' | 'field'> =>
  event.type === 'focus.requested' && 'place' in event;

/** Returns the focus targets of a case, in their order. Those of a stored press are among the emitted events. */
const findFocusTargets = ({ focus, emits = [] }: AnyExpected): Pick<ExpectedFocus, 'place' | 'field'>[] => [
  ...(focus === undefined ? [] : [focus]),
  ...emits.filter(isFocusRequest),
];

/**
 * Returns the observable result of a step, from the models of all machines involved. `flow` is the machine that
 * received the trigger, `own` its model's expectation. The texts of a machine that its parent stopped before it ended do
 * not appear.
 */
export function toNoticed(model: FlowModel, simulated: Simulated, flow: string, own: Expectation | undefined): Noticed {
  const { state, deliveries } = simulated;
  const ids = running(model, state);
  const isStopped = (id: string): boolean =>
    !ids.includes(id) &&
    deliveries.some(({ model: of, after }) => of.machine.id === id && after.snapshot.status === 'active');
  const all = [...(own ? [{ flow, found: own }] : []), ...expectedOfDeliveries(simulated)]
    .map(({ flow: id, found: said }) => ({ flow: id, ...said }))
    .filter(({ flow: id, expected: { reads = [] } }) => reads.length === 0 || !isStopped(id));
  const focus = all.flatMap(({ expected }) => findFocusTargets(expected)).at(-1);
  return {
    reads: [...new Set([...all.flatMap(({ expected: { reads = [] } }) => reads), ...wordsOnScreens(model, state)])],
    hides: all.flatMap(({ expected: { hides = [] } }) => hides),
    ...(focus && { focus: { place: focus.place, ...(focus.field !== undefined && { field: focus.field }) } }),
    credits: all.map(({ flow: id, id: name }) => ({ flow: id, id: name })),
  };
}

/** Returns the observable result of a flow's start. */
export const toNoticedAtStart = (model: FlowModel, input: string, state: SimulatedState): Noticed => ({
  reads: [...new Set([...(model.inputs[input]?.then.reads ?? []), ...wordsOnScreens(model, state)])],
  hides: [],
  credits: [],
});

const caseIds = (then: Then<unknown>, name: string) => toCases(then).map((_, index) => `${name} (${index + 1})`);

/** Returns the ids of all expectations of a model. */
export function expectationIds(model: FlowModel): string[] {
  return [
    ...model.events.flatMap((given) => caseIds(given.then, getEventName(model, given))),
    ...Object.entries(model.outcomes).flatMap(([source, outcomes]) =>
      Object.entries(outcomes).flatMap(([outcome, { then }]) => caseIds(then, `${source} "${outcome}"`)),
    ),
    ...(model.delays ?? []).flatMap(({ then }, index) => caseIds(then, `delay ${index + 1}`)),
    ...Object.entries(model.routes ?? {}).flatMap(([to, then]) => caseIds(then, `route ${to}`)),
  ];
}

/**
 * Returns the ids of the expectations that the screen can verify: gestures, answers and delays. Route requests within a
 * view have no gesture.
 */
export function expectationsOnScreen(model: FlowModel): string[] {
  return [
    ...model.events.flatMap((given) =>
      given.gesture === undefined ? [] : caseIds(given.then, getEventName(model, given)),
    ),
    ...Object.entries(model.outcomes).flatMap(([source, outcomes]) =>
      Object.entries(outcomes).flatMap(([name, { then }]) => caseIds(then, `${source} "${name}"`)),
    ),
    ...(model.delays ?? []).flatMap(({ then }, index) => caseIds(then, `delay ${index + 1}`)),
  ];
}

/** Returns true if two plain values are equal. An undefined property counts as absent. */
export function isAlike(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b))
    return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((each, i) => isAlike(each, b[i]));
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].every((name) => isAlike(Reflect.get(a, name), Reflect.get(b, name)));
}

const shown = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? String(each) : each)) ?? 'undefined';

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the differences between a value and the expected part of it. */
function differences(path: string, expected: unknown, actual: unknown): string[] {
  const isWhole = !isObject(expected) || Object.keys(expected).length === 0 || path.endsWith('.errors');
  if (isWhole || !isObject(actual))
    return isAlike(expected, actual) ? [] : [`${path} is ${shown(actual)} instead of ${shown(expected)}`];
  return Object.entries(expected).flatMap(([name, value]) =>
    differences(`${path}.${name}`, value, Reflect.get(actual, name)),
  );
}

/** Returns the active leaf states that were not active before. */
function findEnteredStates(before: AnyMachineSnapshot | undefined, after: AnyMachineSnapshot): string[] {
  const wasIn = new Set(before === undefined ? [] : getLeaves(before));
  return getLeaves(after).filter((leaf) => !wasIn.has(leaf));
}

/** Returns true if the machine entered the expected states. A state that was re-entered can be listed or left out. */
function leadsAsSaid(
  { state = [] }: AnyExpected,
  before: AnyMachineSnapshot | undefined,
  after: AnyMachineSnapshot,
): boolean {
  const entered = findEnteredStates(before, after);
  const states = [...listed(state)].sort();
  return isAlike(states, [...entered].sort()) || (entered.length === 0 && isAlike(states, getLeaves(after).sort()));
}

/**
 * Returns the differences between the machine's behavior and the expectation, in sentences. `before` is undefined at
 * the start of a flow.
 */
export function deviations(
  { machine }: FlowModel,
  expected: AnyExpected,
  before: SimulatedState | undefined,
  simulated: Simulated,
): string[] {
  const { state, effects } = simulated;
  const { snapshot } = state;
  if (snapshot.status === 'error') return [`the machine stops in error: ${String(snapshot.error)}`];
  const entered = findEnteredStates(before?.snapshot, snapshot);
  const passed = Object.fromEntries(effects.passed);
  const emitted = [
    ...(expected.focus === undefined ? [] : [{ type: 'focus.requested', ...expected.focus }]),
    ...(expected.emits ?? []),
  ];
  const hasOutput = snapshot.status === 'done' && snapshot.output !== undefined;
  return [
    ...(leadsAsSaid(expected, before?.snapshot, snapshot)
      ? []
      : [
          `the machine enters ${entered.join(' + ') || 'no other state'} instead of ${listed(expected.state ?? 'none').join(' + ')}`,
        ]),
    ...contextDeviations(expected, before?.snapshot.context, snapshot.context),
    ...callDeviations(machine, computeRequests(expected, before?.snapshot.context), effects.calls),
    ...whole('emitted', emitted, effects.emitted),
    ...whole('notified', notifiedBy(expected, snapshot.context), effects.notified),
    ...whole('forwarded events', expected.passes ?? {}, passed),
    ...whole('started delays', expected.waits ?? [], effects.waits),
    ...(hasOutput || expected.output !== undefined
      ? whole('output', computeOutput(expected, before?.snapshot.context), snapshot.output)
      : []),
  ];
}

const computeOutput = ({ output }: AnyExpected, before: unknown): unknown =>
  typeof output === 'function' ? Reflect.apply(output, undefined, [before]) : output;

const computeRequests = ({ calls = {} }: AnyExpected, before: unknown): Readonly<Record<string, unknown>> =>
  typeof calls === 'function' ? calls(before) : calls;

/** Returns the expected events with their properties, which can depend on the context. */
const notifiedBy = ({ notifies = [] }: AnyExpected, after: unknown): readonly unknown[] =>
  notifies.map((event) =>
    Object.fromEntries(
      Object.entries(event).map(([name, part]): [string, unknown] => [
        name,
        typeof part === 'function' ? Reflect.apply(part, undefined, [after]) : part,
      ]),
    ),
  );

/** Compares the request of a call as a whole, and the input of a machine by the listed properties. */
function callDeviations(
  machine: AnyStateMachine,
  expected: Readonly<Record<string, unknown>>,
  actual: Readonly<Record<string, unknown>>,
): string[] {
  const machines = new Set(
    listNodes(machine).flatMap(({ invoke }) =>
      invoke.filter(({ src }) => findMachine(machine, src) !== undefined).map(({ id }) => id),
    ),
  );
  return [...new Set([...Object.keys(expected), ...Object.keys(actual)])].flatMap((id) => {
    if (!Object.hasOwn(actual, id)) return [`${id} is not called`];
    if (!Object.hasOwn(expected, id)) return [`${id} is called: ${shown(actual[id])}`];
    return machines.has(id)
      ? differences(`the input of ${id}`, expected[id], actual[id])
      : whole(`the request of ${id}`, expected[id], actual[id]);
  });
}

const whole = (name: string, expected: unknown, actual: unknown): string[] =>
  isAlike(expected, actual) ? [] : [`${name}: ${shown(actual)} instead of ${shown(expected)}`];

function contextDeviations({ context }: AnyExpected, before: unknown, after: unknown): string[] {
  const expected: unknown = typeof context === 'function' ? context(before) : context;
  const named = isObject(expected) ? expected : {};
  if (!isObject(after)) return [];
  // At the start of a flow there is no state before, and its input does not count as a change.
  const changed =
    before === undefined
      ? []
      : Object.keys(after).filter((name) => !isAlike(Reflect.get(after, name), Reflect.get(Object(before), name)));
  return [
    ...Object.entries(named).flatMap(([name, value]) => differences(name, value, Reflect.get(after, name))),
    ...changed
      .filter((name) => !Object.hasOwn(named, name))
      .map((name) => `${name} becomes ${shown(Reflect.get(after, name))}, which the model does not expect`),
  ];
}

/** Returns the finding for a trigger that has an effect but no expectation. */
export const unexpected = (trigger: Trigger): string =>
  `The model has no expectation for ${describeTrigger(trigger)} in this state`;
