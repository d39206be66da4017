/** Undocumented behavior of XState that the product relies on. An incompatible upgrade fails here first. */
import { describe, expect, it } from 'vitest';
import {
  type AnyEventObject,
  type InspectionEvent,
  and,
  assign,
  createActor,
  createMachine,
  emit,
  fromPromise,
  not,
  or,
  raise,
  sendTo,
  setup,
  stateIn,
} from 'xstate';
import { notify } from '#machines/kit/relay.ts';
import {
  getActiveNodes,
  findActor,
  listActors,
  findAlternatives,
  builtInAction,
  parseCause,
  combinedGuard,
  getConfig,
  createStepper,
  doneEvent,
  errorEvent,
  listEventTransitions,
  getExplicitId,
  handlesRoutes,
  hasExplicitId,
  getImplementations,
  findInlineActor,
  isBuiltInGuard,
  isMachine,
  findMachine,
  getActorMachine,
  listNodes,
  getParentActor,
  rebuildMachine,
  getRoute,
  takenTransitions,
  listTransitions,
  withOperands,
} from 'xstate-workbench/model/xstate-internals';

const print = fromPromise(({ input }: { input: { text: string } }) => Promise.resolve(input.text));

const child = setup({
  types: { events: {} as { type: 'hello' } },
  actions: { answer: notify('answered') },
}).createMachine({
  id: 'child',
  initial: 'listening',
  states: { listening: { on: { hello: { actions: 'answer' } } } },
});

const machine = setup({
  types: {
    context: {} as { readonly copies: number; readonly text: string },
    events: {} as { type: 'print' | 'stop' | 'speak' | 'answered' } | { type: 'xstate.route'; to: string },
    emitted: {} as { type: 'heard' },
    input: {} as { readonly text: string },
  },
  actors: { print, child },
  delays: { timeout: 5_000 },
  guards: { hasText: ({ context }) => context.text !== '', isLate: () => false },
  actions: {
    count: assign({ copies: ({ context }) => context.copies + 1, text: 'counted' }),
    hear: emit({ type: 'heard' }),
    speak: sendTo('child', { type: 'hello' }),
  },
}).createMachine({
  id: 'printer',
  context: ({ input }) => ({ copies: 0, text: input.text }),
  initial: 'ready',
  on: { answered: { actions: 'hear' } },
  states: {
    ready: {
      id: 'ready-to-print',
      route: { guard: 'hasText' },
      on: {
        print: [
          { guard: 'hasText', target: 'printing' },
          { guard: not('hasText'), actions: 'hear' },
        ],
      },
    },
    printing: {
      initial: 'first',
      entry: 'count',
      invoke: [
        { id: 'paper', src: 'print', input: { text: 'Hi' }, onDone: 'done', onError: 'ready' },
        { src: 'child', id: 'child' },
        { src: 'print', input: { text: 'Unnamed' }, onSnapshot: { actions: 'hear' } },
      ],
      after: { timeout: 'ready' },
      on: { 'xstate.route': {}, stop: 'ready', speak: { actions: 'speak' } },
      states: { first: { always: { guard: 'isLate', target: 'last' } }, last: { type: 'final' } },
      onDone: 'ready',
    },
    done: { type: 'final' },
  },
});

const names = (nodes: readonly { readonly path: readonly string[] }[]) => nodes.map(({ path }) => path.join('.'));
const findNode = (path: string) => {
  const found = listNodes(machine).find((node) => node.path.join('.') === path);
  if (found === undefined) throw new Error(`There is no ${path}`);
  return found;
};

describe('a machine', () => {
  it('is distinguished from other logic, also through its actor', () => {
    expect([machine, print, undefined].map(isMachine)).toEqual([true, false, false]);
    expect(getActorMachine(createActor(machine, { input: { text: '' } }))).toBe(machine);
    expect(getActorMachine(createActor(print, { input: { text: '' } }))).toBeUndefined();
  });

  it('lists its own and provided actors', () => {
    expect(listActors(machine)).toEqual([
      ['print', print],
      ['child', child],
    ]);
    const other = fromPromise<string, { text: string }>(() => Promise.resolve('other'));
    const provided = machine.provide({ actors: { print: other } });
    expect([findActor(provided, 'print'), findActor(provided, 'nobody')]).toEqual([other, undefined]);
    expect([findMachine(machine, 'child'), findMachine(machine, 'print')]).toEqual([child, undefined]);
  });

  it('returns the logic that a state invokes inline', () => {
    const inline = createMachine({ initial: 'a', states: { a: { invoke: [{ src: print }, { src: 'print' }] } } });
    const [, state] = listNodes(inline);
    if (state === undefined) throw new Error('There is no state');
    expect([0, 1, 2].map((index) => findInlineActor(state, index))).toEqual([print, undefined, undefined]);
  });

  it('lists its implementations', () => {
    const { actions, delays, guards } = getImplementations(machine);
    expect([Object.keys(actions), Object.keys(guards), delays]).toEqual([
      ['count', 'hear', 'speak'],
      ['hasText', 'isLate'],
      { timeout: 5_000 },
    ]);
  });

  it('can be rebuilt from its configuration, and then stops with an error in an infinite loop', () => {
    const rebuilt = rebuildMachine(Object(getConfig(machine)), getImplementations(machine), 50);
    expect(names(listNodes(rebuilt))).toEqual(names(listNodes(machine)));
    const circle = rebuildMachine(
      { initial: 'a', states: { a: { always: 'b' }, b: { always: 'a' } } },
      getImplementations(child),
      50,
    );
    expect(() => createStepper(circle, undefined).start(undefined)).toThrow('loops between a, b');
  });
});

