/** The time in milliseconds for which optional code waits for the first page to become idle. */
const IDLE_TIMEOUT = 2_000;

/** Calls `act` when the browser is idle. Returns a function that cancels this. */
export function whenIdle(act: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(act, { timeout: IDLE_TIMEOUT });
    return () => cancelIdleCallback(handle);
  }
  const handle = setTimeout(act);
  return () => clearTimeout(handle);
}
