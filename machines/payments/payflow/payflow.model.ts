/** Model of a payment (Y §2.1, §4, §8). The machines of its steps have their own models. */
import type { ContextFrom } from 'xstate';
import type { CallFailure } from '#domain/call.ts';
import { toCents } from '#domain/money.ts';
import type { PaymentDraft, SubmitResponse } from '#domain/payments/submission-shapes.ts';
import type { SubmissionResult } from '#domain/submission.ts';
import { ACCOUNT_NUMBER, keptAccount, savedAccount, wholeEntry } from '../bank-account/bank-account.model.ts';
import { expectedOnce, isNew } from '../../kit/expected-submission.ts';
import { expectedForm } from '../../kit/expected-form.ts';
import { REVIEW, toErrors, toHeading, toNotice } from '../../kit/expected-page.ts';
import {
  type EventCase,
  type Expected,
  type ExpectedWhere,
  type Outcome,
  type PartOf,
  defineModel,
} from 'xstate-workbench/model';
import type { SavedMethod } from '#domain/payments/shapes.ts';
import type { PaymentFacts } from './payment-facts.machine.ts';
import { samplePerson as person } from '#domain/session/identity/samples.ts';
import { sampleMethods, upcomingForTotalDue } from '#domain/payments/samples.ts';
import { sampleKey } from '#domain/samples.ts';
import paymentFactsModel, { wholeFacts as facts } from './payment-facts.model.ts';
import paymentForecastModel from './payment-forecast.model.ts';
import type { ChangingFacts } from './facts-again.machine.ts';
import factsAgainModel, { unchanged, withLessDue, withPayments, withPaymentsElsewhere } from './facts-again.model.ts';
import type { MethodEntry } from '../payment-method/payment-method.machine.ts';
import paymentMethodModel, {
  emptyEntry,
  keptMethod as keptNewAccount,
  otherSavedEntry,
  savedEntry,
  typingEntry,
  unverifiedEntry,
  verifiedEntry,
} from '../payment-method/payment-method.model.ts';
import paymentScheduleModel, {
  COUNTS,
  COVERED,
  coveredSchedule,
  partlyCoveredSchedule,
  extraSchedule,
  validatedSchedule,
  laterSchedule,
  otherAmountSchedule,
  startingSchedule,
  tooLateSchedule,
} from '../payment-schedule/payment-schedule.model.ts';
import type { ScheduleEntry } from '../payment-schedule/payment-schedule.machine.ts';
import { type PayflowInput, payflowDraft } from './payflow.context.ts';
import { payflow } from './payflow.machine.ts';
import {
  CONFIRMATION_NUMBER,
  REASON,
  accepted,
  amountsOf,
  paidOf,
  record,
  rejected,
  sentV1,
  sentV2,
} from './payflow.samples.ts';
import { paymentSubmission } from './payment-submission.ts';

type Context = ContextFrom<typeof payflow>;
type Part = PartOf<Context>;
type Case = EventCase<Parameters<typeof payflow.transition>[1], Context>;
type Where = ExpectedWhere<Context>;

const borrower: PayflowInput = {
  person,
  payerRoleId: 1,
  paymentSourceTypeId: 1,
  userAgent: 'A browser',
  nearPayoffRange: toCents(2_500),
  submitVersion: 2,
  hasNewSidebar: false,
  draft: null,
  link: null,
  limits: { nameOnAccount: { min: 2, max: 22 }, nickname: { min: 2, max: 27 } },
};

/** Returns the draft of a borrower who had reached the review; `sent` says whether the payment was sent. */
const draft = (values: PaymentDraft['values'], sent: boolean): PaymentDraft => ({
  version: 1,
  values,
  methodId: 'method-2',
  newAccount: {},
  leftOut: [],
  completed: ['schedule', 'method'],
  account: null,
  isUntouched: false,
  submission: { key: sampleKey, sent },
});
const unsent = draft({ ...otherAmountSchedule.form.values }, false);
const underWay = draft({ ...otherAmountSchedule.form.values }, true);
/** Returns the draft for a new bank account, without its numbers. */
const withNewAccount = (kept: PaymentDraft): PaymentDraft => ({
  ...kept,
  methodId: '',
  newAccount: keptAccount,
  leftOut: ['routingNumber', 'accountNumber'],
});
const unsentNewAccount = withNewAccount(unsent);
const underWayNewAccount = withNewAccount(underWay);
const tooLateNewAccount = withNewAccount(draft({ ...tooLateSchedule.form.values }, false));
const underWayTooLateNewAccount = withNewAccount(draft({ ...tooLateSchedule.form.values }, true));
const underWayTooLate = draft({ ...tooLateSchedule.form.values }, true);

/** URL that requests one account (ruling 70). */
const oneAccount = { accountId: 'acct-1', isExtra: false };

