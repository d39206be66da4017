/**
 * The flow log for product analytics: one row per transition of a flow's machine, with names of the machine only.
 * `docs/flows/log-format.md` describes the rows.
 *
 * Rows are built from the definitions of the transitions and states, never from events, contexts, inputs or outputs. A
 * row whose names are not all in the list of known flows is dropped.
 */
import {
  type AnyActorRef,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyStateNode,
  type AnyTransitionDefinition,
  type InspectionEvent,
  isMachineSnapshot,
} from 'xstate';
import { type Observation, toObservation } from './flow-observation.ts';
import {
  getActiveNodes,
  formatCause,
  getActorMachine,
  listNodes,
  takenTransitions,
  listTransitions,
} from './xstate-internals.ts';

export interface FlowLogRow {
  /** ISO 8601, in UTC. */
  readonly time: string;
  /** A random id of one run of a machine. It identifies neither a person nor a visit. */
  readonly run: string;
  /** The id of the machine. */
  readonly flow: string;
  /** The cause that the transition declares, in words, or one of {@link RUN_EVENTS}. */
  readonly event: string;
  /** The state that declares the transition; null for {@link RUN_EVENTS}. */
  readonly from: string | null;
  /** The targets of the transition; none if it does not change the state. */
  readonly to: readonly string[];
  /** The active leaf states after the transition. */
  readonly states: readonly string[];
  readonly status: (typeof STATUSES)[number];
}

export const STATUSES = ['active', 'done', 'stopped', 'error'] as const;

/** Events of a run as a whole: it started, was left before its end, or stopped with an error. */
export const RUN_EVENTS = ['started', 'left', 'failed'] as const;
type RunEvent = (typeof RUN_EVENTS)[number];

/** The machine as a whole, as the source of transitions. */
const ANYWHERE = 'anywhere';

/** All names of a machine that rows may contain. */
export interface FlowNames {
  readonly states: readonly string[];
  readonly events: readonly string[];
}

/** The names of all known flows, by machine id. */
export type KnownFlows = Readonly<Record<string, FlowNames>>;

const stateName = (node: AnyStateNode): string => node.path.join('.') || ANYWHERE;

/** Returns the names of a machine, sorted. */
export function getFlowNames(machine: AnyStateMachine): FlowNames {
  const nodes = listNodes(machine);
  // XState adds transitions for routes to the root, so the list is complete only with all transitions of all states.
  const events = nodes.flatMap((node) => [
    ...[...node.transitions.values()].flat().map(formatCause),
    ...listTransitions(node).map(formatCause),
  ]);
  return { states: nodes.map(stateName).sort(), events: [...new Set(events)].sort() };
}

export interface FlowLogOptions {
  readonly known: KnownFlows;
  readonly write: (row: FlowLogRow) => void;
  /** Returns a new random id. */
  readonly newRun: () => string;
}

interface Clock {
  readonly now: () => Date;
}

interface LoggedRun {
  readonly id: string;
  readonly flow: string;
  /** The last transition that was logged. */
  last?: AnyTransitionDefinition;
  hasEnded: boolean;
}

/**
 * Creates an inspector that logs the runs of machines. Pass it as `inspect` to the root actor: it also receives the
 * events of all invoked machines.
 */
export function createFlowLog({ now, ...options }: FlowLogOptions & Clock): (seen: InspectionEvent) => void {
  const log = createObservationLog(options);
  return (seen) => log(toObservation(seen, now()));
}

/** Creates the same log for events that were observed before. They must be passed in their order. */
export function createObservationLog({ known, write, newRun }: FlowLogOptions): (observation: Observation) => void {
  const runs = new WeakMap<AnyActorRef, LoggedRun>();
  const isKnown = createNameCheck(known);

  function log(
    run: LoggedRun,
    snapshot: AnyMachineSnapshot,
    time: Date,
    step: Pick<FlowLogRow, 'event' | 'from' | 'to'>,
  ): void {
    const { id, flow } = run;
    const leaves = getActiveNodes(snapshot).filter(({ type }) => type === 'atomic' || type === 'final');
    const row = { time: time.toISOString(), run: id, flow, ...step, states: leaves.map(stateName) };
    if (isKnown(row)) write({ ...row, status: snapshot.status });
  }

  function logRun(run: LoggedRun, snapshot: AnyMachineSnapshot, time: Date, event: RunEvent): void {
    run.hasEnded = snapshot.status !== 'active';
    log(run, snapshot, time, { event, from: null, to: [] });
  }

  function logTransition(
    run: LoggedRun,
    snapshot: AnyMachineSnapshot,
    time: Date,
    transition: AnyTransitionDefinition,
  ): void {
    const { source, target } = transition;
    // The number of such repetitions would tell how many characters were typed.
    if (target === undefined && transition === run.last) return;
    run.last = transition;
    const to = target?.map(stateName) ?? [];
    log(run, snapshot, time, { event: formatCause(transition), from: stateName(source), to });
  }

  return ({ seen, time, initial }) => {
    const actor = seen.actorRef as AnyActorRef;
    if (initial !== undefined) {
      const machine = getActorMachine(actor);
      if (machine === undefined || !isMachineSnapshot(initial)) return;
      const run: LoggedRun = { id: newRun(), flow: machine.id, hasEnded: false };
      runs.set(actor, run);
      logRun(run, initial, time, 'started');
      return;
    }
    const run = runs.get(actor);
    if (run === undefined || run.hasEnded) return;
    if (seen.type === '@xstate.microstep' && isMachineSnapshot(seen.snapshot)) {
      const { snapshot } = seen;
      for (const transition of takenTransitions(seen)) logTransition(run, snapshot, time, transition);
      if (snapshot.status === 'stopped') logRun(run, snapshot, time, 'left');
      run.hasEnded = snapshot.status === 'done' || snapshot.status === 'stopped';
    } else if (
      seen.type === '@xstate.snapshot' &&
      isMachineSnapshot(seen.snapshot) &&
      seen.snapshot.status === 'error'
    ) {
      logRun(run, seen.snapshot, time, 'failed');
    }
  };
}

/** Returns a function that checks that all names in a row are in the list. */
function createNameCheck(known: KnownFlows): (row: Omit<FlowLogRow, 'status'>) => boolean {
  const checked = new Map<string, { readonly states: Set<string>; readonly events: Set<string> }>();
  return ({ flow, event, from, to, states }) => {
    if (!Object.hasOwn(known, flow)) return false;
    const names = checked.get(flow) ?? {
      states: new Set(known[flow]?.states),
      events: new Set([...(known[flow]?.events ?? []), ...RUN_EVENTS]),
    };
    checked.set(flow, names);
    const named = [...to, ...states, ...(from === null ? [] : [from])];
    return names.events.has(event) && named.every((state) => names.states.has(state));
  };
}
