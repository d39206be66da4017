/** The calls that submit a payment (Y §7), or predict its effect. */
import { type OwnedRow, defineCall } from '../call.ts';
import { settleCall, submitCall } from '../submission.ts';
import { PaymentForecast } from './forecast-shapes.ts';
import { PaymentAmountsV2, PaymentOutcome, SubmitResponse, SubmitV1, SubmitV2 } from './submission-shapes.ts';

const access = ['borrower', 'payer'] as const;

/** Returns the accounts and groups that a payment names. */
const paidRows = ({ borrowerPaymentV2 }: PaymentAmountsV2): OwnedRow[] =>
  borrowerPaymentV2.borrowerAccountPaymentsV2.flatMap((account) => [
    { kind: 'account', key: account.accountNumber },
    ...account.borrowerGroupPaymentsV2.map((group) => ({
      kind: 'group' as const,
      key: `${group.accountNumber}/${group.groupId}`,
    })),
  ]);

const methodRows = (methodId: string | null): OwnedRow[] =>
  methodId === null ? [] : [{ kind: 'paymentMethod', key: methodId }];

export const paymentSubmissions = {
  submitV1: submitCall({
    id: 'payments.submitV1',
    path: 'payments/v1',
    summary: 'Submits a payment, version 1. Repeating the same idempotency key and body returns the first response',
    access,
    body: SubmitV1,
    // The payload repeats the amounts due on every account and group, with up to 24 disclosed amounts each.
    bodyLimit: 512 * 1024,
    response: SubmitResponse,
    changesAccess: true,
    rows: ({ borrowerPayment, methodId }: SubmitV1) => [
      ...borrowerPayment.borrowerAccountPayments.flatMap(({ accountNumber, borrowerGroupPayments }) => [
        { kind: 'account' as const, key: accountNumber },
        ...borrowerGroupPayments.map(({ groupId }) => ({ kind: 'group' as const, key: `${accountNumber}/${groupId}` })),
      ]),
      ...methodRows(methodId),
    ],
  }),
  submit: submitCall({
    id: 'payments.submit',
    path: 'payments/v2',
    summary: 'Submits a payment, version 2. Repeating the same idempotency key and body returns the first response',
    access,
    body: SubmitV2,
    // A thousand groups.
    bodyLimit: 128 * 1024,
    response: SubmitResponse,
    changesAccess: true,
    rows: (body: SubmitV2) => [...paidRows(body), ...methodRows(body.methodId)],
  }),
  settle: settleCall({
    id: 'payments.settle',
    path: 'payment-submissions/settlements',
    summary: 'Returns the outcome of a payment submission by its idempotency key. Closes an unknown key',
    access,
    response: PaymentOutcome,
  }),
  // Not idempotent: it stores nothing.
  forecast: defineCall({
    id: 'payments.forecast',
    method: 'POST',
    path: 'payment-forecasts',
    summary: 'Predicts the effect of a payment: its split, the balances, and the next bills. Payers see no loans',
    access: ['borrower', 'payer'],
    timeLimit: 'read',
    body: PaymentAmountsV2,
    bodyLimit: 128 * 1024,
    response: PaymentForecast,
    rows: paidRows,
  }),
};
