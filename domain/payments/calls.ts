/** The calls of the payments area (Y §7). Paths that the spec does not show are ours (ruling 1). */
import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { IdempotencyKey } from '../submission.ts';
import {
  AfterCutoffDue,
  AvailableDates,
  BorrowerPayment,
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
    // It repeats what is due on every account and group, with up to 24 disclosed amounts each.
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
      ...body.borrowerPaymentV2.borrowerAccountPaymentsV2.flatMap((account) => [
        { kind: 'account' as const, key: account.accountNumber },
        ...account.borrowerGroupPaymentsV2.map((group) => ({
          kind: 'group' as const,
          key: `${group.accountNumber}/${group.groupId}`,
        })),
      ]),
      ...(body.methodId === null ? [] : [{ kind: 'paymentMethod' as const, key: body.methodId }]),
    ],
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
};
