/** The calls of the payments area (Y §7). Paths that the spec does not show are ours (ruling 1). */
import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { FileAnswer } from '../file.ts';
import { IdempotencyKey } from '../submission.ts';
import { PaymentForecast } from './forecast-shapes.ts';
import {
  Cancellation,
  CancellationAnswer,
  CancellationOutcome,
  HistoryPageQuery,
  HistoryQuery,
  PaymentDetailId,
  PaymentHistoryDetails,
  PaymentHistoryPage,
  PaymentTotals,
} from './history-shapes.ts';
import {
  AfterCutoffDue,
  AvailableDates,
  BorrowerPayment,
  PaymentAmountsV2,
  PaymentMethodProfile,
  PaymentOutcome,
  PaymentOverview,
  ScheduledPayment,
  SpecialPaymentInstruction,
  SubmitAnswer,
  SubmitV1,
  SubmitV2,
} from './shapes.ts';

type SubmitV1Body = v.InferOutput<typeof SubmitV1>;
type SubmitV2Body = v.InferOutput<typeof SubmitV2>;

/** The accounts and groups that a payment names. */
const paidRows = ({ borrowerPaymentV2 }: PaymentAmountsV2) =>
  borrowerPaymentV2.borrowerAccountPaymentsV2.flatMap((account) => [
    { kind: 'account' as const, key: account.accountNumber },
    ...account.borrowerGroupPaymentsV2.map((group) => ({
      kind: 'group' as const,
      key: `${group.accountNumber}/${group.groupId}`,
    })),
  ]);

const access = ['borrower', 'payer'] as const;

