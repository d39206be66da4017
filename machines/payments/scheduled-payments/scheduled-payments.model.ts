/** Specification of viewing and canceling scheduled payments (Y §4.6, rulings 4, 18 and 52). */
import type { ContextFrom } from 'xstate';
import { toPlainDate as day } from '#domain/calendar.ts';
import { toCents } from '#domain/money.ts';
import type { ScheduledPayment } from '#domain/payments/shapes.ts';
import { accepted, neverArrived, refusedAs, rejected, submits } from '../../kit/spec-submission.ts';
import { answers } from 'xstate-workbench/model';
import { noAnswer, spec, stopsInError, words } from '../../kit/spec.ts';
import { cancellation, scheduledPayments } from './scheduled-payments.machine.ts';

type Context = ContextFrom<typeof scheduledPayments>;
const { to, stays, given, unseen, thenPresses, press, hears, where, loads } = words<typeof scheduledPayments>();

const NONE = "You don't have any pending payments at this time.";
const QUESTION = 'Are you sure you want to cancel the payment of $50.00 scheduled for 11/25/2026?';
const NOT_CANCELED = 'Payment of $50.00 scheduled for 11/25/2026 could not be cancelled. Please try again.';
const DRAFT_UNDER_WAY = 'Your next auto debit payment is already under way.';

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

const names = { paymentId: 'payment-1', paymentDetailId: 'detail-1' };
const isScheduled = ({ description }: ScheduledPayment) => description === 'Scheduled';
const canCancel = ({ payments }: Context) => payments?.some(isScheduled) === true;
const isPayer = ({ role }: Context) => role === 'payer';
/** The result of a cancellation (Y §9). */
const toResult = { place: 'notice', delay: 50 } as const;

const submission = submits<Context>({
  machine: cancellation,
  state: 'canceling',
  by: 'cancelPayment',
  request: () => ({ body: names }),
  sample: { body: names, accepted: { result: true }, rejected: { result: false }, record: names },
  texts: {
    sending: 'Canceling',
    outcomeUnknown: "We're checking what happened to your cancellation",
    explanation: "We haven't heard back yet.",
    asking: 'Checking what happened to your cancellation…',
  },
});

const starts = (role: Context['role']) =>
  [
    { role },
    to(
      'loadingPayments',
      { role, payments: null, selected: null, key: null, notice: null, pressed: [] },
      { calls: { getScheduled: {} } },
    ),
  ] as const;

/** A list, whichever call loaded it. */
const lists = (payments: readonly ScheduledPayment[], reads: readonly string[], hides: readonly string[] = []) =>
  [answers(payments), thenPresses(to('listing', { payments }, { reads, hides }), { payments })] as const;

/** A list with auto debit. Payers do not see the types of payments (Y §6). */
const listsDraft = (payments: readonly ScheduledPayment[], reads: readonly string[], hides: readonly string[] = []) =>
  [
    answers(payments),
    given(isPayer, thenPresses(to('listing', { payments }, { reads, hides: [DRAFT_UNDER_WAY] }), { payments })),
    thenPresses(to('listing', { payments }, { reads: [DRAFT_UNDER_WAY, ...reads], hides }), { payments }),
  ] as const;

const canceled = to(
  'listing',
  ({ payments }) => ({
    payments: (payments ?? []).filter((each) => !isScheduled(each)),
    key: null,
    notice: 'canceled',
  }),
  { focus: toResult, emits: [{ type: 'payments.changed' }], hides: [QUESTION] },
);
const notCanceled = to(
  'refreshing',
  { key: null, notice: 'notCanceled' },
  { calls: { refresh: {} }, focus: toResult, hides: [QUESTION] },
);
const sameNotice = 'The notice is the same as for a payment under way.';

