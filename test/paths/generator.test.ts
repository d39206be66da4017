/** The generator itself, on a small chart with everything that a chart can have. */
import { describe, expect, test } from 'vitest';
import { type AnyStateMachine, assign, setup } from 'xstate';
import { effect } from '#machines/kit/effect.ts';
import { type FlowModel, defineModel } from '#machines/kit/model.ts';
import { checkChart, deadEnds, idleEvents, reachable, wayWithout } from '#test/support/checks.ts';
import { measure, shareOf, wantedKeys } from '#test/support/coverage.ts';
import { explore } from '#test/support/explore.ts';
import parcelModel from '#test/support/fixture/parcel.model.ts';
import { type Path, pathsOf, sentencesOf } from '#test/support/paths.ts';
import { Recorder } from '#test/support/recorder.ts';
import { walk } from '#test/support/walk.ts';

const model: FlowModel = parcelModel;

async function walked(given: FlowModel): Promise<Set<string>> {
  const recorder = new Recorder();
  for (const path of pathsOf(given)) await walk(given, path, recorder);
  return recorder.taken.get(given.machine.id) ?? new Set();
}

const openAfter = async (given: FlowModel) => measure(given, await walked(given)).open;

const takenBy = (paths: readonly Path[]) =>
  new Set(paths.flatMap(({ starts, steps }) => [...starts.takes, ...steps.flatMap(({ takes }) => takes)]));

/** The small flow in which the counter never closes, with a list of the unreachable. */
const withUnreachable = (unreachable: Record<string, string>): FlowModel => ({
  ...model,
  events: model.events.filter(({ event }) => event.type !== 'counter.closed'),
  unreachable,
});

/** A way to the end that does without a transition. */
const toTaken = (without: string) =>
  wayWithout(
    model,
    ({ value }) => value === 'taken',
    ({ takes }) => takes.includes(without),
  );

describe('paths', () => {
  test('take every transition, and each walk is followed by the chart', async () => {
    expect(await openAfter(model)).toEqual([]);
    expect(shareOf(measure(model, await walked(model)))).toBe(100);
  });

  test('are few, long, and the same each time', () => {
    const paths = pathsOf(model);
    expect(paths.length).toBeLessThanOrEqual(6);
    expect(pathsOf(model)).toEqual(paths);
  });

  test('try every outcome of every actor and start every kind of borrower', () => {
    const paths = pathsOf(model);
    const tried = new Set(
      paths.flatMap(({ steps }) =>
        steps.flatMap((step) => (step.kind === 'outcome' ? [`${step.source} ${step.outcome}`] : [])),
      ),
    );
    const outcomes = Object.entries(model.outcomes).flatMap(([source, named]) =>
      Object.keys(named).map((outcome) => `${source} ${outcome}`),
    );
    expect([...tried].sort()).toEqual(outcomes.sort());
    expect(new Set(paths.map(({ input }) => input))).toEqual(new Set(Object.keys(model.inputs)));
  });

  test('are plain data and read as sentences', () => {
    const paths = pathsOf(model);
    expect(JSON.parse(JSON.stringify(paths))).toEqual(paths);
    const said = paths.flatMap(sentencesOf);
    expect(said).toContain('the address of #packing is asked for, in vain -> weighing');
    expect(said).toContain('printLabel brings "a blank label" -> printerSilent');
    expect(said).toContain('8000 ms pass -> printerSilent');
  });

  test('break off after the length that is asked for, and are still complete', () => {
    const short = pathsOf(model, 10);
    expect(takenBy(short)).toEqual(takenBy(pathsOf(model)));
    expect(short.length).toBeGreaterThan(pathsOf(model).length);
  });
});

