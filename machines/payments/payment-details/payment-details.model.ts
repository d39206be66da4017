/** Specification of one payment of the history in full (Y §2.2). */
import { toPlainDate as day } from '#domain/calendar.ts';
import { toCents } from '#domain/money.ts';
import type { PaymentHistoryDetails } from '#domain/payments/history-shapes.ts';
import { failures, onlyAnswered, pageSpec, shows, showsNothing } from '../../kit/page-spec.ts';
import { failed } from '../../kit/spec.ts';
import { paymentDetails } from './payment-details.machine.ts';

const CANCELED = 'This payment was canceled';
const RETURNED = 'This payment was returned';
const REFUND = 'Refund: more than you owed';
const REFUNDED_PART = 'You paid more than you owed on this account.';
const REFUNDED_WHOLE = 'You owed nothing on this account';

/** $206.25 for two groups. */
const posted: PaymentHistoryDetails = {
  paymentDetailId: 'detail-9',
  effectiveDate: day('2026-11-05'),
  sumOfPaymentAmount: toCents(20_625),
  sumOfPrincipal: toCents(15_000),
  sumOfInterest: toCents(5_600),
  sumOfFees: toCents(25),
  description: 'Online Payment',
  borrowerAccountNumber: 'E100200301',
  groupLevelPaymentHistories: [
    {
      groupId: 'A',
      totalAmount: toCents(12_025),
      principalApplied: toCents(9_000),
      interestApplied: toCents(3_000),
      feesApplied: toCents(25),
    },
    {
      groupId: 'B',
      totalAmount: toCents(8_600),
      principalApplied: toCents(6_000),
      interestApplied: toCents(2_600),
      feesApplied: toCents(0),
    },
  ],
  refund: null,
  loanType: 'Direct',
  paymentMethod: 'JPMorgan Chase *****6789',
  closedAt: null,
  predicted: null,
};
/** Another payment was posted in between, so $2.00 more than forecast went to interest. */
const predicted: PaymentHistoryDetails = {
  ...posted,
  predicted: {
    sumOfPrincipal: toCents(15_200),
    sumOfInterest: toCents(5_400),
    sumOfFees: toCents(25),
    refundedAmount: toCents(0),
    groupLevelPaymentHistories: posted.groupLevelPaymentHistories,
  },
};
/** A payment from before the portal that exceeded the balance. */
const refunded: PaymentHistoryDetails = {
  ...posted,
  sumOfPaymentAmount: toCents(21_625),
  refund: { amount: toCents(1_000), date: null, isMade: true },
  groupLevelPaymentHistories: [],
  paymentMethod: null,
};
const refundComing: PaymentHistoryDetails = {
  ...refunded,
  refund: { amount: toCents(1_000), date: day('2026-11-12'), isMade: false },
};
/** The account was paid in full before. */
const refundedInFull: PaymentHistoryDetails = {
  ...refunded,
  sumOfPrincipal: toCents(0),
  sumOfInterest: toCents(0),
  sumOfFees: toCents(0),
  refund: { amount: toCents(21_625), date: day('2026-11-12'), isMade: true },
};
const canceled: PaymentHistoryDetails = {
  ...posted,
  sumOfPrincipal: toCents(0),
  sumOfInterest: toCents(0),
  sumOfFees: toCents(0),
  description: 'Cancelled',
  closedAt: '2026-11-03T15:00:00.000Z',
};
const returned: PaymentHistoryDetails = { ...posted, description: 'Returned', closedAt: '2026-11-13T05:00:00.000Z' };

const input = { paymentDetailId: 'detail-9' };

export default pageSpec(paymentDetails, {
  title: 'Payment History Details',
  place: '`/payments/payment-activity/payment-activity-details`',
  shows: ['Payment History Details'],
  starts: { 'a borrower': [input, { params: input }] },
  showing: ['Payment', 'Print'],
  empty: ['We can’t find this payment'],
  load: {
    'a payment to two groups': shows(
      posted,
      [
        '11/05/2026',
        'Direct Loans · E100200301',
        'JPMorgan Chase *****6789',
        '$206.25',
        '$150.00',
        'Group A',
        '$120.25',
      ],
      [CANCELED, RETURNED, REFUND],
    ),
    'a payment with a forecast': shows(
      predicted,
      ['Predicted', 'Posted', '$152.00', '$150.00', '$54.00', '$56.00'],
      [CANCELED, RETURNED],
    ),
    'a payment with a refund': shows(
      refunded,
      ['$216.25', 'Refunded $10.00', REFUNDED_PART, REFUND, '$10.00'],
      ['Payment method', 'By loan group', REFUNDED_WHOLE],
    ),
    'a payment with a refund to come': shows(
      refundComing,
      ['Refund of $10.00 coming on 11/12/2026', REFUNDED_PART, REFUND],
      ['Refunded $10.00'],
    ),
    'a payment that was refunded in full': shows(
      refundedInFull,
      ['Refunded $216.25 on 11/12/2026', REFUNDED_WHOLE, REFUND],
      ['Principal', '$0.00', REFUNDED_PART],
    ),
    'a canceled payment': shows(canceled, [CANCELED, '11/03/2026', '$206.25'], ['How it was applied', RETURNED]),
    'a returned payment': shows(
      returned,
      [
        RETURNED,
        'The payment date was 11/05/2026. The bank returned it on 11/13/2026.',
        'How it was applied',
        'Group B',
      ],
      [CANCELED],
    ),
    'no such payment of the borrower': showsNothing(failed(404)),
    'an id that no payment can have': showsNothing(failed(400)),
    ...failures,
  },
  claims: { 'a payment is shown only when the server has answered': onlyAnswered },
  unreachable: { 'loading -> load done [isEmpty]': 'A payment that is found is always shown.' },
});
