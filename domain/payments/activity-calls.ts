/** The calls of Payment Activity (Y §4.6 to §4.8, §7). Paths that the spec does not show are ours (ruling 1). */
import * as v from 'valibot';
import { defineCall, readCall } from '../call.ts';
import { FileResponse } from '../file.ts';
import { settleCall, submissionOutcome, submitCall } from '../submission.ts';
import {
  Cancellation,
  CancellationResponse,
  HistoryPageQuery,
  HistoryQuery,
  PaymentDetailId,
  PaymentHistoryDetails,
  PaymentHistoryPage,
  PaymentTotals,
} from './history-shapes.ts';

const access = ['borrower', 'payer'] as const;

export const paymentActivity = {
  // A search text may be an account number, which must not be in a URL (ruling 46), so the queries have a body.
  history: defineCall({
    id: 'payments.history',
    method: 'POST',
    path: 'payment-history-queries',
    summary: 'Returns one page of the posted, canceled and returned payments',
    access,
    timeLimit: 'read',
    body: HistoryPageQuery,
    response: PaymentHistoryPage,
  }),
  historyDetails: readCall({
    id: 'payments.historyDetails',
    path: 'payment-history/:paymentDetailId',
    summary: 'Returns one payment of the history in full. Not for payers (Y §6)',
    access: ['borrower'],
    params: v.object({ paymentDetailId: PaymentDetailId }),
    response: PaymentHistoryDetails,
  }),
  historyFile: defineCall({
    id: 'payments.historyFile',
    method: 'POST',
    path: 'payment-history-files',
    summary: 'Returns the payments of the history as a CSV file',
    access,
    timeLimit: 'read',
    body: HistoryQuery,
    answersFile: ['text/csv'],
    response: FileResponse,
  }),
  totals: readCall({
    id: 'payments.totals',
    path: 'payment-totals/current',
    summary: 'Returns the total paid to date, with its principal, interest and fees',
    access,
    response: PaymentTotals,
  }),
  cancel: submitCall({
    id: 'payments.cancel',
    path: 'scheduled-payment-cancellations',
    summary: 'Cancels a scheduled payment. The result is false if it is no longer scheduled',
    access,
    body: Cancellation,
    response: CancellationResponse,
    changesAccess: true,
  }),
  settleCancellation: settleCall({
    id: 'payments.settleCancellation',
    path: 'scheduled-payment-cancellations/settlements',
    summary: 'Returns the outcome of a cancellation by its idempotency key. Closes an unknown key',
    access,
    response: submissionOutcome(CancellationResponse, Cancellation),
  }),
};
