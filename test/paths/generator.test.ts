/** The generator itself, on a small machine with everything that a machine can have; {@link verify} and its faults. */
import { describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { type AnyStateMachine, assign, emit, setup } from 'xstate';
import { defineCall } from '#domain/call.ts';
import { call, effects } from '#machines/kit/effect.ts';
import type { FocusWanted } from '#machines/kit/events.ts';
import { type EventCase, type FlowModel, casesOf, defineModel } from '#machines/kit/model.ts';
import { noticeOf } from '#test/mutation/machines.ts';
import { checkMachine, deadEnds, idleEvents, reachable, wayWithout } from '#test/support/checks.ts';
import { measure, shareOf, wantedKeys } from '#test/support/coverage.ts';
import { explore } from '#flows/simulation/explore.ts';
import parcelModel from '#test/support/fixture/parcel.model.ts';
import { mutantsOf } from '#test/support/mutants.ts';
import { type Path, pathsOf, sentencesOf } from '#flows/simulation/paths.ts';
import { Recorder } from '#test/support/recorder.ts';
import { brokenClaims, brokenInvariants, silentExpectations, verify } from '#test/support/verify.ts';
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

/** Somebody of whom nothing is known. */
const anybody = { anybody: { input: undefined, then: {} } };

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
    ({ state }) => state.snapshot.value === 'taken',
    ({ simulated }) => simulated.takes.includes(without),
  );