/** States in which a bank account that was not stored matters, because it decides the next step. */
const LOADING = ['gettingPaymentFacts', 'couldNotLoad', 'submittingPayment'];
/** States of the steps between which the borrower can move by URL. */
const STEPS = ['choosingAmounts', 'choosingMethod.choosing', 'reviewing.readingTerms'];

const DATA_LOAD_FAILURE =
  "Sorry, there's been a problem. We were unable to load all of your data. You can try to refresh your browser or try logging out and logging back in.";
const TERMS_REQUIRED =
  'You are required to agree to the terms of the Payment Authorization and Insufficient Funds Statement.';
const TERMS = 'I agree to the terms of the Payment Authorization and Insufficient Funds Statement';
const NOT_SUBMITTED = "Your payment wasn't submitted";
const NOTHING_PAID = "Your last attempt didn't reach us, and nothing was paid.";
const ENTER_AGAIN = "For your safety we don't keep bank account numbers. Please enter it again.";
const AMOUNTS_CHANGED = 'Your amounts or payment dates have changed';
const PAYMENT_ADDED = 'Another payment was made on this account';
const SUBMITTING = 'Submitting your payment…';

/** Returns the form of the terms, checked or unchecked. */
const termsOf = (terms: boolean, shown: { readonly touched?: readonly string[]; readonly attempted?: boolean } = {}) =>
  expectedForm({ terms }, terms ? [] : [{ field: 'terms', issue: { code: 'terms.required' } }], shown);
const termsUnread = { review: termsOf(false) };

const nothingChosen: Part = {
  schedule: null,
  isUntouched: true,
  method: null,
  mustReenterAccount: false,
  methodPreserved: false,
  completed: [],
  key: null,
  isSentBefore: false,
  result: null,
  record: null,
  notice: null,
};

const start = ({ role }: Context['person'] = person): Expected<Context> => ({
  state: 'gettingPaymentFacts',
  calls: { getPaymentFacts: { role } },
});
const failure: Expected<Context> = { state: 'couldNotLoad', focus: toNotice };
/** Expected restart of the flow without any choices, for the account in the URL. */
const afterRefusal: Expected<Context> = { ...start(), context: { ...nothingChosen, facts: null, draft: null } };
/** Expected restart without any choices for all accounts, ignoring the account in the URL. */
const anew: Expected<Context> = { ...start(), context: { ...nothingChosen, facts: null, draft: null, link: null } };

const isPast = ({ draft: kept }: Context): boolean => kept?.values['paymentDate'] === '11/19/2026';

/** Returns true if the URL requests the sample account (ruling 70). */
const isAccountWanted = ({ link }: Context): boolean => link?.accountId === 'acct-1';

/**
 * Returns true if the earlier draft or choices are resumed: always if they were sent, never if they have no changes,
 * otherwise unless the URL requests another account.
 */
function isResumed(before: Context): boolean {
  const { draft: kept, schedule, key, isUntouched } = before;
  if (key !== null) return kept !== null || schedule !== null;
  if (kept === null) return schedule !== null && !isUntouched;
  return !kept.isUntouched && (!isAccountWanted(before) || kept.account === 'acct-1');
}

/** Returns true if the scheduled payments cover the amount due. */
const isCovered = ({ facts: known }: Pick<Context, 'facts'>): boolean => known?.upcoming === upcomingForTotalDue;

/** Returns true if the date of a schedule is past in the facts that load at the start. */
const isTooLate = ({ form }: ScheduleEntry): boolean => form.values.paymentDate === '11/19/2026';

/** Returns the schedule at the start: the defaults, the draft, or the choices before a failure (ruling 3). */
function keptSchedule(before: Context, loaded: PaymentFacts): ScheduleEntry {
  const { draft: kept, schedule, link } = before;
  if (!isResumed(before)) {
    if (isAccountWanted(before) && link?.isExtra) return extraSchedule;
    return isCovered({ facts: loaded }) ? coveredSchedule : partlyCoveredSchedule;
  }
  if (kept !== null) return isPast(before) ? tooLateSchedule : otherAmountSchedule;
  return schedule === null
    ? startingSchedule
    : { form: expectedForm(schedule.form.values, isTooLate(schedule) ? schedule.form.problems : []), cutoff: null };
}

/** Returns true if a bank account is chosen. */
const hasSource = ({ method }: Context): boolean => method?.methodId !== '' || method.verified !== null;

/** Returns true if a new account was saved during its verification. */
const isSaved = ({ verified }: MethodEntry): boolean => verified?.savedId === 'method-3';

