/** Model of viewing and canceling scheduled payments (Y §4.6, rulings 4, 18 and 52). */
import type { ContextFrom } from 'xstate';
import { plainDateOf as day } from '#domain/calendar.ts';
import { toCents } from '#domain/money.ts';
import type { ScheduledPayment } from '#domain/payments/shapes.ts';
import { sampleKey } from '#domain/samples.ts';
import { COULD_NOT_LOAD, TRY_AGAIN } from '../../kit/expected-page.ts';
import { casesFirst, expectedPresses, isFirstPress, repeatedFocus, onePress } from '../../kit/expected-presses.ts';
import { type Expected, defineModel } from '../../kit/model.ts';
import { expectedOnce } from '../../kit/expected-submission.ts';
import { createSubmissionModel } from '../../kit/submission.model.ts';
import { cancellation, scheduledPayments } from './scheduled-payments.machine.ts';

type Context = ContextFrom<typeof scheduledPayments>;

const NONE = "You don't have any pending payments at this time.";
const QUESTION = 'Are you sure you want to cancel the payment of $50.00 scheduled for 11/25/2026?';
const CANCELLED =
  'Payment of $50.00 scheduled for 11/25/2026 is in process. You will see the cancelled payment appear in your Payment History soon.';
const NOT_CANCELLED = 'Payment of $50.00 scheduled for 11/25/2026 could not be cancelled. Please try again.';
const DRAFT_UNDER_WAY = 'Your next auto debit payment is already under way.';
const CHECKING = "We're checking what happened to your cancellation";
const NOTICES = [CANCELLED, NOT_CANCELLED];

/** The one payment that can be canceled. */
const scheduled: ScheduledPayment = {
  paymentId: 'payment-1',
  paymentDetailId: 'detail-1',
  effectiveDate: day('2026-11-25'),
  sumOfPaymentAmount: toCents(5_000),
  paymentMethod: 'JPMorgan Chase *****6789',
  paymentType: 'Online Payment',
  accountNumber: 'E100200301',
  loanType: 'Direct',
  groupId: 'A',
  description: 'Scheduled',
  keptDespite: 'pause',
  leftIfCancelled: { dueDate: day('2026-12-01'), amount: toCents(5_000) },
};
const processing: ScheduledPayment = { ...scheduled, description: 'Processing' };
const autoDebit: ScheduledPayment = {
  ...scheduled,
  paymentId: 'payment-2',
  paymentDetailId: 'detail-2',
  effectiveDate: day('2026-11-19'),
  sumOfPaymentAmount: toCents(20_625),
  paymentType: 'Auto Debit',
  groupId: null,
  description: 'Pending',
};
/** A draft for a bill that was due on Sunday, which is drawn on Monday. */
const waiting: ScheduledPayment = {
  ...autoDebit,
  effectiveDate: day('2026-11-23'),
  description: 'Processing',
  paysPastBills: toCents(20_625),
};
const both = [autoDebit, scheduled];

/** What the list of both payments shows. */
const LISTED = ['11/19/2026', '$206.25', 'Direct Loans · E100200301', 'Pending', 'Cancel'];

const names = { paymentId: 'payment-1', paymentDetailId: 'detail-1' };
const canCancel = ({ payments }: Context) => payments?.includes(scheduled) === true;
const toNotice = { place: 'notice', delay: 50 } as const;
const cancels = expectedOnce<Context>({ state: 'canceling', call: 'cancelPayment', request: () => ({ body: names }) });

const canceled = {
  state: 'listing',
  context: ({ payments }: Context) => ({
    payments: (payments ?? []).filter((each) => each !== scheduled),
    key: null,
    notice: 'canceled' as const,
  }),
  focus: toNotice,
  emits: [{ type: 'payments.changed' }],
  reads: [CANCELLED],
  hides: [QUESTION],
};
const notCanceled = {
  state: 'refreshing',
  context: { key: null, notice: 'notCanceled' as const },
  calls: { refresh: {} },
  focus: toNotice,
  reads: [NOT_CANCELLED],
  hides: [QUESTION],
};

