/**
 * Messages of a tab to the flow workbench in another tab while flows run: machine ids, state names, event types, and the
 * names of false guards and of the properties that they read. Each message is rebuilt from these names, so that no value
 * of a context, input, output or payload is sent.
 */
import {
  type AnyActorRef,
  type AnyMachineSnapshot,
  type InspectionEvent,
  type StateValue,
  isMachineSnapshot,
} from 'xstate';
import { findRefusals, getReadNames } from './refusals.ts';
import { getActorMachine, takenTransitions } from './xstate-internals.ts';

export type LiveMessage =
  | {
      readonly kind: 'state';
      /** Names the running machine: the tab and the actor. */
      readonly actor: string;
      /** The id of the machine. */
      readonly flow: string;
      readonly value: StateValue;
      readonly status: AnyMachineSnapshot['status'];
    }
  | { readonly kind: 'event'; readonly actor: string; readonly flow: string; readonly type: string }
  /** A guard that was false, so that an event had no effect. */
  | {
      readonly kind: 'refusal';
      readonly actor: string;
      readonly flow: string;
      readonly type: string;
      readonly guard: string;
      readonly reads: readonly string[];
    };

/** A name of a state, an event or an actor. Whatever else a text may be, it is not passed on. */
const NAME = /^[A-Za-z_$][\w$.:*#-]{0,99}$/;
const isName = (value: unknown): value is string => typeof value === 'string' && NAME.test(value);

const areNames = (values: unknown): values is readonly string[] => Array.isArray(values) && values.every(isName);

/** Returns true for guards by their names: `isFilled and (isOpen or not isLate)`. */
function isGuard(value: unknown): value is string {
  const words = typeof value === 'string' ? value.split(/[ ()]+/).filter((word) => word !== '') : [];
  return words.length > 0 && areNames(words);
}

const STATUSES: readonly AnyMachineSnapshot['status'][] = ['active', 'done', 'error', 'stopped'];

/** Rebuilds a state value from its names; undefined if it is not a state value. */
export function stateNames(value: unknown): StateValue | undefined {
  if (isName(value)) return value;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const regions: [string, StateValue][] = [];
  for (const [name, inner] of Object.entries(value)) {
    const names = stateNames(inner);
    if (!isName(name) || names === undefined) return undefined;
    regions.push([name, names]);
  }
  return Object.fromEntries(regions);
}

const property = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

/**
 * Reads a message of the channel, or makes one: only the named properties are copied, and each is checked. Undefined where
 * something is missing or is no name.
 */
export function liveMessage(given: unknown): LiveMessage | undefined {
  const kind = property(given, 'kind');
  const actor = property(given, 'actor');
  const flow = property(given, 'flow');
  if (!isName(actor) || !isName(flow)) return undefined;
  const type = property(given, 'type');
  if (kind === 'event') return isName(type) ? { kind, actor, flow, type } : undefined;
  if (kind === 'refusal') {
    const guard = property(given, 'guard');
    const reads = property(given, 'reads');
    return isName(type) && isGuard(guard) && areNames(reads)
      ? { kind, actor, flow, type, guard, reads: [...reads] }
      : undefined;
  }
  const value = stateNames(property(given, 'value'));
  const status = STATUSES.find((each) => each === property(given, 'status'));
  return kind === 'state' && value !== undefined && status !== undefined
    ? { kind, actor, flow, value, status }
    : undefined;
}

const toActorName = (tab: string, session: unknown): string => `${tab}.${String(session).replaceAll(':', '-')}`;

/** Creates an inspector that says why an event had no effect. It receives XState's own inspection events. */
export function createRefusalSender(
  tab: string,
  send: (message: LiveMessage) => void,
): (seen: InspectionEvent) => void {
  return (seen) => {
    if (seen.type !== '@xstate.microstep' || takenTransitions(seen).length > 0) return;
    const { snapshot, event } = seen;
    const actor = seen.actorRef as AnyActorRef;
    const flow = getActorMachine(actor)?.id;
    if (flow === undefined || !isMachineSnapshot(snapshot)) return;
    for (const refusal of findRefusals({ snapshot, event, isEventless: false })) {
      const from = { kind: 'refusal', actor: toActorName(tab, actor.sessionId), flow, type: event.type };
      const message = liveMessage({ ...from, guard: refusal.guard, reads: getReadNames(refusal) });
      if (message !== undefined) send(message);
    }
  };
}

/**
 * Creates a function that converts inspection events to messages. It stores the machine ids, which only the first event
 * of an actor contains.
 */
export function createLiveSender(tab: string, send: (message: LiveMessage) => void): (seen: unknown) => void {
  const flows = new Map<unknown, unknown>();
  return (seen) => {
    const session = property(seen, 'sessionId');
    const type = property(seen, 'type');
    if (type === '@xstate.actor') flows.set(session, machineIdIn(property(seen, 'definition')));
    const from = { actor: toActorName(tab, session), flow: flows.get(session) };
    const isEvent = type === '@xstate.event';
    const snapshot = property(seen, 'snapshot');
    const message = liveMessage(
      isEvent
        ? { ...from, kind: 'event', type: property(property(seen, 'event'), 'type') }
        : { ...from, kind: 'state', value: property(snapshot, 'value'), status: property(snapshot, 'status') },
    );
    if (message !== undefined) send(message);
  };
}

/**
 * Returns the machine id in a definition, which an inspector writes as JSON; undefined if the actor is not a machine.
 */
function machineIdIn(definition: unknown): unknown {
  if (typeof definition !== 'string') return undefined;
  try {
    const read: unknown = JSON.parse(definition);
    return property(read, 'states') === undefined ? undefined : property(read, 'id');
  } catch {
    return undefined;
  }
}