describe('the states', () => {
  it('are in document order and are active together with their ancestors', () => {
    expect(names(listNodes(machine))).toEqual(['', 'ready', 'printing', 'printing.first', 'printing.last', 'done']);
    const actor = createActor(machine, { input: { text: 'Hi' } }).start();
    actor.send({ type: 'print' });
    expect(names(getActiveNodes(actor.getSnapshot()))).toEqual(['', 'printing', 'printing.first']);
    actor.stop();
  });

  it('distinguish explicit from generated ids, and have routes', () => {
    expect(['ready', 'printing'].map((path) => getExplicitId(findNode(path)))).toEqual(['ready-to-print', undefined]);
    expect(['ready', 'printing'].map((path) => getRoute(findNode(path)))).toEqual([{ guard: 'hasText' }, undefined]);
    const printing = findNode('printing');
    expect(printing.invoke.map((invoke, index) => hasExplicitId(printing, invoke, index))).toEqual([true, true, false]);
  });

  it('have transitions, without the route transitions of the root', () => {
    const root = findNode('');
    expect(root.transitions.has('xstate.route')).toBe(true);
    expect(listTransitions(root).map(({ eventType }) => eventType)).toEqual(['answered']);
    expect(['', 'ready', 'printing'].map((path) => handlesRoutes(findNode(path)))).toEqual([false, false, true]);
    const [printing] = listEventTransitions(findNode('ready'));
    expect(printing?.map(({ guard }) => guard === 'hasText')).toEqual([true, false]);
    expect(printing?.map(findAlternatives)).toEqual([printing, printing]);
    expect(listTransitions(findNode('printing.first')).map(findAlternatives)).toEqual([
      findNode('printing.first').always,
    ]);
  });

  it('have transitions with causes', () => {
    expect(listTransitions(findNode('printing')).map(parseCause)).toEqual([
      { kind: 'route' },
      { kind: 'event', event: 'stop' },
      { kind: 'event', event: 'speak' },
      { kind: 'allDone' },
      { kind: 'done', actor: 'paper' },
      { kind: 'failed', actor: 'paper' },
      { kind: 'changed', actor: '2.printer.printing' },
      { kind: 'delay', delay: 'timeout' },
    ]);
    expect(listTransitions(findNode('printing.first')).map(parseCause)).toEqual([{ kind: 'always' }]);
  });
});

describe('guards and actions', () => {
  it('have an operator and parts if they are combined', () => {
    expect([and(['a', 'b']), or(['a', 'b']), not('a')].map(combinedGuard)).toEqual([
      { operator: 'and', guards: ['a', 'b'] },
      { operator: 'or', guards: ['a', 'b'] },
      { operator: 'not', guards: ['a'] },
    ]);
    expect(['a', { type: 'a' }, () => true].map(combinedGuard)).toEqual([undefined, undefined, undefined]);
  });

  it('can be replaced within a combined one, and built-in ones are recognized', () => {
    const gate = setup({ guards: { isOpen: and([stateIn('#shut'), () => false]) } }).createMachine({
      id: 'gate',
      initial: 'shut',
      states: { shut: { id: 'shut', on: { push: { guard: 'isOpen', target: 'open' } } }, open: {} },
    });
    const { isOpen } = getImplementations(gate).guards;
    const operands = combinedGuard(isOpen)?.guards.map(Object) ?? [];
    expect(operands.map(isBuiltInGuard)).toEqual([true, false]);
    const opening = gate.provide({
      guards: { isOpen: withOperands(Object(isOpen), [operands[0], () => true]) as never },
    });
    const steppers = [gate, opening].map((each) => createStepper(each, undefined));
    const pushed = steppers.map(({ start, next }) => next(start(undefined).snapshot, { type: 'push' }).snapshot);
    expect(pushed.map(({ value }) => value)).toEqual(['shut', 'open']);
  });

  it('of XState have a type and can be replaced', () => {
    const { count, hear, speak } = getImplementations(machine).actions;
    expect([count, hear, speak, raise({ type: 'a' })].map((action) => builtInAction(action)?.type)).toEqual([
      'assign',
      'emit',
      'sendTo',
      'raise',
    ]);
    expect(Object.keys(Object(builtInAction(count)?.assignment))).toEqual(['copies', 'text']);
    expect(builtInAction(speak)?.event).toEqual({ type: 'hello' });
    expect(builtInAction(() => undefined)).toBeUndefined();
    const changed = builtInAction(count)?.with({ assignment: { text: 'changed' } });
    const other = machine.provide({ actions: { count: changed as never } });
    const actor = createActor(other, { input: { text: 'Hi' } }).start();
    actor.send({ type: 'print' });
    expect(actor.getSnapshot().context).toEqual({ copies: 0, text: 'changed' });
    actor.stop();
  });
});

