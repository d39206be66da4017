/** Read calls for payments (Y §7). The specification does not define all paths (ruling 1). */
import * as v from 'valibot';
import { readCall } from '../call.ts';
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
  overview: readCall({
    id: 'payments.overview',
    path: 'payment-overviews/current',
    summary: 'Returns whether auto debit is on, and the date of its next payment',
    access,
    response: PaymentOverview,
  }),
  availableDates: readCall({
    id: 'payments.availableDates',
    path: 'payment-dates',
    summary: 'Returns the banking days that are available as payment dates',
    access,
    response: AvailableDates,
  }),
  borrowerPayment: readCall({
    id: 'payments.borrowerPayment',
    path: 'borrower-payments/current',
    summary: 'Returns the amounts due on each account and group',
    access,
    response: BorrowerPayment,
  }),
  afterCutoff: readCall({
    id: 'payments.afterCutoff',
    path: 'after-cutoff-payments-due',
    summary: "Returns the amounts due after today's cutoff, for payments on a later date",
    access,
    response: v.array(AfterCutoffDue),
  }),
  specialInstructions: readCall({
    id: 'payments.specialInstructions',
    path: 'special-payment-instructions',
    summary: "Returns the borrower's instructions for payments above the amount due, by account",
    access: ['borrower'],
    response: v.array(SpecialPaymentInstruction),
  }),
  methods: readCall({
    id: 'payments.methods',
    path: 'payment-methods',
    summary: 'Returns the saved bank accounts with masked account numbers. The list is empty for payers (ruling 58)',
    access,
    response: v.array(PaymentMethodProfile),
  }),
  scheduled: readCall({
    id: 'payments.scheduled',
    path: 'scheduled-payments',
    summary: 'Returns the payments that have not been posted, the next one first',
    access,
    response: v.array(ScheduledPayment),
  }),
};
