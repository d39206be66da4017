/** Idle detection in several tabs with shared activity, on simulated time (P §4, §9). */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Actor, createActor } from 'xstate';
import { idle } from '#machines/session/idle/idle.machine.ts';
import { provideEffects } from '#machines/kit/effect.ts';
import { createActivity } from '#src/app/session/activity.ts';
import { createTestRunner } from '#test/support/runner.ts';
import { flush } from '#test/support/scripted.ts';

/** Simulated time for the clock and the timers of all tabs. */
class Time {
  now = 1_000_000;
  #timers = new Map<number, { at: number; end: () => void }>();
  #last = 0;

  setTimeout(end: () => void, ms: number): number {
    this.#last += 1;
    this.#timers.set(this.#last, { at: this.now + ms, end });
    return this.#last;
  }

  clearTimeout(timer: number): void {
    this.#timers.delete(timer);
  }

  /** Advances clock and timers by a number of seconds. */
  async pass(seconds: number): Promise<void> {
    const until = this.now + seconds * 1000;
    for (;;) {
      const [next] = [...this.#timers].filter(([, { at }]) => at <= until).sort(([, a], [, b]) => a.at - b.at);
      if (next === undefined) break;
      const [id, { at, end }] = next;
      this.#timers.delete(id);
      this.now = Math.max(this.now, at);
      end();
      await flush();
    }
    this.now = until;
  }

  /** Advances only the clock, like a computer in sleep mode. */
  sleep(seconds: number): void {
    this.now += seconds * 1000;
    for (const timer of this.#timers.values()) timer.at += seconds * 1000;
  }
}

async function openTabs(count: number, { idleSeconds = 1200, idleTimeout = 30 } = {}) {
  const time = new Time();
  const stored = new Map<string, string>();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  };
  const tabs = Array.from({ length: count }, () => {
    const activity = createActivity(storage, () => time.now);
    const machine = provideEffects(idle, createTestRunner({ 'idle.measure': () => ({ idleFor: activity.idleFor() }) }));
    const actor: Actor<typeof idle> = createActor(machine, { clock: time, input: { idleSeconds, idleTimeout } });
    actor.on('activity.counted', () => activity.record());
    return actor.start();
  });
  await flush();
  const seen = () =>
    tabs.map((tab) =>
      tab.getSnapshot().matches('active')
        ? 'active'
        : tab.getSnapshot().matches('warned')
          ? tab.getSnapshot().context.secondsLeft
          : tab.getSnapshot().output?.end,
    );
  const move = async (tab: number) => {
    if (tabs[tab]?.getSnapshot().status === 'active') tabs[tab].send({ type: 'activity.noticed' });
    await flush();
  };
  return { time, tabs, seen, move };
}

describe('idle tabs', () => {
  it('show the warning after twenty minutes, count down thirty seconds, and time out together', async () => {
    const { time, seen } = await openTabs(2);
    await time.pass(1199);
    expect(seen()).toEqual(['active', 'active']);
    await time.pass(1);
    expect(seen()).toEqual([30, 30]);
    await time.pass(1);
    expect(seen()).toEqual([29, 29]);
    await time.pass(28);
    expect(seen()).toEqual([1, 1]);
    await time.pass(1);
    expect(seen()).toEqual(['timedOut', 'timedOut']);
  });

  it('restart the idle time after activity in any tab', async () => {
    const { time, seen, move } = await openTabs(2);
    await time.pass(1000);
    await move(1);
    await time.pass(1199);
    expect(seen()).toEqual(['active', 'active']);
    await time.pass(1);
    expect(seen()).toEqual([30, 30]);
  });

  it('all continue after Stay Logged In in one tab, but not after other activity during the warning', async () => {
    const { time, tabs, seen, move } = await openTabs(3);
    await time.pass(1210);
    await move(0);
    await time.pass(1);
    expect(seen()).toEqual([19, 19, 19]);
    tabs[2]?.send({ type: 'stay.requested' });
    await flush();
    await time.pass(1);
    expect(seen()).toEqual(['active', 'active', 'active']);
    await time.pass(1198);
    expect(seen()).toEqual(['active', 'active', 'active']);
    await time.pass(1);
    expect(seen()).toEqual([30, 30, 30]);
  });

  it('end the session immediately if the user logs out', async () => {
    const { time, tabs, seen } = await openTabs(1);
    await time.pass(1200);
    tabs[0]?.send({ type: 'logOut.requested' });
    expect(seen()).toEqual(['loggedOut']);
  });
});

describe('a check that runs at the same moment', () => {
  it('does not undo activity', async () => {
    const { time, tabs, seen } = await openTabs(1);
    await time.pass(1190);
    tabs[0]?.send({ type: 'activity.noticed' });
    tabs[0]?.send({ type: 'check.requested' });
    await flush();
    await time.pass(1199);
    expect(seen()).toEqual(['active']);
  });

  it('does not undo Stay Logged In', async () => {
    const { time, tabs, seen } = await openTabs(1);
    await time.pass(1210);
    tabs[0]?.send({ type: 'stay.requested' });
    tabs[0]?.send({ type: 'check.requested' });
    await flush();
    await time.pass(1);
    expect(seen()).toEqual(['active']);
  });
});

describe('a computer that was in sleep mode', () => {
  it.each([
    ['for longer than the limit', 1230, 'timedOut'],
    ['until the warning', 1210, 20],
    ['for less than the limit', 1199, 'active'],
  ])('%s, has the correct state on the first mouse move', async (_, seconds, outcome) => {
    const { time, seen, move } = await openTabs(1);
    time.sleep(seconds);
    await move(0);
    expect(seen()).toEqual([outcome]);
  });

  it('is timed out when the page becomes visible, before the next timer', async () => {
    const { time, tabs, seen } = await openTabs(1);
    await time.pass(1205);
    time.sleep(7200);
    tabs[0]?.send({ type: 'check.requested' });
    await flush();
    expect(seen()).toEqual(['timedOut']);
  });

  it('cannot continue an expired session with Stay Logged In', async () => {
    const { time, tabs, seen } = await openTabs(1);
    await time.pass(1205);
    time.sleep(25);
    tabs[0]?.send({ type: 'stay.requested' });
    await flush();
    expect(seen()).toEqual(['timedOut']);
  });

  it('is timed out when the portal opens long after the last activity', async () => {
    const { time, tabs } = await openTabs(1);
    tabs[0]?.stop();
    time.sleep(90_000);
    const idleFor = 90_000_000;
    const late = createActor(provideEffects(idle, createTestRunner({ 'idle.measure': () => ({ idleFor }) })), {
      clock: time,
      input: { idleSeconds: 1200, idleTimeout: 30 },
    }).start();
    await flush();
    expect(late.getSnapshot().output).toEqual({ end: 'timedOut' });
  });
});

it('tabs agree after any sequence of actions', async () => {
  const act = fc.record({ tab: fc.nat({ max: 2 }), seconds: fc.integer({ min: 0, max: 14 }), isStay: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 25 }), async (acts) => {
      const { time, tabs, seen, move } = await openTabs(3, { idleSeconds: 10, idleTimeout: 5 });
      for (const { tab, seconds, isStay } of acts) {
        await time.pass(seconds);
        // Each tab has checked within the last second, so all tabs agree after one more second.
        if (isStay) {
          if (tabs[tab]?.getSnapshot().status === 'active') tabs[tab].send({ type: 'stay.requested' });
          await flush();
        } else await move(tab);
        await time.pass(1);
        expect(new Set(seen()).size).toBe(1);
      }
      await time.pass(16);
      expect(seen()).toEqual(['timedOut', 'timedOut', 'timedOut']);
    }),
    { numRuns: 60 },
  );
});