function keptMethod(before: Context): MethodEntry {
  const { draft: kept, method } = before;
  if (!isResumed(before)) return savedEntry;
  if (kept !== null) return kept.methodId === '' ? keptNewAccount : otherSavedEntry;
  // The saved account is not part of the sample answer.
  return method === null || method.methodId === 'method-3' || isSaved(method) ? savedEntry : method;
}

type WithCompleted = Pick<Context, 'completed'>;

// The steps are completed in order.
const hasMethod = ({ completed }: WithCompleted): boolean => completed.length === 2;
const hasSchedule = ({ completed }: WithCompleted): boolean => completed.length > 0;
const withoutMethod = (before: WithCompleted): Context['completed'] => (hasSchedule(before) ? ['schedule'] : []);

/**
 * Returns the completed steps. A step becomes incomplete if a choice is no longer valid, or if a new account must be
 * verified again.
 */
function keptSteps(before: Context): Context['completed'] {
  if (!isResumed(before)) return [];
  if (before.draft !== null && isPast(before)) return [];
  if (before.draft !== null) return before.draft.methodId === '' ? ['schedule'] : ['schedule', 'method'];
  return ['', 'method-3'].includes(before.method?.methodId ?? 'none') ? withoutMethod(before) : before.completed;
}

const scheduleInput = ({ schedule, account, facts: known }: Pick<Context, 'schedule' | 'account' | 'facts'>) => ({
  chooseSchedule: {
    payment: known?.payment,
    dates: known?.dates,
    today: known?.today,
    upcoming: known?.upcoming,
    account,
    accrualEnd: facts.accrualEnd,
    nearPayoffRange: 2_500,
    entry: schedule,
  },
});
/** Saved method for a new account that was saved, with masked numbers, after a return to the step. */
const savedThere: SavedMethod = {
  profileId: 'method-3',
  profileName: 'My Checking Account',
  bankName: 'JPMorgan Chase',
  accountTypeId: 1,
  accountNumber: '*****1147',
  routingNumber: '*****0021',
  accountHolder: 'Avery Quist',
};
const comeBackTo = (method: MethodEntry | null): MethodEntry | null =>
  method && isSaved(method) ? { ...emptyEntry, methodId: 'method-3' } : method;
const methodInput = ({ method, limits, facts: known }: Pick<Context, 'method' | 'limits' | 'facts'>) => ({
  chooseMethod: {
    methods: known?.methods ?? sampleMethods,
    limits,
    canSave: true,
    entry: comeBackTo(method),
  },
});

const toSchedule: Expected<Context> = { state: 'choosingAmounts', calls: scheduleInput };
const toMethod: Expected<Context> = {
  state: 'choosingMethod.choosing',
  context: ({ method }) => ({ method: comeBackTo(method) }),
  calls: methodInput,
};

const submission = expectedOnce<Context>({
  state: 'submittingPayment',
  call: 'submitPayment',
  request: (before) => ({ body: bodyOf(before) }),
});
const nothingPaid = { key: null, isSentBefore: false, notice: 'nothingWasPaid' } as const;

/** Each time the review opens, it gets the forecast of the reviewed choices, and the facts again (ruling 90). */
const reviewCalls = (before: Pick<Context, 'schedule' | 'facts'>) => ({
  getForecast: { payment: amountsOf(before) },
  getFactsAgain: {},
});

/** Returns the result of opening the review: the terms are unchecked. */
const toReview = (where: Where, context: Part = {}): Where => ({
  ...where,
  state: 'reviewing.readingTerms',
  context: { ...context, ...termsUnread },
  calls: reviewCalls,
});

/** Expected result of Previous and of Back: the step is incomplete and the method is preserved (Y §4.3, ruling 24). */
const backFromMethod: Expected<Context> = {
  ...toSchedule,
  context: ({ completed }) => ({ completed: withoutMethod({ completed }), methodPreserved: true }),
};

/** Returns the account from the URL, or from the resumed choices. */
const accountOf = (before: Context): string | null =>
  isAccountWanted(before) ? 'acct-1' : ((isResumed(before) ? before.draft?.account : null) ?? before.account);

/** Returns the steps after the facts have loaded; `draft` is consumed. */
const started = (before: Context, loaded: PaymentFacts): Part => ({
  facts: loaded,
  account: accountOf(before),
  isDraftSetAside: before.isDraftSetAside || (before.draft !== null && !isResumed(before)),
  schedule: keptSchedule(before, loaded),
  isUntouched: !isResumed(before),
  method: keptMethod(before),
  mustReenterAccount: before.draft?.methodId === '' || before.mustReenterAccount,
  completed: keptSteps(before),
  isSentBefore: before.key !== null,
  draft: null,
});
/** Returns true if a draft with a new bank account is valid except for the account, whose step must be repeated. */
const isAccountLost = ({ draft: kept, mustReenterAccount, completed }: Context): boolean =>
  kept === null
    ? mustReenterAccount && hasSchedule({ completed })
    : kept.methodId === '' && kept.values['paymentDate'] !== '11/19/2026';

