/** Specification of a payment (Y §2.1, §4, §8). The machines of its steps have their own models. */
import type { ContextFrom } from 'xstate';
import type { CallFailure } from '#domain/call.ts';
import type { PaymentRecord } from '#domain/payments/submission-shapes.ts';
import { ACCOUNT_NUMBER, savedAccount, wholeEntry } from '../bank-account/bank-account.model.ts';
import { isNew } from '../../kit/expected-submission.ts';
import { expectedForm, unless } from '../../kit/expected-form.ts';
import { REVIEW, TRY_AGAIN, toHeading, toNotice } from '../../kit/expected-page.ts';
import { required } from '../../kit/failures.ts';
import { type Cases, type PartOf, answers } from 'xstate-workbench/model';
import { accepted, neverArrived, refusedAs, rejected, submits } from '../../kit/spec-submission.ts';
import { spec, stopsInError, words } from '../../kit/spec.ts';
import { findMachine } from 'xstate-workbench/model/xstate-internals';
import type { PaymentData } from './payment-facts.machine.ts';
import { samplePerson as person } from '#domain/session/identity/samples.ts';
import { sampleMethods, upcomingForTotalDue } from '#domain/payments/samples.ts';
import { sampleKey } from '#domain/samples.ts';
import paymentFactsModel, { wholeFacts as facts } from './payment-facts.model.ts';
import paymentForecastModel from './payment-forecast.model.ts';
import type { ChangingPaymentData } from './facts-again.machine.ts';
import factsAgainModel, { unchanged, withLessDue, withPayments, withPaymentsElsewhere } from './facts-again.model.ts';
import type { MethodEntry } from '../payment-method/payment-method.machine.ts';
import paymentMethodModel, {
  otherSavedEntry,
  savedEntry,
  typingEntry,
  unverifiedEntry,
  verifiedEntry,
} from '../payment-method/payment-method.model.ts';
import paymentScheduleModel, {
  COUNTS,
  COVERED,
  validatedSchedule,
  laterSchedule,
  startingSchedule,
} from '../payment-schedule/payment-schedule.model.ts';
import { type PayflowInput, payflowDraft } from './payflow.context.ts';
import { payflow } from './payflow.machine.ts';
import {
  findAccount,
  attempted,
  comeBackTo,
  hasMethod,
  hasSchedule,
  hasSource,
  isAccountLost,
  isCovered,
  isExtraRequested,
  isOther,
  isSaved,
  storedMethod,
  storedSchedule,
  methodInput,
  savedThere,
  scheduleInput,
  started,
  withAgain,
  withoutMethod,
} from './expected-steps.ts';
import {
  CONFIRMATION_NUMBER,
  REASON,
  acceptance,
  toOrder,
  borrower,
  oneAccount,
  tooLateNewAccount,
  underWay,
  underWayNewAccount,
  underWayTooLate,
  underWayTooLateNewAccount,
  unsent,
  unsentNewAccount,
  toPaymentRecord,
  record,
  rejection,
  sentV1,
  sentV2,
} from './payflow.samples.ts';

type Context = ContextFrom<typeof payflow>;
type Part = PartOf<Context>;
const { to, stays, given, unseen, press, hears, where } = words<typeof payflow>();

const TERMS = 'I agree to the terms of the Payment Authorization and Insufficient Funds Statement';
const ENTER_AGAIN = "For your safety we don't keep bank account numbers. Please enter it again.";

/** The terms are unread each time the review opens. */
const termsProblems = ({ terms }: { readonly terms: boolean }) => unless('terms', terms, 'terms.required');
const termsUnread = { review: expectedForm({ terms: false }, termsProblems({ terms: false })) };

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

const getsFacts = { calls: { getPaymentFacts: { role: person.role } } };
const toFacts = to('gettingPaymentFacts', undefined, getsFacts);
const notLoaded = to('couldNotLoad', undefined, { focus: toNotice });
/** A new payment without any choices, for the account in the address, and for all accounts. */
const afterRefusal = to('gettingPaymentFacts', { ...nothingChosen, facts: null, draft: null }, getsFacts);
const anew = to('gettingPaymentFacts', { ...nothingChosen, facts: null, draft: null, link: null }, getsFacts);
const restart = hears('restart.requested', anew);
/** The outcome of a payment that was sent must be known first. */
const restartUnlessSent = hears(
  'restart.requested',
  given(({ key }) => key === null, anew),
);

