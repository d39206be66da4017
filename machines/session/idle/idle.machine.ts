/**
 * Logs out a person who is idle (P §2.5, §4, §9). All tabs share the time of the last activity: a warning in one tab is
 * a warning in all, and staying in one tab dismisses it in all. The idle time is measured each second instead of
 * counted, so that a computer that was asleep wakes up timed out.
 */
import { assign, emit, setup } from 'xstate';
import { type IdleFor, effects } from '../../kit/effect.ts';

export interface IdleInput {
  /** Seconds without activity before the warning, and seconds of the warning. Positive (P §5.1). */
  readonly idleSeconds: number;
  readonly idleTimeout: number;
}

/** Result of the idle watch. */
export type IdleEnd = 'timedOut' | 'loggedOut';

interface Context extends IdleInput {
  /** Whole seconds until the time-out, as shown in the warning. */
  readonly secondsLeft: number;
  readonly end: IdleEnd;
}

const computeTimeLeft = ({ idleSeconds, idleTimeout }: IdleInput, { idleFor }: IdleFor): number =>
  (idleSeconds + idleTimeout) * 1000 - idleFor;

const measurementIn = ({ event }: { event: { output: IdleFor } }): IdleFor => event.output;

/** Transitions after a measurement: the time-out, or the warning. */
const ifTimedOut = { guard: { type: 'isTimedOut', params: measurementIn }, target: '#timedOut' } as const;
const ifIdle = {
  guard: { type: 'isIdle', params: measurementIn },
  target: '#warned',
  actions: { type: 'setSecondsLeft', params: measurementIn },
} as const;

export const idle = setup({
  types: {
    context: {} as Context,
    events: {} as
      | { type: 'activity.noticed' }
      | { type: 'check.requested' }
      | { type: 'stay.requested' }
      | { type: 'logOut.requested' },
    input: {} as IdleInput,
    output: {} as { end: IdleEnd },
    emitted: {} as { type: 'activity.counted' },
    tags: {} as 'background',
  },
  actors: { measureIdleTime: effects['idle.measure'] },
  delays: {
    /** Interval of the checks in milliseconds (P §9). */
    checkInterval: 1_000,
  },
  guards: {
    isTimedOut: ({ context }, measured: IdleFor) => computeTimeLeft(context, measured) <= 0,
    isIdle: ({ context }, { idleFor }: IdleFor) => idleFor >= context.idleSeconds * 1000,
    hasNoTimeLeft: ({ context }) => context.secondsLeft <= 0,
  },
  actions: {
    setSecondsLeft: assign({
      secondsLeft: ({ context }, measured: IdleFor) => Math.ceil(computeTimeLeft(context, measured) / 1000),
    }),
    countDown: assign({ secondsLeft: ({ context }) => context.secondsLeft - 1 }),
    setLoggedOut: assign({ end: 'loggedOut' }),
    countActivity: emit({ type: 'activity.counted' }),
  },
}).createMachine({
  id: 'idle',
  description: 'Warns an idle person, and then logs them out',
  context: ({ input }) => ({ ...input, secondsLeft: input.idleTimeout, end: 'timedOut' }),
  output: ({ context }) => ({ end: context.end }),
  initial: 'active',
  states: {
    active: {
      id: 'active',
      description: 'The person is active; every interaction counts as activity',
      initial: 'measuring',
      on: {
        'activity.noticed': '.noticingActivity',
        'check.requested': '.measuring',
      },
      states: {
        noticingActivity: {
          description:
            'The person interacts; that counts as activity unless the time-out has passed, for example while the computer was asleep',
          tags: 'background',
          invoke: {
            id: 'measureBeforeActivity',
            src: 'measureIdleTime',
            input: {},
            onDone: [ifTimedOut, ifIdle, { target: 'waiting', actions: 'countActivity' }],
            onError: { target: 'waiting', actions: 'countActivity' },
          },
          // A measurement is already in progress; a second one must not discard the activity.
          on: { 'check.requested': {} },
        },
        waiting: {
          description: 'The next check is in one second',
          after: { checkInterval: 'measuring' },
        },
        measuring: {
          description: 'The idle time is being measured',
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
      description: 'The warning counts down the seconds; only its buttons count as activity, in this tab or another',
      initial: 'counting',
      on: {
        'stay.requested': '.staying',
        'logOut.requested': { target: 'loggedOut', actions: 'setLoggedOut' },
        'check.requested': '.measuring',
      },
      states: {
        counting: {
          description: 'The current second has not passed yet',
          after: { checkInterval: 'measuring' },
        },
        measuring: {
          description: 'The remaining time is being measured, and whether the person chose to stay in another tab',
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
            'The person chose to stay; that counts unless the time-out has passed, for example while the computer was asleep',
          tags: 'background',
          invoke: {
            id: 'measureBeforeStaying',
            src: 'measureIdleTime',
            input: {},
            onDone: [ifTimedOut, { target: '#active', actions: 'countActivity' }],
            onError: { target: '#active', actions: 'countActivity' },
          },
          on: { 'check.requested': {}, 'stay.requested': {} },
        },
        countingUnmeasured: {
          description: 'The time could not be measured, so the countdown continues by one second',
          always: [{ guard: 'hasNoTimeLeft', target: '#timedOut' }, { target: 'counting' }],
        },
      },
    },
    timedOut: { id: 'timedOut', description: 'The person stayed idle and the session ends', type: 'final' },
    loggedOut: { description: 'The person chose to log out', type: 'final' },
  },
});
