/** What a payment is made from (Y §7): the overview, the days that are offered and what is due, the saved methods. */
import { assign, setup } from 'xstate';
import { type CallFailure, failureOf } from '#domain/call.ts';
import { payments } from '#domain/payments/calls.ts';
import type {
  AvailableDates,
  BorrowerPayment,
  PaymentMethodProfile,
  PaymentOverview,
} from '#domain/payments/shapes.ts';
import { call } from '../kit/effect.ts';

/** The facts as far as they are known; whole when `failure` is null. */
export interface PaymentFacts {
  readonly overview: PaymentOverview | null;
  readonly dates: AvailableDates | null;
  readonly payment: BorrowerPayment | null;
  readonly methods: readonly PaymentMethodProfile[];
  readonly failure: CallFailure | null;
}

export const paymentFacts = setup({
  types: { context: {} as PaymentFacts, output: {} as PaymentFacts, tags: {} as 'busy' },
  actors: {
    getOverview: call(payments.overview),
    getAvailableDates: call(payments.availableDates),
    getBorrowerPayment: call(payments.borrowerPayment),
    getMethods: call(payments.methods),
  },
  actions: {
    keepOverview: assign({ overview: (_, { overview }: { overview: PaymentOverview }) => overview }),
    keepDates: assign({ dates: (_, { dates }: { dates: AvailableDates }) => dates }),
    keepPayment: assign({ payment: (_, { payment }: { payment: BorrowerPayment }) => payment }),
    keepMethods: assign({ methods: (_, { methods }: { methods: readonly PaymentMethodProfile[] }) => methods }),
    keepFailure: assign({ failure: (_, { thrown }: { thrown: unknown }) => failureOf(thrown) }),
  },
}).createMachine({
  id: 'paymentFacts',
  description: 'What a payment is made from is fetched: three questions at once, one of them in two steps',
  context: { overview: null, dates: null, payment: null, methods: [], failure: null },
  output: ({ context }) => context,
  initial: 'asking',
  states: {
    asking: {
      description: 'The server is being asked',
      type: 'parallel',
      tags: 'busy',
      onDone: 'answered',
      states: {
        overview: {
          description: 'Whether auto debit is on',
          initial: 'askingForOverview',
          states: {
            askingForOverview: {
              description: 'The overview is being fetched',
              invoke: {
                id: 'getOverview',
                src: 'getOverview',
                input: {},
                onDone: {
                  target: 'overviewKnown',
                  actions: { type: 'keepOverview', params: ({ event }) => ({ overview: event.output }) },
                },
                onError: {
                  target: '#factsMissing',
                  actions: { type: 'keepFailure', params: ({ event }) => ({ thrown: event.error }) },
                },
              },
            },
            overviewKnown: { description: 'The overview is there', type: 'final' },
          },
        },
        amountsDue: {
          description: 'The days that are offered, then what is due',
          initial: 'askingForDates',
          states: {
            askingForDates: {
              description: 'The days on which a payment may be made are being fetched',
              invoke: {
                id: 'getAvailableDates',
                src: 'getAvailableDates',
                input: {},
                onDone: {
                  target: 'askingForAmounts',
                  actions: { type: 'keepDates', params: ({ event }) => ({ dates: event.output }) },
                },
                onError: {
                  target: '#factsMissing',
                  actions: { type: 'keepFailure', params: ({ event }) => ({ thrown: event.error }) },
                },
              },
            },
            askingForAmounts: {
              description: 'What is due on each account is being fetched',
              invoke: {
                id: 'getBorrowerPayment',
                src: 'getBorrowerPayment',
                input: {},
                onDone: {
                  target: 'amountsKnown',
                  actions: { type: 'keepPayment', params: ({ event }) => ({ payment: event.output }) },
                },
                onError: {
                  target: '#factsMissing',
                  actions: { type: 'keepFailure', params: ({ event }) => ({ thrown: event.error }) },
                },
              },
            },
            amountsKnown: { description: 'Days and amounts are there', type: 'final' },
          },
        },
        methods: {
          description: 'The saved payment methods',
          initial: 'askingForMethods',
          states: {
            askingForMethods: {
              description: 'The saved methods are being fetched',
              invoke: {
                id: 'getMethods',
                src: 'getMethods',
                input: {},
                onDone: {
                  target: 'methodsKnown',
                  actions: { type: 'keepMethods', params: ({ event }) => ({ methods: event.output }) },
                },
                onError: {
                  target: '#factsMissing',
                  actions: { type: 'keepFailure', params: ({ event }) => ({ thrown: event.error }) },
                },
              },
            },
            methodsKnown: { description: 'The saved methods are there', type: 'final' },
          },
        },
      },
    },
    answered: { description: 'All the facts are there', type: 'final' },
    factsMissing: { id: 'factsMissing', description: 'One of the facts could not be fetched', type: 'final' },
  },
});
