/** The workbench with machines that lack implementations, or do not work. */
import { describe, expect, it } from 'vitest';
import {
  and,
  assign,
  createMachine,
  not,
  or,
  sendParent,
  setup,
  spawnChild,
  stateIn,
  type AnyStateMachine,
} from 'xstate';
import { compareDiagrams } from '#flows/compare/difference.ts';
import { createDiagram } from '#flows/diagram.ts';
import { toConfigJson } from '#flows/config-json.ts';
import { formatAddress, parseAddress } from '#flows/page/address.ts';
import { createFlows, findUnreadable } from '#flows/page/workbench-machines.ts';
import { contextDiff, formatValue } from 'xstate-workbench/model/context-diff';
import { createDefaultModel } from 'xstate-workbench/model/default-model';
import { generatePaths } from 'xstate-workbench/model/paths';
import { listChoices, takeRun } from 'xstate-workbench/model/run';
import { Simulator } from 'xstate-workbench/model/simulator';

const simulate = (machine: AnyStateMachine) => new Simulator(createDefaultModel(machine));
const valueAfter = (machine: AnyStateMachine, run: Parameters<typeof takeRun>[1]) => {
  const { steps, problem } = takeRun(simulate(machine), run);
  return problem ?? steps.at(-1)?.state.snapshot.value;
};

const unfinished = createMachine({
  id: 'unfinished',
  initial: 'loading',
  entry: sendParent({ type: 'READY' }),
  states: {
    loading: {
      invoke: { src: 'load', systemId: 'loader', onDone: { target: 'checking' }, onError: 'failed' },
      on: { 'mouse.*': 'failed' },
    },
    checking: { always: [{ guard: 'isComplete', target: 'waiting' }, { target: 'failed' }] },
    waiting: { entry: spawnChild('watch', { id: 'watcher' }), after: { patience: 'loading' } },
    failed: { on: { '*': 'loading' } },
  },
});

describe('a machine that only names its actors, guards and delays', () => {
  it('starts, and enters a state with a system id twice', () => {
    const simulator = simulate(unfinished);
    const { state, effects } = simulator.start('start');
    expect(effects.notified).toEqual([{ type: 'READY' }]);
    const done = simulator.next(state, {
      kind: 'outcome',
      id: state.waiting[0]?.id ?? '',
      source: 'load',
      outcome: 'is done',
    });
    expect(done.state.snapshot.value).toBe('waiting');
    expect(done.state.waiting).toEqual([{ id: 'watcher', source: 'watch' }]);
    const late = simulator.triggers(done.state).find(({ kind }) => kind === 'delay');
    expect(late && simulator.next(done.state, late).state.snapshot.value).toBe('loading');
  });

  it('offers an event for each wildcard', () => {
    const simulator = simulate(unfinished);
    expect(listChoices(simulator, simulator.start('start').state).map(({ label }) => label)).toContain('mouse.any');
  });

  it('takes events and answers that were written by hand, and keeps them in the address', () => {
    const run = [
      0,
      { event: { type: 'mouse.moved', x: 1.5 } },
      { event: { type: 'again' } },
      { actor: '0.unfinished.loading', throws: new Error('no') },
    ];
    expect(valueAfter(unfinished, run.slice(0, 2))).toBe('failed');
    expect(valueAfter(unfinished, run)).toBe('failed');
    const address = { flow: 'unfinished', panel: 'simulate' as const, run, step: 1, guards: { isComplete: false } };
    expect(parseAddress(formatAddress(address))).toEqual(address);
  });

  it('takes the results of guards that were chosen by hand', () => {
    const simulator = new Simulator({ ...createDefaultModel(unfinished), standIns: { guards: { isComplete: false } } });
    const run = takeRun(simulator, [0, { actor: '0.unfinished.loading', answers: 1 }]);
    expect(run.steps.at(-1)?.state.snapshot.value).toBe('failed');
  });

  it('names an actor without an id by its source', () => {
    expect(createDiagram(unfinished).transitions.map(({ label }) => label)).toContain('load done');
  });
});

describe('a machine that needs an input', () => {
  const order = setup({ types: { input: {} as { items: string[] }, context: {} as { count: number } } }).createMachine({
    context: ({ input }) => ({ count: input.items.length }),
    initial: 'open',
    states: { open: {} },
  });

  it('says why it does not start, and starts with an input that was written by hand', () => {
    expect(valueAfter(order, [0])).toContain('does not start');
    expect(valueAfter(order, [{ input: { items: ['a'] } }])).toBe('open');
  });
});

describe('a machine that never settles', () => {
  it('stops, and names the states of the loop', () => {
    const loop = createMachine({
      initial: 'idle',
      states: { idle: { on: { GO: 'left' } }, left: { always: 'right' }, right: { always: 'left' } },
    });
    expect(valueAfter(loop, [0, { event: { type: 'GO' } }])).toMatch(/between right, left|between left, right/);
  });
});

