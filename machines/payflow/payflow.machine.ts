/** Make a payment (Y §2.1, §4): what is due, when and how much, from which account, review, submit, receipt. */
import { assign, emit, setup } from 'xstate';
import { failureOf } from '#domain/call.ts';
import { payments } from '#domain/payments/calls.ts';
import * as rules from '#domain/payments/rules.ts';
import type {
  SubmissionOutcome,
  SubmitAnswer,
} from '#domain/payments/shapes.ts';
import { call, effect } from '../kit/effect.ts';
import type { FocusWanted, ScreenMeta, ScreenWanted } from '../kit/events.ts';
import type { FieldEntered, FieldLeft } from '../kit/form.ts';
import { type PaymentFacts, paymentFacts } from '../payment-facts/payment-facts.machine.ts';
import type { PayflowContext, PayflowInput } from './payflow.context.ts';
import {
  factsOf,
  firstAmountField,
  methodForm,
  payloadOf,
  recordedPayment,
  reviewForm,
  scheduleForm,
  startedForms,
} from './payflow.forms.ts';

export type PayflowEvent =
  | FieldEntered
  | FieldLeft
  | { type: 'continue.pressed' }
  | { type: 'previous.pressed' }
  | { type: 'submit.pressed' }
  | { type: 'outcome.askedAgain' }
  | { type: 'refusal.closed' }
  | { type: 'anotherPayment.wanted' }
  | { type: 'retry.wanted' }
  | ScreenWanted<'#schedule' | '#methods' | '#review' | '#receipt'>;

