/**
 * What a payment is made from (Y §7): the overview, the days that are offered and what is due, the saved methods, today;
 * and what is shown beside it: payments under way, special instructions. What is only shown may be missing.
 */
import { assign, setup } from 'xstate';
import type { PlainDate } from '#domain/calendar.ts';
import { content } from '#domain/content/calls.ts';
import type { ContentItem } from '#domain/content/shapes.ts';
import type { Person } from '#domain/identity/shapes.ts';
import { payments } from '#domain/payments/calls.ts';
import { DEFAULT_ACCRUAL_END, accrualEndOf } from '#domain/payments/cutoff.ts';
import { specialInstructions } from '#domain/payments/rules.ts';
import type {
  AvailableDates,
  BorrowerPayment,
  PaymentMethodProfile,
  PaymentOverview,
  ScheduledPayment,
  SpecialPaymentInstruction,
} from '#domain/payments/shapes.ts';
import { call, effects } from '../kit/effect.ts';
import { withAnswer } from '../kit/params.ts';

/** What a payment is made from, and what is shown beside it. */
export interface PaymentFacts {
  readonly overview: PaymentOverview;
  readonly dates: AvailableDates;
  readonly payment: BorrowerPayment;
  readonly methods: readonly PaymentMethodProfile[];
  /** The business day. */
  readonly today: PlainDate;
  /** From which day balances after the cutoff count (Y §4.2). */
  readonly accrualEnd: PlainDate;
  /** Payments that are under way already; none where they could not be fetched. */
  readonly upcoming: readonly ScheduledPayment[];
  /** Where extra money goes by special instruction; none for a payer, or where they could not be fetched. */
  readonly instructions: readonly SpecialPaymentInstruction[];
}

export interface PaymentFactsInput {
  readonly role: Person['role'];
}

/** Null is what has not been fetched. */
type Context = { readonly [Fact in keyof PaymentFacts]: PaymentFacts[Fact] | null } & PaymentFactsInput;

/** The facts, once all that must be there is there. */
function wholeOf({ overview, dates, payment, methods, today, accrualEnd, upcoming, instructions }: Context) {
  if (overview === null || dates === null || payment === null || methods === null || today === null) return null;
  return {
    overview,
    dates,
    payment,
    methods,
    today,
    accrualEnd: accrualEnd ?? DEFAULT_ACCRUAL_END,
    upcoming: upcoming ?? [],
    instructions: instructions ?? [],
  };
}

export const paymentFacts = setup({
  types: {
    context: {} as Context,
    input: {} as PaymentFactsInput,
    output: {} as PaymentFacts | null,
    tags: {} as 'busy',
  },
  actors: {
    getOverview: call(payments.overview),
    getAvailableDates: call(payments.availableDates),
    getBorrowerPayment: call(payments.borrowerPayment),
    getMethods: call(payments.methods),
    getToday: effects['clock.today'],
    getAccrualEnd: call(content.item),
    getUpcoming: call(payments.scheduled),
    getInstructions: call(payments.specialInstructions),
  },
  guards: {
    isBorrower: ({ context }) => context.role === 'borrower',
  },
  actions: {
    keepOverview: assign({ overview: (_, overview: PaymentOverview) => overview }),
    keepDates: assign({ dates: (_, dates: AvailableDates) => dates }),
    keepPayment: assign({ payment: (_, payment: BorrowerPayment) => payment }),
    keepMethods: assign({ methods: (_, methods: readonly PaymentMethodProfile[]) => methods }),
    keepToday: assign({ today: (_, today: PlainDate) => today }),
    keepAccrualEnd: assign({ accrualEnd: (_, { data }: ContentItem) => accrualEndOf(data) }),
    keepUpcoming: assign({ upcoming: (_, upcoming: readonly ScheduledPayment[]) => upcoming }),
    keepInstructions: assign({
      instructions: (_, instructions: readonly SpecialPaymentInstruction[]) => specialInstructions(instructions),
    }),
  },
}).createMachine({
  id: 'paymentFacts',
  description: 'What a payment is made from is fetched: all questions at once, what is due after the days',
  context: ({ input }) => ({
    ...input,
    overview: null,
    dates: null,
    payment: null,
    methods: null,
    today: null,
    accrualEnd: null,
    upcoming: null,
    instructions: null,
  }),
  output: ({ context }) => wholeOf(context),
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
                  actions: withAnswer('keepOverview'),
                },
                onError: '#factsMissing',
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
                  actions: withAnswer('keepDates'),
                },
                onError: '#factsMissing',
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
                  actions: withAnswer('keepPayment'),
                },
                onError: '#factsMissing',
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
                  actions: withAnswer('keepMethods'),
                },
                onError: '#factsMissing',
              },
            },
            methodsKnown: { description: 'The saved methods are there', type: 'final' },
          },
        },
        today: {
          description: 'The business day',
          initial: 'askingForToday',
          states: {
            askingForToday: {
              description: 'The business clock is being read',
              invoke: {
                id: 'getToday',
                src: 'getToday',
                input: {},
                onDone: {
                  target: 'todayKnown',
                  actions: withAnswer('keepToday'),
                },
                onError: '#factsMissing',
              },
            },
            todayKnown: { description: 'The business day is known', type: 'final' },
          },
        },
        accrualEnd: {
          description: 'From which day balances after the cutoff count',
          initial: 'askingForAccrualEnd',
          states: {
            askingForAccrualEnd: {
              description: 'The managed text with that day is being fetched',
              invoke: {
                id: 'getAccrualEnd',
                src: 'getAccrualEnd',
                input: { params: { section: 'payments', name: 'interest-accrual-end-date' }, query: {} },
                onDone: {
                  target: 'accrualEndKnown',
                  actions: withAnswer('keepAccrualEnd'),
                },
                // Without the text the default stands (Y §4.2).
                onError: 'accrualEndKnown',
              },
            },
            accrualEndKnown: { description: 'The day is known, or the default stands', type: 'final' },
          },
        },
        upcoming: {
          description: 'Payments that are under way already, shown as a notice',
          initial: 'askingForUpcoming',
          states: {
            askingForUpcoming: {
              description: 'The scheduled payments are being fetched',
              invoke: {
                id: 'getUpcoming',
                src: 'getUpcoming',
                input: {},
                onDone: {
                  target: 'upcomingKnown',
                  actions: withAnswer('keepUpcoming'),
                },
                // Nobody is kept from paying because a notice is missing.
                onError: 'upcomingKnown',
              },
            },
            upcomingKnown: { description: 'They are there, or the notice is left out', type: 'final' },
          },
        },
        instructions: {
          description: 'Special payment instructions, shown to borrowers',
          initial: 'decidingWho',
          states: {
            decidingWho: {
              description: 'A payer is not shown them',
              always: [{ guard: 'isBorrower', target: 'askingForInstructions' }, { target: 'instructionsKnown' }],
            },
            askingForInstructions: {
              description: 'The special instructions are being fetched',
              invoke: {
                id: 'getInstructions',
                src: 'getInstructions',
                input: {},
                onDone: {
                  target: 'instructionsKnown',
                  actions: withAnswer('keepInstructions'),
                },
                onError: 'instructionsKnown',
              },
            },
            instructionsKnown: { description: 'They are there, or their cards are left out', type: 'final' },
          },
        },
      },
    },
    answered: { description: 'All the facts are there', type: 'final' },
    factsMissing: { id: 'factsMissing', description: 'One of the facts could not be fetched', type: 'final' },
  },
});
