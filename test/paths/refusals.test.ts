/** Why a guard was false: the values that it read, in machines so small that these are known by hand. */
import { describe, expect, it } from 'vitest';
import { type AnyStateMachine, and, assign, createActor, createMachine, not, or, raise, setup, stateIn } from 'xstate';
import { createDefaultModel } from 'xstate-workbench/model/default-model';
import { findRefusals, formatRefusal, getReadNames } from 'xstate-workbench/model/refusals';
import { listChoices, takeRun } from 'xstate-workbench/model/run';
import { Simulator } from 'xstate-workbench/model/simulator';

const CONTEXT = {
  amount: '',
  method: undefined,
  review: { terms: { accepted: false }, errors: ['late'] },
  items: [
    { id: 1, isPaid: true },
    { id: 2, isPaid: false },
  ],
  note: 'a'.repeat(100),
  accounts: new Map([['a', 1]]),
};
type Context = typeof CONTEXT;
type Event = { readonly type: string; readonly [name: string]: unknown };
type Guard = (given: { readonly context: Context; readonly event: Event }) => boolean;

/** Returns the description of a transition with a guard for the event GO. */
function explain(guard: unknown, event: Event = { type: 'GO' }, guards: Record<string, Guard> = {}): string[] {
  const machine = setup({ types: { context: {} as Context }, guards }).createMachine({
    context: CONTEXT,
    initial: 'a',
    states: { a: { on: { GO: { target: 'b', guard: guard as never } } }, b: {} },
  });
  const snapshot = createActor(machine).getSnapshot();
  return findRefusals({ snapshot, event, isEventless: false }).map(formatRefusal);
}

const isFilled: Guard = (given) => given.context.amount !== '' || given.context.method !== undefined;
const isOpen: Guard = (given) => given.context.items.length > 0;

describe('a false guard', () => {
  it.each<[string, Guard, string]>([
    ['values', isFilled, 'isGuard was false: amount = "", method = undefined'],
    ['nested values', (at) => at.context.review.terms.accepted, 'isGuard was false: review.terms.accepted = false'],
    [
      'a value and what is within another one',
      ({ context: { review, amount } }) => review.terms.accepted && amount === '',
      'isGuard was false: amount = "", review.terms.accepted = false',
    ],
    ['the length of a list', (at) => at.context.items.length > 2, 'isGuard was false: items.length = 2'],
    [
      'the entries of a list as far as it read them',
      (at) => at.context.items.every(({ isPaid }) => isPaid),
      'isGuard was false: items.length = 2, items.0.isPaid = true, items.1.isPaid = false',
    ],
    ['the event', (at) => at.event['field'] === 'name', 'isGuard was false: event.field = undefined'],
    ['a map as a whole', (at) => at.context.accounts.has('b'), 'isGuard was false: accounts = [["a",1]]'],
    ['long values in part', (at) => at.context.note === '', `isGuard was false: note = "${'a'.repeat(59)}…`],
    ['nothing', () => false, 'isGuard was false'],
    [
      'the same object twice',
      ({ context: { items, amount } }) => items.includes(items[0] ?? { id: 0, isPaid: true }) && amount !== '',
      'isGuard was false: amount = "", items.0 = {"id":1,"isPaid":true}, items.length = 2',
    ],
  ])('shows %s', (_, isGuard, text) => {
    expect(explain('isGuard', undefined, { isGuard })).toEqual([text]);
  });

  it('shows what combined guards read until they are decided', () => {
    const guards = { isFilled, isOpen };
    expect(explain(and(['isFilled', 'isOpen']), undefined, guards)).toEqual([
      'isFilled and isOpen was false: amount = "", method = undefined',
    ]);
    expect(explain(or(['isFilled', not('isOpen')]), undefined, guards)).toEqual([
      'isFilled or not isOpen was false: amount = "", method = undefined, items.length = 2',
    ]);
    expect(explain(not('isOpen'), undefined, guards)).toEqual(['not isOpen was false: items.length = 2']);
    expect(explain(stateIn({ a: 'b' }))).toEqual(['in {"a":"b"} was false']);
  });

  it('shows what its parameters are computed from', () => {
    const guard = { type: 'isSame', params: (at: { context: Context }) => ({ to: at.context.amount }) };
    expect(explain(guard, undefined, { isSame: () => false })).toEqual(['isSame was false: amount = ""']);
  });

  it('shows the error that it throws', () => {
    const isBroken: Guard = (at) => {
      throw new Error(`no ${at.context.review.errors.length}`);
    };
    expect(explain('isBroken', undefined, { isBroken })).toEqual(['isBroken failed (no 1): review.errors.length = 1']);
  });

  it('says nothing where it passes', () => {
    expect(explain('isOpen', undefined, { isOpen })).toEqual([]);
    expect(explain('isOpen', { type: 'OTHER' }, { isOpen: () => false })).toEqual([]);
  });

  it('has the names of properties without those within, which could be data', () => {
    const machine = createMachine({
      context: { accounts: { '4417829930': { isOpen: false } } },
      on: { GO: { guard: ({ context: { accounts }, event }) => accounts[event.id as '4417829930'].isOpen } },
    });
    const snapshot = createActor(machine).getSnapshot();
    const event = { type: 'GO', id: '4417829930' };
    expect(findRefusals({ snapshot, event, isEventless: false }).map(getReadNames)).toEqual([['event.id', 'accounts']]);
  });
});