/** Expects a list, regardless of the call that loaded it. */
const lists = (payments: readonly ScheduledPayment[], reads: readonly string[], hides: readonly string[] = []) => ({
  answers: payments,
  then: { state: 'listing', context: { payments }, reads, hides },
});

/** A press while the payments are fetched again counts afterwards, if the payment can still be canceled. */
const presses = expectedPresses<Context>();
const CANCEL = { type: 'cancel.pressed', payment: scheduled } as const;
/** An auto debit payment under way has no button, and the machine ignores the event. */
const UNDER_WAY = { type: 'cancel.pressed', payment: autoDebit } as const;
const toConfirm: Expected<Context> = {
  state: 'confirming',
  context: { wanted: scheduled, notice: null },
  reads: [QUESTION, 'you still have to pay $50.00 by 12/01/2026', 'No, keep this payment', 'Yes, cancel this payment'],
  hides: NOTICES,
};
const cancelsListed = {
  event: CANCEL,
  gesture: { action: 'click', role: 'button', name: 'Cancel payment of $50.00 on 11/25/2026' } as const,
  on: ['listing', 'refreshing'],
  where: canCancel,
  then: [{ in: 'listing', when: canCancel, ...toConfirm }, presses.counts(CANCEL, { when: canCancel, ...toConfirm })],
};
const ignoresUnderWay = { event: UNDER_WAY, then: [{ in: 'listing' }, presses.counts(UNDER_WAY)] };
const pressedFirst = (payments: readonly ScheduledPayment[]) =>
  presses.after({ state: 'listing', context: { payments } }, { payments });
const keepsList = { in: 'refreshing', state: 'listing', reads: [NOT_CANCELLED] };

const role = { role: 'borrower' } as const;
const loads = { state: 'loadingPayments', calls: { getScheduled: {} } };
const atFirst = { payments: null, wanted: null, key: null, notice: null, pressed: [] };

