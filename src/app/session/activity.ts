/**
 * The time of the last activity, shared by all tabs of this browser (P §4: activity in another tab counts). Stored in
 * local storage, which every tab reads at each check; nothing else depends on it.
 */

const KEY = 'last-activity';

/** The kinds of events that count as activity: mouse, key, touch and scroll (P §4). */
const KINDS = ['mousemove', 'mousedown', 'wheel', 'keydown', 'touchstart', 'touchmove', 'scroll'] as const;

/** The minimum interval between two records of activity, in milliseconds (P §9). */
export const ACTIVITY_THROTTLE = 500;

export interface Activity {
  /** Records activity now. */
  record(): void;
  /** Returns the milliseconds since the last activity in any tab; 0 if none is recorded. */
  idleFor(): number;
}

/** The storage for the time of the last activity; tests provide their own. */
type Store = Pick<Storage, 'getItem' | 'setItem'>;

/** Creates the storage. `now` is the browser's own clock, in milliseconds. A clock that was set back counts as activity. */
export function createActivity(storage: Store, now: () => number): Activity {
  // If the browser blocks storage, each tab tracks its own activity.
  let own: number | null = null;
  const read = (): number | null => {
    try {
      const stored = Number(storage.getItem(KEY) ?? Number.NaN);
      return Number.isFinite(stored) ? stored : own;
    } catch {
      return own;
    }
  };
  const record = (): void => {
    own = now();
    try {
      storage.setItem(KEY, String(own));
    } catch {
      // Falls back to the time in this tab.
    }
  };
  return {
    record,
    idleFor() {
      const last = read();
      if (last !== null && last <= now()) return now() - last;
      record();
      return 0;
    },
  };
}

/** Calls `act` immediately, and then at most once in `interval` milliseconds. */
export function throttled(interval: number, now: () => number, act: () => void): () => void {
  let last = Number.NEGATIVE_INFINITY;
  return () => {
    const at = now();
    // A clock that was set back must not block it.
    if (at >= last && at - last < interval) return;
    last = at;
    act();
  };
}

interface Noticed {
  /** Called on activity in this tab. */
  readonly active: () => void;
  /** Called when the page becomes visible again or another tab has recorded activity. */
  readonly check: () => void;
}

/** Observes activity until the returned function is called. */
export function watchActivity({ active, check }: Noticed): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  const notice = throttled(ACTIVITY_THROTTLE, () => performance.now(), active);
  for (const kind of KINDS) window.addEventListener(kind, notice, { capture: true, passive: true, signal });
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && check(), { signal });
  window.addEventListener('pageshow', check, { signal });
  window.addEventListener('storage', ({ key }) => key === KEY && check(), { signal });
  return () => ended.abort();
}
