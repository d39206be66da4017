/** The parts of the flow workbench that only compute: addresses, viewports, search, runs, differences, coverage, live states. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDiagram } from '#flows/diagram.ts';
import { type Address, PANELS, formatAddress, parseAddress } from '#flows/page/address.ts';
import { toMarks, parseCoverage } from '#flows/page/coverage.ts';
import {
  type LiveFilter,
  NOTHING_LIVE,
  NO_FILTER,
  filterLog,
  listActiveStates,
  withMessage,
} from '#flows/page/live.ts';
import { createSearch } from '#flows/page/search.ts';
import { LARGEST, SMALLEST, centerOn, fitReadable, fitWhole, isSeen, pan, zoom } from '#flows/page/viewport.ts';
import { contextDiff } from 'xstate-workbench/model/context-diff';
import { createDefaultModel } from 'xstate-workbench/model/default-model';
import { generatePaths } from 'xstate-workbench/model/paths';
import { listChoices, toRun, takeRun } from 'xstate-workbench/model/run';
import { describeState } from 'xstate-workbench/model/sentences';
import { Simulator } from 'xstate-workbench/model/simulator';
import parcel from '../support/fixture/parcel.model.ts';
import { checkout, trafficLight } from '../support/third-party-machines.ts';
import { doneEvent, snapshotEvent } from 'xstate-workbench/model/xstate-internals';

describe('an address', () => {
  it('is read as it was written', () => {
    const run = fc.array(fc.nat(9_999), { minLength: 1, maxLength: 20 });
    const given = fc.record({
      flow: fc.option(fc.string({ minLength: 1 }), { nil: undefined }),
      state: fc.option(fc.string(), { nil: undefined }),
      panel: fc.option(fc.constantFrom(...PANELS), { nil: undefined }),
      run: fc.option(run, { nil: undefined }),
      show: fc.option(fc.constant('actions' as const), { nil: undefined }),
      query: fc.option(fc.string({ minLength: 1 }), { nil: undefined }),
    });
    fc.assert(
      fc.property(given, fc.nat(), (each, step) => {
        const { run: numbers } = each;
        const all = { ...each, ...(numbers && { step: step % numbers.length }) };
        const address = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as Address;
        expect(parseAddress(formatAddress(address))).toEqual(address);
      }),
    );
  });

  it.each([
    ['', {}],
    ['#/', {}],
    ['#/payflow', { flow: 'payflow' }],
    ['#/payflow?panel=other&run=0.x&step=2', { flow: 'payflow' }],
    ['#/payflow?run=0.1&step=9', { flow: 'payflow', run: [0, 1], step: 1 }],
    ['#/%E0%A4%A', {}],
  ])('leaves out what it does not understand: %s', (hash, address) => {
    expect(parseAddress(hash)).toEqual(address);
  });
});

describe('a viewport', () => {
  const picture = { width: 1_140, height: 2_400 };
  const view = { width: 1_248, height: 700 };

  it('shows a picture that fits at its full size, and a wider one no smaller than it can be read', () => {
    expect(fitReadable(picture, view)).toEqual({ x: 54, y: 16, scale: 1 });
    expect(fitReadable({ ...picture, width: 3_000 }, view).scale).toBe(0.9);
  });

  it('shows the whole picture', () => {
    const { scale } = fitWhole(picture, view);
    expect(picture.height * scale).toBeLessThanOrEqual(view.height);
    expect(fitWhole({ width: 100, height: 100 }, view).scale).toBe(1);
  });

  it('never loses the picture, however it is moved and zoomed', () => {
    const step = fc.oneof(
      fc.record({ dx: fc.integer({ min: -5_000, max: 5_000 }), dy: fc.integer({ min: -5_000, max: 5_000 }) }),
      fc.record({ factor: fc.double({ min: 0.01, max: 100, noNaN: true }) }),
    );
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        let viewport = fitReadable(picture, view);
        for (const each of steps) {
          viewport =
            'factor' in each
              ? zoom(viewport, each.factor, { x: 600, y: 300 }, picture, view)
              : pan(viewport, each.dx, each.dy, picture, view);
        }
        expect(viewport.scale).toBeGreaterThanOrEqual(SMALLEST);
        expect(viewport.scale).toBeLessThanOrEqual(LARGEST);
        expect(viewport.x).toBeLessThan(view.width);
        expect(viewport.x + picture.width * viewport.scale).toBeGreaterThan(0);
        expect(viewport.y).toBeLessThan(view.height);
        expect(viewport.y + picture.height * viewport.scale).toBeGreaterThan(0);
      }),
    );
  });

  it('is the same where it cannot be moved, so that the page scrolls on', () => {
    const top = fitReadable(picture, view);
    expect(pan(top, 0, 100, picture, view)).toBe(top);
    expect(pan(top, 0, -100, picture, view)).not.toBe(top);
  });

  it('brings a place into sight', () => {
    const place = { x: 500, y: 2_000, width: 200, height: 100 };
    expect(isSeen(place, fitReadable(picture, view), view)).toBe(false);
    expect(isSeen(place, centerOn({ x: 600, y: 2_050 }, 1, picture, view), view)).toBe(true);
  });
});

describe('a search', () => {
  const search = createSearch(
    [trafficLight, checkout].map((machine) => ({
      id: machine.id,
      title: machine.id === 'checkout' ? 'Pay for the basket' : 'Traffic light',
      address: '/basket',
      diagram: createDiagram(machine),
    })),
  );

  it.each([
    ['basket', 'flow', 'checkout'],
    ['has items', 'transition', 'checkout'],
    ['hasItems', 'transition', 'checkout'],
    ['item added', 'transition', 'checkout'],
    ['fetch prices', 'state', 'checkout'],
    ['card asked', 'state', 'checkout'],
    ['countdown', 'transition', 'trafficLight'],
  ])('finds %s in a %s of %s', (query, kind, flow) => {
    expect(search(query)).toEqual(expect.arrayContaining([expect.objectContaining({ kind, flow })]));
  });

  it('wants all words', () => {
    expect(search('countdown basket')).toEqual([]);
  });
});

describe('a run', () => {
  const simulator = new Simulator(parcel);

  it('is every generated path, step by step', () => {
    for (const path of generatePaths(parcel)) {
      const run = takeRun(simulator, toRun(simulator, path));
      expect(run.problem).toBeUndefined();
      expect(run.steps.map(({ state }) => describeState(state.snapshot.value))).toEqual(
        [path.starts, ...path.steps].map(({ leadsTo }) => describeState(leadsTo)),
      );
      expect(run.steps.map(({ takes }) => takes)).toEqual([path.starts, ...path.steps].map(({ takes }) => takes));
    }
  });

  it('has links to the targets that they name', () => {
    const [start] = takeRun(simulator, [0]).steps;
    if (start === undefined) throw new Error('The parcel does not start');
    const choices = listChoices(simulator, start.state);
    expect(choices.map(({ label }) => label)).toEqual(
      expect.arrayContaining(['weight.entered (grams 900)', 'weighing.finished', '60000 ms pass']),
    );
    for (const { index, leadsTo, isTaken } of choices) {
      const next = takeRun(simulator, [0, index]).steps[1];
      expect(describeState(next?.state.snapshot.value ?? '')).toBe(leadsTo);
      if (!isTaken) expect(leadsTo).toBe('weighing');
    }
    expect(choices.filter(({ isTaken }) => !isTaken).map(({ label }) => label)).toContain(
      'the address #packing is requested',
    );
  });

  it('ends where the machine has changed since', () => {
    expect(takeRun(simulator, [0, 9_999])).toMatchObject({
      steps: [{ index: 0 }],
      problem: 'Step 1 no longer exists',
    });
    expect(takeRun(simulator, [7])).toMatchObject({ steps: [], problem: 'There is no input 7' });
  });

  it('says that a machine breaks', () => {
    const breaking = createDefaultModel(
      checkout.provide({
        guards: {
          hasItems: () => {
            throw new Error('no basket');
          },
        },
      }),
    );
    const run = takeRun(new Simulator(breaking), [0, 1]);
    expect(run.problem ?? run.steps.at(-1)?.state.snapshot.status).toMatch(/no basket|error/);
  });
});

describe('a difference of contexts', () => {
  it('names the properties that changed, also within others', () => {
    expect(
      contextDiff(
        { a: 1, form: { name: '', list: [1] }, gone: true, same: { x: 1 } },
        { a: 2, form: { name: 'Ann', list: [1, 2] }, same: { x: 1 }, big: 3n },
      ),
    ).toEqual([
      { path: 'a', before: '1', after: '2' },
      { path: 'form.name', before: '""', after: '"Ann"' },
      { path: 'form.list', before: '[1]', after: '[1,2]' },
      { path: 'gone', before: 'true', after: undefined },
      { path: 'big', before: undefined, after: '"3"' },
    ]);
  });
});

describe('a report of coverage', () => {
  const level = {
    level: 1,
    name: 'alone',
    isOfTransitions: true,
    share: 50,
    count: 4,
    open: ['green -> TIMER'],
    excused: { 'yellow -> TIMER': 'the lamp is broken' },
  };

  it('marks each transition', () => {
    const { flows } = parseCoverage(JSON.stringify({ flows: { trafficLight: { machine: 'x', levels: [level] } } }));
    const [found] = flows['trafficLight']?.levels ?? [];
    if (found === undefined) throw new Error('The level is lost');
    const marks = toMarks(createDiagram(trafficLight), found);
    expect([...marks]).toEqual(
      expect.arrayContaining([
        ['green -> TIMER', 'open'],
        ['yellow -> TIMER', 'excused'],
        ['red -> TIMER', 'taken'],
      ]),
    );
  });

  it('is refused where it is something else', () => {
    expect(() => parseCoverage('[]')).toThrow('no coverage report');
    expect(
      parseCoverage(JSON.stringify({ flows: { a: { machine: 'x', levels: [{ level: 1 }] }, b: 3 } })).flows,
    ).toEqual({
      a: { machine: 'x', levels: [] },
    });
  });
});

describe('live states', () => {
  it('are all states of a value, those around others first', () => {
    expect(listActiveStates({ playback: { playing: 'fast' }, volume: 'muted' })).toEqual([
      'playback',
      'playback.playing',
      'playback.playing.fast',
      'volume',
      'volume.muted',
    ]);
  });

  it('are those of the last message of an actor, the last to have changed first', () => {
    const says = (actor: string, value: string, status: 'active' | 'done') => ({
      kind: 'state' as const,
      actor,
      flow: 'checkout',
      value,
      status,
    });
    const live = [says('a', 'shopping', 'active'), says('b', 'shopping', 'active'), says('a', 'done', 'done')].reduce(
      withMessage,
      NOTHING_LIVE,
    );
    expect(live.actors).toEqual([
      { actor: 'a', flow: 'checkout', value: 'done', isRunning: false },
      { actor: 'b', flow: 'checkout', value: 'shopping', isRunning: true },
    ]);
    const after = withMessage(live, { kind: 'event', actor: 'a', flow: 'checkout', type: 'item.added' }, 5);
    expect(after.log).toEqual([{ actor: 'a', flow: 'checkout', type: 'item.added', at: 5, count: 1 }]);
    expect(withMessage(after, says('a', 'paying', 'active')).log[0]?.to).toBe('paying');
  });

  it('have one entry for each event of a timer that repeats', () => {
    let live = NOTHING_LIVE;
    for (let second = 0; second < 60; second += 1) {
      for (const [type, value] of [
        [snapshotEvent('timer').type, 'measuring'],
        [doneEvent('measure', undefined).type, 'waiting'],
      ] as const) {
        live = withMessage(live, { kind: 'event', actor: 'a', flow: 'idle', type }, second);
        live = withMessage(live, { kind: 'state', actor: 'a', flow: 'idle', value, status: 'active' }, second);
      }
    }
    expect(live.log.map(({ to, count }) => [to, count])).toEqual([
      ['waiting', 60],
      ['measuring', 60],
    ]);
  });

  it('are filtered by flow, time of day and state', () => {
    const at = (hour: number) => new Date(2026, 10, 20, hour, 30).getTime();
    const log = [8, 12, 18].map((hour) => ({
      actor: 'a',
      flow: hour === 8 ? 'idle' : 'checkout',
      type: 'item.added',
      to: hour === 12 ? 'shopping' : 'paying.byCard',
      at: at(hour),
      count: 1,
    }));
    const find = (filter: Partial<LiveFilter>) => filterLog(log, { ...NO_FILTER, ...filter }).map((entry) => entry.at);
    expect(find({})).toHaveLength(3);
    expect(find({ flow: 'checkout' })).toEqual([at(12), at(18)]);
    expect(find({ to: 'bycard' })).toEqual([at(8), at(18)]);
    expect(find({ from: '09:00', until: '12:30' })).toEqual([at(12)]);
  });
});