export default defineModel<typeof scheduledPayments>({
  machine: scheduledPayments,
  title: 'Scheduled Payments',
  place: '`/payments/payment-activity`',
  inputs: {
    'a borrower': { input: role, then: { ...loads, context: { ...role, ...atFirst } } },
    'an authorized payer': {
      input: { role: 'payer' },
      then: { ...loads, context: { role: 'payer', ...atFirst } },
    },
  },
  events: [
    {
      event: { type: 'retry.wanted' },
      gesture: { action: 'click', role: 'button', name: TRY_AGAIN },
      then: [{ in: 'couldNotLoad', ...loads, hides: [COULD_NOT_LOAD] }, ...cancels.retried],
    },
    cancels.keyMade,
    cancelsListed,
    ignoresUnderWay,
    {
      event: { type: 'cancel.confirmed' },
      gesture: { action: 'click', role: 'button', name: 'Yes, cancel this payment' },
      then: { in: 'confirming', ...cancels.sends, reads: ['Canceling'] },
    },
    {
      event: { type: 'cancel.dismissed' },
      gesture: { action: 'click', role: 'button', name: 'No, keep this payment' },
      then: { in: 'confirming', state: 'listing', hides: [QUESTION] },
    },
  ],
  outcomes: {
    getScheduled: {
      'one scheduled payment': casesFirst<Context>(
        pressedFirst([scheduled]),
        lists(
          [scheduled],
          ['11/25/2026', '$50.00', 'JPMorgan Chase *****6789', 'Direct Loans · E100200301, group A', 'Scheduled'],
        ),
      ),
      'an auto debit payment under way': {
        answers: both,
        // Payers do not see the types of payments (Y §6).
        then: [
          ...pressedFirst(both),
          { ...lists(both, LISTED).then, when: ({ role: who }) => who === 'payer', hides: [DRAFT_UNDER_WAY] },
          lists(both, [DRAFT_UNDER_WAY, ...LISTED]).then,
        ],
      },
      'a draft that waits for a banking day': {
        answers: [waiting],
        then: [
          ...pressedFirst([waiting]),
          {
            ...lists([waiting], ['11/23/2026', '$206.25', 'Processing']).then,
            when: ({ role: who }) => who === 'payer',
            hides: [DRAFT_UNDER_WAY],
          },
          lists([waiting], [DRAFT_UNDER_WAY, '11/23/2026', '$206.25', 'Processing'], ['Cancel payment of']).then,
        ],
      },
      'a payment that is processing': casesFirst<Context>(
        pressedFirst([processing]),
        lists([processing], ['11/25/2026', 'Processing'], ['Cancel payment of']),
      ),
      'no payment': casesFirst<Context>(pressedFirst([]), lists([], [NONE])),
      'no answer in time': {
        throws: { kind: 'noAnswer' },
        then: [
          { in: 'loadingPayments', state: 'couldNotLoad', reads: [COULD_NOT_LOAD] },
          {
            ...toConfirm,
            in: 'refreshing',
            when: isFirstPress(CANCEL),
            emits: repeatedFocus(undefined),
            context: { wanted: scheduled, notice: null, pressed: [] },
          },
          { ...keepsList, when: isFirstPress(UNDER_WAY), emits: repeatedFocus(undefined), context: { pressed: [] } },
          keepsList,
        ],
      },
    },
    cancelPayment: {
      'it is canceled': {
        answers: { result: 'accepted', answer: { result: true }, record: null },
        then: canceled,
      },
      'it turns out to be canceled': {
        answers: { result: 'accepted', answer: { result: true }, record: names },
        then: canceled,
      },
      'it is no longer scheduled': {
        answers: { result: 'refused', answer: { result: false }, failure: null },
        then: notCanceled,
      },
      'the server refuses the request': {
        answers: { result: 'refused', answer: null, failure: { kind: 'refused', status: 422 } },
        then: notCanceled,
      },
      'it never arrived': { answers: { result: 'neverArrived' }, then: notCanceled },
      'the machine of the cancellation stops in error': {
        throws: { kind: 'unreadable', detail: 'Unexpected Error' },
        then: { state: 'outcomeCheckFailed', focus: toNotice, reads: [CHECKING], hides: [QUESTION] },
      },
    },
  },
  screens: {
    loadingPayments: ['Scheduled Payments', 'Loading…'],
    couldNotLoad: ['Scheduled Payments', COULD_NOT_LOAD, TRY_AGAIN],
    listing: ['Scheduled Payments'],
    confirming: [QUESTION],
    canceling: ['Scheduled Payments'],
    refreshing: [NOT_CANCELLED],
    outcomeCheckFailed: [CHECKING],
  },
  finish: ['listing'],
  claims: {
    'a payment counts as canceled only when the server says so': {
      reaching: ({ context }) => context.notice === 'canceled',
      needs: (by) => by.kind === 'outcome' && ['it is canceled', 'it turns out to be canceled'].includes(by.outcome),
      brokenBy: 'guard isCanceled: always true',
    },
    'a new cancellation has a new key': {
      never: ({ isIn, context }) => isIn('listing') && context.key !== null,
      brokenBy: 'canceling -> cancelPayment done [isCanceled]: action removeWanted removed',
    },
  },
  notOnScreen: {
    'cancelPayment "it turns out to be canceled" (1)': 'The list looks as it does after an immediate response.',
    'cancelPayment "the server refuses the request" (1)': 'The notice is the same as for a payment under way.',
    'cancelPayment "it never arrived" (1)': 'The notice is the same as for a payment under way.',
  },
  children: {
    cancelPayment: createSubmissionModel(cancellation, {
      key: sampleKey,
      body: names,
      accepted: { result: true },
      rejected: { result: false },
      record: names,
      messages: {
        sending: 'Canceling',
        outcomeUnknown: CHECKING,
        explanation: "We haven't heard back yet.",
        asking: 'Checking what happened to your cancellation…',
      },
    }),
  },
  tries: onePress('cancel.pressed'),
});
