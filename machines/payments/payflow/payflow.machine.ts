/** Make a payment (Y §2.1, §4): date and amounts, bank account, review, submission, receipt. */
import { assign, setup, stopChild } from 'xstate';
import { paymentSubmissions } from '#domain/payments/submission-calls.ts';
import { isPaymentAccepted } from '#domain/payments/rules.ts';
import {
  type CompletedSteps,
  canChooseMethod,
  canReview,
  reviewSchema,
  withoutMethod,
} from '#domain/payments/steps.ts';
import { call, callVersions } from '../../kit/effect.ts';
import type { FailureIgnored, FocusRequested, ScreenMeta, ScreenRequested } from '../../kit/events.ts';
import { focusOn } from '../../kit/focus.ts';
import { createForm } from '../../kit/form-machine.ts';
import { logIgnored } from '../../kit/failures.ts';
import { loadingParts } from '../../kit/loading.ts';
import { hasFailed } from '../../kit/load-parts.machine.ts';
import { submission } from '../../kit/submission.machine.ts';
import { sentKey, submissionInput, submitActions, submitGuards } from '../../kit/submit-once.ts';
import { type PaymentData, paymentFacts } from './payment-facts.machine.ts';
import { paymentForecast } from './payment-forecast.machine.ts';
import { type ChangingPaymentData, factsAgain } from './facts-again.machine.ts';
import {
  type MethodEntry,
  paymentMethod,
  withSavedChosen,
  withoutNotice,
} from '../payment-method/payment-method.machine.ts';
import { type ScheduleEntry, paymentSchedule } from '../payment-schedule/payment-schedule.machine.ts';
import {
  type PayflowContext,
  type PayflowEvent,
  type PayflowInput,
  type PaymentResult,
  isOutdated,
  toPaymentBody,
  toForecastInput,
  isPaymentAdded,
  toMethodInput,
  nothingChosen,
  recordOfResult,
  scheduleAgain,
  toScheduleInput,
  startedSteps,
  requestedAmountField,
  withFactsAgain,
  withMethodSaved,
} from './payflow.context.ts';
import { withAnswer, withEvent, withFailure } from '../../kit/params.ts';
import { staysHere } from '../../kit/stays-here.ts';

/** Form of the terms. Unchecking the box shows the error immediately (Y §4.4). */
export const reviewForm = createForm<{ terms: boolean }, null>({
  schema: () => reviewSchema,
  validateOnChange: () => true,
}).inMachine('review', { facts: (): null => null });

/** Reloads the facts that may have changed (ruling 90). After a failure the earlier facts stay. */
const readsAgain = <const Done extends readonly object[]>(onFailed: string | undefined, onDone: Done) =>
  ({
    id: 'getFactsAgain',
    src: 'getFactsAgain',
    input: {},
    onDone: [
      {
        guard: withAnswer('hasFailed'),
        ...(onFailed !== undefined && { target: onFailed }),
        actions: [withAnswer('logNotReadAgain', 'failure'), 'stopFactsAgain'],
      },
      ...onDone,
    ],
    onError: {
      ...(onFailed !== undefined && { target: onFailed }),
      actions: [withFailure('logNotReadAgain'), 'stopFactsAgain'],
    },
  }) as const;

/** The reviewed choices are no longer valid, or their amounts have changed, and the borrower checks them again. */
const toChangedAmounts = {
  guard: withAnswer('isOutdated', 'loaded'),
  target: '#schedule',
  actions: [
    withAnswer('revalidate', 'loaded'),
    withAnswer('setFactsAgain', 'loaded'),
    'setAmountsChanged',
    'focusNotice',
  ],
} as const;

