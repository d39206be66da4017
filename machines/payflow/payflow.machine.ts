/** Make a payment (Y §2.1, §4): what is due, when and how much, from which account, review, submit, receipt. */
import { assign, emit, setup } from 'xstate';
import { failureOf } from '#domain/call.ts';
import { payments } from '#domain/payments/calls.ts';
import * as rules from '#domain/payments/rules.ts';
import type { AfterCutoffDue } from '#domain/payments/shapes.ts';
import {
  type BankAccountEntry,
  type BankAccountNews,
  type VerifiedBankAccount,
  bankAccount,
} from '../bank-account/bank-account.machine.ts';
import { call, effect } from '../kit/effect.ts';
import type { FocusWanted, RestartWanted, ScreenMeta, ScreenWanted } from '../kit/events.ts';
import type { FieldEntered, FieldLeft } from '../kit/form.ts';
import { submission } from '../kit/submission.machine.ts';
import { type PaymentFacts, noFacts, paymentFacts } from '../payment-facts/payment-facts.machine.ts';
import type { PayflowContext, PayflowInput, PaymentResult } from './payflow.context.ts';
import {
  bankAccountInput,
  earlierSubmissionOf,
  factsOf,
  firstAmountField,
  isNewMethod,
  methodForm,
  payloadOf,
  payloadV1Of,
  recordedPayment,
  reviewForm,
  scheduleForm,
  settled,
  startedForms,
  withCutoff,
} from './payflow.forms.ts';

export type PayflowEvent =
  | FieldEntered
  | FieldLeft
  | BankAccountNews
  | { type: 'addMethod.chosen' }
  | { type: 'continue.pressed' }
  | { type: 'previous.pressed' }
  | { type: 'submit.pressed' }
  | { type: 'refusal.closed' }
  | { type: 'anotherPayment.wanted' }
  | { type: 'retry.wanted' }
  | RestartWanted
  | ScreenWanted<'#schedule' | '#methods' | '#review' | '#receipt'>;

const [settle, isTaken] = [call(payments.settle), rules.isPaymentTaken];
const paymentSubmission = submission('paymentSubmission', { send: call(payments.submit), settle, isTaken });
const paymentSubmissionV1 = submission('paymentSubmissionV1', { send: call(payments.submitV1), settle, isTaken });

