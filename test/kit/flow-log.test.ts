/** The flow log contains names of known flows only, never values. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AnyStateMachine, assign, createActor, createMachine, fromPromise, setup, spawnChild } from 'xstate';
import {
  type FlowLogRow,
  type KnownFlows,
  createFlowLog,
  createObservationLog,
  getFlowNames,
} from 'xstate-workbench/model/flow-log';
import { type Observation, toObservation } from 'xstate-workbench/model/flow-observation';
import { MAX_WAITING, flowLogQueue } from '#src/app/measurement/flow-log-queue.ts';

const child = setup({
  types: {
    context: {} as { value: unknown },
    input: {} as { value: unknown },
    events: {} as { type: 'card.given'; value: unknown },
    output: {} as { value: unknown },
  },
}).createMachine({
  id: 'card',
  context: ({ input }) => input,
  output: ({ context }) => context,
  initial: 'asking',
  states: { asking: { on: { 'card.given': 'given' } }, given: { type: 'final' } },
});

interface Holding {
  readonly context: { readonly value: unknown };
}

const payment = setup({
  types: {
    context: {} as { value: unknown },
    input: {} as { value: unknown },
    events: {} as { type: string; value: unknown },
  },
  actors: {
    child,
    save: fromPromise<unknown, unknown>(({ input }) => Promise.resolve(input)),
    fail: fromPromise<unknown, unknown>(({ input }) => Promise.reject(new Error(String(input)))),
  },
}).createMachine({
  id: 'payment',
  context: ({ input }) => input,
  initial: 'entering',
  // The type of the event is from outside, and so is the id of the actor.
  on: {
    'x.*': {
      actions: [assign({ value: ({ event }) => event.value }), spawnChild('save', { id: ({ event }) => event.type })],
    },
  },
  states: {
    entering: {
      on: {
        'amount.changed': { actions: assign({ value: ({ event }) => event.value }) },
        'amount.given': [{ guard: ({ context }) => context.value === 'never', target: 'done' }, { target: 'asking' }],
      },
    },
    asking: {
      invoke: { id: 'card', src: 'child', input: ({ context }) => context, onDone: 'saving' },
      on: { back: 'entering' },
    },
    saving: {
      invoke: { id: 'save', src: 'save', input: ({ context }: Holding) => context.value, onDone: 'failing' },
    },
    failing: {
      invoke: { id: 'fail', src: 'fail', input: ({ context }: Holding) => context.value, onError: 'checking' },
    },
    checking: { always: 'done' },
    done: { type: 'final' },
  },
});

const known: KnownFlows = { payment: getFlowNames(payment), card: getFlowNames(child) };
const TIME = '2026-11-20T15:00:00.000Z';

/** Starts a machine, and returns its actor and the rows, which grow. */
function logged(machine: AnyStateMachine, input: unknown, names: KnownFlows = known) {
  const rows: FlowLogRow[] = [];
  let runs = 0;
  const inspect = createFlowLog({
    known: names,
    write: (row) => rows.push(row),
    now: () => new Date(TIME),
    newRun: () => `run-${(runs += 1)}`,
  });
  return { rows, actor: createActor(machine, { input, inspect }).start() };
}

const short = ({ flow, event, from, to, states, status }: FlowLogRow) =>
  `${flow}: ${from ?? '-'} ${event} > ${to.join()} = ${states.join()} ${status}`;

