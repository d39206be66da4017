/** A model for a machine that has none, so that it can be simulated and walked. */
import type { AnyEventObject, AnyStateMachine } from 'xstate';
import type { FlowModel, Outcome } from './model.ts';
import { parseCause, getImplementations, listNodes, listTransitions } from './xstate-internals.ts';
import { findRoutes } from './keys.ts';

const OUTCOMES: Readonly<Record<string, Outcome<unknown>>> = {
  'is done': { answers: undefined, then: {} },
  fails: { throws: new Error('The actor failed'), then: {} },
};

/** Returns the event types that a machine names, without wildcards. */
function findEventTypes(machine: AnyStateMachine): string[] {
  const causes = listNodes(machine).flatMap((node) => listTransitions(node).map(parseCause));
  const types = causes.flatMap((cause) => (cause.kind === 'event' ? [cause.event] : []));
  return [...new Set(types)].filter((type) => !type.endsWith('*'));
}

/** The lengths of all delays in milliseconds, as far as they are known without a context. */
function findDelays(machine: AnyStateMachine): number[] {
  const { delays } = getImplementations(machine);
  const known = listNodes(machine)
    .flatMap((node) => listTransitions(node).map(parseCause))
    .flatMap((cause): unknown[] => (cause.kind === 'delay' ? [cause.delay] : []))
    .map((delay): unknown => (typeof delay === 'string' ? delays[delay] : delay));
  return [...new Set(known.filter((delay) => typeof delay === 'number'))];
}

const isEmpty = (value: unknown): boolean =>
  Array.isArray(value) || typeof value === 'string' ? value.length === 0 : !value;

/** Which properties of the context are empty, zero or false. Values themselves would be endlessly many, as those of a counter. */
const findEmptyProperties = (context: unknown): readonly string[] =>
  Object.entries(Object(context)).flatMap(([name, value]) => (isEmpty(value) ? [name] : []));

/**
 * Returns a model in which the machine starts with the given input, each event has no payload, and each actor finishes
 * without an output or fails. It has no expectations, so it proves nothing.
 */
export function createDefaultModel(machine: AnyStateMachine, input?: unknown): FlowModel {
  const sources = listNodes(machine).flatMap((node) =>
    node.invoke.flatMap(({ src }) => (typeof src === 'string' ? [src] : [])),
  );
  return {
    machine,
    inputs: { start: { input, then: {} } },
    events: findEventTypes(machine).map((type) => ({ event: { type } satisfies AnyEventObject, then: {} })),
    outcomes: Object.fromEntries(sources.map((source) => [source, OUTCOMES])),
    delays: findDelays(machine).map((ms) => ({ ms, then: {} })),
    routes: Object.fromEntries(findRoutes(machine).map(({ id }) => [`#${id}`, {}])),
    claims: {},
    facts: findEmptyProperties,
  };
}
