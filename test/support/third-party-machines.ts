/** Machines that are not the portal's, in three styles: for the tests of what `flows/` gives to any user of XState. */
import { and, assign, createMachine, fromPromise, not, setup } from 'xstate';

/** Everything inline, as the first examples in the Stately documentation. */
export const trafficLight = createMachine({
  id: 'trafficLight',
  initial: 'green',
  states: {
    green: { on: { TIMER: 'yellow' } },
    yellow: { on: { TIMER: 'red' } },
    red: {
      on: { TIMER: 'green' },
      initial: 'walk',
      states: {
        walk: { on: { PED_COUNTDOWN: 'wait' } },
        wait: { on: { PED_COUNTDOWN: 'stop' } },
        stop: { type: 'final' },
      },
    },
  },
});

/** Parallel regions, delays, a history state and a machine that restarts itself. */
export const player = createMachine({
  id: 'player',
  type: 'parallel',
  states: {
    playback: {
      initial: 'stopped',
      states: {
        stopped: { on: { play: { target: 'playing', description: 'The listener presses Play' } } },
        playing: {
          after: { 180_000: 'stopped' },
          initial: 'normal',
          on: { pause: 'paused' },
          states: {
            normal: { on: { faster: 'fast' } },
            fast: { on: { slower: 'normal' } },
            last: { type: 'history', history: 'deep' },
          },
        },
        paused: { on: { play: 'playing.last' }, after: { 600_000: { target: 'stopped' } } },
      },
    },
    volume: {
      initial: 'audible',
      states: {
        audible: { on: { mute: 'muted' } },
        muted: { on: { mute: 'audible' }, after: { 5_000: { actions: () => undefined } } },
      },
    },
  },
});

const payment = setup({ types: { output: {} as { paid: boolean } } }).createMachine({
  id: 'payment',
  initial: 'asking',
  output: { paid: true },
  states: { asking: { on: { 'card.given': 'done' } }, done: { type: 'final' } },
});

/** Everything in `setup`: named guards and actions, a promise, an invoked machine, eventless transitions. */
export const checkout = setup({
  types: { context: {} as { items: number; isMember: boolean }, events: {} as { type: 'item.added' | 'checkout' } },
  actors: { payment, fetchPrices: fromPromise<number>(() => Promise.resolve(1)) },
  guards: {
    hasItems: ({ context }) => context.items > 0,
    isMember: ({ context }) => context.isMember,
  },
  actions: { addItem: assign({ items: ({ context }) => context.items + 1 }) },
}).createMachine({
  id: 'checkout',
  description: 'A shopper fills a basket and pays',
  context: { items: 0, isMember: false },
  initial: 'shopping',
  on: { 'item.added': { actions: 'addItem' } },
  states: {
    shopping: { on: { checkout: [{ guard: 'hasItems', target: 'pricing' }, { target: 'empty' }] } },
    empty: { always: { guard: 'hasItems', target: 'shopping' } },
    pricing: { invoke: { src: 'fetchPrices', onDone: 'routing', onError: 'shopping' } },
    routing: {
      always: [{ guard: and(['isMember', not('hasItems')]), target: 'done' }, { target: 'paying' }],
    },
    paying: {
      description: 'The card is asked for',
      invoke: { id: 'pay', src: 'payment', onDone: 'done', onError: 'shopping' },
    },
    done: { type: 'final' },
  },
});