const ending = (state: string, result: SubmissionResult<SubmitResponse, typeof record>, reads: string[]) => ({
  state,
  context: (before: Context): Part => ({
    result,
    record:
      result.result === 'accepted'
        ? (result.record ?? (hasSource(before) && !before.isSentBefore ? paidOf(before) : null))
        : null,
  }),
  reads,
  hides: [SUBMITTING],
});
const ended = (...[state, result, reads]: Parameters<typeof ending>) => ({
  answers: result,
  then: ending(state, result, reads),
});

/** Outcome in which the facts load: the payment starts, resumes, or asks for the outcome of an earlier submission. */
function loads(loaded: PaymentFacts, reads: readonly string[] = []): Outcome<Context> {
  const context = (before: Context) => started(before, loaded);
  const toStartedSchedule: Expected<Context> = {
    state: 'choosingAmounts',
    context,
    calls: (before) => {
      const schedule = keptSchedule(before, loaded);
      return scheduleInput({ schedule, account: accountOf(before), facts: loaded });
    },
    reads: ['$412.50', ...reads],
  };
  return {
    answers: { result: 'loaded', loaded },
    then: [
      {
        when: ({ key }) => key !== null,
        ...submission.asks,
        context,
      },
      {
        when: isAccountLost,
        state: 'choosingMethod.choosing',
        context,
        calls: (before) => methodInput({ ...before, method: keptMethod(before) }),
        reads: [ENTER_AGAIN],
      },
      {
        when: (before) =>
          isAccountWanted(before) &&
          before.link?.isExtra === true &&
          keptSchedule(before, loaded).form.values['option.acct-1'] === 'OtherAmount',
        ...toStartedSchedule,
        focus: { place: 'field', field: 'otherAmount.acct-1', delay: 0 },
      },
      toStartedSchedule,
    ],
  };
}

const SAME_DATE = 'You already have a $50.00 payment scheduled for 11/2';

const NOTHING_LEFT = 'With your scheduled payments, you have nothing left to pay right now.';
const acceptedOnAsking = { result: 'accepted' as const, answer: accepted, record };
/** Texts of a receipt from the server's record, which has the date of the submission. */
const RECORDED = [CONFIRMATION_NUMBER, '$99.00', "is processed at once and can't be canceled"];

const stopsInError: Outcome<Context> = {
  throws: { kind: 'unreadable', detail: 'Unexpected Error' },
  then: failure,
};

/** Expected result of a failed reading: the payment goes on with the facts that loaded before. */
const notReadAgain = (why: CallFailure): Outcome<Context>['then'] => {
  const emits = [{ type: 'failure.ignored', what: 'What the payment depends on was not read again', failure: why }];
  return [
    { in: 'reviewing.readingTerms', emits },
    { ...submission.sends, emits },
  ];
};

const withAgain = ({ facts: known }: Context, again: ChangingFacts): PaymentFacts | null =>
  known && { ...known, ...again };

/** Expected result of reading again while the borrower reviews, or has submitted a payment that is as reviewed. */
const goesOn = (again: ChangingFacts): readonly Where[] => [
  {
    in: 'reviewing.readingTerms',
    context: (before) => ({ facts: withAgain(before, again) }),
    reads: again === withPayments ? [SAME_DATE] : [],
  },
  submission.sends,
];

/** The schedule as attempted, so that its errors are shown. */
const attempted = ({ schedule }: Context): ScheduleEntry | null =>
  schedule && {
    form: expectedForm(schedule.form.values, [], { touched: schedule.form.touched, attempted: true }),
    cutoff: null,
  };

/** Outcome in which less is due: a payment of what is due is another amount now, and the schedule is shown again. */
const lessIsDue: Outcome<Context> = {
  answers: { result: 'loaded', loaded: withLessDue },
  then: [
    {
      when: ({ schedule, facts: known }) =>
        schedule?.form.values['option.acct-1'] !== 'OtherAmount' && known?.payment !== withLessDue.payment,
      state: 'choosingAmounts',
      context: (before) => ({
        facts: withAgain(before, withLessDue),
        schedule: attempted(before),
        completed: [],
        isUntouched: false,
        notice: 'amountsChanged',
      }),
      calls: (before) =>
        scheduleInput({
          schedule: attempted(before),
          account: before.account,
          facts: withAgain(before, withLessDue),
        }),
      focus: toNotice,
      reads: [AMOUNTS_CHANGED, '$206.25'],
      hides: ['$412.50'],
    },
    ...goesOn(withLessDue),
  ],
};