describe('paths', () => {
  test('take every transition, and each walk is followed by the machine', async () => {
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
    const short = pathsOf(model, { longest: 10 });
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
    ['an event of the whole machine', 'anywhere -> counter.closed'],
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
      inputs: { anybody: { input: undefined, then: { state: 'counting' } } },
      events: [{ event: { type: 'more.wanted' }, then: { context: ({ count }) => ({ count: count + 1 }) } }],
      outcomes: {},
      claims: {},
      facts: (context) => context,
    });
    expect(() => explore(endless, { limit: 50 })).toThrow(
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
      inputs: anybody,
      events: [{ event: { type: 'bell.set' }, then: [] }],
      outcomes: {},
      claims: {},
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
          | { type: 'left.taken' }
          | { type: 'right.taken' }
          | { type: 'back.wanted' }
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
          on: { 'back.wanted': 'atTheFork', 'gate.opened': [{ guard: 'isRight', target: 'home' }, { target: 'lost' }] },
        },
        home: { type: 'final' },
        lost: { type: 'final' },
      },
    });
    const given = defineModel<AnyStateMachine>({
      machine: fork,
      inputs: anybody,
      events: ['left.taken', 'right.taken', 'back.wanted', 'gate.opened'].map((type) => ({
        event: { type },
        then: [],
      })),
      outcomes: {},
      claims: {},
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
  test('find nothing wrong with the small machine', () => {
    expect(checkMachine(model.machine)).toEqual([]);
    expect(deadEnds(model)).toEqual([]);
    expect(idleEvents(model)).toEqual([]);
  });

  test('say what is wrong with a bad one', () => {
    const bad = setup({
      types: { events: {} as { type: 'go.wanted' } },
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
          on: { 'go.wanted': [{ guard: 'allowed', target: 'waiting' }, { guard: () => true }] },
        },
        waiting: { description: 'Waits', invoke: { src: 'getIt', input: {} }, entry: () => undefined },
      },
    });
    expect(checkMachine(bad)).toEqual([
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

/** What a model of the small flow lacks, or says wrongly. */
const findings = (changed: Partial<FlowModel>): string => [...verify({ ...model, ...changed })].join('\n');

type AnyCase = EventCase<{ readonly type: string }, unknown>;

/** The events, each case of one kind with something else to follow. */
const withThen = (type: string, change: (then: AnyCase['then']) => AnyCase['then']): Partial<FlowModel> => ({
  events: model.events.map((each: AnyCase) => (each.event.type === type ? { ...each, then: change(each.then) } : each)),
});

const omit = <T>(from: Readonly<Record<string, T>> | undefined, name: string): Record<string, T> =>
  Object.fromEntries(Object.entries(from ?? {}).filter(([each]) => each !== name));

const without =
  (part: 'calls' | 'context' | 'focus' | 'reads' | 'passes' | 'output' | 'waits') => (then: AnyCase['then']) =>
    casesOf(then).map((each) => omit({ ...each }, part));

/** The small machine with a fault in it. */
function mutantOf(name: string): AnyStateMachine {
  const found = mutantsOf(model.machine).find((each) => each.name === name);
  if (found === undefined) throw new Error(`There is no fault ${name}`);
  return found.machine;
}

describe('what a model says is held against what follows', () => {
  test('nothing is found where both agree', () => {
    expect(findings({})).toBe('');
  });

  test('where a flow starts', () => {
    const inputs = { ...model.inputs, 'a parcel nobody weighed': { input: { weight: null }, then: {} } };
    const found = findings({ inputs });
    expect(found).toContain('For "a parcel nobody weighed" it leads to weighing instead of none');
    expect(found).toContain('For "a parcel nobody weighed" delays that begin: [60000] instead of []');
  });

  test('a start that is left out', () => {
    const inputs = omit(model.inputs, 'a parcel weighed at home');
    expect(findings({ inputs })).toContain('Nothing in the model leads to arriving -> always [hasWeight]');
  });

  test('an event that is left out', () => {
    const events = model.events.filter(({ event }) => event.type !== 'parcel.given');
    expect(findings({ events })).toContain('Nothing in the model leads to printed -> parcel.given');
  });

  test('an event of which nothing is said', () => {
    const found = findings(withThen('printing.wanted', () => []));
    expect(found).toContain('The model does not say what follows printing.wanted here');
  });

  test('an outcome that is left out', () => {
    const outcomes = {
      ...model.outcomes,
      printLabel: omit(model.outcomes.printLabel, 'a blank label'),
    };
    expect(findings({ outcomes })).toContain('Nothing in the model leads to printing -> printLabel done [isBlank]');
  });

  test('an actor that is left out', () => {
    const outcomes = omit(model.outcomes, 'printLabel');
    expect(findings({ outcomes })).toContain('Nothing in the model leads to printing -> printLabel failed');
  });

  test('a delay that is left out, and one of another length', () => {
    const [first, ...others] = model.delays ?? [];
    expect(findings({ delays: others })).toContain('The model does not say what follows 60000 ms pass here');
    const longer = findings({ delays: [{ ms: 61_000, then: first?.then ?? [] }, ...others] });
    expect(longer).toContain('The model does not say what follows 60000 ms pass here');
    expect(longer).toContain('What the model says of delay 1 (1) never happens');
  });

  test('an address that is left out, from screens and from states without an address', () => {
    const found = findings({ routes: omit(model.routes, '#weighing') });
    expect(found).toContain('The model does not say what follows the address of #weighing is asked for here');
    const opened = mutantOf('askingNeighbour -> xstate.route: swallowing transition dropped');
    expect(findings({ machine: opened })).toContain(
      'The model does not say what follows the address of #weighing is asked for here',
    );
  });

  test('a screen that is left out, and one that the machine does not have', () => {
    const screens = omit(model.screens, 'printed');
    expect(findings({ screens })).toContain('The model does not say what a person reads in printed');
    const more = findings({ screens: { ...model.screens, posted: ['On its way'] } });
    expect(more).toContain('The machine has no state posted, of which screens speaks');
  });

  test('a focus that is left out', () => {
    const found = findings(withThen('weighing.finished', without('focus')));
    expect(found).toContain('"place":"field","field":"weight","delay":100}] instead of []');
  });

  test('a notice that takes the focus, and of which it is not said what is read there', () => {
    const help = setup({
      types: { events: {} as { type: 'help.wanted' }, emitted: {} as FocusWanted },
      actions: { focusNotice: emit({ type: 'focus.wanted', place: 'notice', delay: 0 }) },
    }).createMachine({
      id: 'help',
      initial: 'reading',
      states: { reading: { on: { 'help.wanted': { actions: 'focusNotice' } } } },
    });
    const given = (reads: readonly string[]) =>
      defineModel<typeof help>({
        machine: help,
        inputs: { anybody: { input: undefined, then: { state: 'reading' } } },
        events: [
          {
            event: { type: 'help.wanted' },
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
      'The focus goes to what is told after help.wanted (1): say in reads what that is',
    ]);
  });

  test.each([
    ['a call', 'parcel.given', 'calls', 'lightLamp is asked for: {"on":true}'],
    ['the request of a call', 'printing.wanted', 'calls', 'printLabel is asked for: {"body":{"weight":900}}'],
    ['a property of the context', 'weight.entered', 'context', 'weight becomes 900, of which the model says nothing'],
    ['what is passed on', 'bell.rung', 'passes', 'passed on: {"askNeighbour":{"type":"bell.answered"}} instead of {}'],
    ['a delay that begins', 'scales.reset', 'waits', 'delays that begin: [60000] instead of []'],
    ['an output', 'counter.closed', 'output', 'output: {"label":null} instead of undefined'],
  ] as const)('%s that is left out', (_, type, part, finding) => {
    expect(findings(withThen(type, without(part)))).toContain(finding);
  });

  test('the body of a call that is another one', () => {
    const found = findings(
      withThen('printing.wanted', (then) => casesOf(then).map((each) => ({ ...each, calls: { printLabel: {} } }))),
    );
    expect(found).toContain('the request of printLabel: {"body":{"weight":900}} instead of {}');
  });

  test('a value of the context that is another one', () => {
    const found = findings(
      withThen('weight.entered', (then) => casesOf(then).map((each) => ({ ...each, context: { weight: 1 } }))),
    );
    expect(found).toContain('weight is 900 instead of 1');
  });

  test('a state that is another one', () => {
    const found = findings(
      withThen('printing.wanted', (then) => casesOf(then).map((each) => ({ ...each, state: 'printed' }))),
    );
    expect(found).toContain('it leads to printing instead of printed');
  });

  test('what never happens', () => {
    const found = findings(
      withThen('printing.wanted', (then) => [
        ...casesOf(then),
        { in: 'printed', when: () => false, state: 'weighing' },
      ]),
    );
    expect(found).toContain('What the model says of printing.wanted (2) never happens');
  });

  test('an event that nothing ever comes of', () => {
    const events = [...model.events, { event: { type: 'parcel.lost' }, then: [] }];
    expect(findings({ events })).toContain('Nothing ever comes of parcel.lost');
  });

  test('a model without a claim', () => {
    expect(findings({ claims: {} })).toContain('The model claims nothing');
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

/** Sends a parcel in each of its regions, as often as somebody wants. */
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
    ['that something is never so', { never: (at) => at.isIn('packing'), brokenBy: '' }],
    [
      'that something is reached only by way of something else',
      {
        reaching: (at) => at.isIn('taken'),
        needs: (by) => by.kind === 'event' && by.event.type === 'weighing.finished',
        brokenBy: '',
      },
    ],
    ['that a call is made at most once', { callsOnce: 'printLabel', brokenBy: '' }],
  ])('%s are seen to fail, with a way there', (_, claim) => {
    expect(broken(claim)).toMatch(/^It does not hold that it is so:\n {2}.*starts in/);
  });

  test('hold where they are true', () => {
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

  test('of a call that is made once, until it is made again', () => {
    expect(broken({ callsOnce: 'first', brokenBy: '' }, sendingIn('first'))).toContain('first is called again');
    const once = { ...sendingIn('first'), outcomes: {} };
    expect(broken({ callsOnce: 'first', brokenBy: '' }, once)).toBe('');
  });

  test.each(Object.entries(model.claims))('%s: its fault breaks it', (name, { brokenBy }) => {
    expect(brokenClaims({ ...model, machine: mutantOf(brokenBy) }).join()).toContain(name);
  });
});

describe('what holds of every flow', () => {
  test('no two submissions are under way at once', () => {
    expect(brokenInvariants(sendingIn('first')).join()).toBe('');
    expect(brokenInvariants(sendingIn('first', 'second')).join()).toMatch(/^Two submissions are under way at once:/);
  });

  test('no secret is in a draft', () => {
    expect(findings({ draft: { of: ({ weight }) => ({ weight }), secrets: ['P-1'] } })).toBe('');
    expect(findings({ draft: { of: ({ label }) => ({ label }), secrets: ['P-1'] } })).toContain(
      'The draft holds P-1 after',
    );
  });

  test('no field is gated by its own answer', () => {
    const entered = { type: 'field.changed', field: 'gift', value: 'yes' } as const;
    const asking = (isAsked: (gift: string) => boolean): FlowModel => {
      const machine = setup({
        types: { context: {} as { gift: string }, events: {} as typeof entered },
        guards: { isAsked: ({ context }) => isAsked(context.gift) },
        actions: { setGift: assign({ gift: 'yes' }) },
      }).createMachine({
        id: 'asking',
        context: { gift: '' },
        initial: 'entering',
        states: { entering: { on: { 'field.changed': { guard: 'isAsked', actions: 'setGift' } } } },
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

  test('a lone guard is seen to refuse', () => {
    const events = model.events.filter(({ event }) => event['part'] !== 'addressed');
    expect(findings({ events })).toContain(
      'Nothing in the model leads to packing.paper.bare -> packing.wanted [isForPaper] (refused)',
    );
  });
});

describe('faults', () => {
  const mutants = mutantsOf(model.machine);
  const names = mutants.map(({ name }) => name);

  test.each([
    ['a transition dropped', 'printed -> parcel.given: transition dropped'],
    ['a transition that swallows an event dropped', 'printing -> xstate.route: swallowing transition dropped'],
    ['a target swapped', 'printerSilent -> printing.wanted: target printing swapped for arriving'],
    ['a guard removed', 'weighing -> weighing.finished [isTooHeavy]: guard removed'],
    ['a guard turned round', 'weighing -> weighing.finished [isTooHeavy]: guard turned round'],
    ['a guard that always says yes', 'guard isTooHeavy: always true'],
    ['a guard that always says no', 'guard isTooHeavy: always false'],
    ['a state that is entered no more anew', 'weighing -> scales.reset: enters no more anew'],
    ['an action removed', 'weighing -> weight.entered: action keepWeight removed'],
    ['an action removed on entry', 'printed: entry focusLabel removed'],
    ['an action removed on exit', 'weighing: exit clearWrong removed'],
    ['an actor that is not invoked', 'printing: printLabel is not invoked'],
    ['an answer without what follows', 'printing -> printLabel done: transition dropped'],
    ['a failure without what follows', 'printing -> printLabel error: transition dropped'],
    ['a delay without what follows', 'printing -> after 8000: transition dropped'],
    ['the end of all regions without what follows', 'packing -> all done: transition dropped'],
    ['another first state', 'packing.paper: starts in wrapped'],
    ['an address removed', 'printed: has no address'],
    ["an address's guard removed", 'printed: address guard removed'],
    ['a longer delay', 'delay closingTime: twice as long'],
    ['a property that is not assigned', 'action keepWeight: wrong not assigned'],
    ['a focus after another delay', 'action focusWeight: delay changed'],
    ['a focus on another place', 'action focusWeight: place changed'],
    ['a focus on another field', 'action focusWeight: field changed'],
    ['another event emitted', 'action focusLabel: another event'],
    ['another event sent', 'action ringBell: another event'],
  ])('%s', (_, name) => {
    expect(names).toContain(name);
  });

  test('have names that differ, and leave the machine as it is', () => {
    expect(new Set(names).size).toBe(names.length);
    expect([...verify(model)]).toEqual([]);
  });

  test('are all noticed, but for one that changes nothing', () => {
    const silent = mutants.filter((each) => noticeOf(model, each) === undefined).map(({ name }) => name);
    // Whoever arrives with a weight is packing at once.
    expect(silent).toEqual(['weighing -> weighing.finished [hasWeight]: target packing swapped for arriving']);
  });

  test('that send a machine round in a circle end', () => {
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
    const circle = mutantsOf(round).find(({ name }) => name === 'there -> always: target home swapped for here');
    expect(() => explore({ ...given, machine: circle?.machine ?? round })).toThrow(/Infinite loop|does not start/);
  });
});
