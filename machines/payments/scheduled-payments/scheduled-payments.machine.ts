/**
 * Scheduled and pending payments, and the cancellation of a scheduled one (Y §4.6). If the response to a cancellation
 * is lost, the machine asks the server for the outcome (ruling 4).
 */
import { assign, emit, setup } from 'xstate';
import type { Person } from '#domain/session/identity/shapes.ts';
import { paymentActivity as calls } from '#domain/payments/activity-calls.ts';
import { paymentReads } from '#domain/payments/read-calls.ts';
import type { Cancellation, CancellationResponse } from '#domain/payments/history-shapes.ts';
import type { ScheduledPayment } from '#domain/payments/shapes.ts';
import type { SubmissionResult } from '#domain/submission.ts';
import { call } from '../../kit/effect.ts';
import type { FocusRequested, KeyMade } from '../../kit/events.ts';
import { focus } from '../../kit/focus.ts';
import { loading } from '../../kit/loading.ts';
import { type WithPresses, queuePresses, pressActions } from '../../kit/presses.ts';
import { withAnswer, withEvent } from '../../kit/params.ts';
import { required } from '../../kit/failures.ts';
import { submission } from '../../kit/submission.machine.ts';
import { type Keyed, submitActions, submitOnce } from '../../kit/submit-once.ts';

/** The delay before focus moves to the result of a cancellation, in milliseconds (Y §9). */
const CANCEL_NOTICE_DELAY = 50;

type Result = SubmissionResult<CancellationResponse, Cancellation>;

export const cancellation = submission('cancellation', {
  send: call(calls.cancel),
  settle: call(calls.settleCancellation),
  isAccepted: ({ result }) => result,
});

export interface ScheduledPaymentsInput {
  readonly role: Person['role'];
}

interface Context extends ScheduledPaymentsInput, Keyed, WithPresses {
  /** The payments, the next one first; null until they have been loaded. */
  readonly payments: readonly ScheduledPayment[] | null;
  /** The payment that is being canceled, or the last one that was; null before that. */
  readonly selected: ScheduledPayment | null;
  /** Notice above the payments, about the selected one. */
  readonly notice: 'canceled' | 'notCanceled' | null;
}

/** Returns the cancellation to submit. */
function toCancellation({ selected }: Context): Cancellation {
  const { paymentId, paymentDetailId } = required(selected, 'a payment to cancel');
  return { paymentId, paymentDetailId };
}

interface CancelPressed {
  readonly type: 'cancel.pressed';
  readonly payment: ScheduledPayment;
}

/** The scheduled payments changed, so that other views of payments can reload. */
export interface PaymentsChanged {
  readonly type: 'payments.changed';
}

export const scheduledPayments = setup({
  types: {
    context: {} as Context,
    events: {} as
      | KeyMade
      | CancelPressed
      | { type: 'retry.requested' }
      | { type: 'cancel.confirmed' }
      | { type: 'cancel.dismissed' },
    input: {} as ScheduledPaymentsInput,
    emitted: {} as FocusRequested | PaymentsChanged,
    tags: {} as 'busy' | 'background' | 'settled',
    children: {} as { cancelPayment: 'cancelPayment' },
  },
  actors: {
    getScheduled: call(paymentReads.scheduled),
    cancelPayment: cancellation,
  },
  guards: {
    /** The payment may be in process by then. */
    isCancelable: ({ context: { payments } }, { payment }: CancelPressed) =>
      payments?.some(
        ({ paymentDetailId, description }) =>
          paymentDetailId === payment.paymentDetailId && description === 'Scheduled',
      ) === true,
    isCanceled: (_, { result }: Result) => result === 'accepted',
  },
  actions: {
    setPayments: assign({ payments: (_, payments: readonly ScheduledPayment[]) => payments }),
    setSelected: assign({ selected: (_, { payment }: CancelPressed) => payment, notice: null }),
    ...submitActions,
    removeSelected: assign({
      payments: ({ context: { payments, selected } }) =>
        (payments ?? []).filter(({ paymentDetailId }) => paymentDetailId !== selected?.paymentDetailId),
      key: null,
      notice: 'canceled',
    }),
    setNotCanceled: assign({ key: null, notice: 'notCanceled' }),
    focusNotice: focus('notice', CANCEL_NOTICE_DELAY),
    ...pressActions,
    reportChanged: emit({ type: 'payments.changed' }),
  },
}).createMachine({
  id: 'scheduledPayments',
  description: 'Payments that are scheduled or under way; a scheduled one can be canceled',
  context: ({ input }) => ({ ...input, payments: null, selected: null, key: null, notice: null, pressed: [] }),
  initial: 'loadingPayments',
  states: {
    ...loading('loadingPayments', {
      what: 'the payments',
      actor: 'getScheduled',
      input: {},
      onDone: { target: 'listing', actions: withAnswer('setPayments') },
      waiting: 'background',
      isOptional: true,
    }),
    listing: {
      description: 'The payments are there to read, and scheduled ones can be canceled',
      tags: 'settled',
      entry: 'repeatPresses',
      on: {
        'cancel.pressed': { guard: withEvent('isCancelable'), target: 'confirming', actions: withEvent('setSelected') },
      },
    },
    confirming: {
      description: 'A dialog asks the borrower to confirm the cancellation',
      on: { 'cancel.confirmed': 'canceling', 'cancel.dismissed': 'listing' },
    },
    ...submitOnce('canceling', {
      what: 'the cancellation',
      actor: 'cancelPayment',
      request: (context: Context) => ({ body: toCancellation(context) }),
      waiting: 'background',
      onDone: [
        {
          guard: withAnswer('isCanceled'),
          target: 'listing',
          actions: ['removeSelected', 'focusNotice', 'reportChanged'],
        },
        { target: 'refreshing', actions: ['setNotCanceled', 'focusNotice'] },
      ],
    }),
    refreshing: {
      description: 'The payment was not canceled, perhaps because it is under way: its status is fetched again',
      tags: 'background',
      on: queuePresses('cancel.pressed'),
      invoke: {
        id: 'refresh',
        src: 'getScheduled',
        input: {},
        onDone: { target: 'listing', actions: withAnswer('setPayments') },
        onError: 'listing',
      },
    },
  },
});