describe('the flow log', () => {
  it('has a row for the start, each transition and the end, also of invoked machines', async () => {
    const { rows, actor } = logged(payment, { value: 0 });
    actor.send({ type: 'amount.given', value: 1 });
    actor.getSnapshot().children['card']?.send({ type: 'card.given', value: 2 });
    await expect.poll(() => actor.getSnapshot().status).toBe('done');
    expect(rows.map(short)).toEqual([
      'payment: - started >  = entering active',
      'payment: entering amount.given > asking = asking active',
      'card: - started >  = asking active',
      'card: asking card.given > given = given done',
      'payment: asking card done > saving = saving active',
      'payment: saving save done > failing = failing active',
      'payment: failing fail failed > checking = checking active',
      'payment: checking always > done = done done',
    ]);
    expect(new Set(rows.map(({ flow, run }) => `${flow} ${run}`)).size).toBe(2);
  });

  it('is the same if it is written later', () => {
    const observations: Observation[] = [];
    const rows: FlowLogRow[] = [];
    const actor = createActor(payment, {
      input: { value: 0 },
      inspect: (seen) => observations.push(toObservation(seen, new Date(TIME))),
    }).start();
    actor.send({ type: 'amount.given', value: 1 });
    observations.forEach(createObservationLog({ known, write: (row) => rows.push(row), newRun: () => 'run' }));
    expect(rows.map(short)).toEqual([
      'payment: - started >  = entering active',
      'payment: entering amount.given > asking = asking active',
      'card: - started >  = asking active',
    ]);
  });

  it('distinguishes an abandoned flow from one that has ended', () => {
    const { rows, actor } = logged(payment, { value: 0 });
    actor.send({ type: 'amount.given', value: 1 });
    actor.stop();
    expect(rows.map(short).slice(-2).sort()).toEqual([
      'card: - left >  = asking stopped',
      'payment: - left >  = asking stopped',
    ]);
  });

  it('does not reveal the number of typed characters', () => {
    const logTyping = (text: string) => {
      const { rows, actor } = logged(payment, { value: 0 });
      for (const value of text) actor.send({ type: 'amount.changed', value });
      actor.send({ type: 'amount.given', value: text });
      return rows;
    };
    expect(logTyping('123456789')).toEqual(logTyping('1'));
  });

  it('has no value of a context, event, input, output or error, and no name from outside', async () => {
    const step = fc.record({
      type: fc.oneof(
        fc.constantFrom('amount.changed', 'amount.given', 'back', 'card.given'),
        fc.string({ minLength: 1 }).map((text) => `x.${text}`),
      ),
      value: fc.oneof(fc.string(), fc.anything(), fc.stringMatching(/^\d{9}$/)),
    });
    const names = new Set(Object.entries(known).flatMap(([id, { states, events }]) => [id, ...states, ...events]));
    const allowed = new Set([...names, 'started', 'left', TIME, 'active', 'done', 'stopped', 'error']);
    const property = fc.asyncProperty(fc.anything(), fc.array(step, { maxLength: 12 }), async (value, steps) => {
      const { rows, actor } = logged(payment, { value });
      for (const event of steps) {
        actor.send(event);
        const { card } = actor.getSnapshot().children;
        card?.send(event);
      }
      await Promise.resolve();
      await Promise.resolve();
      actor.stop();
      expect(rows.length).toBeGreaterThan(0);
      for (const { run, ...row } of rows) {
        expect(run).toMatch(/^run-\d+$/);
        expect(Object.keys(row).sort()).toEqual(['event', 'flow', 'from', 'states', 'status', 'time', 'to']);
        const strangers = Object.values(row)
          .flat()
          .filter((text) => text !== null && !allowed.has(text));
        expect(strangers).toEqual([]);
      }
    });
    await fc.assert(property, { numRuns: 300 });
  });

  it('has no flow, state or event that is not in the list', () => {
    const number = '123456789';
    const unknownFlow = createMachine({ id: number, initial: 'a', states: { a: {} } });
    const unknownState = createMachine({ id: 'card', initial: number, states: { [number]: {} } });
    const unknownEvent = createMachine({ id: 'card', initial: 'asking', states: { asking: { on: { [number]: {} } } } });
    expect(logged(unknownFlow, undefined).rows).toEqual([]);
    expect(logged(unknownState, undefined).rows).toEqual([]);
    const { rows, actor } = logged(unknownEvent, undefined);
    actor.send({ type: number });
    expect(rows.map(short)).toEqual(['card: - started >  = asking active']);
    // The same machine is logged once its names are known.
    const all = logged(unknownEvent, undefined, { card: getFlowNames(unknownEvent) });
    all.actor.send({ type: number });
    expect(all.rows).toHaveLength(2);
  });
});

describe('the queue for the product analytics script', () => {
  const row = (run: number): FlowLogRow => ({
    time: TIME,
    run: String(run),
    flow: 'card',
    event: 'started',
    from: null,
    to: [],
    states: ['asking'],
    status: 'active',
  });

  it('keeps a limited number of rows until the script takes over', () => {
    const page: { flowLog?: { push(given: FlowLogRow): void } } = {};
    const queue = flowLogQueue(page);
    for (let run = 0; run < MAX_WAITING + 2; run += 1) queue.push(row(run));
    expect(page.flowLog).toHaveLength(MAX_WAITING);
    expect(page.flowLog).toMatchObject({ 0: { run: '2' } });
    queue.clear();
    expect(page.flowLog).toHaveLength(0);
    const taken: FlowLogRow[] = [];
    page.flowLog = { push: (given) => taken.push(given) };
    queue.push(row(1));
    expect(taken).toEqual([row(1)]);
  });

  it('does not pass on an error of the script', () => {
    const page = {
      flowLog: {
        push: () => {
          throw new Error('broken');
        },
      },
    };
    expect(() => flowLogQueue(page).push(row(1))).not.toThrow();
  });
});
