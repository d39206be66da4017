/**
 * Tests of the path generator, {@link verify} and its mutants, on a small machine with every feature that a machine can
 * have.
 */
import { describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { type AnyStateMachine, assign, emit, setup } from 'xstate';
import { defineCall } from '#domain/call.ts';
import { call, effects } from '#machines/kit/effect.ts';
import type { FocusRequested } from '#machines/kit/events.ts';
import { type EventCase, type FlowModel, toCases, defineModel } from 'xstate-workbench/model';
import { findNotice } from '#test/mutation/machines.ts';
import { checkMachine, idleEvents, reachable, wayWithout } from '#test/support/checks.ts';
import { measure, computeShare, expectedKeys } from '#test/support/coverage.ts';
import { checkContexts } from 'xstate-workbench/model/contexts';
import { explore } from 'xstate-workbench/model/explore';
import parcelModel from '#test/support/fixture/parcel.model.ts';
import { createMutants } from '#test/support/mutants.ts';
import { type Path, generatePaths, toSentences } from 'xstate-workbench/model/paths';
import { Recorder } from '#test/support/recorder.ts';
import { brokenClaims, brokenInvariants, silentExpectations, verify } from '#test/support/verify.ts';
import { walk } from '#test/support/walk.ts';

const model: FlowModel = parcelModel;

async function walked(given: FlowModel): Promise<Set<string>> {
  const recorder = new Recorder();
  for (const path of generatePaths(given)) await walk(given, path, recorder);
  return recorder.taken.get(given.machine.id) ?? new Set();
}

const openAfter = async (given: FlowModel) => measure(given, await walked(given)).open;

const takenBy = (paths: readonly Path[]) =>
  new Set(paths.flatMap(({ starts, steps }) => [...starts.takes, ...steps.flatMap(({ takes }) => takes)]));

/** Input without any data. */
const anybody = { anybody: { input: undefined, then: {} } };

/** Returns a model in which the counter never closes, with a list of unreachable transitions. */
const withUnreachable = (unreachable: Record<string, string>): FlowModel => ({
  ...model,
  events: model.events.filter(({ event }) => event.type !== 'counter.closed'),
  unreachable,
});

/** Returns a path to the end that avoids a transition. */
const toTaken = (without: string) =>
  wayWithout(
    model,
    ({ state }) => state.snapshot.value === 'taken',
    ({ simulated }) => simulated.takes.includes(without),
  );

describe('paths', () => {
  test('take every transition, and the machine follows each walk', async () => {
    expect(await openAfter(model)).toEqual([]);
    expect(computeShare(measure(model, await walked(model)))).toBe(100);
  });

  test('are few, long and reproducible', () => {
    const paths = generatePaths(model);
    expect(paths.length).toBeLessThanOrEqual(6);
    expect(generatePaths(model)).toEqual(paths);
  });

  test('try every outcome of every actor and start every kind of borrower', () => {
    const paths = generatePaths(model);
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

  test('are plain data and describe themselves in sentences', () => {
    const paths = generatePaths(model);
    expect(JSON.parse(JSON.stringify(paths))).toEqual(paths);
    const said = paths.flatMap(toSentences);
    expect(said).toContain('the address #packing is requested (refused) -> weighing');
    expect(said).toContain('printLabel brings "a blank label" -> printerSilent');
    expect(said).toContain('8000 ms pass -> printerSilent');
  });

  test('end after the maximum length, and are still complete', () => {
    const short = generatePaths(model, { longest: 10 });
    expect(takenBy(short)).toEqual(takenBy(generatePaths(model)));
    expect(short.length).toBeGreaterThan(generatePaths(model).length);
  });
});

describe('the list of coverage keys', () => {
  const selected = expectedKeys(model);

  test.each([
    ['a guarded alternative', 'weighing -> weighing.finished [isTooHeavy]'],
    ['the fallback when all guards refuse', 'weighing -> weighing.finished [otherwise]'],
    ['an answer', 'printing -> printLabel done [isBlank]'],
    ['a failure', 'printing -> printLabel failed'],
    ['a delay', 'weighing -> after closingTime'],
    ['an eventless transition', 'arriving -> always [hasWeight]'],
    ['the end of all regions', 'packing -> all done'],
    ['an event of the whole machine', 'anywhere -> counter.closed'],
    ['a route that is blocked while a call is in flight', 'printing -> xstate.route'],
    ['an allowed route', 'printed -> route to weighing (allowed)'],
    ['a refused route', 'weighing -> route to printed (refused)'],
    ['that a guarded route is refused in some state', 'anywhere -> route to packing (refused)'],
  ])('contains %s', (_, key) => {
    expect(selected).toContain(key);
  });

  test('contains each key once', () => {
    expect(new Set(selected).size).toBe(selected.length);
  });

  test('has an open key for a transition that is impossible after a case was removed from the model', async () => {
    const events = model.events.filter(({ event }) => event.type !== 'weight.entered' || event.grams !== 9_000);
    expect(await openAfter({ ...model, events })).toEqual(['weighing -> weighing.finished [isTooHeavy]']);
    const { 'a blank label': _, ...printLabel } = model.outcomes.printLabel ?? {};
    expect(await openAfter({ ...model, outcomes: { ...model.outcomes, printLabel } })).toEqual([
      'printing -> printLabel done [isBlank]',
    ]);
  });

  test('includes screens that cannot be reached', async () => {
    const open = await openAfter({ ...model, outcomes: {} });
    expect(open).toContain('printed -> route to weighing (allowed)');
    expect(open).toContain('anywhere -> route to printed (allowed)');
  });
});

describe('the list of unreachable transitions', () => {
  test('excludes its transitions from the coverage', async () => {
    const given = withUnreachable({ 'anywhere -> counter.closed': 'Only the staff can close it' });
    const found = measure(given, await walked(given));
    expect(found).toMatchObject({ open: [], wrong: [] });
    expect(computeShare(found)).toBe(100);
  });

  test('must name existing transitions that no walk takes, each with a reason', async () => {
    const given = withUnreachable({
      'anywhere -> counter.shut': 'A slip of the pen',
      'printed -> parcel.given': 'It was walked',
      'anywhere -> counter.closed': ' ',
    });
    expect(measure(given, await walked(given)).wrong).toEqual([
      '"anywhere -> counter.shut" is not a transition; the transitions from there are ' +
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
    types: { context: {} as { count: number; rest: string }, events: {} as { type: 'more.requested' } },
    actions: { more: assign({ count: ({ context }) => context.count + 1 }) },
  }).createMachine({
    id: 'counter',
    context: { count: 0, rest: '' },
    initial: 'counting',
    states: { counting: { on: { 'more.requested': { actions: 'more' } } } },
  });

  test('stops at the limit, and names the facts with too many values', () => {
    const endless = defineModel<typeof counter>({
      machine: counter,
      inputs: { anybody: { input: undefined, then: { state: 'counting' } } },
      events: [{ event: { type: 'more.requested' }, then: { context: ({ count }) => ({ count: count + 1 }) } }],
      outcomes: {},
      claims: {},
      facts: (context) => context,
    });
    expect(() => explore(endless, { limit: 50 })).toThrow(
      /"counter" has more than 50 states.*count has 50 values, rest has 1 values/s,
    );
  });

  test('lets a long delay that started earlier end before a short one, but not a long one that started at the same time', () => {
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
      inputs: anybody,
      events: [{ event: { type: 'bell.set' }, then: [] }],
      outcomes: {},
      claims: {},
      facts: () => null,
    });
    const values = reachable(given).map(({ snapshot }) => JSON.stringify(snapshot.value));
    expect(values.sort()).toEqual(['"night"', '{"day":"rung"}', '{"day":"set"}', '{"day":"still"}']);
    expect(generatePaths(given).flatMap(toSentences)).toContain('5000 ms pass -> night');
  });

  test('takes its own path to a step that a walk misses because the facts are not specific enough', async () => {
    const fork = setup({
      types: {
        context: {} as { side: string },
        events: {} as
          | { type: 'left.taken' }
          | { type: 'right.taken' }
          | { type: 'back.requested' }
          | { type: 'gate.opened' },
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
          on: {
            'back.requested': 'atTheFork',
            'gate.opened': [{ guard: 'isRight', target: 'home' }, { target: 'lost' }],
          },
        },
        home: { type: 'final' },
        lost: { type: 'final' },
      },
    });
    const given = defineModel<AnyStateMachine>({
      machine: fork,
      inputs: anybody,
      events: ['left.taken', 'right.taken', 'back.requested', 'gate.opened'].map((type) => ({
        event: { type },
        then: [],
      })),
      outcomes: {},
      claims: {},
      facts: () => null,
    });
    expect(await openAfter(given)).toEqual([]);
    const ends = generatePaths(given).map(({ steps }) => steps.at(-1)?.leadsTo);
    expect(ends).toEqual(['home', 'lost']);
  });

  test('finds a path that avoids a step, and none if every path needs the step', () => {
    expect(toTaken('weighing -> weighing.finished [hasWeight]')).toBeDefined();
    expect(toTaken('packing -> all done')).toBeUndefined();
  });
});

describe('the check of facts', () => {
  const lamp = setup({
    types: {
      context: {} as { presses: number; isBroken: boolean },
      events: {} as { type: 'switch.pressed' } | { type: 'lamp.hit' } | { type: 'lamp.tested' } | { type: 'lamp.sold' },
    },
    guards: { isBroken: ({ context }) => context.isBroken },
    actions: {
      count: assign({ presses: ({ context }) => Math.min(context.presses + 1, 5) }),
      break: assign({ isBroken: true }),
    },
  }).createMachine({
    id: 'lamp',
    context: { presses: 0, isBroken: false },
    initial: 'off',
    states: {
      off: {
        on: {
          'switch.pressed': { actions: 'count' },
          'lamp.hit': { actions: 'break' },
          'lamp.tested': [{ guard: 'isBroken', target: 'replaced' }, { target: 'on' }],
        },
      },
      on: { type: 'final' },
      replaced: { type: 'final' },
    },
  });
  const pressed = ({ presses }: { readonly presses: number }) => ({ presses: Math.min(presses + 1, 5) });
  const given = (facts: FlowModel['facts'], parts: Partial<FlowModel> = {}) =>
    defineModel<AnyStateMachine>({
      machine: lamp,
      inputs: anybody,
      events: [
        {
          event: { type: 'switch.pressed' },
          then: { context: pressed },
        },
        { event: { type: 'lamp.hit' }, then: { context: { isBroken: true } } },
        {
          event: { type: 'lamp.tested' },
          then: [{ when: ({ isBroken }) => Boolean(isBroken), state: 'replaced' }, { state: 'on' }],
        },
      ],
      outcomes: {},
      claims: {},
      ...(facts && { facts }),
      ...parts,
    });
  const brokenOnly: FlowModel['facts'] = ({ isBroken }) => ({ isBroken: Boolean(isBroken) });
  const check = (of: FlowModel, options: Parameters<typeof checkContexts>[1] = {}) =>
    checkContexts(of, { known: explore(of).nodes, ...options });

  test('prints both paths to contexts that are merged although they behave differently, and the hidden state', () => {
    const { hidden, unlike, isComplete } = check(given(() => null));
    expect(isComplete).toBe(true);
    expect(hidden).toEqual([['anybody -> off', 'lamp.hit -> off', 'lamp.tested -> replaced']]);
    expect(unlike).toMatchObject([
      {
        trigger: 'lamp.tested',
        ways: [{ path: ['anybody -> off'] }, { path: ['anybody -> off', 'lamp.hit -> off'] }],
        differs: ['isBroken: false and true'],
      },
    ]);
    expect(unlike[0]?.ways.map(({ result }) => result?.includes('"replaced"'))).toEqual([false, true]);
  });

  test('finds nothing if merged contexts behave alike, or if the whole context counts', () => {
    const { contexts, states, hidden, unlike, wrong } = check(given(brokenOnly));
    // Four states with 6 numbers of presses each.
    expect({ contexts, states, hidden, unlike, wrong }).toEqual({
      contexts: 24,
      states: 4,
      hidden: [],
      unlike: [],
      wrong: [],
    });
    expect(check(given(undefined))).toMatchObject({ contexts: 24, states: 24, hidden: [], unlike: [] });
  });

  const findings: readonly (readonly [string, Partial<FlowModel>, string])[] = [
    [
      'a trigger that only one of them offers',
      { tries: ({ type }, { presses }) => type !== 'switch.pressed' || presses === 0 },
      'switch.pressed',
    ],
    [
      'another case of the model',
      {
        events: [
          ...given(undefined).events.slice(1),
          {
            event: { type: 'switch.pressed' },
            then: [
              { when: ({ presses }) => presses === 0, context: { presses: 1 }, reads: ['Click'] },
              { context: pressed },
            ],
          },
        ],
      },
      'switch.pressed',
    ],
    [
      'a claim that only one of them breaks',
      {
        claims: { 'the switch is pressed once at most': { never: ({ context }) => context.presses > 1, brokenBy: '' } },
      },
      'the switch is pressed once at most',
    ],
    [
      'a secret that only one of their drafts contains',
      { draft: { of: ({ presses }) => ({ presses: `presses ${presses}` }), secrets: ['presses 5'] } },
      'secrets in the draft',
    ],
  ];

  test.each(findings)('distinguishes contexts by %s', (_, parts, trigger) => {
    const { unlike } = check(given(brokenOnly, parts));
    expect(new Set(unlike.map((each) => each.trigger))).toEqual(new Set([trigger]));
    expect(unlike[0]?.differs).toEqual([expect.stringMatching(/^presses: 0 and \d$/)]);
    expect(check(given(undefined, parts)).unlike).toEqual([]);
  });

  test('compares every context with the model, not only one of those with the same facts', () => {
    const events = given(undefined).events.map((each) =>
      each.event.type === 'switch.pressed' ? { ...each, then: { context: { presses: 1 } } } : each,
    );
    const { wrong } = check(given(brokenOnly, { events }));
    expect(wrong[0]).toBe(
      [
        'anybody -> off',
        'switch.pressed -> off',
        'switch.pressed',
        'presses is 2 instead of 1 (switch.pressed (1))',
      ].join('\n  '),
    );
  });

  test('says if it has not tried all contexts', () => {
    expect(check(given(brokenOnly), { perState: 1 })).toMatchObject({ contexts: 4, isComplete: false });
    expect(check(given(brokenOnly), { limit: 10 })).toMatchObject({ contexts: 10, isComplete: false });
    expect(check(given(brokenOnly), { limit: 24 })).toMatchObject({ contexts: 24, isComplete: true });
  });

  test('leaves out the events that the model does not try', () => {
    const once: FlowModel = {
      ...given(undefined),
      tries: ({ type }, { presses }) => type !== 'switch.pressed' || presses === 0,
    };
    expect(new Set(reachable(once).map(({ snapshot }) => snapshot.context.presses))).toEqual(new Set([0, 1]));
  });
});

describe('machine checks', () => {
  test('accept the small machine', () => {
    expect(checkMachine(model.machine)).toEqual([]);
    expect(idleEvents(model)).toEqual([]);
  });

  test('list the problems of a bad machine', () => {
    const bad = setup({
      types: { events: {} as { type: 'go.requested' } },
      actors: { getIt: effects['key.make'] },
      guards: { allowed: () => true },
      actions: { shout: () => undefined },
    }).createMachine({
      id: 'bad',
      initial: 'step1',
      states: {
        step1: {
          route: {},
          id: 'one',
          on: { 'go.requested': [{ guard: 'allowed', target: 'waiting' }, { guard: () => true }] },
        },
        waiting: { description: 'Waits', invoke: { src: 'getIt', input: {} }, entry: () => undefined },
      },
    });
    expect(checkMachine(bad)).toEqual([
      'step1 is a screen and lacks meta.path and meta.title',
      'Guard allowed in step1 is not named isX, hasX or canX',
      'step1 has a guard without a name',
      'step1 has no description',
      "step1 does not describe the borrower's situation: rename it",
      'waiting invokes an actor without an id',
      'waiting has no transition for the end of 0.bad.waiting: add onDone',
      'waiting has no transition for a failure of 0.bad.waiting: add onError',
      'waiting waits for an answer and has no tag "busy"',
      "waiting can be left by Back while it waits: add on: { 'xstate.route': {} }",
      'waiting has an unnamed action other than assign, raise and emit',
      'Action shout is a plain function: actions assign, raise or emit; an effect is an actor',
    ]);
  });
});

/** Returns the findings for a changed model. */
const findings = (changed: Partial<FlowModel>): string => [...verify({ ...model, ...changed })].join('\n');

type AnyCase = EventCase<{ readonly type: string }, unknown>;

/** Returns the events, with another expected result for all cases of one type. */
const withThen = (type: string, change: (then: AnyCase['then']) => AnyCase['then']): Partial<FlowModel> => ({
  events: model.events.map((each: AnyCase) => (each.event.type === type ? { ...each, then: change(each.then) } : each)),
});

const omit = <T>(from: Readonly<Record<string, T>> | undefined, name: string): Record<string, T> =>
  Object.fromEntries(Object.entries(from ?? {}).filter(([each]) => each !== name));

const without =
  (part: 'calls' | 'context' | 'focus' | 'reads' | 'passes' | 'output' | 'waits') => (then: AnyCase['then']) =>
    toCases(then).map((each) => omit({ ...each }, part));

/** Returns the small machine with a fault. */
function findMutant(name: string): AnyStateMachine {
  const found = createMutants(model.machine).find((each) => each.name === name);
  if (found === undefined) throw new Error(`There is no fault ${name}`);
  return found.machine;
}

describe('verify', () => {
  test('finds nothing if the model and the machine agree', () => {
    expect(findings({})).toBe('');
  });

  test('finds a wrong start', () => {
    const inputs = { ...model.inputs, 'a parcel without a weight': { input: { weight: null }, then: {} } };
    const found = findings({ inputs });
    expect(found).toContain('For "a parcel without a weight" the machine enters weighing instead of none');
    expect(found).toContain('For "a parcel without a weight" started delays: [60000] instead of []');
  });

  test('finds a missing start', () => {
    const inputs = omit(model.inputs, 'a parcel weighed at home');
    expect(findings({ inputs })).toContain('No case of the model reaches arriving -> always [hasWeight]');
  });

  test('finds a missing event', () => {
    const events = model.events.filter(({ event }) => event.type !== 'parcel.given');
    expect(findings({ events })).toContain('No case of the model reaches printed -> parcel.given');
  });

  test('finds an event without an expected result', () => {
    const found = findings(withThen('printing.requested', () => []));
    expect(found).toContain('The model has no expectation for printing.requested in this state');
  });

  test('finds a missing outcome', () => {
    const outcomes = {
      ...model.outcomes,
      printLabel: omit(model.outcomes.printLabel, 'a blank label'),
    };
    expect(findings({ outcomes })).toContain('No case of the model reaches printing -> printLabel done [isBlank]');
  });

  test('finds a missing actor', () => {
    const outcomes = omit(model.outcomes, 'printLabel');
    expect(findings({ outcomes })).toContain('No case of the model reaches printing -> printLabel failed');
  });

  test('finds a missing delay, and a wrong duration', () => {
    const [first, ...others] = model.delays ?? [];
    expect(findings({ delays: others })).toContain('The model has no expectation for 60000 ms pass in this state');
    const longer = findings({ delays: [{ ms: 61_000, then: first?.then ?? [] }, ...others] });
    expect(longer).toContain('The model has no expectation for 60000 ms pass in this state');
    expect(longer).toContain('The expectation delay 1 (1) never applies');
  });

  test('finds a missing route, both for screens and for states without one', () => {
    const found = findings({ routes: omit(model.routes, '#weighing') });
    expect(found).toContain('The model has no expectation for the address #weighing is requested in this state');
    const opened = findMutant('askingNeighbour -> xstate.route: swallowing transition dropped');
    expect(findings({ machine: opened })).toContain(
      'The model has no expectation for the address #weighing is requested in this state',
    );
  });

  test('finds a missing screen, and one that the machine does not have', () => {
    const screens = omit(model.screens, 'printed');
    expect(findings({ screens })).toContain('The model has no text for printed');
    const more = findings({ screens: { ...model.screens, posted: ['On its way'] } });
    expect(more).toContain('The machine has no state posted, which screens names');
  });

  test('finds a missing focus target', () => {
    const found = findings(withThen('weighing.finished', without('focus')));
    expect(found).toContain('"place":"field","field":"weight","delay":100}] instead of []');
  });

  test('finds a notice with focus but without expected text', () => {
    const help = setup({
      types: { events: {} as { type: 'help.requested' }, emitted: {} as FocusRequested },
      actions: { focusNotice: emit({ type: 'focus.requested', place: 'notice', delay: 0 }) },
    }).createMachine({
      id: 'help',
      initial: 'reading',
      states: { reading: { on: { 'help.requested': { actions: 'focusNotice' } } } },
    });
    const given = (reads: readonly string[]) =>
      defineModel<typeof help>({
        machine: help,
        inputs: { anybody: { input: undefined, then: { state: 'reading' } } },
        events: [
          {
            event: { type: 'help.requested' },
            gesture: { action: 'click', role: 'button', name: 'Help' },
            then: { focus: { place: 'notice', delay: 0 }, reads },
          },
        ],
        outcomes: {},
        claims: {},
        facts: () => null,
      });
    expect(silentExpectations(given(['Help is near.']))).toEqual([]);
    expect(silentExpectations(given([]))).toEqual([
      'Focus moves to a message after help.requested (1): add its text to reads',
    ]);
  });

  test.each([
    ['a call', 'parcel.given', 'calls', 'lightLamp is called: {"on":true}'],
    ['the request of a call', 'printing.requested', 'calls', 'printLabel is called: {"body":{"weight":900}}'],
    ['a property of the context', 'weight.entered', 'context', 'weight becomes 900, which the model does not expect'],
    [
      'a forwarded event',
      'bell.rung',
      'passes',
      'forwarded events: {"askNeighbour":{"type":"bell.answered"}} instead of {}',
    ],
    ['a delay that begins', 'scales.reset', 'waits', 'started delays: [60000] instead of []'],
    ['an output', 'counter.closed', 'output', 'output: {"label":null} instead of undefined'],
  ] as const)('finds %s that is missing', (_, type, part, finding) => {
    expect(findings(withThen(type, without(part)))).toContain(finding);
  });

  test('finds a wrong request of a call', () => {
    const found = findings(
      withThen('printing.requested', (then) => toCases(then).map((each) => ({ ...each, calls: { printLabel: {} } }))),
    );
    expect(found).toContain('the request of printLabel: {"body":{"weight":900}} instead of {}');
  });

  test('finds a wrong context value', () => {
    const found = findings(
      withThen('weight.entered', (then) => toCases(then).map((each) => ({ ...each, context: { weight: 1 } }))),
    );
    expect(found).toContain('weight is 900 instead of 1');
  });

  test('finds a wrong state', () => {
    const found = findings(
      withThen('printing.requested', (then) => toCases(then).map((each) => ({ ...each, state: 'printed' }))),
    );
    expect(found).toContain('the machine enters printing instead of printed');
  });

  test('finds a case that never occurs', () => {
    const found = findings(
      withThen('printing.requested', (then) => [
        ...toCases(then),
        { in: 'printed', when: () => false, state: 'weighing' },
      ]),
    );
    expect(found).toContain('The expectation printing.requested (2) never applies');
  });

  test('finds an event without any effect', () => {
    const events = [...model.events, { event: { type: 'parcel.lost' }, then: [] }];
    expect(findings({ events })).toContain('No state handles parcel.lost');
  });

  test('finds a model without claims', () => {
    expect(findings({ claims: {} })).toContain('The model has no claims');
  });
});

const sendParcel = defineCall({
  id: 'parcels.send',
  method: 'POST',
  path: 'parcels',
  summary: 'Sends a parcel',
  access: ['public'],
  timeLimit: 'write',
  idempotent: true,
  response: v.unknown(),
});

/** Returns a flow that sends a parcel in each of its regions, any number of times. */
function sendingIn(...regions: readonly string[]): FlowModel {
  const region = (id: string) => ({
    initial: 'ready',
    states: {
      ready: { on: { 'send.pressed': 'sending' } },
      sending: {
        invoke: { id, src: 'sendParcel' as const, input: { idempotencyKey: id }, onDone: 'ready', onError: 'ready' },
      },
    },
  });
  const machine = setup({
    types: { events: {} as { type: 'send.pressed' } },
    actors: { sendParcel: call(sendParcel) },
  }).createMachine({
    id: 'sending',
    type: 'parallel',
    states: Object.fromEntries(regions.map((name) => [name, region(name)])),
  });
  return defineModel<AnyStateMachine>({
    machine,
    inputs: anybody,
    events: [{ event: { type: 'send.pressed' }, then: [] }],
    outcomes: { sendParcel: { sent: { answers: null, then: [] } } },
    claims: {},
    facts: () => null,
  });
}

describe('claims', () => {
  const broken = (claim: FlowModel['claims'][string], given: FlowModel = model) =>
    brokenClaims({ ...given, claims: { 'it is so': claim } }).join();

  test.each<[string, FlowModel['claims'][string]]>([
    ['that a condition never holds', { never: (at) => at.isIn('packing'), brokenBy: '' }],
    [
      'that a state is reached only through a trigger',
      {
        reaching: (at) => at.isIn('taken'),
        needs: (by) => by.kind === 'event' && by.event.type === 'weighing.finished',
        brokenBy: '',
      },
    ],
    ['that a call is made at most once', { callsOnce: 'printLabel', brokenBy: '' }],
  ])('a broken claim %s has a counterexample', (_, claim) => {
    expect(broken(claim)).toMatch(/^It does not hold that it is so:\n {2}.*starts in/);
  });

  test('hold if they are true', () => {
    expect(broken({ never: (at) => at.isIn('printed') && at.context === null, brokenBy: '' })).toBe('');
    expect(broken({ never: (at) => at.isIn('weighing') && at.waitingFor.length > 0, brokenBy: '' })).toBe('');
    expect(
      broken({
        reaching: (at) => at.isIn('taken'),
        needs: (by) => by.kind === 'event' && by.event.type === 'parcel.given',
        brokenBy: '',
      }),
    ).toBe('');
    expect(broken({ callsOnce: 'somethingElse', brokenBy: '' })).toBe('');
  });

  test('detect a second call, and accept a single one', () => {
    expect(broken({ callsOnce: 'first', brokenBy: '' }, sendingIn('first'))).toContain('first is called again');
    const once = { ...sendingIn('first'), outcomes: {} };
    expect(broken({ callsOnce: 'first', brokenBy: '' }, once)).toBe('');
  });

  test.each(Object.entries(model.claims))('%s: its mutant breaks the claim', (name, { brokenBy }) => {
    expect(brokenClaims({ ...model, machine: findMutant(brokenBy) }).join()).toContain(name);
  });
});

describe('invariants of every flow', () => {
  test('find two submissions in flight at once', () => {
    expect(brokenInvariants(sendingIn('first')).join()).toBe('');
    expect(brokenInvariants(sendingIn('first', 'second')).join()).toMatch(/^Two submissions are under way at once:/);
  });

  test('find a secret in a draft', () => {
    expect(findings({ draft: { of: ({ weight }) => ({ weight }), secrets: ['P-1'] } })).toBe('');
    expect(findings({ draft: { of: ({ label }) => ({ label }), secrets: ['P-1'] } })).toContain(
      'The draft holds P-1 after',
    );
  });

  test('find a field that only its own answer enables', () => {
    const entered = { type: 'field.changed', field: 'gift', value: 'yes' } as const;
    const asking = (isRequested: (gift: string) => boolean): FlowModel => {
      const machine = setup({
        types: { context: {} as { gift: string }, events: {} as typeof entered },
        guards: { isRequested: ({ context }) => isRequested(context.gift) },
        actions: { setGift: assign({ gift: 'yes' }) },
      }).createMachine({
        id: 'asking',
        context: { gift: '' },
        initial: 'entering',
        states: { entering: { on: { 'field.changed': { guard: 'isRequested', actions: 'setGift' } } } },
      });
      return defineModel<AnyStateMachine>({
        machine,
        inputs: anybody,
        events: [{ event: entered, then: [] }],
        outcomes: {},
        claims: {},
        facts: (context) => context,
      });
    };
    expect(brokenInvariants(asking((gift) => gift === ''))).toEqual([]);
    expect(brokenInvariants(asking((gift) => gift !== ''))).toEqual([
      'gift can be answered only where it has been answered already',
    ]);
  });

  test('find a lone guard that is never seen to refuse', () => {
    const events = model.events.filter(({ event }) => event['part'] !== 'addressed');
    expect(findings({ events })).toContain(
      'No case of the model reaches packing.paper.bare -> packing.requested [isForPaper] (refused)',
    );
  });
});

describe('mutants', () => {
  const mutants = createMutants(model.machine);
  const names = mutants.map(({ name }) => name);

  test.each([
    ['a transition dropped', 'printed -> parcel.given: transition dropped'],
    ['a transition that swallows an event dropped', 'printing -> xstate.route: swallowing transition dropped'],
    ['a target swapped', 'printerSilent -> printing.requested: target printing swapped for arriving'],
    ['a guard removed', 'weighing -> weighing.finished [isTooHeavy]: guard removed'],
    ['an inverted guard', 'weighing -> weighing.finished [isTooHeavy]: guard turned round'],
    ['a guard that always passes', 'guard isTooHeavy: always true'],
    ['a guard that always refuses', 'guard isTooHeavy: always false'],
    ['a state that is no longer re-entered', 'weighing -> scales.reset: no longer reenters'],
    ['an action removed', 'weighing -> weight.entered: action setWeight removed'],
    ['an action removed on entry', 'printed: entry focusLabel removed'],
    ['an action removed on exit', 'weighing: exit clearWrong removed'],
    ['an actor that is not invoked', 'printing: printLabel is not invoked'],
    ['an answer without its transition', 'printing -> printLabel done: transition dropped'],
    ['a failure without its transition', 'printing -> printLabel error: transition dropped'],
    ['a delay without its transition', 'printing -> after 8000: transition dropped'],
    ['the end of all regions without its transition', 'packing -> all done: transition dropped'],
    ['another initial state', 'packing.paper: starts in wrapped'],
    ['a removed route', 'printed: has no address'],
    ["a route's guard removed", 'printed: address guard removed'],
    ['a longer delay', 'delay closingTime: twice as long'],
    ['a property that is not assigned', 'action setWeight: wrong not assigned'],
    ['focus after another delay', 'action focusWeight: delay changed'],
    ['focus on another place', 'action focusWeight: place changed'],
    ['focus on another field', 'action focusWeight: field changed'],
    ['another event emitted', 'action focusLabel: another event'],
    ['another event sent', 'action ringBell: another event'],
  ])('include %s', (_, name) => {
    expect(names).toContain(name);
  });

  test('have unique names and leave the original machine unchanged', () => {
    expect(new Set(names).size).toBe(names.length);
    expect([...verify(model)]).toEqual([]);
  });

  test('are all detected, except for one that changes nothing', () => {
    const silent = mutants.filter((each) => findNotice(model, each) === undefined).map(({ name }) => name);
    // A parcel with a known weight is packed immediately.
    expect(silent).toEqual(['weighing -> weighing.finished [hasWeight]: target packing swapped for arriving']);
  });

  test('with an endless loop of transitions end', () => {
    const round = setup({}).createMachine({
      id: 'round',
      initial: 'here',
      states: { here: { always: 'there' }, there: { always: 'home' }, home: { type: 'final' } },
    });
    const given = defineModel<AnyStateMachine>({
      machine: round,
      inputs: anybody,
      events: [],
      outcomes: {},
      claims: {},
      facts: () => null,
    });
    const circle = createMutants(round).find(({ name }) => name === 'there -> always: target home swapped for here');
    expect(() => explore({ ...given, machine: circle?.machine ?? round })).toThrow(/loops between|does not start/);
  });
});
