/** The router: navigation is immediate or waits for code, and is confirmed first if data would be lost. */
import { createMemoryHistory } from '@tanstack/history';
import * as fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { type RouterState, createRouter } from '#src/app/router/router.ts';

/** Opens a router with these history entries, the last one current. Records its events. */
function opened(entries: readonly string[], prepare?: (pathname: string) => Promise<void> | undefined) {
  const router = createRouter(createMemoryHistory({ initialEntries: [...entries] }), prepare);
  const heard: string[] = [];
  router.subscribe(({ location, arrival }: RouterState) => heard.push(`${arrival} ${location.pathname}`));
  return { router, heard, here: () => router.state.location.pathname };
}

/** Code whose loading the test completes. */
function codes() {
  const waiting = new Map<string, () => void>();
  return {
    prepare: (pathname: string) =>
      pathname === '/here' ? undefined : new Promise<void>((arrive) => waiting.set(pathname, arrive)),
    arrive: async (pathname: string) => {
      waiting.get(pathname)?.();
      await new Promise((done) => setImmediate(done));
    },
  };
}

describe('a navigation', () => {
  it('adds or replaces a history entry', async () => {
    const { router, heard, here } = opened(['/first']);
    await router.navigate('/second');
    await router.navigate('/third', { replace: true });
    await router.navigate(-1);
    expect(here()).toBe('/first');
    await router.navigate(1);
    expect(here()).toBe('/third');
    expect(heard).toEqual(['PUSH /second', 'REPLACE /third', 'POP /first', 'POP /third']);
  });

  it('sets query, fragment, a unique key and the state of the entry', async () => {
    const { router } = opened(['/first']);
    const { key } = router.state.location;
    await router.navigate('/second?a=b#c', { state: { flowTrail: ['/first'] } });
    const { location } = router.state;
    expect(location).toMatchObject({
      pathname: '/second',
      search: '?a=b',
      hash: '#c',
      state: { flowTrail: ['/first'] },
    });
    expect(location.key).not.toBe(key);
    await router.navigate(-1);
    expect(router.state.location).toMatchObject({ key, search: '', hash: '' });
    expect(router.state.location.state).not.toHaveProperty('flowTrail');
  });

  it('beyond the ends of the history does nothing', async () => {
    const { router, heard, here } = opened(['/first', '/second']);
    await router.navigate(1);
    await router.navigate(-1);
    await router.navigate(-1);
    expect([here(), heard]).toEqual(['/first', ['POP /first']]);
  });

  it('does not notify removed listeners, nor any listener after the router was stopped', async () => {
    const { router, heard } = opened(['/first']);
    const listener = vi.fn();
    router.subscribe(listener)();
    await router.navigate('/second');
    expect(listener).not.toHaveBeenCalled();
    router.dispose();
    await router.navigate(-1);
    expect(heard).toEqual(['PUSH /second']);
  });
});

describe('a navigation to a page whose code is loading', () => {
  it('shows the previous page until the code has loaded', async () => {
    const { prepare, arrive } = codes();
    const { router, heard, here } = opened(['/here'], prepare);
    const shown = router.navigate('/slow');
    await arrive('/other');
    expect([here(), heard]).toEqual(['/here', []]);
    await arrive('/slow');
    await shown;
    expect([here(), heard]).toEqual(['/slow', ['PUSH /slow']]);
  });

  it.each([
    ['a link', (router: ReturnType<typeof opened>['router']) => router.navigate('/here'), 'PUSH /here'],
    ['a link to another such', (router: ReturnType<typeof opened>['router']) => router.navigate('/late'), 'PUSH /late'],
  ])('is superseded by %s that was followed later', async (_, follow, said) => {
    const { prepare, arrive } = codes();
    const { router, heard } = opened(['/here'], prepare);
    void router.navigate('/slow');
    void follow(router);
    await arrive('/late');
    await arrive('/slow');
    expect(heard).toEqual([said]);
    await router.navigate(-1);
    expect(heard).toEqual([said, 'POP /here']);
  });

  it('can be reversed with Forward before the page was shown', async () => {
    const { prepare, arrive } = codes();
    const { router, heard, here } = opened(['/slow', '/here'], prepare);
    await router.navigate(-1);
    expect(here()).toBe('/here');
    await router.navigate(1);
    await arrive('/slow');
    expect([here(), heard]).toEqual(['/here', ['POP /here']]);
  });
});

