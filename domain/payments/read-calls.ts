/** Read calls for payments (Y §7). The specification does not define all paths (ruling 1). */
import * as v from 'valibot';
import { defineCall } from '../call.ts';
import {
  AfterCutoffDue,
  AvailableDates,
  BorrowerPayment,
  PaymentMethodProfile,
  PaymentOverview,
  ScheduledPayment,
  SpecialPaymentInstruction,
} from './shapes.ts';

const access = ['borrower', 'payer'] as const;

export const paymentReads = {
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
};