export const payments = {
  overview: defineCall({
    id: 'payments.overview',
    method: 'GET',
    path: 'payment-overviews/current',
    summary: 'Returns whether auto debit is on, and the date of its next payment',
    access,
    timeLimit: 'read',
    response: PaymentOverview,
  }),
  availableDates: defineCall({
    id: 'payments.availableDates',
    method: 'GET',
    path: 'payment-dates',
    summary: 'Returns the banking days that are available as payment dates',
    access,
    timeLimit: 'read',
    response: AvailableDates,
  }),
  borrowerPayment: defineCall({
    id: 'payments.borrowerPayment',
    method: 'GET',
    path: 'borrower-payments/current',
    summary: 'Returns the amounts due on each account and group',
    access,
    timeLimit: 'read',
    response: BorrowerPayment,
  }),
  afterCutoff: defineCall({
    id: 'payments.afterCutoff',
    method: 'GET',
    path: 'after-cutoff-payments-due',
    summary: "Returns the amounts due after today's cutoff, for payments on a later date",
    access,
    timeLimit: 'read',
    response: v.array(AfterCutoffDue),
  }),
  specialInstructions: defineCall({
    id: 'payments.specialInstructions',
    method: 'GET',
    path: 'special-payment-instructions',
    summary: "Returns the borrower's instructions for payments above the amount due, by account",
    access: ['borrower'],
    timeLimit: 'read',
    response: v.array(SpecialPaymentInstruction),
  }),
  methods: defineCall({
    id: 'payments.methods',
    method: 'GET',
    path: 'payment-methods',
    summary: 'Returns the saved bank accounts with masked account numbers. The list is empty for payers (ruling 58)',
    access,
    timeLimit: 'read',
    response: v.array(PaymentMethodProfile),
  }),
  scheduled: defineCall({
    id: 'payments.scheduled',
    method: 'GET',
    path: 'scheduled-payments',
    summary: 'Returns the payments that have not been posted, the next one first',
    access,
    timeLimit: 'read',
    response: v.array(ScheduledPayment),
  }),
  submitV1: defineCall({
    id: 'payments.submitV1',
    method: 'POST',
    path: 'payments/v1',
    summary: 'Submits a payment, version 1. Repeating the same idempotency key and body returns the first response',
    access,
    timeLimit: 'write',
    body: SubmitV1,
    // The payload repeats the amounts due on every account and group, with up to 24 disclosed amounts each.
    bodyLimit: 512 * 1024,
    response: SubmitAnswer,
    idempotent: true,
    changesAccess: true,
    rows: ({ borrowerPayment, methodId }: SubmitV1Body) => [
      ...borrowerPayment.borrowerAccountPayments.flatMap(({ accountNumber, borrowerGroupPayments }) => [
        { kind: 'account' as const, key: accountNumber },
        ...borrowerGroupPayments.map(({ groupId }) => ({ kind: 'group' as const, key: `${accountNumber}/${groupId}` })),
      ]),
      ...(methodId === null ? [] : [{ kind: 'paymentMethod' as const, key: methodId }]),
    ],
  }),
  submit: defineCall({
    id: 'payments.submit',
    method: 'POST',
    path: 'payments/v2',
    summary: 'Submits a payment, version 2. Repeating the same idempotency key and body returns the first response',
    access,
    timeLimit: 'write',
    body: SubmitV2,
    // A thousand groups.
    bodyLimit: 128 * 1024,
    response: SubmitAnswer,
    idempotent: true,
    changesAccess: true,
    rows: (body: SubmitV2Body) => [
      ...paidRows(body),
      ...(body.methodId === null ? [] : [{ kind: 'paymentMethod' as const, key: body.methodId }]),
    ],
  }),
  // Not idempotent: it stores nothing.
  forecast: defineCall({
    id: 'payments.forecast',
    method: 'POST',
    path: 'payment-forecasts',
    summary: 'Predicts the effect of a payment: its split, the balances, and the next bills. Payers see no loans',
    access,
    timeLimit: 'read',
    body: PaymentAmountsV2,
    bodyLimit: 128 * 1024,
    response: PaymentForecast,
    rows: paidRows,
  }),
  settle: defineCall({
    id: 'payments.settle',
    method: 'POST',
    path: 'payment-submissions/settlements',
    summary: 'Returns the outcome of a payment submission by its idempotency key. Closes an unknown key',
    access,
    timeLimit: 'read',
    body: v.strictObject({ idempotencyKey: IdempotencyKey }),
    response: PaymentOutcome,
  }),
  // A search text may be an account number, which must not be in a URL (ruling 46), so the queries have a body.
  history: defineCall({
    id: 'payments.history',
    method: 'POST',
    path: 'payment-history-queries',
    summary: 'One page of the posted, cancelled and returned payments',
    access,
    timeLimit: 'read',
    body: HistoryPageQuery,
    response: PaymentHistoryPage,
  }),
  historyDetails: defineCall({
    id: 'payments.historyDetails',
    method: 'GET',
    path: 'payment-history/:paymentDetailId',
    summary: 'One payment of the history in full. Not for payers (Y §6)',
    access: ['borrower'],
    timeLimit: 'read',
    params: v.object({ paymentDetailId: PaymentDetailId }),
    response: PaymentHistoryDetails,
  }),
  historyFile: defineCall({
    id: 'payments.historyFile',
    method: 'POST',
    path: 'payment-history-files',
    summary: 'The payments of the history as a CSV file',
    access,
    timeLimit: 'read',
    body: HistoryQuery,
    answersFile: ['text/csv'],
    response: FileAnswer,
  }),
  totals: defineCall({
    id: 'payments.totals',
    method: 'GET',
    path: 'payment-totals/current',
    summary: 'The total paid to date, and how much of it went to principal, interest and fees',
    access,
    timeLimit: 'read',
    response: PaymentTotals,
  }),
  cancel: defineCall({
    id: 'payments.cancel',
    method: 'POST',
    path: 'scheduled-payment-cancellations',
    summary: 'Cancels a scheduled payment; false when it is no longer scheduled',
    access,
    timeLimit: 'write',
    body: Cancellation,
    response: CancellationAnswer,
    idempotent: true,
    changesAccess: true,
  }),
  settleCancellation: defineCall({
    id: 'payments.settleCancellation',
    method: 'POST',
    path: 'scheduled-payment-cancellations/settlements',
    summary: 'Returns the outcome of a cancellation; voids a key that the server has not seen',
    access,
    timeLimit: 'read',
    body: v.strictObject({ idempotencyKey: IdempotencyKey }),
    response: CancellationOutcome,
  }),
};