const begins = (part: Partial<PayflowInput>, key: string | null = null) =>
  [
    { ...borrower, ...part },
    to(
      'gettingPaymentFacts',
      { ...nothingChosen, ...termsUnread, facts: null, account: null, draft: null, link: null, ...part, key },
      getsFacts,
    ),
  ] as const;

const toSchedule = to('choosingAmounts', undefined, { calls: scheduleInput });
const toMethod = to('choosingMethod.choosing', ({ method }) => ({ method: comeBackTo(method) }), {
  calls: methodInput,
});
/** Each time the review opens, it requests the forecast of the reviewed choices, and the facts again (ruling 90). */
const toReview = (context: Part = {}) =>
  to(
    'reviewing.readingTerms',
    { ...context, ...termsUnread },
    {
      calls: (before) => ({ getForecast: { order: toOrder(before) }, getFactsAgain: {} }),
      reads: ['Bank', 'Account Type', 'Routing Number', COUNTS],
    },
  );
/** Previous and Back: the step is incomplete and the method is preserved (Y §4.3, ruling 24). */
const backFromMethod = to(
  'choosingAmounts',
  ({ completed }) => ({ completed: withoutMethod({ completed }), methodPreserved: true }),
  { calls: scheduleInput },
);
/** Addresses of steps that are complete. That of the current step opens it again with the current choices. */
const laterSteps = { '#methods': given(hasSchedule, toMethod), '#review': given(hasMethod, toReview()) };

const submission = submits<Context>({
  machine: required(findMachine(payflow, 'submitPayment'), 'a submission'),
  state: 'submittingPayment',
  by: 'submitPayment',
  // The flag selects the version (Y §4.4).
  request: (before) => ({
    body: before.submitVersion === 2 ? sentV2(before) : sentV1(before, before.methodPreserved),
  }),
  sample: { body: { borrowerPayment: 'a payment' }, accepted: acceptance, rejected: rejection, record },
  texts: {
    sending: 'Submitting your payment…',
    outcomeUnknown: "We're checking what happened to your payment",
    explanation:
      "We haven't heard back about your payment yet. Please don't pay again. We're checking, and we'll show what happened here as soon as we know. We never take a payment twice.",
    asking: 'Checking what happened to your payment…',
  },
});
const SUBMITTING = submission.texts.sending;

/** The facts load: the payment starts, resumes, or asks for the outcome of one that was sent before a reload. */
const loads = (loaded: PaymentData, ...reads: readonly string[]) => {
  const context = (before: Context) => started(before, loaded);
  const toStartedSchedule = to('choosingAmounts', context, {
    calls: (before) =>
      scheduleInput({ schedule: storedSchedule(before, loaded), account: findAccount(before), facts: loaded }),
    reads: ['$412.50', ...reads],
  });
  return [
    answers({ result: 'loaded', loaded }),
    given(({ key }) => key !== null, to('submittingPayment', context, { calls: submission.asks })),
    given(
      isAccountLost,
      to('choosingMethod.choosing', context, {
        calls: (before) => methodInput({ ...before, method: storedMethod(before) }),
        reads: [ENTER_AGAIN],
      }),
    ),
    given((before) => isExtraRequested(before) && isOther(storedSchedule(before, loaded)), {
      ...toStartedSchedule,
      focus: { place: 'field', field: 'otherAmount.acct-1', delay: 0 },
    }),
    toStartedSchedule,
  ] as const;
};

/** The step has an answer, and the review opens. */
const chosen = (entry: MethodEntry) =>
  [
    answers(entry),
    toReview({
      method: entry,
      completed: ['schedule', 'method'],
      mustReenterAccount: false,
      notice: null,
      ...(isSaved(entry) && { facts: { methods: [...sampleMethods, savedThere] } }),
    }),
  ] as const;

/** Facts that reload while the borrower reviews, and before the payment is sent (ruling 90). */
const again = {
  unchanged: answers({ result: 'loaded', loaded: unchanged }),
  withPayments: answers({ result: 'loaded', loaded: withPayments }),
  withPaymentsElsewhere: answers({ result: 'loaded', loaded: withPaymentsElsewhere }),
  withLessDue: answers({ result: 'loaded', loaded: withLessDue }),
  missing: answers({ result: 'failed', failure: { kind: 'noAnswer' } }),
};
/** The review shows the reloaded facts. */
const shows = (read: ChangingPaymentData, ...reads: readonly string[]) =>
  stays((before) => ({ facts: withAgain(before, read) }), { reads });
