/** The time of the last activity, shared by all tabs, and the throttling of activity events (P §4, §9). */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ACTIVITY_THROTTLE, createActivity, throttled } from '#src/app/session/activity.ts';

/** Storage shared by the tabs of one browser. */
function sharedStorage() {
  const stored = new Map<string, string>();
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  };
}

describe('throttled activity', () => {
  it('is reported at most every 500 ms, immediately after a pause, and never delayed any longer', () => {
    expect(ACTIVITY_THROTTLE).toBe(500);
    const pauses = fc.array(fc.integer({ min: 0, max: 1_200 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(pauses, (steps) => {
        let now = 0;
        const noticed: number[] = [];
        const notice = throttled(
          500,
          () => now,
          () => noticed.push(now),
        );
        const happened = steps.map((pause) => {
          now += pause;
          notice();
          return now;
        });
        for (const [index, at] of noticed.entries()) {
          const before = noticed[index - 1];
          if (before !== undefined) expect(at - before).toBeGreaterThanOrEqual(500);
        }
        // Each event was reported, or another event less than 500 ms before it.
        for (const at of happened) expect(noticed.some((seen) => seen <= at && at - seen < 500)).toBe(true);
      }),
    );
  });

  it('is still reported after the clock was set back', () => {
    let now = 10_000;
    let count = 0;
    const notice = throttled(
      500,
      () => now,
      () => (count += 1),
    );
    notice();
    now = 2_000;
    notice();
    expect(count).toBe(2);
  });
});

describe('tabs of one browser', () => {
  it('always agree on the time since the last activity', () => {
    const acts = fc.array(fc.record({ tab: fc.nat({ max: 3 }), pause: fc.integer({ min: 0, max: 2_000_000 }) }), {
      minLength: 1,
      maxLength: 40,
    });
    fc.assert(
      fc.property(acts, fc.integer({ min: 0, max: 5_000_000 }), (done, later) => {
        let now = 1_000;
        const storage = sharedStorage();
        const tabs = Array.from({ length: 4 }, () => createActivity(storage, () => now));
        for (const { tab, pause } of done) {
          now += pause;
          tabs[tab]?.record();
          expect(tabs.map((each) => each.idleFor())).toEqual([0, 0, 0, 0]);
        }
        now += later;
        expect(tabs.map((each) => each.idleFor())).toEqual([later, later, later, later]);
      }),
    );
  });

  it('start with no idle time', () => {
    let now = 5_000;
    const activity = createActivity(sharedStorage(), () => now);
    expect(activity.idleFor()).toBe(0);
    now = 6_500;
    expect(activity.idleFor()).toBe(1_500);
  });

  it('treat a clock that was set back as activity', () => {
    let now = 900_000;
    const activity = createActivity(sharedStorage(), () => now);
    activity.record();
    now = 100_000;
    expect(activity.idleFor()).toBe(0);
    now = 160_000;
    expect(activity.idleFor()).toBe(60_000);
  });

  it('work independently if the browser blocks storage', () => {
    let now = 0;
    const refused = () => {
      throw new Error('SecurityError');
    };
    const activity = createActivity({ getItem: refused, setItem: refused }, () => now);
    activity.record();
    now = 7_000;
    expect(activity.idleFor()).toBe(7_000);
  });
});
