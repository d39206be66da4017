/** However quickly Back and Forward are pressed, the browser ends at the entry that the router shows. */
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NavigationType, createBrowserRouter } from 'react-router-dom';
import { numberEntries } from '#src/app/browser/history-position.ts';

const ORIGIN = 'https://portal.example';

/**
 * How a browser handles the router's `history.go` while a press of Back is still pending: it queues the call, or drops
 * it.
 */
type Traversals = 'queued' | 'dropped';

/** A window with the parts that a router uses. Traversals take a moment, as in a browser. */
function createWindow(traversals: Traversals) {
  const entries: { state: unknown; url: URL }[] = [{ state: null, url: new URL('/', ORIGIN) }];
  let index = 0;
  const pending: number[] = [];
  const events = new EventTarget();
  const go = (steps: number, isPressed: boolean) => {
    if (traversals === 'dropped' && !isPressed && pending.length > 0) return;
    // Beyond the ends of the history nothing happens.
    const target = pending.reduce((sum, each) => sum + each, index + steps);
    if (isPressed && entries[target] === undefined) return;
    pending.push(steps);
    setTimeout(() => {
      pending.shift();
      if (entries[index + steps] === undefined || steps === 0) return;
      index += steps;
      events.dispatchEvent(new Event('popstate'));
    }, 5);
  };
  const createEntry = (state: unknown, url?: string | URL | null) => ({
    state: structuredClone(state),
    url: new URL(url ?? page.location.href, page.location.href),
  });
  const page = {
    get location() {
      return entries[index]?.url ?? new URL(ORIGIN);
    },
    history: {
      get state() {
        return entries[index]?.state;
      },
      pushState(state: unknown, _: string, url?: string | URL | null) {
        entries.splice(index + 1, entries.length, createEntry(state, url));
        index += 1;
      },
      replaceState(state: unknown, _: string, url?: string | URL | null) {
        entries[index] = createEntry(state, url);
      },
      go: (steps = 0) => go(steps, false),
    },
    addEventListener: events.addEventListener.bind(events),
    removeEventListener: events.removeEventListener.bind(events),
  };
  return { page: page as unknown as Window, press: (steps: number) => go(steps, true) };
}

/** Opens a browser that has visited these pages, with `/form` as the last one if given. */
async function openedAt(traversals: Traversals, visited: readonly string[], stepsBack = 0) {
  const { page, press } = createWindow(traversals);
  const { router, onPopBlocked } = numberEntries(
    () => createBrowserRouter([{ path: '*', element: null }], { window: page, hydrationData: {} }),
    page,
  );
  for (const path of visited) await router.navigate(path);
  press(-stepsBack);
  await vi.advanceTimersByTimeAsync(1_000);
  /** Asks before `/form` is left. */
  const guard = () =>
    router.getBlocker('guard', ({ nextLocation, historyAction }) => {
      if (nextLocation.pathname === '/form') return false;
      if (historyAction === NavigationType.Pop) onPopBlocked();
      return true;
    });
  const settle = () => vi.advanceTimersByTimeAsync(1_000);
  return { page, press, router, guard, settle };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe.each<Traversals>(['queued', 'dropped'])('where traversals are %s', (traversals) => {
  it('Back and Forward on a page that asks leave the browser at its entry, however many are pressed at once', async () => {
    const presses = fc.array(fc.constantFrom(-1, 1, -2, 2), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 3 }),
        fc.integer({ min: 0, max: 2 }),
        presses,
        async (before, after, pressed) => {
          const visited = [
            ...Array.from({ length: before }, (_, at) => `/before/${at}`),
            '/form',
            ...Array.from({ length: after }, (_, at) => `/after/${at}`),
          ];
          const { page, press, router, guard, settle } = await openedAt(traversals, visited, after);
          expect(router.state.location.pathname).toBe('/form');
          guard();
          for (const steps of pressed) press(steps);
          await settle();
          expect([page.location.pathname, router.state.location.pathname]).toEqual(['/form', '/form']);
          // The router's position is still correct: leaving goes to the previous entry.
          router.deleteBlocker('guard');
          press(-1);
          await settle();
          const expected = `/before/${before - 1}`;
          expect([page.location.pathname, router.state.location.pathname]).toEqual([expected, expected]);
          router.dispose();
        },
      ),
      { numRuns: 100 },
    );
  });

  it('two quick presses of Back ask once, and leaving goes to the page before', async () => {
    const { page, press, router, guard, settle } = await openedAt(traversals, ['/one', '/two', '/form']);
    guard();
    press(-1);
    press(-1);
    await settle();
    const blocker = router.state.blockers.get('guard');
    expect([page.location.pathname, blocker?.state]).toEqual(['/form', 'blocked']);
    blocker?.proceed?.();
    await settle();
    expect([page.location.pathname, router.state.location.pathname]).toEqual(['/two', '/two']);
  });
});