describe('a page with unsaved data', () => {
  const keeps = (pathname: string) => !pathname.startsWith('/form');

  function guarded(entries: readonly string[]) {
    const page = opened(entries);
    const asked: (() => void)[] = [];
    const release = page.router.guard({ keeps, ask: (leave) => asked.push(leave) });
    return { ...page, asked, release };
  }

  it('can be left for its own steps without confirmation', async () => {
    const { router, asked, here } = guarded(['/form', '/form/a']);
    await router.navigate('/form/b');
    await router.navigate(-2);
    expect([here(), asked]).toEqual(['/form', []]);
  });

  it('can be left by a link only after confirmation', async () => {
    const { router, asked, heard, here } = guarded(['/form']);
    await router.navigate('/help?about=form', { replace: true, state: { restarts: true } });
    expect([here(), heard, asked.length]).toEqual(['/form', [], 1]);
    asked[0]?.();
    expect(router.state.location).toMatchObject({
      pathname: '/help',
      search: '?about=form',
      state: { restarts: true },
    });
    expect(heard).toEqual(['REPLACE /help']);
  });

  it.each([-1, -2])(
    'can be left by Back (%i) only after confirmation, and the history is unchanged until then',
    async (steps) => {
      const { router, asked, heard, here } = guarded(['/first', '/second', '/form']);
      await router.navigate(steps);
      expect([here(), heard, asked.length]).toEqual(['/form', [], 1]);
      // A user who stays can continue, and the next attempt needs a new confirmation.
      await router.navigate('/form/a');
      await router.navigate(-1);
      await router.navigate(steps);
      expect([here(), heard, asked.length]).toEqual(['/form', ['PUSH /form/a', 'POP /form'], 2]);
      asked[1]?.();
      expect([here(), asked.length]).toEqual([steps === -1 ? '/second' : '/first', 2]);
      // The confirmation is valid only once.
      await router.navigate(-steps);
      await router.navigate(steps);
      expect([here(), asked.length]).toEqual(['/form', 3]);
    },
  );

  it('can be left without confirmation after the data was saved', async () => {
    const { router, asked, release, here } = guarded(['/first', '/form']);
    release();
    await router.navigate(-1);
    expect([here(), asked]).toEqual(['/first', []]);
  });

  it('has only one guard at a time, the latest one', async () => {
    const { router, asked, release } = guarded(['/form']);
    const ask = vi.fn();
    router.guard({ keeps, ask });
    release();
    await router.navigate('/first');
    expect([asked.length, ask.mock.calls.length]).toEqual([0, 1]);
  });
});

it('after any sequence of navigations, the router is where a browser history would be', async () => {
  const moves = fc.array(
    fc.oneof(
      fc.record({ to: fc.constantFrom('/a', '/b', '/c'), replace: fc.boolean() }),
      fc.record({ by: fc.integer({ min: -3, max: 3 }) }),
    ),
    { maxLength: 12 },
  );
  await fc.assert(
    fc.asyncProperty(moves, async (made) => {
      const { router, here } = opened(['/']);
      const entries = ['/'];
      let at = 0;
      for (const move of made) {
        if ('by' in move) {
          await router.navigate(move.by);
          at = Math.min(Math.max(at + move.by, 0), entries.length - 1);
        } else {
          await router.navigate(move.to, { replace: move.replace });
          if (!move.replace) at += 1;
          entries.splice(at, move.replace ? 1 : entries.length, move.to);
        }
        expect(here()).toBe(entries[at]);
      }
    }),
  );
});
