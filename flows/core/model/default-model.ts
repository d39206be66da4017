/** A model for a machine that has none, so that it can be simulated and walked. */
import type { AnyEventObject, AnyStateMachine } from 'xstate';
import type { FlowModel, Outcome } from './model.ts';
import { causeOf, implementationsOf, nodesOf, transitionsOf } from './xstate-internals.ts';
import { routesOf } from './keys.ts';

const OUTCOMES: Readonly<Record<string, Outcome<unknown>>> = {
  'is done': { answers: undefined, then: {} },
  fails: { throws: new Error('The actor failed'), then: {} },
};

/** Returns the event types that a machine names, without wildcards. */
function eventTypesOf(machine: AnyStateMachine): string[] {
  const causes = nodesOf(machine).flatMap((node) => transitionsOf(node).map(causeOf));
  const types = causes.flatMap((cause) => (cause.kind === 'event' ? [cause.event] : []));
  return [...new Set(types)].filter((type) => !type.endsWith('*'));
}

/** The lengths of all delays in milliseconds, as far as they are known without a context. */
function delaysOf(machine: AnyStateMachine): number[] {
  const { delays } = implementationsOf(machine);
  const known = nodesOf(machine)
    .flatMap((node) => transitionsOf(node).map(causeOf))
    .flatMap((cause): unknown[] => (cause.kind === 'delay' ? [cause.delay] : []))
    .map((delay): unknown => (typeof delay === 'string' ? delays[delay] : delay));
  return [...new Set(known.filter((delay) => typeof delay === 'number'))];
}

const isEmpty = (value: unknown): boolean =>
  Array.isArray(value) || typeof value === 'string' ? value.length === 0 : !value;

/** Which properties of the context are empty, zero or false. Values themselves would be endlessly many, as those of a counter. */
const emptyPropertiesOf = (context: unknown): readonly string[] =>
  Object.entries(Object(context)).flatMap(([name, value]) => (isEmpty(value) ? [name] : []));

/**
 * Returns a model in which the machine starts with the given input, each event has no payload, and each actor finishes
 * without an output or fails. It has no expectations, so it proves nothing.
 */
export function defaultModelOf(machine: AnyStateMachine, input?: unknown): FlowModel {
  const sources = nodesOf(machine).flatMap((node) =>
    node.invoke.flatMap(({ src }) => (typeof src === 'string' ? [src] : [])),
  );
  return {
    machine,
    inputs: { start: { input, then: {} } },
    events: eventTypesOf(machine).map((type) => ({ event: { type } satisfies AnyEventObject, then: {} })),
    outcomes: Object.fromEntries(sources.map((source) => [source, OUTCOMES])),
    delays: delaysOf(machine).map((ms) => ({ ms, then: {} })),
    routes: Object.fromEntries(routesOf(machine).map(({ id }) => [`#${id}`, {}])),
    claims: {},
    facts: emptyPropertiesOf,
  };
}
