/** Make a payment (Y §2.1, §4): what is due, when and how much, from which account, review, submit, receipt. */
import { assign, emit, setup } from 'xstate';
import { banking } from '#domain/banking/calls.ts';
import * as bankRules from '#domain/banking/rules.ts';
import type { BankName, BankValidationResult } from '#domain/banking/shapes.ts';
import { failureOf } from '#domain/call.ts';
import { payments } from '#domain/payments/calls.ts';
import * as rules from '#domain/payments/rules.ts';
import type { SubmissionOutcome, SubmitAnswer } from '#domain/payments/shapes.ts';
import { call, effect } from '../kit/effect.ts';
import type { FocusWanted, ScreenMeta, ScreenWanted } from '../kit/events.ts';
import type { FieldEntered, FieldLeft } from '../kit/form.ts';
import { type PaymentFacts, paymentFacts } from '../payment-facts/payment-facts.machine.ts';
import type { PayflowContext, PayflowInput } from './payflow.context.ts';
import {
  bankAccountForm,
  bankFactsOf,
  bankValuesOf,
  factsOf,
  firstAmountField,
  isNewMethod,
  methodForm,
  payloadOf,
  profileOf,
  recordedPayment,
  rejudged,
  reviewForm,
  scheduleForm,
  startedForms,
  validationOf,
} from './payflow.forms.ts';

