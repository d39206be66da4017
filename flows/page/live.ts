/** The messages of the application's tabs about their running machines. */
import type { StateValue } from 'xstate';
import { LIVE_CHANNEL, LIVE_KEY } from 'xstate-workbench/model/live-key';
import { describeState } from 'xstate-workbench/model/sentences';
import { type LiveMessage, liveMessage } from 'xstate-workbench/model/live-messages';
import { isXStateEvent } from 'xstate-workbench/model/xstate-internals';

/** A machine that runs in another tab. */
export interface LiveActor {
  readonly actor: string;
  readonly flow: string;
  readonly value: StateValue;
  readonly isRunning: boolean;
}

/** An event in the log, or several of the same kind. */
export interface LiveEntry {
  readonly actor: string;
  readonly flow: string;
  readonly type: string;
  /** The state to which the last one led; undefined until the machine has reported it. */
  readonly to?: string;
  /** When the last one was heard, as epoch milliseconds. */
  readonly at: number;
  /** How many there were. */
  readonly count: number;
  /** Why it had no effect: the entry is of a guard that was false. */
  readonly refusal?: string;
}

export interface Live {
  readonly isOn: boolean;
  /** The last to have changed first. */
  readonly actors: readonly LiveActor[];
  /** The last events, newest first. */
  readonly log: readonly LiveEntry[];
}

const LONGEST_LOG = 200;
/** A timer that repeats a few events has one entry for each of them, so that it does not fill the log. */
const LONGEST_CYCLE = 4;

export const NOTHING_LIVE: Live = { isOn: false, actors: [], log: [] };

/** Returns the entry that another one repeats: the last one of its machine, or one of the last ones for XState's own events. */
function findRepeated(log: readonly LiveEntry[], { actor, type, refusal }: LiveEntry): LiveEntry | undefined {
  const isEvent = refusal === undefined;
  const last = log
    .filter((entry) => entry.actor === actor && (entry.refusal === undefined) === isEvent)
    .slice(0, isEvent && !isXStateEvent(type) ? 1 : LONGEST_CYCLE);
  return last.find((entry) => entry.type === type && entry.refusal === refusal);
}

const formatRefusal = ({ guard, reads }: { readonly guard: string; readonly reads: readonly string[] }): string =>
  `${guard} was false${reads.length === 0 ? '' : `, which read ${reads.join(', ')}`}`;

/** Returns the live state after another message. `at` is the time in epoch milliseconds. */
export function withMessage(live: Live, message: LiveMessage, at = Date.now()): Live {
  const { actor, flow } = message;
  if (message.kind !== 'state') {
    const { type } = message;
    const refusal = message.kind === 'event' ? {} : { refusal: formatRefusal(message) };
    const entry: LiveEntry = { actor, flow, type, at, count: 1, ...refusal };
    const repeated = findRepeated(live.log, entry);
    if (repeated === undefined) return { ...live, log: [entry, ...live.log].slice(0, LONGEST_LOG) };
    const { to: _, ...rest } = repeated;
    return {
      ...live,
      log: live.log.map((each) => (each === repeated ? { ...rest, at, count: repeated.count + 1 } : each)),
    };
  }
  const isRunning = message.status === 'active';
  const others = live.actors.filter((each) => each.actor !== actor);
  const caused = live.log.find(
    (entry) => entry.actor === actor && entry.to === undefined && entry.refusal === undefined,
  );
  const to = describeState(message.value);
  return {
    ...live,
    actors: [{ actor, flow, value: message.value, isRunning }, ...others],
    log: live.log.map((entry) => (entry === caused ? { ...entry, to } : entry)),
  };
}

export interface LiveFilter {
  readonly flow: string;
  /** A part of the name of the state. */
  readonly to: string;
  /** Times of day, such as `14:05`. */
  readonly from: string;
  readonly until: string;
}

export const NO_FILTER: LiveFilter = { flow: '', to: '', from: '', until: '' };

/** Returns the local time of day of an entry, with seconds. */
export const formatTime = (at: number): string => new Date(at).toTimeString().slice(0, 8);

/** Returns the entries that a filter lets through. Its empty parts let everything through. */
export const filterLog = (log: readonly LiveEntry[], { flow, to, from, until }: LiveFilter): LiveEntry[] =>
  log.filter((entry) => {
    const minute = formatTime(entry.at).slice(0, 5);
    return (
      (flow === '' || entry.flow === flow) &&
      (to === '' || entry.to?.toLowerCase().includes(to.toLowerCase()) === true) &&
      (from === '' || minute >= from) &&
      (until === '' || minute <= until)
    );
  });

/** The paths of the states that are active in a state value, those around them included. */
export function listActiveStates(value: StateValue | undefined, around = ''): string[] {
  if (value === undefined) return [];
  const toPath = (name: string) => (around === '' ? name : `${around}.${name}`);
  if (typeof value === 'string') return [toPath(value)];
  return Object.entries(value).flatMap(([name, inner]) => [toPath(name), ...listActiveStates(inner, toPath(name))]);
}

/** Listens to the application's tabs, and has those that are opened from now on send. */
export class LiveSource {
  #live = NOTHING_LIVE;
  #channel: BroadcastChannel | undefined;
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly current = (): Live => this.#live;

  /** Resumes listening if it was switched on before. */
  resume(): void {
    if (localStorage.getItem(LIVE_KEY) !== null) this.start();
  }

  start(): void {
    localStorage.setItem(LIVE_KEY, 'on');
    this.#channel ??= new BroadcastChannel(LIVE_CHANNEL);
    this.#channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      const message = liveMessage(data);
      if (message !== undefined) this.#set(withMessage(this.#live, message));
    });
    this.#set({ ...this.#live, isOn: true });
  }

  stop(): void {
    localStorage.removeItem(LIVE_KEY);
    this.#channel?.close();
    this.#channel = undefined;
    this.#set(NOTHING_LIVE);
  }

  #set(live: Live): void {
    this.#live = live;
    for (const listener of this.#listeners) listener();
  }
}
