/**
 * Which address the portal shows, and how another comes in its place. The entries of the history are the library's; here is
 * what a page adds: its code is there before it is shown, and it may ask before it is left.
 */
import { type HistoryLocation, type RouterHistory, createBrowserHistory, parseHref } from '@tanstack/history';

/** An entry of the history. */
export interface Place {
  readonly pathname: string;
  /** With its question mark; '' for none. */
  readonly search: string;
  /** With its hash sign; '' for none. */
  readonly hash: string;
  /** What was written into the entry, not yet parsed. */
  readonly state: unknown;
  /** Another for each entry. */
  readonly key: string;
}

/** How an entry was reached: by Back, Forward or a load of the document, as a new entry, or in place of the one before. */
export type Arrival = 'POP' | 'PUSH' | 'REPLACE';

export interface RouterState {
  readonly location: Place;
  readonly arrival: Arrival;
}

export interface NavigateOptions {
  /** The address takes the place of the present one in the history. */
  readonly replace?: boolean;
  /** Written into the entry. */
  readonly state?: Readonly<Record<string, unknown>> | null;
}

/** Keeps the present page until somebody says that it may be left. */
export interface Guard {
  /** Whether it may not simply be left for this path. */
  readonly keeps: (pathname: string) => boolean;
  /** Hears that it was to be left; calling `leave` leaves it. */
  readonly ask: (leave: () => void) => void;
}

export interface Router {
  readonly state: RouterState;
  /**
   * Goes to an address of the portal, which begins with a slash, or so many entries forward in the history (backward where the number is
   * negative). Settles when it is there or another navigation has come between.
   */
  readonly navigate: (to: string | number, options?: NavigateOptions) => Promise<void>;
  /** Calls the listener whenever another entry is reached, until the returned function is called. */
  readonly subscribe: (listener: (state: RouterState) => void) => () => void;
  /** Stands before every way out of the present page until the returned function is called. There is one at a time. */
  readonly guard: (guard: Guard) => () => void;
  readonly dispose: () => void;
}

/** What must be there before an address is shown; it does not reject. Nothing where it can be shown at once. */
type Prepare = (pathname: string) => Promise<void> | undefined;

/** Where an entry stands in the history. */
function indexOf({ state: { __TSR_index: index } }: HistoryLocation): number {
  return index;
}

function placeOf({ pathname, search, hash, state }: HistoryLocation): Place {
  const { __TSR_key: key = '' } = state;
  return { pathname, search, hash, state, key };
}

/** A router over a history: the browser's, or one in memory. */
export function createRouter(history: RouterHistory, prepare: Prepare = () => undefined): Router {
  let state: RouterState = { location: placeOf(history.location), arrival: 'POP' };
  /** The entry at which the browser stands. While code is on its way after Back, it is not yet the one that is shown. */
  let index = indexOf(history.location);
  let present: Guard | undefined;
  /** The browser is on its way back to the entry that was to be left. */
  let isReturning = false;
  /** Somebody has said that the page may be left. */
  let isLeaving = false;
  /** How many navigations have begun: the last one counts. */
  let begun = 0;
  const listeners = new Set<(state: RouterState) => void>();

  async function reach(pathname: string, arrival: Arrival, enter: () => HistoryLocation): Promise<void> {
    begun += 1;
    const own = begun;
    const prepared = prepare(pathname);
    if (prepared !== undefined) await prepared;
    if (own !== begun) return;
    const location = enter();
    index = indexOf(location);
    state = { location: placeOf(location), arrival };
    for (const listener of listeners) listener(state);
  }

  async function write(address: string, { replace = false, state: written }: NavigateOptions): Promise<void> {
    const { pathname } = parseHref(address, undefined);
    await reach(pathname, replace ? 'REPLACE' : 'PUSH', () => {
      history[replace ? 'replace' : 'push'](address, written ?? undefined);
      // The library would write it a moment later; who reads the address of the document must not see the last one.
      history.flush();
      return history.location;
    });
  }

  function hearPop(location: HistoryLocation): void {
    const steps = indexOf(location) - index;
    index = indexOf(location);
    if (isReturning) {
      isReturning = false;
      return;
    }
    if (isLeaving) isLeaving = false;
    else if (steps !== 0 && present?.keeps(location.pathname) === true) {
      isReturning = true;
      history.go(-steps);
      present.ask(() => {
        isLeaving = true;
        history.go(steps);
      });
      return;
    }
    void reach(location.pathname, 'POP', () => location);
  }

  const stop = history.subscribe(({ location, action }) => {
    if (action.type === 'PUSH' || action.type === 'REPLACE') return;
    // A history that is at its end stays where it is.
    if (placeOf(location).key !== state.location.key || indexOf(location) !== index) hearPop(location);
  });

  return {
    get state() {
      return state;
    },
    async navigate(to, options = {}) {
      if (typeof to === 'number') return history.go(to);
      const leave = () => write(to, options);
      if (present?.keeps(parseHref(to, undefined).pathname) === true) return present.ask(() => void leave());
      return leave();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    guard(guard) {
      present = guard;
      return () => {
        if (present === guard) present = undefined;
      };
    },
    dispose() {
      stop();
      history.destroy();
    },
  };
}

/** The router of the document, which begins at its address. */
export const createDocumentRouter = (prepare: Prepare): Router => createRouter(createBrowserHistory(), prepare);