describe('what there is to take', () => {
  const wanted = wantedKeys(model);

  test.each([
    ['a guarded alternative', 'weighing -> weighing.finished [isTooHeavy]'],
    ['what follows when all guards say no', 'weighing -> weighing.finished [otherwise]'],
    ['an answer', 'printing -> printLabel done [isBlank]'],
    ['a failure', 'printing -> printLabel failed'],
    ['a delay', 'weighing -> after closingTime'],
    ['what happens at once', 'arriving -> always [hasWeight]'],
    ['the end of all regions', 'packing -> all done'],
    ['an event of the whole chart', 'anywhere -> counter.closed'],
    ['a route that is kept out while an answer is awaited', 'printing -> xstate.route'],
    ['an address that is given', 'printed -> route to weighing (allowed)'],
    ['an address that is refused', 'weighing -> route to printed (refused)'],
    ['that a guarded address is refused somewhere', 'anywhere -> route to packing (refused)'],
  ])('%s', (_, key) => {
    expect(wanted).toContain(key);
  });

  test('names nothing twice', () => {
    expect(new Set(wanted).size).toBe(wanted.length);
  });

  test('grows with what cannot happen when a case is taken from the model', async () => {
    const events = model.events.filter(({ event }) => event.type !== 'weight.entered' || event.grams !== 9_000);
    expect(await openAfter({ ...model, events })).toEqual(['weighing -> weighing.finished [isTooHeavy]']);
    const { 'a blank label': _, ...printLabel } = model.outcomes.printLabel ?? {};
    expect(await openAfter({ ...model, outcomes: { ...model.outcomes, printLabel } })).toEqual([
      'printing -> printLabel done [isBlank]',
    ]);
  });

  test('counts a screen that is never reached', async () => {
    const open = await openAfter({ ...model, outcomes: {} });
    expect(open).toContain('printed -> route to weighing (allowed)');
    expect(open).toContain('anywhere -> route to printed (allowed)');
  });
});

describe('the list of the unreachable', () => {
  test('excuses what it names', async () => {
    const given = withUnreachable({ 'anywhere -> counter.closed': 'Only the staff can close it' });
    const found = measure(given, await walked(given));
    expect(found).toMatchObject({ open: [], wrong: [] });
    expect(shareOf(found)).toBe(100);
  });

  test('must name transitions that exist and were not walked, each with a reason', async () => {
    const given = withUnreachable({
      'anywhere -> counter.shut': 'A slip of the pen',
      'printed -> parcel.given': 'It was walked',
      'anywhere -> counter.closed': ' ',
    });
    expect(measure(given, await walked(given)).wrong).toEqual([
      '"anywhere -> counter.shut" names no transition; from there lead ' +
        '"anywhere -> counter.closed", "anywhere -> route to packing (allowed)", ' +
        '"anywhere -> route to packing (refused)", "anywhere -> route to printed (allowed)", ' +
        '"anywhere -> route to printed (refused)"',
      '"printed -> parcel.given" was walked, so it is not unreachable',
      '"anywhere -> counter.closed" has no reason',
    ]);
  });
});

