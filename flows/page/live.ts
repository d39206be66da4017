/** The messages of the application's tabs about their running machines. */
import type { StateValue } from 'xstate';
import { LIVE_CHANNEL, LIVE_KEY } from 'xstate-workbench/model/live-key';
import { type LiveMessage, liveMessage } from 'xstate-workbench/model/live-messages';

/** A machine that runs in another tab. */
export interface LiveActor {
  readonly actor: string;
  readonly flow: string;
  readonly value: StateValue;
  readonly isRunning: boolean;
}

export interface Live {
  readonly isOn: boolean;
  /** The last to have changed first. */
  readonly actors: readonly LiveActor[];
  /** The last events, newest first. */
  readonly log: readonly string[];
}

const LONGEST_LOG = 200;

export const NOTHING_LIVE: Live = { isOn: false, actors: [], log: [] };

/** Returns the live state after another message. */
export function withMessage(live: Live, message: LiveMessage): Live {
  const { actor, flow } = message;
  if (message.kind === 'event') {
    return { ...live, log: [`${flow}: ${message.type}`, ...live.log].slice(0, LONGEST_LOG) };
  }
  const isRunning = message.status === 'active';
  const others = live.actors.filter((each) => each.actor !== actor);
  return { ...live, actors: [{ actor, flow, value: message.value, isRunning }, ...others] };
}

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