/** Returns the simulation's descriptions after events. */
function simulate(machine: AnyStateMachine, ...types: string[]): readonly string[] | undefined {
  const events = types.map((type) => ({ event: { type } }));
  return takeRun(new Simulator(createDefaultModel(machine)), [0, ...events]).steps.at(-1)?.refusals;
}

describe('the simulation', () => {
  const counting = createMachine({
    context: { count: 0 },
    initial: 'on',
    on: {
      GO: {
        guard: function isOutside({ context: { count } }) {
          return count > 9;
        },
        actions: raise({ type: 'x' }),
      },
    },
    states: {
      on: {
        initial: 'checking',
        states: {
          checking: {
            always: [
              {
                guard: function isDone({ context: { count } }) {
                  return count > 1;
                },
                target: 'done',
              },
              { target: 'waiting' },
            ],
          },
          waiting: {
            on: {
              ADD: { target: 'checking', actions: assign({ count: ({ context: { count } }) => count + 1 }) },
              GO: [
                {
                  guard: function isInside({ context: { count } }) {
                    return count > 5;
                  },
                  target: 'done',
                },
              ],
              TELL: { actions: raise({ type: 'GO' }) },
            },
          },
          done: { on: { GO: {} } },
        },
      },
    },
  });

  it('explains a step, with guards of states around, of eventless transitions and of raised events', () => {
    expect(simulate(counting, 'ADD')).toEqual(['isDone was false: count = 1']);
    expect(simulate(counting, 'ADD', 'ADD')).toEqual([]);
    expect(simulate(counting, 'GO')).toEqual(['isInside was false: count = 0', 'isOutside was false: count = 0']);
    expect(simulate(counting, 'TELL')).toEqual(['isInside was false: count = 0', 'isOutside was false: count = 0']);
    // The state takes the event, so the guard around it is not evaluated.
    expect(simulate(counting, 'ADD', 'ADD', 'GO')).toEqual([]);
  });

  it('explains a choice before it is taken', () => {
    const simulator = new Simulator(createDefaultModel(counting));
    const choices = listChoices(simulator, simulator.start('start').state);
    expect(
      choices.filter(({ refusals }) => refusals.length > 0).map(({ label, refusals }) => [label, refusals]),
    ).toEqual([['GO', ['isInside was false: count = 0', 'isOutside was false: count = 0']]]);
  });

  it('explains a choice on which the machine breaks', () => {
    const machine = createMachine({
      context: { list: null as { length: number } | null },
      on: {
        GO: {
          guard: function isLong({ context: { list } }) {
            return (list as unknown as string).length > 0;
          },
        },
      },
    });
    const simulator = new Simulator(createDefaultModel(machine));
    const [choice] = listChoices(simulator, simulator.start('start').state);
    expect(choice?.problem).toContain('Unable to evaluate guard');
    expect(choice?.refusals).toEqual([expect.stringMatching(/^isLong failed \(.*null.*\): list = null$/)]);
  });

  it('explains a request for an address by the guard of its screen alone', () => {
    const machine = createMachine({
      context: { isReady: false },
      initial: 'a',
      states: {
        a: { id: 'a', route: {} },
        b: {
          id: 'b',
          route: {
            guard: function isReady({ context }) {
              return context.isReady;
            },
          },
        },
      },
    });
    const simulator = new Simulator(createDefaultModel(machine));
    const choices = listChoices(simulator, simulator.start('start').state);
    expect(choices.flatMap(({ refusals }) => refusals)).toEqual(['isReady was false: isReady = false']);
  });
});