const chooseTerms = (value: boolean): Case => ({
  event: { type: 'field.changed', field: 'terms', value },
  on: ['reviewing'],
  gesture: { action: value ? 'check' : 'uncheck', role: 'checkbox', name: TERMS },
  then: {
    in: 'reviewing.readingTerms',
    context: ({ review }) => ({ review: termsOf(value, { touched: ['terms'], attempted: review.attempted }) }),
    ...(value ? { hides: [REVIEW, TERMS_REQUIRED] } : { reads: [TERMS_REQUIRED] }),
  },
});

const withoutNotice = (method: MethodEntry | null): MethodEntry | null =>
  method && { ...method, bankAccount: method.bankAccount && { ...method.bankAccount, notice: null } };

/** Case for a schedule. A changed schedule makes the later steps incomplete. */
const enterSchedule = (entry: typeof startingSchedule): Case => ({
  event: { type: 'schedule.changed', entry },
  then: {
    in: 'choosingAmounts',
    context: ({ method }): Part => ({
      schedule: entry,
      method: withoutNotice(method),
      completed: [],
      isUntouched: false,
      notice: null,
    }),
    hides: [NOT_SUBMITTED],
  },
});

const enterMethod = (entry: MethodEntry): Case => ({
  event: { type: 'method.changed', entry },
  then: {
    in: 'choosingMethod.choosing',
    context: ({ completed }): Part => ({
      method: entry,
      completed: withoutMethod({ completed }),
      notice: null,
    }),
  },
});

const chosen = (entry: MethodEntry): Outcome<Context> => ({
  answers: entry,
  then: toReview(
    {},
    {
      method: entry,
      completed: ['schedule', 'method'],
      mustReenterAccount: false,
      notice: null,
      ...(isSaved(entry) && { facts: { methods: [...sampleMethods, savedThere] } }),
    },
  ),
});

/** States in which the menu entry, or a route on the receipt, restarts the flow (Y §2.1, §4.5). */
const restartedFrom: Where = { in: ['choosingMethod.choosing', 'reviewing.readingTerms', 'paymentReceived'], ...anew };

