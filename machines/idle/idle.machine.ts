/**
 * Somebody who has gone away is logged out (P §2.5, §4, §9). All tabs share when somebody was last active, so a warning
 * in one is a warning in all, and staying in one stays in all. How long it was is measured anew each second rather than
 * counted: a computer that slept wakes up timed out.
 */
import { assign, emit, setup } from 'xstate';
import { type IdleFor, effects } from '../kit/effect.ts';

export interface IdleInput {
  /** Seconds without activity before the warning, and seconds of the warning. Positive (P §5.1). */
  readonly idleSeconds: number;
  readonly idleTimeout: number;
}

/** How the watch ended. */
export type IdleEnd = 'timedOut' | 'loggedOut';

interface Context extends IdleInput {
  /** Whole seconds until the time-out, as the warning shows them. */
  readonly secondsLeft: number;
  readonly end: IdleEnd;
}

const leftOf = ({ idleSeconds, idleTimeout }: IdleInput, { idleFor }: IdleFor): number =>
  (idleSeconds + idleTimeout) * 1000 - idleFor;

const measurementIn = ({ event }: { event: { output: IdleFor } }): IdleFor => event.output;

/** What follows from a measurement, wherever it is made: the end, or the warning. */
const ifTimedOut = { guard: { type: 'isTimedOut', params: measurementIn }, target: '#timedOut' } as const;
const ifIdle = {
  guard: { type: 'isIdle', params: measurementIn },
  target: '#warned',
  actions: { type: 'keepSecondsLeft', params: measurementIn },
} as const;

export const idle = setup({
  types: {
    context: {} as Context,
    events: {} as
      | { type: 'activity.noticed' }
      | { type: 'check.wanted' }
      | { type: 'stay.wanted' }
      | { type: 'logOut.wanted' },
    input: {} as IdleInput,
    output: {} as { end: IdleEnd },
    emitted: {} as { type: 'activity.counted' },
    tags: {} as 'background',
  },
  actors: { measureIdleTime: effects['idle.measure'] },
  delays: {
    /** How often it is checked (P §9). */
    checkInterval: 1_000,
  },
  guards: {
    isTimedOut: ({ context }, measured: IdleFor) => leftOf(context, measured) <= 0,
    isIdle: ({ context }, { idleFor }: IdleFor) => idleFor >= context.idleSeconds * 1000,
    hasNoTimeLeft: ({ context }) => context.secondsLeft <= 0,
  },
  actions: {
    keepSecondsLeft: assign({
      secondsLeft: ({ context }, measured: IdleFor) => Math.ceil(leftOf(context, measured) / 1000),
    }),
    countDown: assign({ secondsLeft: ({ context }) => context.secondsLeft - 1 }),
    setLoggedOut: assign({ end: 'loggedOut' }),
    countActivity: emit({ type: 'activity.counted' }),
  },
}).createMachine({
  id: 'idle',
  description: 'Somebody who is not active is warned, and then logged out',
  context: ({ input }) => ({ ...input, secondsLeft: input.idleTimeout, end: 'timedOut' }),
  output: ({ context }) => ({ end: context.end }),
  initial: 'active',
  states: {
    active: {
      id: 'active',
      description: 'Somebody is there; what they do counts as activity',
      initial: 'measuring',
      on: {
        'activity.noticed': '.noticingActivity',
        'check.wanted': '.measuring',
      },
      states: {
        noticingActivity: {
          description:
            'Somebody does something; it counts unless they come back too late, as after a sleep of the computer',
          tags: 'background',
          invoke: {
            id: 'measureBeforeActivity',
            src: 'measureIdleTime',
            input: {},
            onDone: [ifTimedOut, ifIdle, { target: 'waiting', actions: 'countActivity' }],
            onError: { target: 'waiting', actions: 'countActivity' },
          },
          // It is being measured already; what the person did must not be lost over it.
          on: { 'check.wanted': {} },
        },
        waiting: {
          description: 'The next check is a second away',
          after: { checkInterval: 'measuring' },
        },
        measuring: {
          description: 'It is measured how long nobody has been active',
          tags: 'background',
          invoke: {
            id: 'measureIdleTime',
            src: 'measureIdleTime',
            input: {},
            onDone: [ifTimedOut, ifIdle, { target: 'waiting' }],
            onError: 'waiting',
          },
        },
      },
    },
    warned: {
      id: 'warned',
      description: 'The warning counts the seconds down; only its buttons count as activity, here or in another tab',
      initial: 'counting',
      on: {
        'stay.wanted': '.staying',
        'logOut.wanted': { target: 'loggedOut', actions: 'setLoggedOut' },
        'check.wanted': '.measuring',
      },
      states: {
        counting: {
          description: 'The next second has not passed yet',
          after: { checkInterval: 'measuring' },
        },
        measuring: {
          description: 'It is measured how long is left, and whether somebody chose to stay in another tab',
          tags: 'background',
          invoke: {
            id: 'measureTimeLeft',
            src: 'measureIdleTime',
            input: {},
            onDone: [ifTimedOut, { ...ifIdle, target: 'counting' }, { target: '#active' }],
            onError: { target: 'countingUnmeasured', actions: 'countDown' },
          },
        },
        staying: {
          description:
            'The person chose to stay; that counts unless they come back too late, as after a sleep of the computer',
          tags: 'background',
          invoke: {
            id: 'measureBeforeStaying',
            src: 'measureIdleTime',
            input: {},
            onDone: [ifTimedOut, { target: '#active', actions: 'countActivity' }],
            onError: { target: '#active', actions: 'countActivity' },
          },
          on: { 'check.wanted': {}, 'stay.wanted': {} },
        },
        countingUnmeasured: {
          description: 'The time could not be measured, so this second is taken off',
          always: [{ guard: 'hasNoTimeLeft', target: '#timedOut' }, { target: 'counting' }],
        },
      },
    },
    timedOut: { id: 'timedOut', description: 'Nobody was there: the session ends', type: 'final' },
    loggedOut: { description: 'The person chose to log out', type: 'final' },
  },
});