export const payflow = setup({
  types: {
    context: {} as PayflowContext,
    events: {} as PayflowEvent,
    input: {} as PayflowInput,
    emitted: {} as FocusWanted,
    tags: {} as 'busy' | 'background' | 'completed',
    meta: {} as ScreenMeta,
    children: {} as {
      enterBankAccount: 'enterBankAccount';
      submitPayment: 'submitPayment';
      submitPaymentV1: 'submitPaymentV1';
      settlePayment: 'settlePayment';
    },
  },
  actors: {
    getPaymentFacts: paymentFacts,
    enterBankAccount: bankAccount,
    makeSubmissionKey: effect<string>('key.make'),
    submitPayment: paymentSubmission,
    submitPaymentV1: paymentSubmissionV1,
    settlePayment: paymentSubmission,
    getBalancesAfterCutoff: call(payments.afterCutoff),
  },
  guards: {
    isMissingFacts: (_, { failure }: PaymentFacts) => failure !== null,
    isScheduleComplete: ({ context }) => context.schedule !== null && scheduleForm.isComplete(context.schedule),
    isLaterBalanceWanted: ({ context }) =>
      context.cutoff === null && rules.isLaterDayChosen(context.schedule?.values, context.today),
    isNewMethod: ({ context }) => isNewMethod(context),
    isSavedMethod: ({ context }, { field, value }: FieldEntered) =>
      field === 'methodId' && typeof value === 'string' && rules.methodOf(context.methods, value) !== undefined,
    isScheduleWanted: (_, { to }: ScreenWanted) => to === '#schedule',
    canChooseMethod: ({ context }) => rules.canChooseMethod(context.completed),
    canReview: ({ context }) => rules.canReview(context.completed),
    hasAcceptedTerms: ({ context }) => reviewForm.isComplete(context.review),
    isOtherAmountChosen: (_, { field, value }: FieldEntered) => rules.isOtherAmountChosen(field, value),
    isOnlyTheTotalMissing: ({ context }) => context.schedule?.problems.every(({ field }) => field === 'total') === true,
    hasSubmission: ({ context }) => context.submission !== null,
    hasSentSubmission: ({ context }) => context.submission?.sent === true,
    isVersion2: ({ context }) => context.submitVersion === 2,
    isPaid: ({ context }) => context.result?.result === 'taken',
    isRefused: ({ context }) => context.result?.result === 'refused',
  },
  actions: {
    keepFacts: assign((_, facts: PaymentFacts) => ({ ...facts, cutoff: null })),
    keepFailure: assign({ failure: (_, { thrown }: { thrown: unknown }) => failureOf(thrown) }),
    keepKey: assign({ submission: (_, { key }: { key: string }) => ({ key, sent: false }) }),
    keepResult: assign(({ context }, { result }: { result: PaymentResult }) => ({
      result,
      record: result.result === 'taken' ? (result.record ?? recordedPayment(context)) : null,
    })),
    startForms: assign(({ context }) => startedForms(context)),
    enterSchedule: assign(({ context }, event: FieldEntered) => ({
      ...(context.schedule && { schedule: scheduleForm.entered(context.schedule, event, factsOf(context)) }),
      bankAccount: context.bankAccount && { ...context.bankAccount, remark: null },
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
      completed: rules.withoutMethod(context.completed),
      submission: null,
    })),
    chooseNewMethod: assign(({ context }) => ({
      ...(context.method && { method: methodForm.start({ methodId: '' }, context.methods) }),
      completed: rules.withoutMethod(context.completed),
      submission: null,
    })),
    keepEntry: assign({ bankAccount: (_, { entry }: { entry: BankAccountEntry }) => entry }),
    noteOtherAccount: assign({
      verifiedAccount: null,
      completed: ({ context }) => rules.withoutMethod(context.completed),
      submission: null,
      remark: null,
    }),
    keepVerified: assign({ verifiedAccount: (_, account: VerifiedBankAccount) => account }),
    forgetBankAccount: assign({
      bankAccount: null,
      verifiedAccount: null,
      takenNickname: ({ context }) => context.bankAccount?.takenNickname ?? context.takenNickname,
      remark: null,
    }),
    forgetRemark: assign({ remark: null }),
    enterTerms: assign(({ context }, event: FieldEntered) => ({
      review: reviewForm.entered(context.review, event, null),
    })),
    attemptReview: assign(({ context }) => ({ review: reviewForm.attempted(context.review, null) })),
    forgetTerms: assign({ review: () => reviewForm.start({ terms: false }, null) }),
    completeSchedule: assign(({ context }) => ({ ...settled(context), completed: ['schedule' as const] })),
    keepCutoff: assign(({ context }, { items }: { items: readonly AfterCutoffDue[] }) => withCutoff(context, items)),
    completeMethod: assign({ completed: () => ['schedule' as const, 'method' as const] }),
    takeMethodBack: assign({
      completed: ({ context }) => rules.withoutMethod(context.completed),
      methodPreserved: true,
    }),
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
      methodPreserved: false,
      schedule: null,
      method: null,
      bankAccount: null,
      verifiedAccount: null,
      takenNickname: null,
      completed: [],
      submission: null,
      result: null,
      record: null,
      failure: null,
      remark: null,
    }),
    focusErrors: emit({ type: 'focus.wanted', place: 'errors', delay: 200 }),
    focusHeading: emit({ type: 'focus.wanted', place: 'heading', delay: 0 }),
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
    ...noFacts,
    cutoff: null,
    schedule: null,
    methodPreserved: false,
    method: null,
    bankAccount: null,
    verifiedAccount: null,
    takenNickname: null,
    review: reviewForm.start({ terms: false }, null),
    completed: [],
    submission: input.draft?.submission ?? null,
    result: null,
    record: null,
    remark: null,
  }),
  initial: 'gettingPaymentFacts',
  states: {
    gettingPaymentFacts: {
      id: 'gettingPaymentFacts',
      description: 'What is due, the days that are offered and the saved methods are being fetched',
      tags: 'busy',
      on: { 'xstate.route': {} },
      invoke: {
        id: 'getPaymentFacts',
        src: 'getPaymentFacts',
        input: ({ context }) => ({ role: context.person.role }),
        onDone: [
          {
            guard: { type: 'isMissingFacts', params: ({ event }) => event.output },
            target: 'couldNotGetPaymentFacts',
            actions: { type: 'keepFailure', params: ({ event }) => ({ thrown: event.output.failure }) },
          },
          {
            guard: 'hasSentSubmission',
            target: '#settlingEarlierPayment',
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
      initial: 'choosing',
      states: {
        choosing: {
          description: 'A payment after today is held against what is owed after the cutoff, which is fetched once',
          always: { guard: 'isLaterBalanceWanted', target: 'fetchingLaterBalances' },
        },
        fetchingLaterBalances: {
          description: 'What is owed after the cutoff is being fetched',
          tags: 'background',
          invoke: {
            id: 'getBalancesAfterCutoff',
            src: 'getBalancesAfterCutoff',
            input: {},
            onDone: {
              target: 'choosing',
              actions: { type: 'keepCutoff', params: ({ event }) => ({ items: event.output }) },
            },
            onError: 'withoutLaterBalances',
          },
        },
        withoutLaterBalances: {
          description:
            'What is owed after the cutoff could not be fetched: the balances of today stand, and that is said',
        },
      },
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
      description: 'From which bank account: a saved one, or a new one that is verified first',
      meta: { path: '/payments/payflow/methods', title: 'Payment Method' },
      route: { guard: 'canChooseMethod' },
      on: {
        // Back means what Previous means (ruling 24); other addresses are the flow's.
        'xstate.route': {
          guard: { type: 'isScheduleWanted', params: ({ event }) => event },
          target: '#schedule',
          actions: 'takeMethodBack',
        },
        'restart.wanted': { target: 'gettingPaymentFacts', actions: 'forgetPayment' },
      },
      initial: 'decidingHow',
      states: {
        decidingHow: {
          description: 'Without a saved method, or when a new one was being entered, there is the form',
          always: [{ guard: 'isNewMethod', target: 'enteringBankAccount' }, { target: 'choosingSavedMethod' }],
        },
        choosingSavedMethod: {
          id: 'choosingSavedMethod',
          description: 'One of the saved methods is chosen',
          on: {
            'field.entered': {
              guard: { type: 'isSavedMethod', params: ({ event }) => event },
              actions: { type: 'enterMethod', params: ({ event }) => event },
            },
            'previous.pressed': { target: '#schedule', actions: 'takeMethodBack' },
            'addMethod.chosen': { target: 'enteringBankAccount', actions: 'chooseNewMethod' },
            'continue.pressed': { target: '#review', actions: 'completeMethod' },
          },
        },
        enteringBankAccount: {
          description: 'A new bank account is being typed, and verified',
          invoke: {
            id: 'enterBankAccount',
            src: 'enterBankAccount',
            input: ({ context }) => bankAccountInput(context),
            onDone: {
              target: '#review',
              actions: [{ type: 'keepVerified', params: ({ event }) => event.output }, 'completeMethod'],
            },
            onError: {
              target: '#couldNotGetPaymentFacts',
              actions: { type: 'keepFailure', params: ({ event }) => ({ thrown: event.error }) },
            },
          },
          initial: 'typing',
          states: {
            typing: {
              description: 'It is being typed, and may be left',
              on: {
                'bankAccount.entered': {
                  actions: [{ type: 'keepEntry', params: ({ event }) => event }, 'noteOtherAccount'],
                },
                'bankAccount.judged': { actions: { type: 'keepEntry', params: ({ event }) => event } },
                'bankAccount.submitted': { target: 'verifying', actions: 'forgetRemark' },
                'field.entered': {
                  guard: { type: 'isSavedMethod', params: ({ event }) => event },
                  target: '#choosingSavedMethod',
                  actions: ['forgetBankAccount', { type: 'enterMethod', params: ({ event }) => event }],
                },
                'previous.pressed': { target: '#schedule', actions: 'takeMethodBack' },
              },
            },
            verifying: {
              description: 'It is being verified, and may not be left',
              tags: 'busy',
              on: {
                'xstate.route': {},
                'restart.wanted': {},
                'bankAccount.judged': {
                  target: 'typing',
                  actions: { type: 'keepEntry', params: ({ event }) => event },
                },
              },
            },
          },
        },
      },
    },

    reviewing: {
      id: 'review',
      description: 'What was chosen, to be read before it is submitted',
      meta: { path: '/payments/payflow/review', title: 'Review & Submit', scrollOffset: 85 },
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
            'restart.wanted': { target: '#gettingPaymentFacts', actions: 'forgetPayment' },
          },
        },
      },
    },

    submittingPayment: {
      id: 'submittingPayment',
      description: 'The payment is under way, or the server is asked what became of it',
      meta: { title: 'Review & Submit' },
      tags: 'busy',
      on: { 'xstate.route': {} },
      initial: 'choosingVersion',
      states: {
        choosingVersion: {
          description: 'A switch says in which of two forms it is sent',
          always: [{ guard: 'isVersion2', target: 'sendingPayment' }, { target: 'sendingPaymentV1' }],
        },
        sendingPaymentV1: {
          description: 'It is sent in the older form, once; without an answer the server is asked what became of it',
          invoke: {
            id: 'submitPaymentV1',
            src: 'submitPaymentV1',
            input: ({ context }) => payloadV1Of(context),
            onDone: {
              target: 'outcomeKnown',
              actions: { type: 'keepResult', params: ({ event }) => ({ result: event.output }) },
            },
            onError: {
              target: '#couldNotGetPaymentFacts',
              actions: { type: 'keepFailure', params: ({ event }) => ({ thrown: event.error }) },
            },
          },
        },
        sendingPayment: {
          description: 'It is sent, once; without an answer the server is asked what became of it',
          invoke: {
            id: 'submitPayment',
            src: 'submitPayment',
            input: ({ context }) => payloadOf(context),
            onDone: {
              target: 'outcomeKnown',
              actions: { type: 'keepResult', params: ({ event }) => ({ result: event.output }) },
            },
            // The key stays sent, so that trying again asks about it.
            onError: {
              target: '#couldNotGetPaymentFacts',
              actions: { type: 'keepFailure', params: ({ event }) => ({ thrown: event.error }) },
            },
          },
        },
        settlingEarlierPayment: {
          id: 'settlingEarlierPayment',
          description: 'It was sent before a reload: it is not sent again, the server is asked what became of it',
          invoke: {
            id: 'settlePayment',
            src: 'settlePayment',
            input: ({ context }) => earlierSubmissionOf(context),
            onDone: {
              target: 'outcomeKnown',
              actions: { type: 'keepResult', params: ({ event }) => ({ result: event.output }) },
            },
            onError: {
              target: '#couldNotGetPaymentFacts',
              actions: { type: 'keepFailure', params: ({ event }) => ({ thrown: event.error }) },
            },
          },
        },
        outcomeKnown: {
          description: 'It was taken or refused, or it never arrived and can be submitted anew',
          always: [
            { guard: 'isPaid', target: '#receipt' },
            { guard: 'isRefused', target: '#paymentRefused' },
            { guard: 'canReview', target: '#review', actions: ['noteNothingPaid', 'focusHeading'] },
            { target: '#schedule', actions: 'noteNothingPaid' },
          ],
        },
      },
    },

    paymentRefused: {
      id: 'paymentRefused',
      description: 'The payment was not taken, and the reason is shown',
      meta: { title: 'Review & Submit' },
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
        'restart.wanted': { target: 'gettingPaymentFacts', actions: 'forgetPayment' },
        'anotherPayment.wanted': { target: 'gettingPaymentFacts', actions: 'forgetPayment' },
      },
    },
  },
});