export const payflow = setup({
  types: {
    context: {} as PayflowContext,
    events: {} as PayflowEvent,
    input: {} as PayflowInput,
    emitted: {} as FocusWanted,
    tags: {} as 'busy' | 'completed',
    meta: {} as ScreenMeta,
  },
  actors: {
    getPaymentFacts: paymentFacts,
    makeSubmissionKey: effect<string>('key.make'),
    submitPayment: call(payments.submit),
    settleSubmission: call(payments.settle),
  },
  delays: {
    /** How long to wait before asking again what became of a submission: long enough for the server to recover. */
    betweenQuestions: 4_000,
  },
  guards: {
    isMissingFacts: (_, { failure }: PaymentFacts) => failure !== null,
    isScheduleComplete: ({ context }) => context.schedule !== null && scheduleForm.isComplete(context.schedule),
    isMethodChosen: ({ context }) => context.method !== null && methodForm.isComplete(context.method),
    canChooseMethod: ({ context }) => rules.canChooseMethod(context.completed),
    canReview: ({ context }) => rules.canReview(context.completed),
    hasAcceptedTerms: ({ context }) => reviewForm.isComplete(context.review),
    isOtherAmountChosen: (_, { field, value }: FieldEntered) => rules.isOtherAmountChosen(field, value),
    isOnlyTheTotalMissing: ({ context }) => context.schedule?.problems.every(({ field }) => field === 'total') === true,
    hasSubmission: ({ context }) => context.submission !== null,
    isTaken: (_, { answer }: { answer: SubmitAnswer }) => rules.isPaymentTaken(answer),
    isRecordedAsTaken: (_, { outcome }: { outcome: SubmissionOutcome }) => rules.isRecordedAsTaken(outcome),
    isRecordedAsRefused: (_, { outcome }: { outcome: SubmissionOutcome }) => rules.isRecordedAsRefused(outcome),
    isCertainlyNotTaken: (_, { thrown }: { thrown: unknown }) => rules.isCertainlyNotTaken(failureOf(thrown)),
  },
  actions: {
    keepFacts: assign((_, { overview, dates, payment, methods }: PaymentFacts) => ({
      overview,
      dates,
      payment,
      methods,
    })),
    keepFailure: assign({ failure: (_, { thrown }: { thrown: unknown }) => failureOf(thrown) }),
    keepKey: assign({ submission: (_, { key }: { key: string }) => ({ key, sent: false }) }),
    keepAnswer: assign({
      answer: (_, { answer }: { answer: SubmitAnswer }) => answer,
      record: ({ context }) => recordedPayment(context),
    }),
    keepOutcome: assign((_, { outcome }: { outcome: SubmissionOutcome }) =>
      outcome.outcome === 'recorded' ? { answer: outcome.answer, record: outcome.payment } : {},
    ),
    startForms: assign(({ context }) => startedForms(context)),
    enterSchedule: assign(({ context }, event: FieldEntered) => ({
      ...(context.schedule && { schedule: scheduleForm.entered(context.schedule, event, factsOf(context)) }),
      completed: [],
      submission: null,
      remark: null,
    })),
    leaveScheduleField: assign(({ context }, event: FieldLeft) =>
      context.schedule === null ? {} : { schedule: scheduleForm.left(context.schedule, event, factsOf(context)) },
    ),
    attemptSchedule: assign(({ context }) =>
      context.schedule === null ? {} : { schedule: scheduleForm.attempted(context.schedule, factsOf(context)) },
    ),
    enterMethod: assign(({ context }, event: FieldEntered) => ({
      ...(context.method && { method: methodForm.entered(context.method, event, context.methods) }),
      completed: context.completed.filter((step) => step !== 'method'),
      submission: null,
    })),
    attemptMethod: assign(({ context }) =>
      context.method === null ? {} : { method: methodForm.attempted(context.method, context.methods) },
    ),
    enterTerms: assign(({ context }, event: FieldEntered) => ({
      review: reviewForm.entered(context.review, event, null),
    })),
    attemptReview: assign(({ context }) => ({ review: reviewForm.attempted(context.review, null) })),
    forgetTerms: assign({ review: () => reviewForm.start({ terms: false }, null) }),
    completeSchedule: assign({ completed: () => ['schedule' as const] }),
    completeMethod: assign({ completed: () => ['schedule' as const, 'method' as const] }),
    takeMethodBack: assign({ completed: ({ context }) => context.completed.filter((step) => step !== 'method') }),
    noteSent: assign({
      submission: ({ context }) => context.submission && { ...context.submission, sent: true },
      remark: null,
    }),
    noteNothingPaid: assign(({ context }) => ({
      remark: context.submission?.sent === true ? ('nothingWasPaid' as const) : null,
      submission: null,
    })),
    forgetPayment: assign({
      draft: null,
      schedule: null,
      method: null,
      completed: [],
      submission: null,
      answer: null,
      record: null,
      failure: null,
      remark: null,
    }),
    focusErrors: emit({ type: 'focus.wanted', place: 'errors', delay: 200 }),
    focusFirstAmount: emit(({ context }): FocusWanted => ({
      type: 'focus.wanted',
      place: 'field',
      field: firstAmountField(context),
      delay: 0,
    })),
    focusOtherAmount: emit((_, { field }: FieldEntered): FocusWanted => ({
      type: 'focus.wanted',
      place: 'field',
      field: field.replace('option.', 'otherAmount.'),
      delay: 0,
    })),
  },
}).createMachine({
  id: 'payflow',
  description: 'A borrower or an authorized payer pays: when and how much, from which bank account, review, receipt',
  context: ({ input }) => ({
    ...input,
    overview: null,
    dates: null,
    payment: null,
    methods: [],
    schedule: null,
    method: null,
    review: reviewForm.start({ terms: false }, null),
    completed: [],
    submission: input.draft?.submission ?? null,
    answer: null,
    record: null,
    failure: null,
    remark: null,
  }),
  initial: 'gettingPaymentFacts',
  states: {
    gettingPaymentFacts: {
      description: 'What is due, the days that are offered and the saved methods are being fetched',
      tags: 'busy',
      on: { 'xstate.route': {} },
      invoke: {
        id: 'getPaymentFacts',
        src: 'getPaymentFacts',
        onDone: [
          {
            guard: { type: 'isMissingFacts', params: ({ event }) => event.output },
            target: 'couldNotGetPaymentFacts',
            actions: { type: 'keepFailure', params: ({ event }) => ({ thrown: event.output.failure }) },
          },
          {
            guard: 'hasSubmission',
            target: 'paymentOutcomeUnknown',
            actions: [{ type: 'keepFacts', params: ({ event }) => event.output }, 'startForms'],
          },
          {
            target: 'choosingAmounts',
            actions: [{ type: 'keepFacts', params: ({ event }) => event.output }, 'startForms'],
          },
        ],
        onError: {
          target: 'couldNotGetPaymentFacts',
          actions: { type: 'keepFailure', params: ({ event }) => ({ thrown: event.error }) },
        },
      },
    },

    couldNotGetPaymentFacts: {
      id: 'couldNotGetPaymentFacts',
      description: 'Something that the flow needs could not be fetched; it can be tried again',
      on: { 'xstate.route': {}, 'retry.wanted': 'gettingPaymentFacts' },
    },

    choosingAmounts: {
      id: 'schedule',
      description: 'When, and how much on each account',
      meta: { path: '/payments/payflow/schedule', title: 'Schedule Payment' },
      route: {},
      on: {
        'field.entered': [
          {
            guard: { type: 'isOtherAmountChosen', params: ({ event }) => event },
            actions: [
              { type: 'enterSchedule', params: ({ event }) => event },
              { type: 'focusOtherAmount', params: ({ event }) => event },
            ],
          },
          { actions: { type: 'enterSchedule', params: ({ event }) => event } },
        ],
        'field.left': { actions: { type: 'leaveScheduleField', params: ({ event }) => event } },
        'continue.pressed': [
          { guard: 'isScheduleComplete', target: 'choosingMethod', actions: 'completeSchedule' },
          { guard: 'isOnlyTheTotalMissing', actions: ['attemptSchedule', 'focusFirstAmount'] },
          { actions: ['attemptSchedule', 'focusErrors'] },
        ],
      },
    },

    choosingMethod: {
      id: 'methods',
      description: 'From which bank account',
      meta: { path: '/payments/payflow/methods', title: 'Payment Method' },
      route: { guard: 'canChooseMethod' },
      on: {
        'field.entered': { actions: { type: 'enterMethod', params: ({ event }) => event } },
        'continue.pressed': [
          { guard: 'isMethodChosen', target: 'reviewing', actions: 'completeMethod' },
          { actions: ['attemptMethod', 'focusErrors'] },
        ],
        'previous.pressed': { target: 'choosingAmounts', actions: 'takeMethodBack' },
      },
    },

    reviewing: {
      id: 'review',
      description: 'What was chosen, to be read before it is submitted',
      meta: { path: '/payments/payflow/review', title: 'Review & Submit' },
      route: { guard: 'canReview' },
      entry: 'forgetTerms',
      initial: 'startingReview',
      states: {
        startingReview: {
          description: 'A review of choices that have a key keeps it',
          always: [{ guard: 'hasSubmission', target: 'readingTerms' }, { target: 'makingSubmissionKey' }],
        },
        makingSubmissionKey: {
          description: 'A key is made under which this payment can be taken only once',
          tags: 'busy',
          on: { 'xstate.route': {} },
          invoke: {
            id: 'makeSubmissionKey',
            src: 'makeSubmissionKey',
            input: {},
            onDone: {
              target: 'readingTerms',
              actions: { type: 'keepKey', params: ({ event }) => ({ key: event.output }) },
            },
            onError: {
              target: '#couldNotGetPaymentFacts',
              actions: { type: 'keepFailure', params: ({ event }) => ({ thrown: event.error }) },
            },
          },
        },
        readingTerms: {
          description: 'The terms are there to be accepted',
          on: {
            'field.entered': { actions: { type: 'enterTerms', params: ({ event }) => event } },
            'submit.pressed': [
              { guard: 'hasAcceptedTerms', target: '#submittingPayment', actions: 'noteSent' },
              { actions: ['attemptReview', 'focusErrors'] },
            ],
            'previous.pressed': '#methods',
          },
        },
      },
    },

    submittingPayment: {
      id: 'submittingPayment',
      description: 'The payment is under way to the server',
      tags: 'busy',
      on: { 'xstate.route': {} },
      invoke: {
        id: 'submitPayment',
        src: 'submitPayment',
        input: ({ context }) => payloadOf(context),
        onDone: [
          {
            guard: { type: 'isTaken', params: ({ event }) => ({ answer: event.output }) },
            target: 'paymentReceived',
            actions: { type: 'keepAnswer', params: ({ event }) => ({ answer: event.output }) },
          },
          {
            target: 'paymentRefused',
            actions: { type: 'keepAnswer', params: ({ event }) => ({ answer: event.output }) },
          },
        ],
        onError: [
          {
            guard: { type: 'isCertainlyNotTaken', params: ({ event }) => ({ thrown: event.error }) },
            target: 'paymentRefused',
            actions: { type: 'keepFailure', params: ({ event }) => ({ thrown: event.error }) },
          },
          { target: 'paymentOutcomeUnknown' },
        ],
      },
    },

    paymentOutcomeUnknown: {
      description:
        'No answer came: the server is asked what became of the payment, which is neither repeated nor guessed',
      on: { 'xstate.route': {} },
      initial: 'asking',
      states: {
        asking: {
          description: 'The server is being asked; a key that it has never seen is closed for good',
          tags: 'busy',
          invoke: {
            id: 'settleSubmission',
            src: 'settleSubmission',
            input: ({ context }) => ({ body: { idempotencyKey: context.submission?.key ?? '' } }),
            onDone: [
              {
                guard: { type: 'isRecordedAsTaken', params: ({ event }) => ({ outcome: event.output }) },
                target: '#receipt',
                actions: { type: 'keepOutcome', params: ({ event }) => ({ outcome: event.output }) },
              },
              {
                guard: { type: 'isRecordedAsRefused', params: ({ event }) => ({ outcome: event.output }) },
                target: '#paymentRefused',
                actions: { type: 'keepOutcome', params: ({ event }) => ({ outcome: event.output }) },
              },
              { guard: 'canReview', target: '#review', actions: 'noteNothingPaid' },
              { target: '#schedule', actions: 'noteNothingPaid' },
            ],
            onError: { target: 'waitingToAskAgain' },
          },
        },
        waitingToAskAgain: {
          description: 'The server could not say; it is asked again in a moment',
          after: { betweenQuestions: 'asking' },
          on: { 'outcome.askedAgain': 'asking' },
        },
      },
    },

    paymentRefused: {
      id: 'paymentRefused',
      description: 'The payment was not taken, and the reason is shown',
      on: {
        'xstate.route': {},
        'refusal.closed': { target: 'gettingPaymentFacts', actions: 'forgetPayment' },
      },
    },

    paymentReceived: {
      id: 'receipt',
      description: 'The payment was taken, and has its confirmation number',
      tags: 'completed',
      meta: { path: '/payments/payflow/receipt', title: 'Receipt' },
      on: {
        'xstate.route': { target: 'gettingPaymentFacts', actions: 'forgetPayment' },
        'anotherPayment.wanted': { target: 'gettingPaymentFacts', actions: 'forgetPayment' },
      },
    },
  },
});
