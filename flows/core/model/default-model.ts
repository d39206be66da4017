/** A model for a machine that has none, so that it can be simulated and walked. */
import type { AnyEventObject, AnyStateMachine } from 'xstate';
import type { FlowModel, Outcome } from './model.ts';
import {
  NAMED_DELAY,
  combinedGuard,
  getImplementations,
  listActors,
  listNodes,
  listTransitions,
  parseCause,
  snapshotEvent,
} from './xstate-internals.ts';
import { findRoutes } from './keys.ts';

const OUTCOMES: Readonly<Record<string, Outcome<unknown>>> = {
  'is done': { answers: undefined, then: {} },
  fails: { throws: new Error('The actor failed'), then: {} },
};

/** Returns the events that a machine names: one for each wildcard, and a snapshot for each actor that it follows. */
function findEvents(machine: AnyStateMachine): AnyEventObject[] {
  const causes = listNodes(machine).flatMap((node) => listTransitions(node).map(parseCause));
  const types = causes.flatMap((cause) => {
    if (cause.kind === 'event') return [cause.event.replace(/\*$/, 'any')];
    return [];
  });
  const followed = causes.flatMap((cause) => (cause.kind === 'changed' ? [cause.actor] : []));
  return [...[...new Set(types)].map((type) => ({ type })), ...[...new Set(followed)].map(snapshotEvent)];
}

/** Returns the names of the guards of a machine, so that their results can be chosen. */
export function findGuards(machine: AnyStateMachine): string[] {
  const find = (guard: unknown): string[] => {
    if (typeof guard === 'string') return [guard];
    if (typeof guard === 'object' && guard !== null && 'type' in guard) return [String(guard.type)];
    return combinedGuard(guard)?.guards.flatMap(find) ?? [];
  };
  const guards = listNodes(machine).flatMap((node) => listTransitions(node).flatMap(({ guard }) => find(guard)));
  return [...new Set(guards)];
}

/** The lengths of all delays in milliseconds, as far as they are known without a context. */
function findDelays(machine: AnyStateMachine): number[] {
  const { delays } = getImplementations(machine);
  const known = listNodes(machine)
    .flatMap((node) => listTransitions(node).map(parseCause))
    .flatMap((cause): unknown[] => (cause.kind === 'delay' ? [cause.delay] : []))
    .map((delay): unknown => (typeof delay === 'string' ? (delays[delay] ?? NAMED_DELAY) : delay));
  return [...new Set(known.filter((delay) => typeof delay === 'number'))];
}

const isEmpty = (value: unknown): boolean =>
  Array.isArray(value) || typeof value === 'string' ? value.length === 0 : !value;

/** Which properties of the context are empty, zero or false. Values themselves would be endlessly many, as those of a counter. */
const findEmptyProperties = (context: unknown): readonly string[] =>
  Object.entries(Object(context)).flatMap(([name, value]) => (isEmpty(value) ? [name] : []));

/**
 * Returns a model in which the machine starts with the given input, each event has no payload, and each actor finishes
 * without an output or fails. Missing guards pass, and missing delays take a second. It has no expectations, so it proves
 * nothing.
 */
export function createDefaultModel(machine: AnyStateMachine, input?: unknown): FlowModel {
  const invoked = listNodes(machine).flatMap((node) =>
    node.invoke.flatMap(({ src }) => (typeof src === 'string' ? [src] : [])),
  );
  const sources = [...invoked, ...listActors(machine).map(([source]) => source)];
  return {
    machine,
    inputs: { start: { input, then: {} } },
    events: findEvents(machine).map((event) => ({ event, then: {} })),
    outcomes: Object.fromEntries(sources.map((source) => [source, OUTCOMES])),
    delays: findDelays(machine).map((ms) => ({ ms, then: {} })),
    routes: Object.fromEntries(findRoutes(machine).map(({ id }) => [`#${id}`, {}])),
    claims: {},
    facts: findEmptyProperties,
    standIns: { guards: {} },
  };
}