/** The payment continues with the earlier facts, and the failure is logged. */
const notRead = (failure: CallFailure) => ({
  emits: [{ type: 'failure.ignored', what: 'The facts of the payment were not reloaded', failure }],
});
const noAnswer: CallFailure = { kind: 'noAnswer' };
const unreadable: CallFailure = { kind: 'unreadable', detail: 'Unexpected Error' };
const AS_UNCHANGED = 'the payment is sent, as after facts that have not changed';

const SAME_DATE = 'You already have a $50.00 payment scheduled for 11/2';

/** The amount of a payment of the amount due has changed, and the borrower returns to the schedule. */
const toChangedAmounts = (read: ChangingPaymentData) =>
  unseen(
    'the walks pay the rest after a scheduled payment, which is another amount (ruling 113)',
    given(
      ({ schedule, facts: known }) => !isOther(schedule) && known?.payment !== read.payment,
      to(
        'choosingAmounts',
        (before) => ({
          facts: withAgain(before, read),
          schedule: attempted(before),
          completed: [],
          isUntouched: false,
          notice: 'amountsChanged',
        }),
        {
          calls: (before) =>
            scheduleInput({ schedule: attempted(before), account: before.account, facts: withAgain(before, read) }),
          ...(read === withLessDue && { reads: ['$206.25'], hides: ['$412.50'] }),
        },
      ),
    ),
  );

/** The receipt shows the server's record if the machine asked for it, otherwise the submitted payment. */
const received = (requested: PaymentRecord | null, ...reads: readonly string[]) =>
  to(
    'paymentReceived',
    (before) => ({
      result: { result: 'accepted', answer: acceptance, record: requested },
      record: requested ?? (hasSource(before) && !before.isSentBefore ? toPaymentRecord(before) : null),
    }),
    { reads: [CONFIRMATION_NUMBER, ...reads], hides: [SUBMITTING] },
  );
/** The receipt from the server's record, which has the date of the submission. */
const recorded = (...reads: readonly string[]) =>
  received(record, '$99.00', "is processed at once and can't be canceled", ...reads);
const refused = (result: PartOf<Context['result']>, reason: string) =>
  to('paymentRefused', { result, record: null }, { reads: [reason], hides: [SUBMITTING] });
/** Nothing was paid, and the borrower can send the payment again. */
const nothingPaid = { key: null, isSentBefore: false, notice: 'nothingWasPaid' } as const;

const withoutNotice = (method: MethodEntry | null): MethodEntry | null =>
  method && { ...method, bankAccount: method.bankAccount && { ...method.bankAccount, notice: null } };
const methodChanged = (entry: MethodEntry) =>
  hears(
    { type: 'method.changed', entry },
    stays(({ completed }) => ({ method: entry, completed: withoutMethod({ completed }), notice: null })),
  );
/** A message concerns only a new account, which then no longer counts as verified. */
const methodValidated = (then: Cases<Context>) =>
  where(
    (before) => before.method?.methodId === '' && !hasMethod(before),
    hears({ type: 'method.validated', entry: unverifiedEntry }, then),
  );

