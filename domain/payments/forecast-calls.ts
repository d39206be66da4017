/** The call that predicts the effect of a payment. */
import { defineCall } from '../call.ts';
import { PaymentForecast } from './forecast-shapes.ts';
import { paidRows } from './submission-calls.ts';
import { PaymentAmountsV2 } from './submission-shapes.ts';

export const paymentForecasts = {
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
