/** Presses during a call: all of them run after it, in order, and none after a failure. */
import { type ActorRefFrom, assign, createActor, fromPromise, setup } from 'xstate';
import { describe, expect, it } from 'vitest';
import { type WithPresses, queuePressesIn, pressActions } from '#machines/kit/presses.ts';

interface Context extends WithPresses {
  readonly rang: readonly number[];
}
interface Rung {
  readonly type: 'bell.rung';
  readonly bell: number;
}

const refreshing = {
  invoke: { src: 'refresh', onDone: { target: 'listing' }, onError: '#couldNotLoad' },
} as const;

const bells = setup({
  types: { context: {} as Context, events: {} as Rung | { readonly type: 'refresh.requested' } },
  actors: { refresh: fromPromise<void>(() => Promise.reject(new Error('Not provided'))) },
  actions: {
    ...pressActions,
    ring: assign({ rang: ({ context: { rang } }, { bell }: Rung) => [...rang, bell] }),
  },
}).createMachine({
  context: { rang: [], pressed: [] },
  initial: 'listing',
  states: {
    listing: {
      entry: 'repeatPresses',
      on: {
        'bell.rung': { actions: { type: 'ring', params: ({ event }) => event } },
        'refresh.requested': 'refreshing',
      },
    },
    refreshing: queuePressesIn(refreshing, 'bell.rung', 'refresh.requested'),
    couldNotLoad: { id: 'couldNotLoad' },
  },
});

/** Starts the machine with refreshes that end when the test says so. */
function start() {
  const ends: { readonly done: () => void; readonly fail: () => void }[] = [];
  const refresh = fromPromise<void>(
    () =>
      new Promise((resolve, reject) => {
        ends.push({ done: resolve, fail: () => reject(new Error('No answer')) });
      }),
  );
  const actor = createActor(bells.provide({ actors: { refresh } })).start();
  const end = async (how: 'done' | 'fail') => {
    ends.shift()?.[how]();
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { actor, end };
}

const rangIn = (actor: ActorRefFrom<typeof bells>) => actor.getSnapshot().context.rang;

describe('presses while a call runs', () => {
  it('all count once it has ended, in their order', async () => {
    const { actor, end } = start();
    actor.send({ type: 'refresh.requested' });
    for (const bell of [3, 1, 2]) actor.send({ type: 'bell.rung', bell });
    expect(rangIn(actor)).toEqual([]);
    await end('done');
    expect(rangIn(actor)).toEqual([3, 1, 2]);
    expect(actor.getSnapshot().context.pressed).toEqual([]);
  });

  it('wait for the next call that one of them starts', async () => {
    const { actor, end } = start();
    actor.send({ type: 'refresh.requested' });
    actor.send({ type: 'bell.rung', bell: 1 });
    actor.send({ type: 'refresh.requested' });
    actor.send({ type: 'bell.rung', bell: 2 });
    await end('done');
    expect(rangIn(actor)).toEqual([1]);
    expect(actor.getSnapshot().value).toBe('refreshing');
    await end('done');
    expect(rangIn(actor)).toEqual([1, 2]);
  });

  it('do not count after a failure', async () => {
    const { actor, end } = start();
    actor.send({ type: 'refresh.requested' });
    actor.send({ type: 'bell.rung', bell: 1 });
    await end('fail');
    expect(actor.getSnapshot().value).toBe('couldNotLoad');
    expect(actor.getSnapshot().context).toEqual({ rang: [], pressed: [] });
  });
});