describe('the exploration', () => {
  const counter = setup({
    types: { context: {} as { count: number; rest: string }, events: {} as { type: 'more.wanted' } },
    actions: { more: assign({ count: ({ context }) => context.count + 1 }) },
  }).createMachine({
    id: 'counter',
    context: { count: 0, rest: '' },
    initial: 'counting',
    states: { counting: { on: { 'more.wanted': { actions: 'more' } } } },
  });

  test('stops with the facts that tell too much apart', () => {
    const endless = defineModel<typeof counter>({
      machine: counter,
      inputs: { anybody: undefined },
      events: [{ event: { type: 'more.wanted' } }],
      outcomes: {},
      facts: (context) => context,
    });
    expect(() => explore(endless, 50)).toThrow(
      /"counter" has more than 50 states.*count has 50 values, rest has 1 values/s,
    );
  });

  test('lets a long delay that began earlier end before a short one, and never a long one of the same moment', () => {
    const bells = setup({ types: { events: {} as { type: 'bell.set' } } }).createMachine({
      id: 'bells',
      initial: 'day',
      states: {
        day: {
          after: { 5_000: 'night' },
          initial: 'still',
          states: {
            still: { on: { 'bell.set': 'set' } },
            set: { after: { 1_000: 'rung', 2_000: 'late' } },
            rung: {},
            late: {},
          },
        },
        night: { type: 'final' },
      },
    });
    const given = defineModel<AnyStateMachine>({
      machine: bells,
      inputs: { anybody: undefined },
      events: [{ event: { type: 'bell.set' } }],
      outcomes: {},
      facts: () => null,
    });
    const values = reachable(given).map(({ snapshot }) => JSON.stringify(snapshot.value));
    expect(values.sort()).toEqual(['"night"', '{"day":"rung"}', '{"day":"set"}', '{"day":"still"}']);
    expect(pathsOf(given).flatMap(sentencesOf)).toContain('5000 ms pass -> night');
  });

  test('goes its own way to a step where facts tell too little apart for a walk to get there', async () => {
    const fork = setup({
      types: {
        context: {} as { side: string },
        events: {} as
          { type: 'left.taken' } | { type: 'right.taken' } | { type: 'back.wanted' } | { type: 'gate.opened' },
      },
      guards: { isRight: ({ context }) => context.side === 'right' },
      actions: { goLeft: assign({ side: 'left' }), goRight: assign({ side: 'right' }) },
    }).createMachine({
      id: 'fork',
      context: { side: '' },
      initial: 'atTheFork',
      states: {
        atTheFork: {
          on: {
            'left.taken': { target: 'atTheGate', actions: 'goLeft' },
            'right.taken': { target: 'atTheGate', actions: 'goRight' },
          },
        },
        atTheGate: {
          on: { 'back.wanted': 'atTheFork', 'gate.opened': [{ guard: 'isRight', target: 'home' }, { target: 'lost' }] },
        },
        home: { type: 'final' },
        lost: { type: 'final' },
      },
    });
    const given = defineModel<AnyStateMachine>({
      machine: fork,
      inputs: { anybody: undefined },
      events: ['left.taken', 'right.taken', 'back.wanted', 'gate.opened'].map((type) => ({ event: { type } })),
      outcomes: {},
      facts: () => null,
    });
    expect(await openAfter(given)).toEqual([]);
    const ends = pathsOf(given).map(({ steps }) => steps.at(-1)?.leadsTo);
    expect(ends).toEqual(['home', 'lost']);
  });

  test('finds a way that does without a step, and none where there is none', () => {
    expect(toTaken('weighing -> weighing.finished [hasWeight]')).toBeDefined();
    expect(toTaken('packing -> all done')).toBeUndefined();
  });
});

describe('the checks', () => {
  test('find nothing wrong with the small chart', () => {
    expect(checkChart(model.machine)).toEqual([]);
    expect(deadEnds(model)).toEqual([]);
    expect(idleEvents(model)).toEqual([]);
  });

  test('say what is wrong with a bad one', () => {
    const bad = setup({
      types: { events: {} as { type: 'go.wanted' } },
      actors: { getIt: effect<string>('get.it') },
      guards: { allowed: () => true },
      actions: { shout: () => undefined },
    }).createMachine({
      id: 'bad',
      initial: 'step1',
      states: {
        step1: {
          route: {},
          id: 'one',
          on: { 'go.wanted': [{ guard: 'allowed', target: 'waiting' }, { guard: () => true }] },
        },
        waiting: { description: 'Waits', invoke: { src: 'getIt', input: {} }, entry: () => undefined },
      },
    });
    expect(checkChart(bad)).toEqual([
      'step1 is a screen and lacks meta.path and meta.title',
      'Guard allowed in step1 is not named isX, hasX or canX',
      'step1 has a guard without a name',
      'step1 has no description',
      'step1 does not say what is true for the borrower: give it a name that does',
      'waiting invokes an actor without an id',
      'waiting does not say what follows when 0.bad.waiting is done: give it onDone',
      'waiting has no way out when 0.bad.waiting fails: give it onError',
      'waiting waits for an answer and has no tag "busy"',
      "waiting can be left by Back while it waits: give it on: { 'xstate.route': {} }",
      'waiting has an action without a name that is neither assign, raise nor emit',
      'Action shout is a plain function: actions assign, raise or emit; an effect is an actor',
    ]);
  });
});