export default defineModel<typeof payflow>({
  machine: payflow,
  inputs: {
    'a borrower': {
      input: borrower,
      then: { ...start(), context: { ...nothingChosen, facts: null, draft: null, ...termsUnread } },
    },
    'a borrower whose payment is sent in the older form': {
      input: { ...borrower, submitVersion: 1 },
      then: { ...start(), context: { ...nothingChosen, facts: null, submitVersion: 1 } },
    },
    'a borrower who left a payment unfinished': {
      input: { ...borrower, draft: unsent },
      then: { ...start(), context: { draft: unsent, key: null, schedule: null } },
    },
    'a borrower whose tab was reloaded while the payment was under way': {
      input: { ...borrower, draft: underWay },
      then: { ...start(), context: { draft: underWay, key: sampleKey } },
    },
    'a borrower who left a payment from a new bank account unfinished': {
      input: { ...borrower, draft: unsentNewAccount },
      then: { ...start(), context: { draft: unsentNewAccount, key: null } },
    },
    'the same, with a date that is no longer available': {
      input: { ...borrower, draft: tooLateNewAccount },
      then: { ...start(), context: { draft: tooLateNewAccount, key: null } },
    },
    'a borrower whose tab was reloaded while a payment from a new bank account was under way': {
      input: { ...borrower, draft: underWayNewAccount },
      then: { ...start(), context: { draft: underWayNewAccount, key: sampleKey } },
    },
    'a borrower who pays one account, with an unfinished payment for all': {
      input: { ...borrower, draft: unsent, link: oneAccount },
      then: { ...start(), context: { draft: unsent, link: oneAccount, account: null, schedule: null } },
    },
    'a borrower who pays extra on one account': {
      input: { ...borrower, link: { ...oneAccount, isExtra: true } },
      then: { ...start(), context: { draft: null, link: { ...oneAccount, isExtra: true }, account: null } },
    },
    'a borrower whose payment from a new bank account was under way, with a date that is no longer available': {
      input: { ...borrower, draft: underWayTooLateNewAccount },
      then: { ...start(), context: { draft: underWayTooLateNewAccount, key: sampleKey } },
    },
    'the same, with choices that are no longer valid': {
      input: { ...borrower, draft: underWayTooLate },
      then: { ...start(), context: { draft: underWayTooLate, key: sampleKey } },
    },
  },
  events: [
    enterSchedule(laterSchedule),
    {
      event: { type: 'schedule.validated', entry: validatedSchedule },
      then: { in: 'choosingAmounts', context: { schedule: validatedSchedule } },
    },
    enterMethod(otherSavedEntry),
    enterMethod(typingEntry),
    {
      event: { type: 'method.validated', entry: unverifiedEntry },
      // A message concerns only a new account, which then no longer counts as verified.
      where: (before) => before.method?.methodId === '' && !hasMethod(before),
      then: [
        {
          in: 'choosingMethod.verifying',
          state: 'choosingMethod.choosing',
          context: { method: unverifiedEntry },
        },
        { in: 'choosingMethod.choosing', context: { method: unverifiedEntry } },
      ],
    },
    {
      event: { type: 'method.submitted' },
      then: {
        in: 'choosingMethod.choosing',
        state: 'choosingMethod.verifying',
        context: ({ completed }): Part => ({
          completed: withoutMethod({ completed }),
          notice: null,
        }),
      },
    },
    { event: { type: 'method.failed' }, then: { in: 'choosingMethod', ...failure } },
    chooseTerms(true),
    chooseTerms(false),
    {
      event: { type: 'previous.pressed' },
      gesture: { action: 'click', role: 'button', name: 'Previous' },
      then: [
        { in: 'choosingMethod.choosing', ...backFromMethod },
        { in: 'reviewing.readingTerms', ...toMethod },
      ],
    },
    {
      event: { type: 'submit.pressed' },
      gesture: { action: 'click', role: 'button', name: 'Submit Payment' },
      then: [
        {
          in: 'reviewing.readingTerms',
          when: ({ review }) => !review.values.terms,
          context: ({ review }) => ({ review: termsOf(false, { touched: review.touched, attempted: true }) }),
          focus: toErrors,
          reads: [REVIEW, 'Terms Checkbox', TERMS_REQUIRED],
        },
        {
          in: 'reviewing.readingTerms',
          state: 'reviewing.checkingAgain',
          context: { notice: null },
          calls: { getFactsAgain: {} },
          reads: [SUBMITTING],
          hides: [NOT_SUBMITTED, PAYMENT_ADDED],
        },
      ],
    },
    submission.keyMade,
    {
      event: { type: 'facts.outdated' },
      then: [
        { in: 'choosingAmounts', ...start() },
        { ...toReview({ in: 'reviewing.readingTerms' }), focus: toHeading },
      ],
    },
    {
      event: { type: 'refusal.closed' },
      gesture: { action: 'click', role: 'button', name: 'Close' },
      then: { in: 'paymentRefused', ...afterRefusal },
    },
    {
      event: { type: 'anotherPayment.wanted' },
      gesture: { action: 'click', role: 'button', name: 'Make Another Payment' },
      then: { in: 'paymentReceived', ...anew },
    },
    {
      event: { type: 'restart.wanted' },
      then: [
        restartedFrom,
        // A sent payment requires asking for its outcome first.
        {
          in: ['gettingPaymentFacts', 'couldNotLoad'],
          when: ({ key }) => key === null,
          ...anew,
        },
      ],
    },
    {
      event: { type: 'retry.wanted' },
      gesture: { action: 'click', role: 'button', name: 'Try again' },
      then: { in: 'couldNotLoad', ...start() },
    },
  ],
  outcomes: {
    getPaymentFacts: {
      'everything is there': loads(facts),
      'everything is there, and scheduled payments cover what is due': loads(
        { ...facts, upcoming: upcomingForTotalDue },
        [COVERED],
      ),
      'something is missing': { answers: { result: 'failed', failure: { kind: 'noAnswer' } }, then: failure },
      'the machine of the facts stops in error': stopsInError,
    },
    chooseSchedule: {
      'a day and amounts': {
        answers: startingSchedule,
        then: {
          ...toMethod,
          context: ({ method }) => ({
            method: comeBackTo(method),
            schedule: startingSchedule,
            completed: ['schedule'],
            isUntouched: false,
            notice: null,
          }),
        },
      },
      'the machine of the schedule stops in error': stopsInError,
    },
    chooseMethod: {
      'a saved method': chosen(savedEntry),
      'a new bank account': chosen(verifiedEntry),
      'a new bank account that is saved': chosen({
        ...verifiedEntry,
        bankAccount: { ...wholeEntry, form: expectedForm(savedAccount.values, [], { touched: ['routingNumber'] }) },
        verified: savedAccount,
      }),
      'the machine of the method stops in error': stopsInError,
    },
    getForecast: {
      'the machine of the forecast stops in error': {
        throws: { kind: 'unreadable', detail: 'Unexpected Error' },
        then: {
          emits: [
            {
              type: 'failure.ignored',
              what: 'What the payment will do was not shown',
              failure: { kind: 'unreadable', detail: 'Unexpected Error' },
            },
          ],
        },
      },
    },
    getFactsAgain: {
      'nothing has changed': { answers: { result: 'loaded', loaded: unchanged }, then: goesOn(unchanged) },
      'payments that came since': {
        answers: { result: 'loaded', loaded: withPayments },
        then: [
          {
            in: 'reviewing.checkingAgain',
            when: ({ facts: known }) => known?.upcoming !== withPayments.upcoming,
            state: 'reviewing.readingTerms',
            calls: { getFactsAgain: {} },
            context: (before) => ({
              ...termsUnread,
              facts: withAgain(before, withPayments),
              notice: 'paymentAdded',
            }),
            focus: toNotice,
            reads: [SAME_DATE, PAYMENT_ADDED],
          },
          ...goesOn(withPayments),
        ],
      },
      'payments that came since on another account, or were canceled': {
        answers: { result: 'loaded', loaded: withPaymentsElsewhere },
        then: goesOn(withPaymentsElsewhere),
      },
      'less is due, because a payment was posted': lessIsDue,
      'something is missing': {
        answers: { result: 'failed', failure: { kind: 'noAnswer' } },
        then: notReadAgain({ kind: 'noAnswer' }),
      },
      'the machine of the facts stops in error': {
        throws: { kind: 'unreadable', detail: 'Unexpected Error' },
        then: notReadAgain({ kind: 'unreadable', detail: 'Unexpected Error' }),
      },
    },
    submitPayment: {
      'the payment is accepted': ended('paymentReceived', { result: 'accepted', answer: accepted, record: null }, [
        CONFIRMATION_NUMBER,
      ]),
      'the payment is accepted, as the server says when it is asked': {
        answers: acceptedOnAsking,
        then: [
          { when: isCovered, ...ending('paymentReceived', acceptedOnAsking, [...RECORDED, NOTHING_LEFT]) },
          {
            when: ({ isSentBefore }) => isSentBefore,
            // $412.50 is due, including $206.25 past due. The scheduled $50.00 were loaded after the submission.
            ...ending('paymentReceived', acceptedOnAsking, [
              ...RECORDED,
              '$362.50',
              'This leaves $156.25 past due on Direct Loans · E100200301.',
            ]),
          },
          // $50.00 had been scheduled before this payment of $99.00.
          ending('paymentReceived', acceptedOnAsking, [
            ...RECORDED,
            '$263.50',
            'This leaves $57.25 past due on Direct Loans · E100200301.',
            COUNTS,
          ]),
        ],
      },
      'the payment is refused': ended('paymentRefused', { result: 'refused', answer: rejected, failure: null }, [
        REASON,
      ]),
      'the server refuses the request': ended(
        'paymentRefused',
        { result: 'refused', answer: null, failure: { kind: 'refused', status: 422 } },
        ['The payment was refused, and nothing was paid.'],
      ),
      'it never arrived': {
        answers: { result: 'neverArrived' },
        then: [
          {
            ...toReview({ when: hasMethod }, nothingPaid),
            focus: toNotice,
            reads: [NOT_SUBMITTED, NOTHING_PAID],
          },
          {
            when: isAccountLost,
            ...toMethod,
            context: nothingPaid,
            reads: [NOT_SUBMITTED, NOTHING_PAID, ENTER_AGAIN],
          },
          {
            ...toSchedule,
            context: nothingPaid,
            reads: [NOT_SUBMITTED, NOTHING_PAID],
          },
        ],
      },
      // The key stays, so that a retry asks for the outcome.
      'the machine of the submission stops in error': stopsInError,
    },
  },
  // Requesting the route of the current screen opens it again with the current choices.
  routes: {
    '#schedule': [
      { in: 'choosingMethod.choosing', ...backFromMethod },
      { in: ['choosingAmounts', 'reviewing.readingTerms'], ...toSchedule },
      { in: 'paymentReceived', ...anew },
    ],
    '#methods': [
      { in: STEPS, when: hasSchedule, ...toMethod },
      { in: 'paymentReceived', ...anew },
    ],
    '#review': [toReview({ in: STEPS, when: hasMethod }), { in: 'paymentReceived', ...anew }],
  },
  screens: {
    gettingPaymentFacts: ['Loading…'],
    couldNotLoad: [DATA_LOAD_FAILURE, 'Try again'],
    choosingAmounts: ['Step 1 of 4: Schedule Payment', 'Total due'],
    choosingMethod: ['Step 2 of 4: Payment Method', 'Previous'],
    'choosingMethod.choosing': ['Continue'],
    'choosingMethod.verifying': ['Verifying your bank account…'],
    reviewing: [
      'Step 3 of 4: Review & Submit',
      'Payment Details',
      'Bank',
      'Account Type',
      'Routing Number',
      TERMS,
      COUNTS,
      'Previous',
    ],
    'reviewing.readingTerms': ['Submit Payment'],
    submittingPayment: ['Step 3 of 4: Review & Submit', 'Payment Details'],
    paymentRefused: [
      'Step 3 of 4: Review & Submit',
      'Payment Details',
      TERMS,
      'Sorry, we could not submit your payment',
      'Close',
    ],
    paymentReceived: [
      'Step 4 of 4: Receipt',
      'Thank you. Your payment has been submitted.',
      'Payment Details',
      'Confirmation Number',
      'Submitted on',
      '11/20/2026, 10:00 AM Eastern Time',
      'Submitted by',
      'How to cancel',
      'Back to My Accounts',
      'Print',
      'Make Another Payment',
    ],
  },
  finish: ['paymentReceived'],
  claims: {
    'a payment is not submitted without accepting the terms': {
      reaching: ({ waitingFor, context }) => waitingFor.includes('submitPayment') && isNew(context),
      needs: (by) => by.kind === 'event' && by.event.type === 'field.changed' && by.event['value'] === true,
      brokenBy: 'guard isReviewComplete: always true',
    },
    'nothing is sent under a key that was sent before': {
      never: ({ isIn, context }) => isIn('reviewing.readingTerms') && !isNew(context),
      brokenBy: 'guard hasBeenSent: always false',
    },
    'the receipt appears only after the server has accepted the payment': {
      reaching: ({ isIn }) => isIn('paymentReceived'),
      needs: (by) => by.kind === 'outcome' && by.outcome.startsWith('the payment is accepted'),
      brokenBy: 'guard isPaid: always true',
    },
    'the method step is incomplete after Previous': {
      reaching: ({ isIn, context }) => isIn('choosingAmounts') && context.methodPreserved && hasMethod(context),
      // A retry after a failure opens the first step with the steps as they were.
      needs: (by) =>
        (by.kind === 'route' && by.to === '#schedule') || (by.kind === 'event' && by.event.type === 'retry.wanted'),
      brokenBy: 'action returnToSchedule: completed not assigned',
    },
    'the review opens only if its steps are complete': {
      never: ({ isIn, context }) => isIn('reviewing') && !(hasSchedule(context) && hasMethod(context)),
      brokenBy: 'guard canReview: always true',
    },
  },
  draft: { of: payflowDraft, secrets: [ACCOUNT_NUMBER, '021000021'] },
  notOnScreen: {
    'getFactsAgain "nothing has changed" (1)': 'the review shows the same as before',
    'getFactsAgain "payments that came since" (3)': 'the payment is sent, as after facts that have not changed',
    'getFactsAgain "payments that came since on another account, or were canceled" (2)':
      'the payment is sent, as after facts that have not changed',
    'getFactsAgain "less is due, because a payment was posted" (1)':
      'the walks pay what is left after a scheduled payment, which is another amount (ruling 113)',
    'getFactsAgain "less is due, because a payment was posted" (3)':
      'the payment is sent, as after facts that have not changed',
    'getFactsAgain "something is missing" (1)': 'the review shows what had loaded before, as it did while they loaded',
    'getFactsAgain "something is missing" (2)': 'the payment is sent, as after facts that have not changed',
  },
  children: {
    getPaymentFacts: paymentFactsModel,
    chooseSchedule: paymentScheduleModel,
    chooseMethod: paymentMethodModel,
    getFactsAgain: factsAgainModel,
    getForecast: paymentForecastModel,
    submitPayment: paymentSubmission,
  },
  facts: (
    {
      submitVersion,
      review,
      completed,
      key,
      isSentBefore,
      draft: kept,
      link,
      facts: known,
      method,
      mustReenterAccount,
      methodPreserved,
      notice,
    },
    isIn,
  ) => ({
    submitVersion,
    terms: completed.length === 2 && review.values.terms,
    completed: completed.length,
    methodPreserved: completed.length === 2 && methodPreserved,
    hasKey: key !== null,
    isSentBefore,
    draft: kept && [kept.values['paymentDate'], kept.methodId].join(' '),
    link: LOADING.some(isIn) && link,
    known: isIn('reviewing.checkingAgain') && [
      known?.upcoming === withPayments.upcoming,
      known?.payment === withLessDue.payment,
    ],
    isCovered: (isIn('choosingAmounts') || isIn('submittingPayment')) && isCovered({ facts: known }),
    notice,
    mustReenterAccount: LOADING.some(isIn) && mustReenterAccount,
    method: methodKind(method),
  }),
});

/** Returns the request body for the reviewed choices, in the version that the flag selects (Y §4.4). */
function bodyOf(before: Context) {
  return before.submitVersion === 2 ? sentV2(before) : sentV1(before, before.methodPreserved);
}

/** Returns the kind of a method: saved, new, new with messages, or verified. */
function methodKind(method: MethodEntry | null): string {
  if (method === null || method.methodId !== '') return 'saved';
  if (method.verified !== null) return isSaved(method) ? 'verified and saved' : 'verified';
  return method.bankAccount?.notice ?? 'typed';
}