export const payflow = setup({
  types: {
    context: {} as PayflowContext,
    events: {} as PayflowEvent,
    input: {} as PayflowInput,
    emitted: {} as FocusRequested | FailureIgnored,
    tags: {} as 'busy' | 'completed',
    meta: {} as ScreenMeta,
    children: {} as {
      chooseSchedule: 'chooseSchedule';
      chooseMethod: 'chooseMethod';
      getFactsAgain: 'getFactsAgain';
      getForecast: 'getForecast';
      submitPayment: 'submitPayment';
    },
  },
  actors: {
    getPaymentFacts: paymentFacts,
    chooseSchedule: paymentSchedule,
    chooseMethod: paymentMethod,
    getFactsAgain: factsAgain,
    getForecast: paymentForecast,
    submitPayment: submission('paymentSubmission', {
      send: callVersions(paymentSubmissions.submit, paymentSubmissions.submitV1),
      settle: call(paymentSubmissions.settle),
      isAccepted: isPaymentAccepted,
    }),
  },
  guards: {
    hasFailed,
    isScheduleRequested: (_, { to }: ScreenRequested) => to === '#schedule',
    canChooseMethod: ({ context }) => canChooseMethod(context.completed),
    canReview: ({ context }) => canReview(context.completed),
    isAccountToBeReentered: ({ context }) => context.mustReenterAccount && canChooseMethod(context.completed),
    isOnlyAccountLost: ({ context }, facts: PaymentData) => {
      const started = startedSteps(context, facts);
      return started.mustReenterAccount && canChooseMethod(started.completed);
    },
    isAmountRequested: ({ context }, facts: PaymentData) =>
      requestedAmountField({ ...context, ...startedSteps(context, facts) }) !== undefined,
    ...reviewForm.guards,
    ...submitGuards,
    canStartAnew: ({ context }) => context.key === null,
    isOutdated: ({ context }, again: ChangingPaymentData) => isOutdated(context, again),
    isPaymentAdded: ({ context }, again: ChangingPaymentData) => isPaymentAdded(context, again),
    isPaid: (_, { result }: PaymentResult) => result === 'accepted',
    isRefused: (_, { result }: PaymentResult) => result === 'refused',
  },
  actions: {
    startSteps: assign(({ context }, facts: PaymentData) => startedSteps(context, facts)),
    setSchedule: assign({ schedule: (_, entry: ScheduleEntry) => entry }),
    setScheduleChanged: assign({
      method: ({ context }) => context.method && withoutNotice(context.method),
      completed: [],
      isUntouched: false,
      notice: null,
    }),
    completeSchedule: assign({ completed: (): CompletedSteps => ['schedule'], isUntouched: false, notice: null }),
    setMethod: assign({ method: (_, entry: MethodEntry) => entry }),
    setSavedMethod: assign({ facts: ({ context }, entry: MethodEntry) => withMethodSaved(context, entry) }),
    chooseSavedMethod: assign({ method: ({ context }) => context.method && withSavedChosen(context.method) }),
    setMethodChanged: assign({
      completed: ({ context }) => withoutMethod(context.completed),
      notice: null,
    }),
    setNotVerified: assign({ completed: ({ context }) => withoutMethod(context.completed) }),
    completeMethod: assign({
      completed: (): CompletedSteps => ['schedule', 'method'],
      mustReenterAccount: false,
      notice: null,
    }),
    returnToSchedule: assign({
      completed: ({ context }) => withoutMethod(context.completed),
      methodPreserved: true,
    }),
    clearNotice: assign({ notice: null }),
    clearTerms: assign({ review: () => reviewForm.start({ terms: false }, null) }),
    ...reviewForm.actions,
    setFactsAgain: assign({ facts: ({ context }, again: ChangingPaymentData) => withFactsAgain(context, again) }),
    revalidate: assign({ schedule: ({ context }, again: ChangingPaymentData) => scheduleAgain(context, again) }),
    setAmountsChanged: assign({ completed: [], isUntouched: false, notice: 'amountsChanged' }),
    setPaymentAdded: assign({ notice: 'paymentAdded' }),
    ...submitActions,
    setResult: assign(({ context }, result: PaymentResult) => ({ result, record: recordOfResult(context, result) })),
    setNothingPaid: assign({ key: null, isSentBefore: false, notice: 'nothingWasPaid' }),
    clearPayment: assign({ ...nothingChosen, facts: null, draft: null }),
    clearLink: assign({ link: null }),
    logNotReadAgain: logIgnored('The facts of the payment were not reloaded'),
    logNoForecast: logIgnored('The payment forecast was not loaded'),
    stopForecast: stopChild('getForecast'),
    stopFactsAgain: stopChild('getFactsAgain'),
  },
}).createMachine({
  id: 'payflow',
  description: 'A borrower or an authorized payer makes a payment: date and amounts, bank account, review, receipt',
  context: ({ input }) => ({
    ...input,
    ...nothingChosen,
    key: sentKey(input.draft?.submission),
    facts: null,
    account: null,
    isDraftSetAside: false,
    review: reviewForm.start({ terms: false }, null),
  }),
  initial: 'gettingPaymentFacts',
  states: {
    ...loadingParts('gettingPaymentFacts', {
      what: 'the amounts due, the available dates and the saved methods',
      actor: 'getPaymentFacts',
      input: ({ context }: { readonly context: PayflowContext }) => ({ role: context.person.role }),
      on: {
        ...staysHere,
        'restart.requested': {
          guard: 'canStartAnew',
          target: '#gettingPaymentFacts',
          reenter: true,
          actions: ['clearPayment', 'clearLink'],
        },
      },
      onDone: [
        // The payment was sent before a reload. The machine does not send it again, but asks the server for its outcome.
        { guard: 'hasBeenSent', target: 'submittingPayment', actions: withAnswer('startSteps', 'loaded') },
        // The draft contains all choices except the account's numbers. The step explains why the borrower must enter
        // them again.
        {
          guard: withAnswer('isOnlyAccountLost', 'loaded'),
          target: 'choosingMethod',
          actions: withAnswer('startSteps', 'loaded'),
        },
        {
          guard: withAnswer('isAmountRequested', 'loaded'),
          target: 'choosingAmounts',
          actions: [
            withAnswer('startSteps', 'loaded'),
            focusOn(({ context }: { readonly context: PayflowContext }) => requestedAmountField(context) ?? ''),
          ],
        },
        { target: 'choosingAmounts', actions: withAnswer('startSteps', 'loaded') },
      ],
    }),

    choosingAmounts: {
      id: 'schedule',
      description: 'The borrower chooses a date and the amount for each account',
      meta: { path: '/payments/payflow/schedule', title: 'Schedule Payment' },
      route: {},
      invoke: {
        id: 'chooseSchedule',
        src: 'chooseSchedule',
        input: ({ context }) => toScheduleInput(context),
        onDone: {
          target: 'choosingMethod',
          actions: [withAnswer('setSchedule'), 'completeSchedule'],
        },
        onError: 'couldNotLoad',
      },
      on: {
        'schedule.changed': {
          actions: [withEvent('setSchedule', 'entry'), 'setScheduleChanged'],
        },
        'schedule.validated': { actions: withEvent('setSchedule', 'entry') },
        // The choices that still hold stay.
        'facts.outdated': 'gettingPaymentFacts',
      },
    },

    choosingMethod: {
      id: 'methods',
      description: 'The borrower chooses a saved bank account, or enters a new one for verification',
      meta: { path: '/payments/payflow/methods', title: 'Payment Method' },
      route: { guard: 'canChooseMethod' },
      entry: 'chooseSavedMethod',
      invoke: {
        id: 'chooseMethod',
        src: 'chooseMethod',
        input: ({ context }) => toMethodInput(context),
        onDone: {
          target: 'reviewing',
          actions: [withAnswer('setMethod'), withAnswer('setSavedMethod'), 'completeMethod'],
        },
        onError: 'couldNotLoad',
      },
      initial: 'choosing',
      states: {
        choosing: {
          description: 'The borrower chooses a saved method or enters a new account, and can leave the step',
          on: {
            'method.changed': {
              actions: [withEvent('setMethod', 'entry'), 'setMethodChanged'],
            },
            'method.validated': { actions: withEvent('setMethod', 'entry') },
            // The step is incomplete until the account is verified, even if an earlier attempt had completed it.
            'method.submitted': { target: 'verifying', actions: ['clearNotice', 'setNotVerified'] },
            // Back acts as Previous (ruling 24); the flow handles other routes.
            'xstate.route': {
              guard: withEvent('isScheduleRequested'),
              target: '#schedule',
              actions: 'returnToSchedule',
            },
            'previous.pressed': { target: '#schedule', actions: 'returnToSchedule' },
            'restart.requested': { target: '#gettingPaymentFacts', actions: ['clearPayment', 'clearLink'] },
          },
        },
        verifying: {
          description: 'A new account is being verified, and the borrower cannot leave the step',
          tags: 'busy',
          on: {
            'method.validated': { target: 'choosing', actions: withEvent('setMethod', 'entry') },
            ...staysHere,
          },
        },
      },
      on: { 'method.failed': 'couldNotLoad' },
    },

    reviewing: {
      id: 'review',
      description: 'The borrower reviews the choices before submitting them',
      meta: { path: '/payments/payflow/review', title: 'Review & Submit', scrollOffset: 85 },
      route: { guard: 'canReview' },
      entry: 'clearTerms',
      // The submission does not depend on it. It stops when the review ends, so that an answer for earlier choices is
      // ignored.
      invoke: {
        id: 'getForecast',
        src: 'getForecast',
        input: ({ context }) => toForecastInput(context),
        onError: { actions: [withFailure('logNoForecast'), 'stopForecast'] },
      },
      initial: 'readingTerms',
      states: {
        readingTerms: {
          description: 'The borrower reads and accepts the terms, while the facts load again',
          invoke: readsAgain(undefined, [
            toChangedAmounts,
            { actions: [withAnswer('setFactsAgain', 'loaded'), 'stopFactsAgain'] },
          ]),
          on: {
            'field.changed': reviewForm.onChange(),
            'submit.pressed': reviewForm.onSubmit({ target: 'checkingAgain', actions: 'clearNotice' }),
            'previous.pressed': '#methods',
            // The error panel, which may have focus, disappears.
            'facts.outdated': { target: '#review', reenter: true, actions: 'focusHeading' },
            'restart.requested': { target: '#gettingPaymentFacts', actions: ['clearPayment', 'clearLink'] },
          },
        },
        checkingAgain: {
          description: 'Before the payment is sent, the facts load again, so that it is the payment that was reviewed',
          tags: 'busy',
          on: staysHere,
          invoke: readsAgain('#submittingPayment', [
            toChangedAmounts,
            {
              guard: withAnswer('isPaymentAdded', 'loaded'),
              target: 'readingTerms',
              actions: [withAnswer('setFactsAgain', 'loaded'), 'clearTerms', 'setPaymentAdded', 'focusNotice'],
            },
            { target: '#submittingPayment' },
          ]),
        },
      },
    },

    submittingPayment: {
      id: 'submittingPayment',
      description: 'The payment is in flight, or the machine asks the server for its outcome',
      meta: { title: 'Review & Submit' },
      tags: 'busy',
      on: { ...staysHere, 'key.made': { actions: withEvent('setKey', 'key') } },
      invoke: {
        id: 'submitPayment',
        src: 'submitPayment',
        input: submissionInput((context: PayflowContext) => ({ body: toPaymentBody(context) })),
        onDone: [
          {
            guard: withAnswer('isPaid'),
            target: 'paymentReceived',
            actions: withAnswer('setResult'),
          },
          {
            guard: withAnswer('isRefused'),
            target: 'paymentRefused',
            actions: withAnswer('setResult'),
          },
          // The payment never arrived, and the borrower can submit it again.
          { guard: 'canReview', target: 'reviewing', actions: ['setNothingPaid', 'focusNotice'] },
          { guard: 'isAccountToBeReentered', target: 'choosingMethod', actions: 'setNothingPaid' },
          { target: 'choosingAmounts', actions: 'setNothingPaid' },
        ],
        // The key stays, so that a retry asks for the outcome.
        onError: 'couldNotLoad',
      },
    },

    paymentRefused: {
      id: 'paymentRefused',
      description: 'The server refused the payment, and the screen shows the reason',
      meta: { title: 'Review & Submit' },
      on: {
        ...staysHere,
        'refusal.closed': { target: 'gettingPaymentFacts', actions: 'clearPayment' },
      },
    },

    paymentReceived: {
      id: 'receipt',
      description: 'The server accepted the payment, and the screen shows its confirmation number',
      tags: 'completed',
      meta: { path: '/payments/payflow/receipt', title: 'Receipt' },
      on: {
        'xstate.route': { target: 'gettingPaymentFacts', actions: ['clearPayment', 'clearLink'] },
        'restart.requested': { target: 'gettingPaymentFacts', actions: ['clearPayment', 'clearLink'] },
        'anotherPayment.requested': { target: 'gettingPaymentFacts', actions: ['clearPayment', 'clearLink'] },
      },
    },
  },
});