describe('paths', () => {
  it('leave out failing parts, and contain the rest', () => {
    const machine = createMachine({
      initial: 'a',
      states: {
        a: {
          on: {
            BREAK: {
              target: 'b',
              guard: () => {
                throw new Error('broken guard');
              },
            },
            NEXT: 'b',
          },
        },
        b: {},
      },
    });
    const problems: string[] = [];
    const paths = generatePaths(createDefaultModel(machine), { onProblem: (each) => problems.push(each) });
    expect(paths.flatMap(({ steps }) => steps.flatMap(({ takes }) => takes))).toEqual(['a -> NEXT']);
    expect(problems).toEqual([expect.stringContaining('broken guard')]);
  });
});

describe('a context that contains itself', () => {
  const context: Record<string, unknown> = { name: 'root' };
  context['self'] = context;

  it('is written with a mark, as a difference and in exports', () => {
    expect(formatValue(context)).toBe('{"name":"root","self":"(circular)"}');
    expect(formatValue([context['name'], { same: context }, context])).toContain(
      '"same":{"name":"root","self":"(circular)"}',
    );
    const other: Record<string, unknown> = { name: 'other' };
    other['self'] = other;
    expect(contextDiff(context, other)[0]).toEqual({ path: 'name', before: '"root"', after: '"other"' });
    expect(toConfigJson(createMachine({ context }))).toContain('(circular)');
    expect(
      valueAfter(createMachine({ context, initial: 'a', states: { a: { on: { GO: 'b' } }, b: {} } }), [0, 0]),
    ).toBe('b');
  });
});

describe('the diagram', () => {
  const machine = (reenter: boolean, text: string) =>
    createMachine({
      id: 'all',
      type: 'parallel',
      invoke: { src: 'listen', input: { port: 1 } },
      entry: 'open',
      exit: 'close',
      states: {
        a: {
          initial: 'one',
          states: {
            one: { on: { GO: { target: 'one', reenter, actions: { type: 'say', params: { text } } } } },
            two: { type: 'final', output: { ok: true } },
          },
        },
        b: {
          initial: 'x',
          states: {
            x: { on: { GO: { target: 'y', guard: and([or(['isA', not('isB')]), stateIn('#all.a')]) } } },
            y: {},
          },
        },
      },
    });

  it('has the actions of every state, inputs, outputs and parameters', () => {
    const { root, states, transitions } = createDiagram(machine(true, 'hello'));
    expect(root).toMatchObject({
      isParallel: true,
      entry: ['open'],
      exit: ['close'],
      invokes: [{ source: 'listen', input: '{"port":1}' }],
    });
    expect(states.find(({ id }) => id === 'a.two')?.output).toBe('{"ok":true}');
    expect(transitions[0]).toMatchObject({ reenter: true, actions: ['say(text: "hello")'] });
    expect(transitions[1]?.condition).toBe('(isA or not isB) and in #all.a');
  });

  it('differs where a transition no longer enters its state again, or an action has another parameter', () => {
    const changes = compareDiagrams(createDiagram(machine(true, 'a')), createDiagram(machine(false, 'b'))).transitions;
    expect(changes.flatMap((each) => each.changes)).toEqual([
      { field: 'actions', before: 'say(text: "a")', after: 'say(text: "b")' },
      { field: 'enters again', before: 'yes', after: '' },
    ]);
  });
});

describe('the workbench', () => {
  it('treats two machines without an id as different, and rejects values that are not XState 5 machines', () => {
    const [first, second] = [
      createMachine({ initial: 'a', states: { a: {} } }),
      createMachine({ initial: 'b', states: { b: {} } }),
    ];
    const other: unknown = { id: 'six', root: {} };
    const options = {
      title: 'Flows',
      machines: [first, second, other as AnyStateMachine].map((machine) => ({
        id: machine.id,
        title: machine.id,
        machine,
      })),
    };
    const flows = createFlows(options);
    expect(flows.map(({ diagram }) => [diagram.id, diagram.initial])).toEqual([
      ['(machine)', 'a'],
      ['(machine) 2', 'b'],
    ]);
    expect(findUnreadable(options)).toEqual([expect.stringMatching(/“six”.*version 5/)]);
  });
});

describe('an actor that `assign` spawns', () => {
  it('waits for an answer', () => {
    const machine = createMachine({
      context: { child: null } as { child: unknown },
      initial: 'a',
      states: {
        a: { on: { GO: { actions: assign({ child: ({ spawn }) => spawn('worker', { id: 'w' }) }) } } },
      },
    });
    const { steps } = takeRun(simulate(machine), [0, 0]);
    expect(steps.at(-1)?.state.waiting).toEqual([{ id: 'w', source: 'worker' }]);
  });
});
