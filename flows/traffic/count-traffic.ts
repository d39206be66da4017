/** Counts the rows of a flow log: entries, exits, time per state, and where people leave or turn back. */
import type { TrafficRow } from './parse-row.ts';

/** The traffic of a state. A state with states inside is active while one of them is. */
export interface StateTraffic {
  entries: number;
  exits: number;
  /** Runs that ended in this state and had not reached an end of the flow. */
  left: number;
  /** Steps back to a state that the run had visited before it first visited this one, by that state. */
  readonly back: Map<string, number>;
  /** The durations of the visits with a known end, in milliseconds; sorted by {@link TrafficCounter.finish}. */
  readonly times: number[];
}

export interface FlowTraffic {
  readonly flow: string;
  runs: number;
  /** Runs that reached an end of the flow, see {@link IsEnd}. */
  finished: number;
  readonly states: Map<string, StateTraffic>;
  /** How often each transition occurred, by {@link transitionId}. */
  readonly transitions: Map<string, number>;
}

/** Identifies a transition by its names in the log. Guards are not logged, so alternatives with one target share it. */
export const transitionId = (from: string, event: string, to: readonly string[]): string =>
  [from, event, ...to].join('\n');

/** Returns a state and the states around it, from the outside. */
const withAround = (state: string): string[] => {
  const names = state.split('.');
  return names.map((_, index) => names.slice(0, index + 1).join('.'));
};

/** Returns true for the states in which a flow has reached its purpose. Final states always count. */
export type IsEnd = (flow: string, state: string) => boolean;

/** A run that has not ended. */
interface CountedRun {
  isFinished: boolean;
  readonly traffic: FlowTraffic;
  /** The active states, with the time of entry. */
  readonly active: Map<string, number>;
  /** The order of the first visits. */
  readonly visited: Map<string, number>;
}

export class TrafficCounter {
  readonly #isEnd: IsEnd;
  readonly flows = new Map<string, FlowTraffic>();
  readonly #runs = new Map<string, CountedRun>();
  rows = 0;
  first = Number.POSITIVE_INFINITY;
  last = Number.NEGATIVE_INFINITY;

  constructor(isEnd: IsEnd = () => false) {
    this.#isEnd = isEnd;
  }

  /** Counts a row. The rows of one run must be in their order; runs may be mixed. */
  add(row: TrafficRow): void {
    this.rows += 1;
    this.first = Math.min(this.first, row.time);
    this.last = Math.max(this.last, row.time);
    const run = this.#runs.get(row.run) ?? this.#begin(row);
    if (row.from !== null) {
      const { transitions } = run.traffic;
      const id = transitionId(row.from, row.event, row.to);
      transitions.set(id, (transitions.get(id) ?? 0) + 1);
    }
    move(run, row);
    if (!run.isFinished && (row.status === 'done' || row.states.some((state) => this.#isEnd(row.flow, state)))) {
      run.isFinished = true;
      run.traffic.finished += 1;
    }
    if (row.status === 'active') return;
    this.#runs.delete(row.run);
    leave(run);
    for (const state of run.active.keys()) exit(run, state, row.time);
  }

  /** Counts the runs without an end as left in their last states. The time of their end is not known. */
  finish(): void {
    for (const run of this.#runs.values()) leave(run);
    this.#runs.clear();
    for (const { states } of this.flows.values()) for (const { times } of states.values()) times.sort((a, b) => a - b);
  }

  #begin({ run: id, flow }: TrafficRow): CountedRun {
    const traffic = this.flows.get(flow) ?? {
      flow,
      runs: 0,
      finished: 0,
      states: new Map<string, StateTraffic>(),
      transitions: new Map<string, number>(),
    };
    this.flows.set(flow, traffic);
    traffic.runs += 1;
    const run = { isFinished: false, traffic, active: new Map<string, number>(), visited: new Map<string, number>() };
    this.#runs.set(id, run);
    return run;
  }
}

function getState({ traffic }: CountedRun, state: string): StateTraffic {
  const found = traffic.states.get(state) ?? { entries: 0, exits: 0, left: 0, back: new Map(), times: [] };
  traffic.states.set(state, found);
  return found;
}

function exit(run: CountedRun, state: string, time: number): void {
  const counted = getState(run, state);
  counted.exits += 1;
  counted.times.push(Math.max(0, time - (run.active.get(state) ?? time)));
}

/** Moves a run to the states of a row. A target that stays active was left and entered again. */
function move(run: CountedRun, { time, states, to }: TrafficRow): void {
  const next = new Set(states.flatMap(withAround));
  const isSame = (state: string) => next.has(state) && !to.includes(state);
  const exited = [...run.active.keys()].filter((state) => !isSame(state));
  const entered = [...next].filter((state) => !run.active.has(state) || !isSame(state));
  const getOrder = (state: string) => run.visited.get(state) ?? run.visited.size;
  for (const state of exited) {
    exit(run, state, time);
    run.active.delete(state);
    // After an end, the first state begins something new.
    if (run.isFinished) continue;
    const { back } = getState(run, state);
    const earlier = entered.filter((each) => states.includes(each) && getOrder(each) < getOrder(state));
    for (const target of earlier) back.set(target, (back.get(target) ?? 0) + 1);
  }
  for (const state of entered) {
    getState(run, state).entries += 1;
    run.active.set(state, time);
    if (!run.visited.has(state)) run.visited.set(state, run.visited.size);
  }
}

function leave(run: CountedRun): void {
  if (run.isFinished) return;
  for (const state of run.active.keys()) getState(run, state).left += 1;
}

/** Returns the number of a sorted list below which a share of them lies; undefined without numbers. */
export const quantile = (sorted: readonly number[], share: number): number | undefined =>
  sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];