export type PayflowEvent =
  | FieldEntered
  | FieldLeft
  | { type: 'addMethod.chosen' }
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
    tags: {} as 'busy' | 'background' | 'completed',
    meta: {} as ScreenMeta,
  },
  actors: {
    getPaymentFacts: paymentFacts,
    getBankName: call(banking.bankName),
    validateBank: call(banking.validate),
    saveMethod: call(banking.save),
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
    isNewMethod: ({ context }) => isNewMethod(context),
    isSavedMethod: ({ context }, { field, value }: FieldEntered) =>
      field === 'methodId' && typeof value === 'string' && rules.methodOf(context.methods, value) !== undefined,
    isRoutingNumberField: (_, { field }: FieldEntered) => field === 'routingNumber',
    isNicknameRefused: (_, { thrown }: { thrown: unknown }) => bankRules.isNicknameRefused(failureOf(thrown)),
    isRoutingNumberWhole: (_, { field, value }: FieldEntered) =>
      field === 'routingNumber' && bankRules.isRoutingNumberWhole(value),
    isBankAccountComplete: ({ context }) =>
      context.bankAccount !== null && bankAccountForm.isComplete(context.bankAccount),
    isVerified: (_, { result }: { result: BankValidationResult }) => bankRules.isVerified(result),
    isVerifiedAndToBeSaved: ({ context }, { result }: { result: BankValidationResult }) =>
      bankRules.isVerified(result) && bankValuesOf(context).savePaymentMethod,
    isScheduleWanted: (_, { to }: ScreenWanted) => to === '#schedule',
    canChooseMethod: ({ context }) => rules.canChooseMethod(context.completed),
    canReview: ({ context }) => rules.canReview(context.completed),
    hasAcceptedTerms: ({ context }) => reviewForm.isComplete(context.review),
    isOtherAmountChosen: (_, { field, value }: FieldEntered) => rules.isOtherAmountChosen(field, value),
    isOnlyTheTotalMissing: ({ context }) => context.schedule?.problems.every(({ field }) => field === 'total') === true,
    hasSubmission: ({ context }) => context.submission !== null,
    hasSentSubmission: ({ context }) => context.submission?.sent === true,
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
      completed: rules.withoutMethod(context.completed),
      submission: null,
    })),
    chooseNewMethod: assign(({ context }) => ({
      ...(context.method && { method: methodForm.start({ methodId: '' }, context.methods) }),
      completed: rules.withoutMethod(context.completed),
      submission: null,
    })),
    forgetBankAccount: assign(({ context }) => ({
      bankAccount: bankAccountForm.start(bankRules.startingBankAccount, bankFactsOf({ ...context, bank: null })),
      bank: null,
      refusedAccount: null,
      savedMethodId: null,
      remark: null,
    })),
    enterBankAccount: assign(({ context }, event: FieldEntered) => ({
      ...(context.bankAccount && {
        bankAccount: bankAccountForm.entered(context.bankAccount, event, bankFactsOf(context)),
      }),
      completed: rules.withoutMethod(context.completed),
      savedMethodId: null,
      submission: null,
      remark: null,
    })),
    leaveBankField: assign(({ context }, event: FieldLeft) =>
      context.bankAccount === null
        ? {}
        : { bankAccount: bankAccountForm.left(context.bankAccount, event, bankFactsOf(context)) },
    ),
    attemptBankAccount: assign(({ context }) =>
      context.bankAccount === null
        ? {}
        : { bankAccount: bankAccountForm.attempted(context.bankAccount, bankFactsOf(context)) },
    ),
    keepBank: assign(({ context }, { bankName }: BankName) => {
      const bank = { routingNumber: bankValuesOf(context).routingNumber, bankName };
      return { bank, ...rejudged({ ...context, bank }) };
    }),
    refuseAccount: assign(({ context }) => {
      const { routingNumber, accountNumber } = bankValuesOf(context);
      const refusedAccount = { routingNumber, accountNumber };
      return { refusedAccount, ...rejudged({ ...context, refusedAccount }, 'accountNumber') };
    }),
    noteNicknameTaken: assign(({ context }) => {
      const takenNickname = bankValuesOf(context).accountNickname;
      return { takenNickname, ...rejudged({ ...context, takenNickname }, 'accountNickname') };
    }),
    keepSavedMethod: assign({ savedMethodId: (_, { id }: { id: string }) => id }),
    noteCouldNotVerify: assign({ remark: 'couldNotVerify' }),
    noteCouldNotSave: assign({ remark: 'couldNotSave' }),
    forgetRemark: assign({ remark: null }),
    enterTerms: assign(({ context }, event: FieldEntered) => ({
      review: reviewForm.entered(context.review, event, null),
    })),
    attemptReview: assign(({ context }) => ({ review: reviewForm.attempted(context.review, null) })),
    forgetTerms: assign({ review: () => reviewForm.start({ terms: false }, null) }),
    completeSchedule: assign({ completed: () => ['schedule' as const] }),
    completeMethod: assign({ completed: () => ['schedule' as const, 'method' as const] }),
    takeMethodBack: assign({ completed: ({ context }) => rules.withoutMethod(context.completed) }),
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
      bankAccount: null,
      bank: null,
      refusedAccount: null,
      savedMethodId: null,
      takenNickname: null,
      completed: [],
      submission: null,
      answer: null,
      record: null,
      failure: null,
      remark: null,
    }),
    focusErrors: emit({ type: 'focus.wanted', place: 'errors', delay: 200 }),
    focusNotice: emit({ type: 'focus.wanted', place: 'notice', delay: 0 }),
    focusNickname: emit({ type: 'focus.wanted', place: 'field', field: 'accountNickname', delay: 0 }),
    focusAccountNumber: emit({ type: 'focus.wanted', place: 'field', field: 'accountNumber', delay: 0 }),
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
    bankAccount: null,
    bank: null,
    refusedAccount: null,
    savedMethodId: null,
    takenNickname: null,
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
            guard: 'hasSentSubmission',
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
      },
      initial: 'decidingHow',
      states: {
        decidingHow: {
          description: 'Without a saved method, or when a new one was being entered, there is the form',
          always: [{ guard: 'isNewMethod', target: 'enteringBankAccount' }, { target: 'choosingSavedMethod' }],
        },
        choosingSavedMethod: {
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
          description: 'A new bank account is being typed',
          initial: 'typing',
          states: {
            typing: { description: 'Nothing is being looked up' },
            lookingUpBank: {
              description: 'The routing number is whole: the name of its bank is being asked for',
              tags: 'background',
              invoke: {
                id: 'getBankName',
                src: 'getBankName',
                input: ({ context }) => ({ body: { routingNumber: bankValuesOf(context).routingNumber } }),
                onDone: { target: 'typing', actions: { type: 'keepBank', params: ({ event }) => event.output } },
                // Whether the bank exists is asked again when the account is verified.
                onError: 'typing',
              },
            },
          },
          on: {
            'field.entered': [
              {
                guard: { type: 'isSavedMethod', params: ({ event }) => event },
                target: 'choosingSavedMethod',
                actions: ['forgetBankAccount', { type: 'enterMethod', params: ({ event }) => event }],
              },
              {
                guard: { type: 'isRoutingNumberWhole', params: ({ event }) => event },
                target: '.lookingUpBank',
                actions: { type: 'enterBankAccount', params: ({ event }) => event },
              },
              {
                guard: { type: 'isRoutingNumberField', params: ({ event }) => event },
                target: '.typing',
                actions: { type: 'enterBankAccount', params: ({ event }) => event },
              },
              { actions: { type: 'enterBankAccount', params: ({ event }) => event } },
            ],
            'field.left': { actions: { type: 'leaveBankField', params: ({ event }) => event } },
            'previous.pressed': { target: '#schedule', actions: 'takeMethodBack' },
            'continue.pressed': [
              { guard: 'isBankAccountComplete', target: 'verifyingBankAccount', actions: 'forgetRemark' },
              { actions: ['attemptBankAccount', 'focusErrors'] },
            ],
          },
        },
        verifyingBankAccount: {
          description: 'The bank is asked whether the account can take payments',
          tags: 'busy',
          on: { 'xstate.route': {} },
          invoke: {
            id: 'validateBank',
            src: 'validateBank',
            input: ({ context }) => validationOf(context),
            onDone: [
              {
                guard: { type: 'isVerifiedAndToBeSaved', params: ({ event }) => ({ result: event.output }) },
                target: 'savingMethod',
              },
              {
                guard: { type: 'isVerified', params: ({ event }) => ({ result: event.output }) },
                target: '#review',
                actions: 'completeMethod',
              },
              { target: 'enteringBankAccount', actions: ['refuseAccount', 'focusAccountNumber'] },
            ],
            onError: { target: 'enteringBankAccount', actions: ['noteCouldNotVerify', 'focusNotice'] },
          },
        },
        savingMethod: {
          description: 'The verified account is being saved under its nickname',
          tags: 'busy',
          on: { 'xstate.route': {} },
          invoke: {
            id: 'saveMethod',
            src: 'saveMethod',
            input: ({ context }) => profileOf(context),
            onDone: {
              target: '#review',
              actions: [
                { type: 'keepSavedMethod', params: ({ event }) => ({ id: event.output.result }) },
                'completeMethod',
              ],
            },
            onError: [
              {
                guard: { type: 'isNicknameRefused', params: ({ event }) => ({ thrown: event.error }) },
                target: 'enteringBankAccount',
                actions: ['noteNicknameTaken', 'focusNickname'],
              },
              { target: 'enteringBankAccount', actions: ['noteCouldNotSave', 'focusNotice'] },
            ],
          },
        },
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
      meta: { title: 'Review & Submit' },
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
      meta: { title: 'Review & Submit' },
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
          on: { 'outcome.askedAgain': { target: 'asking', actions: 'focusNotice' } },
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
        'anotherPayment.wanted': { target: 'gettingPaymentFacts', actions: 'forgetPayment' },
      },
    },
  },
});