export default spec(payflow, {
  starts: {
    'a borrower': begins({}),
    'a borrower whose payment is sent in the older form': begins({ submitVersion: 1 }),
    'a borrower who left a payment unfinished': begins({ draft: unsent }),
    'a borrower whose tab was reloaded while the payment was under way': begins({ draft: underWay }, sampleKey),
    'a borrower who left a payment from a new bank account unfinished': begins({ draft: unsentNewAccount }),
    'the same, with a date that is no longer available': begins({ draft: tooLateNewAccount }),
    'a borrower whose tab was reloaded while a payment from a new bank account was under way': begins(
      { draft: underWayNewAccount },
      sampleKey,
    ),
    'a borrower who pays one account, with an unfinished payment for all': begins({ draft: unsent, link: oneAccount }),
    'a borrower who pays extra on one account': begins({ link: { ...oneAccount, isExtra: true } }),
    'a borrower whose payment from a new bank account was under way, with a date that is no longer available': begins(
      { draft: underWayTooLateNewAccount },
      sampleKey,
    ),
    'the same, with choices that are no longer valid': begins({ draft: underWayTooLate }, sampleKey),
  },
  notices: {
    nothingWasPaid: ["Your payment wasn't submitted", "Your last attempt didn't reach us, and nothing was paid."],
    amountsChanged: 'Your amounts or payment dates have changed',
    paymentAdded: 'Another payment was made on this account',
  },
  forms: {
    review: {
      in: ['reviewing.readingTerms'],
      problems: termsProblems,
      fields: {
        terms: {
          label: TERMS,
          role: 'checkbox',
          entries: [{ value: true, hides: [REVIEW] }, false],
          showsAtOnce: true,
          inPanel: 'Terms Checkbox',
          errors: {
            'terms.required':
              'You are required to agree to the terms of the Payment Authorization and Insufficient Funds Statement.',
          },
        },
      },
      submit: [
        {
          name: 'Submit Payment',
          then: to('reviewing.checkingAgain', { notice: null }, { calls: { getFactsAgain: {} }, reads: [SUBMITTING] }),
        },
      ],
    },
  },
  states: {
    gettingPaymentFacts: {
      shows: ['Loading…'],
      on: [restartUnlessSent],
      when: {
        getPaymentFacts: {
          'everything is there': loads(facts),
          'everything is there, and scheduled payments cover the amount due': loads(
            { ...facts, upcoming: upcomingForTotalDue },
            COVERED,
          ),
          'something is missing': [answers({ result: 'failed', failure: noAnswer }), notLoaded],
          'the machine of the facts stops in error': [stopsInError, notLoaded],
        },
      },
    },
    couldNotLoad: {
      shows: [
        "Sorry, there's been a problem. We were unable to load all of your data. You can try to refresh your browser or try logging out and logging back in.",
        TRY_AGAIN,
      ],
      on: [press(TRY_AGAIN, 'retry.requested', toFacts), restartUnlessSent],
    },
    choosingAmounts: {
      shows: ['Step 1 of 4: Schedule Payment', 'Total due', 'Continue'],
      on: [
        // A changed schedule makes the later steps incomplete.
        hears(
          { type: 'schedule.changed', entry: laterSchedule },
          stays(({ method }) => ({
            schedule: laterSchedule,
            method: withoutNotice(method),
            completed: [],
            isUntouched: false,
            notice: null,
          })),
        ),
        hears({ type: 'schedule.validated', entry: validatedSchedule }, stays({ schedule: validatedSchedule })),
        hears('facts.outdated', toFacts),
      ],
      when: {
        chooseSchedule: {
          'a day and amounts': [
            answers(startingSchedule),
            to(
              'choosingMethod.choosing',
              ({ method }) => ({
                method: comeBackTo(method),
                schedule: startingSchedule,
                completed: ['schedule'],
                isUntouched: false,
                notice: null,
              }),
              { calls: methodInput },
            ),
          ],
          'the machine of the schedule stops in error': [stopsInError, notLoaded],
        },
      },
      routes: { '#schedule': toSchedule, ...laterSteps },
    },
    choosingMethod: {
      shows: ['Step 2 of 4: Payment Method', 'Previous'],
      on: [hears('method.failed', notLoaded)],
      when: {
        chooseMethod: {
          'a saved method': chosen(savedEntry),
          'a new bank account': chosen(verifiedEntry),
          'a new bank account that is saved': chosen({
            ...verifiedEntry,
            bankAccount: { ...wholeEntry, form: expectedForm(savedAccount.values, [], { touched: ['routingNumber'] }) },
            verified: savedAccount,
          }),
          'the machine of the method stops in error': [stopsInError, notLoaded],
        },
      },
    },
    'choosingMethod.choosing': {
      shows: ['Continue'],
      on: [
        methodChanged(otherSavedEntry),
        methodChanged(typingEntry),
        methodValidated(stays({ method: unverifiedEntry })),
        // The step is incomplete until the bank has verified the account.
        hears(
          'method.submitted',
          to('choosingMethod.verifying', ({ completed }) => ({
            completed: withoutMethod({ completed }),
            notice: null,
          })),
        ),
        press('Previous', 'previous.pressed', backFromMethod),
        restart,
      ],
      routes: { '#schedule': backFromMethod, ...laterSteps },
    },
    'choosingMethod.verifying': {
      shows: ['Verifying your bank account…'],
      on: [methodValidated(to('choosingMethod.choosing', { method: unverifiedEntry }))],
    },
    reviewing: {
      shows: ['Step 3 of 4: Review & Submit', 'Payment Details', 'Bank Account', TERMS, 'Previous'],
      when: {
        getForecast: {
          'the machine of the forecast stops in error': [
            stopsInError,
            {
              emits: [{ type: 'failure.ignored', what: 'The payment forecast was not loaded', failure: unreadable }],
            },
          ],
        },
      },
    },
    'reviewing.readingTerms': {
      shows: ['Submit Payment'],
      on: [
        press('Previous', 'previous.pressed', toMethod),
        hears('facts.outdated', { ...toReview(), focus: toHeading }),
        restart,
      ],
      when: {
        getFactsAgain: {
          'nothing has changed': [again.unchanged, toChangedAmounts(unchanged), shows(unchanged)],
          'payments that came since': [
            again.withPayments,
            toChangedAmounts(withPayments),
            shows(withPayments, SAME_DATE),
          ],
          'payments that came since on another account, or were canceled': [
            again.withPaymentsElsewhere,
            toChangedAmounts(withPaymentsElsewhere),
            shows(withPaymentsElsewhere),
          ],
          'less is due, because a payment was posted': [
            again.withLessDue,
            toChangedAmounts(withLessDue),
            shows(withLessDue),
          ],
          'something is missing': [
            again.missing,
            unseen('the review shows the earlier facts, as it did during the load', notRead(noAnswer)),
          ],
          'the machine of the facts stops in error': [stopsInError, notRead(unreadable)],
        },
      },
      routes: { '#schedule': toSchedule, ...laterSteps },
    },
    'reviewing.checkingAgain': {
      over: true,
      when: {
        getFactsAgain: {
          'nothing has changed': [again.unchanged, toChangedAmounts(unchanged), submission.sends],
          'payments that came since': [
            again.withPayments,
            toChangedAmounts(withPayments),
            given(
              ({ facts: known }) => known?.upcoming !== withPayments.upcoming,
              to(
                'reviewing.readingTerms',
                (before) => ({ ...termsUnread, facts: withAgain(before, withPayments), notice: 'paymentAdded' }),
                { calls: { getFactsAgain: {} }, reads: [SAME_DATE] },
              ),
            ),
            unseen(AS_UNCHANGED, submission.sends),
          ],
          'payments that came since on another account, or were canceled': [
            again.withPaymentsElsewhere,
            toChangedAmounts(withPaymentsElsewhere),
            unseen(AS_UNCHANGED, submission.sends),
          ],
          'less is due, because a payment was posted': [
            again.withLessDue,
            toChangedAmounts(withLessDue),
            unseen(AS_UNCHANGED, submission.sends),
          ],
          'something is missing': [again.missing, unseen(AS_UNCHANGED, { ...submission.sends, ...notRead(noAnswer) })],
          'the machine of the facts stops in error': [stopsInError, { ...submission.sends, ...notRead(unreadable) }],
        },
      },
    },
    submittingPayment: {
      over: true,
      shows: ['Step 3 of 4: Review & Submit', 'Payment Details'],
      on: [submission.keyMade],
      when: {
        submitPayment: {
          'the payment is accepted': [accepted(acceptance), received(null)],
          'the payment is accepted, according to the server’s record': [
            accepted(acceptance, record),
            given(
              (before) => before.isSentBefore && isCovered(before),
              recorded('With your scheduled payments, you have nothing left to pay right now.'),
            ),
            // $412.50 is due, including $206.25 past due. The scheduled $50.00 were loaded after the submission.
            given(
              ({ isSentBefore }) => isSentBefore,
              recorded('$362.50', 'This leaves $156.25 past due on Direct Loans · E100200301.'),
            ),
            // $50.00 had been scheduled before this payment of $99.00.
            recorded('$263.50', 'This leaves $57.25 past due on Direct Loans · E100200301.', COUNTS),
          ],
          'the payment is refused': [
            rejected(rejection),
            refused({ result: 'refused', answer: rejection, failure: null }, REASON),
          ],
          'the server refuses the request': [
            refusedAs({ kind: 'refused', status: 422 }),
            refused(
              { result: 'refused', answer: null, failure: { kind: 'refused', status: 422 } },
              'The payment was refused, and nothing was paid.',
            ),
          ],
          'it never arrived': [
            neverArrived,
            given(hasMethod, toReview(nothingPaid)),
            given(isAccountLost, {
              ...toMethod,
              context: nothingPaid,
              focus: null,
              reads: [ENTER_AGAIN],
            }),
            { ...toSchedule, context: nothingPaid, focus: null },
          ],
          // The key stays, so that a retry asks for the outcome.
          'the machine of the submission stops in error': [stopsInError, notLoaded],
        },
      },
    },
    paymentRefused: {
      shows: [
        'Step 3 of 4: Review & Submit',
        'Payment Details',
        TERMS,
        'Sorry, we could not submit your payment',
        'Close',
      ],
      on: [press('Close', 'refusal.closed', afterRefusal)],
    },
    paymentReceived: {
      shows: [
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
      on: [press('Make Another Payment', 'anotherPayment.requested', anew), restart],
      routes: { '#schedule': anew, '#methods': anew, '#review': anew },
    },
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
    // Only the older form names a preserved method.
    'the method step of the older form is incomplete after Previous': {
      reaching: ({ isIn, context }) =>
        isIn('choosingAmounts') && context.submitVersion === 1 && context.methodPreserved && hasMethod(context),
      // A retry after a failure opens the first step with the steps as they were.
      needs: (by) =>
        (by.kind === 'route' && by.to === '#schedule') || (by.kind === 'event' && by.event.type === 'retry.requested'),
      brokenBy: 'action returnToSchedule: completed not assigned',
    },
    'the review opens only if its steps are complete': {
      never: ({ isIn, context }) => isIn('reviewing') && !(hasSchedule(context) && hasMethod(context)),
      brokenBy: 'guard canReview: always true',
    },
  },
  draft: { of: payflowDraft, secrets: [ACCOUNT_NUMBER, '021000021'] },
  children: {
    getPaymentFacts: paymentFactsModel,
    chooseSchedule: paymentScheduleModel,
    chooseMethod: paymentMethodModel,
    getFactsAgain: factsAgainModel,
    getForecast: paymentForecastModel,
    submitPayment: submission.child,
  },
  facts: (
    {
      submitVersion,
      review,
      completed,
      key,
      isSentBefore,
      draft: stored,
      link,
      facts: known,
      method,
      mustReenterAccount,
      methodPreserved,
      schedule,
      isUntouched,
    },
    isIn,
  ) => {
    // A new payment starts without any choices.
    if (isIn('paymentReceived')) return { submitVersion };
    if (isIn('paymentRefused')) return { submitVersion, link };
    // Facts that have loaded are loaded again.
    const loaded = isIn('gettingPaymentFacts') || isIn('couldNotLoad') ? null : known;
    return {
      submitVersion,
      terms: isIn('reviewing') && review.values.terms,
      completed: completed.length,
      // Only the older form names it.
      methodPreserved: submitVersion === 1 && methodPreserved,
      hasKey: key !== null,
      isSentBefore,
      isCovered: isSentBefore && isCovered({ facts: known }),
      draft: stored && [stored.values['paymentDate'], stored.methodId].join(' '),
      link,
      isLessDue: loaded?.payment === withLessDue.payment,
      hasPayments: loaded?.upcoming === withPayments.upcoming,
      hasChoices: schedule !== null && !isUntouched,
      isOther: isOther(schedule),
      mustReenterAccount,
      isSavedThere: method?.methodId === 'method-3',
      method: methodKind(method),
    };
  },
  combinedFacts: ({ draft: stored, facts: known, ...context }, isIn) => {
    const { submitVersion, review, completed, key, isSentBefore, notice, method } = context;
    const isPending = ['gettingPaymentFacts', 'couldNotLoad', 'submittingPayment'].some(isIn);
    return {
      submitVersion,
      terms: completed.length === 2 && review.values.terms,
      completed: completed.length,
      methodPreserved: completed.length === 2 && context.methodPreserved,
      hasKey: key !== null,
      isSentBefore,
      draft: stored && [stored.values['paymentDate'], stored.methodId].join(' '),
      link: isPending && context.link,
      known: isIn('reviewing.checkingAgain') && [
        known?.upcoming === withPayments.upcoming,
        known?.payment === withLessDue.payment,
      ],
      isCovered: (isIn('choosingAmounts') || isIn('submittingPayment')) && isCovered({ facts: known }),
      notice,
      mustReenterAccount: isPending && context.mustReenterAccount,
      method: methodKind(method),
    };
  },
});

/** Returns the kind of a method: saved, new, new with messages, or verified. */
function methodKind(method: MethodEntry | null): string {
  if (method === null || method.methodId !== '') return 'saved';
  if (method.verified !== null) return isSaved(method) ? 'verified and saved' : 'verified';
  return method.bankAccount?.notice ?? 'typed';
}
