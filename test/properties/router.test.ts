/** How one address comes in place of another: at once or when its code is there, asked for first where something would be lost. */
import { createMemoryHistory } from '@tanstack/history';
import * as fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { type RouterState, createRouter } from '#src/app/router/router.ts';

/** A router with these entries, the last one open, and all that it said since. */
function opened(entries: readonly string[], prepare?: (pathname: string) => Promise<void> | undefined) {
  const router = createRouter(createMemoryHistory({ initialEntries: [...entries] }), prepare);
  const heard: string[] = [];
  router.subscribe(({ location, arrival }: RouterState) => heard.push(`${arrival} ${location.pathname}`));
  return { router, heard, here: () => router.state.location.pathname };
}

/** Code that comes when it is told to. */
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

describe('an address', () => {
  it('is a new entry, or takes the place of the present one', async () => {
    const { router, heard, here } = opened(['/first']);
    await router.navigate('/second');
    await router.navigate('/third', { replace: true });
    await router.navigate(-1);
    expect(here()).toBe('/first');
    await router.navigate(1);
    expect(here()).toBe('/third');
    expect(heard).toEqual(['PUSH /second', 'REPLACE /third', 'POP /first', 'POP /third']);
  });

  it('has its query, its fragment, a key of its own and what was written into its entry', async () => {
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

  it('beyond the ends of the history is none', async () => {
    const { router, heard, here } = opened(['/first', '/second']);
    await router.navigate(1);
    await router.navigate(-1);
    await router.navigate(-1);
    expect([here(), heard]).toEqual(['/first', ['POP /first']]);
  });

  it('is no longer told to who has stopped listening, nor after the end of the router', async () => {
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

describe('an address whose code is on its way', () => {
  it('is shown when it is there; until then the page before stands', async () => {
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
  ])('is not shown after %s that was followed later', async (_, follow, said) => {
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

  it('is left again by Forward, although it was never shown', async () => {
    const { prepare, arrive } = codes();
    const { router, heard, here } = opened(['/slow', '/here'], prepare);
    await router.navigate(-1);
    expect(here()).toBe('/here');
    await router.navigate(1);
    await arrive('/slow');
    expect([here(), heard]).toEqual(['/here', ['POP /here']]);
  });
});

describe('a page on which something is not saved', () => {
  const keeps = (pathname: string) => !pathname.startsWith('/form');

  function guarded(entries: readonly string[]) {
    const page = opened(entries);
    const asked: (() => void)[] = [];
    const release = page.router.guard({ keeps, ask: (leave) => asked.push(leave) });
    return { ...page, asked, release };
  }

  it('is left for its own steps without a question', async () => {
    const { router, asked, here } = guarded(['/form', '/form/a']);
    await router.navigate('/form/b');
    await router.navigate(-2);
    expect([here(), asked]).toEqual(['/form', []]);
  });

  it('is left by a link only when somebody says so', async () => {
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

  it.each([-1, -2])('is left by Back (%i) only when somebody says so; the history stays as it was', async (steps) => {
    const { router, asked, heard, here } = guarded(['/first', '/second', '/form']);
    await router.navigate(steps);
    expect([here(), heard, asked.length]).toEqual(['/form', [], 1]);
    // Whoever stays can go on, and is asked again.
    await router.navigate('/form/a');
    await router.navigate(-1);
    await router.navigate(steps);
    expect([here(), heard, asked.length]).toEqual(['/form', ['PUSH /form/a', 'POP /form'], 2]);
    asked[1]?.();
    expect([here(), asked.length]).toEqual([steps === -1 ? '/second' : '/first', 2]);
    // Only this once.
    await router.navigate(-steps);
    await router.navigate(steps);
    expect([here(), asked.length]).toEqual(['/form', 3]);
  });

  it('is left as any other once all is saved', async () => {
    const { router, asked, release, here } = guarded(['/first', '/form']);
    release();
    await router.navigate(-1);
    expect([here(), asked]).toEqual(['/first', []]);
  });

  it('has one question at a time: that of who asked last', async () => {
    const { router, asked, release } = guarded(['/form']);
    const ask = vi.fn();
    router.guard({ keeps, ask });
    release();
    await router.navigate('/first');
    expect([asked.length, ask.mock.calls.length]).toEqual([0, 1]);
  });
});

it('whatever is asked of it, it stands where a history would', async () => {
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
