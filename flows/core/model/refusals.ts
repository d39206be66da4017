/**
 * Why a machine does not take a transition: its false guards, with the values that they read. A guard is evaluated once
 * more for that, which has no effect, because guards are pure.
 */
import { type AnyEventObject, type AnyTransitionDefinition, type AnyStateNode, getNextTransitions } from 'xstate';
import { evaluateGuard } from 'xstate/guards';
import { formatValue, isPlain } from './context-diff.ts';
import { formatGuard, isWithin } from './keys.ts';
import { type Search, getRoute, parseCause } from './xstate-internals.ts';

export interface Refusal {
  readonly guard: string;
  /** The values that the guard read, by path: `amount`, `review.terms`, `event.field`. */
  readonly readings: ReadonlyMap<string, unknown>;
  /** The error that the guard threw. */
  readonly problem?: string;
}

/** Returns a function that copies a value. Reads of its properties are recorded. */
function createRecorder(readings: Map<string, unknown>) {
  // A guard may compare objects, so an object has one copy.
  const copies = new Map<object, unknown>();
  return function record(value: unknown, path: string): unknown {
    if (!Array.isArray(value) && !isPlain(value)) return value;
    const copy =
      copies.get(value) ??
      new Proxy(Array.isArray(value) ? [...(value as unknown[])] : { ...value }, {
        get: (target, name) => {
          const found: unknown = Reflect.get(target, name);
          if (typeof name === 'symbol' || typeof found === 'function') return found;
          const inner = path === '' ? name : `${path}.${name}`;
          readings.delete(path);
          readings.set(inner, found);
          return record(found, inner);
        },
      });
    copies.set(value, copy);
    return copy;
  };
}

/** Returns the values that a guard read if it is false or throws an error; undefined if it passes. */
function explainGuard(guard: AnyTransitionDefinition['guard'], { snapshot, event }: Search): Refusal | undefined {
  const readings = new Map<string, unknown>();
  const record = createRecorder(readings);
  const evaluate = (context: unknown, given: unknown): boolean =>
    guard === undefined || evaluateGuard(guard, context as object, given as AnyEventObject, snapshot);
  let problem: string | undefined;
  try {
    if (evaluate(snapshot.context, event)) return undefined;
  } catch (thrown) {
    problem = thrown instanceof Error ? thrown.message : String(thrown);
  }
  try {
    evaluate(record(snapshot.context, ''), record(event, 'event'));
  } catch {
    // The reads before the error are recorded.
  }
  return { guard: formatGuard(guard), readings, ...(problem !== undefined && { problem }) };
}

const isOfEvent = ({ eventType }: AnyTransitionDefinition, { type }: AnyEventObject): boolean =>
  eventType === type || (eventType.endsWith('*') && type.startsWith(eventType.replace(/\.?\*$/, '')));

/** Returns the guards that were false when a machine searched for transitions, the innermost states first. */
export function findRefusals(search: Search): Refusal[] {
  const { snapshot, event, isEventless } = search;
  const passed: AnyStateNode[] = [];
  return getNextTransitions(snapshot).flatMap((transition): Refusal[] => {
    const { source, target = [] } = transition;
    if (isEventless ? transition.eventType !== '' : !isOfEvent(transition, event)) return [];
    // A state takes at most one transition, and has precedence over the states around it.
    if (passed.some((node) => isWithin(node, source))) return [];
    // XState declares all routes at the root, and adds a comparison of addresses to their guards.
    const isRoute = parseCause(transition).kind === 'route' && source.parent === undefined;
    if (isRoute && event.to !== `#${target[0]?.id}`) return [];
    const guard = isRoute && target[0] ? getRoute(target[0])?.guard : transition.guard;
    const refusal = explainGuard(guard as typeof transition.guard, search);
    if (refusal === undefined) passed.push(source);
    return refusal === undefined ? [] : [refusal];
  });
}

const LONGEST_VALUE = 60;
const MOST_READINGS = 8;

/** Writes a refusal: `isFilled was false: amount = "", method = undefined`. */
export function formatRefusal({ guard, readings, problem }: Refusal): string {
  const all = [...readings].map(([path, value]) => {
    const text = formatValue(value);
    return `${path} = ${text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text}`;
  });
  const shown = [...all.slice(0, MOST_READINGS), ...(all.length > MOST_READINGS ? ['…'] : [])].join(', ');
  const outcome = problem === undefined ? 'was false' : `failed (${problem})`;
  return `${guard} ${outcome}${shown === '' ? '' : `: ${shown}`}`;
}

/** Returns the names of the properties that a guard read, without those within, whose names could be data. */
export const getReadNames = ({ readings }: Refusal): string[] => [
  ...new Set([...readings.keys()].map((path) => /^(?:event\.)?[^.]*/.exec(path)?.[0] ?? path)),
];