describe('a running machine', () => {
  it('has a reference to its parent', () => {
    const actor = createActor(machine, { input: { text: 'Hi' } }).start();
    actor.send({ type: 'print' });
    const { child: started } = actor.getSnapshot().children;
    expect([started && getParentActor(started), getParentActor(actor)]).toEqual([actor, undefined]);
    actor.stop();
  });

  it('reports its transitions to an inspector, and receives known events from its actors', async () => {
    const seen: InspectionEvent[] = [];
    const actor = createActor(machine, { input: { text: 'Hi' }, inspect: (event) => seen.push(event) }).start();
    actor.send({ type: 'print' });
    await new Promise((resolve) => setImmediate(resolve));
    expect(actor.getSnapshot().value).toBe('done');
    const taken = seen.filter(({ actorRef }) => actorRef === actor).flatMap(takenTransitions);
    expect(taken.map(({ eventType }) => eventType)).toContain('xstate.done.actor.paper');
    expect(taken).toContain(listEventTransitions(findNode('ready'))[0]?.[0]);
    const received = seen.flatMap((each): AnyEventObject[] => (each.type === '@xstate.event' ? [each.event] : []));
    expect(received).toContainEqual(doneEvent('paper', 'Hi'));
  });

  it('receives an event about a failed actor', async () => {
    const seen: AnyEventObject[] = [];
    const failure = new Error('No paper');
    const failing = machine.provide({ actors: { print: fromPromise(() => Promise.reject(failure)) } });
    const actor = createActor(failing, {
      input: { text: 'Hi' },
      inspect: (each) => each.type === '@xstate.event' && seen.push(each.event),
    }).start();
    actor.send({ type: 'print' });
    await new Promise((resolve) => setImmediate(resolve));
    expect(seen).toContainEqual(errorEvent('paper', failure));
    actor.stop();
  });
});

describe('a pure step', () => {
  const { start, next } = createStepper(machine, { text: '' });

  it('returns the effects without running them', () => {
    const started = start({ text: 'Hi' });
    expect([started.snapshot.value, started.effects]).toEqual(['ready', []]);
    const printing = next(started.snapshot, { type: 'print' });
    expect(printing.snapshot.value).toEqual({ printing: 'first' });
    expect(printing.taken.map(parseCause)).toEqual([{ kind: 'event', event: 'print' }]);
    expect(printing.effects).toEqual([
      {
        kind: 'delayed',
        id: expect.stringContaining('timeout') as string,
        event: expect.anything() as object,
        ms: 5_000,
      },
      { kind: 'started', id: 'paper', source: 'print', input: { text: 'Hi' } },
      { kind: 'started', id: 'child', source: 'child', input: undefined },
      { kind: 'started', id: '2.printer.printing', source: 'print', input: { text: 'Unnamed' } },
    ]);
    const spoken = next(printing.snapshot, { type: 'speak' });
    expect(spoken.effects).toEqual([{ kind: 'sent', to: 'child', event: { type: 'hello' } }]);
    expect(next(spoken.snapshot, { type: 'answered' }).effects).toEqual([
      { kind: 'emitted', event: { type: 'heard' } },
    ]);
    const [delay] = printing.effects;
    const stopped = next(printing.snapshot, { type: 'stop' }).effects;
    expect(stopped.map(({ kind }) => kind)).toEqual(['cancelled', 'stopped', 'stopped', 'stopped']);
    expect(stopped).toContainEqual({ kind: 'cancelled', id: delay?.kind === 'delayed' ? delay.id : '' });
    expect(stopped).toContainEqual({ kind: 'stopped', id: 'paper' });
  });

  it('continues after a delay with the event that the delay raises', () => {
    const printing = next(start({ text: 'Hi' }).snapshot, { type: 'print' });
    const [delay] = printing.effects;
    if (delay?.kind !== 'delayed') throw new Error('No delay has started');
    expect(next(printing.snapshot, delay.event).snapshot.value).toBe('ready');
  });

  it('of an invoked machine sends to an unspecified parent', () => {
    const listening = createStepper(child, undefined);
    const { snapshot } = listening.start(undefined);
    expect(listening.next(snapshot, { type: 'hello' }).effects).toEqual([
      { kind: 'sent', to: undefined, event: { type: 'answered' } },
    ]);
  });
});