export default spec(scheduledPayments, {
  title: 'Scheduled Payments',
  place: '`/payments/payment-activity`',
  shows: ['Scheduled Payments'],
  starts: { 'a borrower': starts('borrower'), 'an authorized payer': starts('payer') },
  notices: {
    canceled:
      'Payment of $50.00 scheduled for 11/25/2026 is in process. You will see the cancelled payment appear in your Payment History soon.',
    notCanceled: NOT_CANCELED,
  },
  presses: { of: 'listing', in: ['refreshing'], types: ['cancel.pressed'], after: 'refreshing' },
  states: {
    ...loads('loadingPayments', { getScheduled: {} }),
    listing: {
      on: [
        where(
          canCancel,
          press(
            'Cancel payment of $50.00 on 11/25/2026',
            { type: 'cancel.pressed', payment: scheduled },
            given(
              canCancel,
              to(
                'confirming',
                { selected: scheduled, notice: null },
                {
                  reads: [
                    'you still have to pay $50.00 by 12/01/2026',
                    'No, keep this payment',
                    'Yes, cancel this payment',
                  ],
                },
              ),
            ),
          ),
        ),
        // An auto debit payment under way has no button.
        hears({ type: 'cancel.pressed', payment: autoDebit }, stays()),
      ],
    },
    confirming: {
      over: true,
      shows: [QUESTION],
      on: [
        press(
          'Yes, cancel this payment',
          'cancel.confirmed',
          to('canceling', undefined, {
            calls: { cancelPayment: { body: names } },
            reads: [submission.texts.sending],
          }),
        ),
        press('No, keep this payment', 'cancel.dismissed', to('listing')),
      ],
    },
    canceling: {
      over: true,
      on: [submission.keyMade],
      when: {
        cancelPayment: {
          'it is canceled': [accepted({ result: true }), canceled],
          'it turns out to be canceled': [
            accepted({ result: true }, names),
            unseen('The list looks as it does after an immediate response.', canceled),
          ],
          'it is no longer scheduled': [rejected({ result: false }), notCanceled],
          'the server refuses the request': [
            refusedAs({ kind: 'refused', status: 422 }),
            unseen(sameNotice, notCanceled),
          ],
          'it never arrived': [neverArrived, unseen(sameNotice, notCanceled)],
          'the machine of the cancellation stops in error': [
            stopsInError,
            to('outcomeCheckFailed', undefined, { focus: toResult, hides: [QUESTION] }),
          ],
        },
      },
    },
    outcomeCheckFailed: submission.outcomeCheckFailed,
    refreshing: {
      shows: [NOT_CANCELED],
      when: {
        getScheduled: {
          'no answer in time': [noAnswer, thenPresses(to('listing', undefined, { reads: [NOT_CANCELED] }))],
        },
      },
    },
  },
  several: [
    { in: ['loadingPayments'], when: { getScheduled: { 'no answer in time': [noAnswer, to('couldNotLoad')] } } },
    {
      in: ['loadingPayments', 'refreshing'],
      when: {
        getScheduled: {
          'one scheduled payment': lists(
            [scheduled],
            ['11/25/2026', '$50.00', 'JPMorgan Chase *****6789', 'Direct Loans · E100200301, group A', 'Scheduled'],
          ),
          'an auto debit payment under way': listsDraft(
            [autoDebit, scheduled],
            ['11/19/2026', '$206.25', 'Direct Loans · E100200301', 'Pending', 'Cancel'],
          ),
          'a draft that waits for a banking day': listsDraft(
            [waiting],
            ['11/23/2026', '$206.25', 'Processing'],
            ['Cancel payment of'],
          ),
          'a payment that is processing': lists([processing], ['11/25/2026', 'Processing'], ['Cancel payment of']),
          'no payment': lists([], [NONE]),
        },
      },
    },
  ],
  finish: ['listing'],
  claims: {
    'a payment counts as canceled only when the server confirms it': {
      reaching: ({ context }) => context.notice === 'canceled',
      needs: (by) => by.kind === 'outcome' && ['it is canceled', 'it turns out to be canceled'].includes(by.outcome),
      brokenBy: 'guard isCanceled: always true',
    },
    'a new cancellation has a new key': {
      never: ({ isIn, context }) => isIn('listing') && context.key !== null,
      brokenBy: 'canceling -> cancelPayment done [isCanceled]: action removeSelected removed',
    },
  },
  children: { cancelPayment: submission.child },
});
