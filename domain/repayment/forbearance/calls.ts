/** The calls for hardship forbearance. R §7 specifies no paths for them. */
import { applicationCall } from '../application-call.ts';
import { defineCall } from '../../call.ts';
import { HardshipSummaryResponse } from './shapes.ts';

export const forbearance = {
  hardshipSummary: defineCall({
    id: 'forbearance.hardshipSummary',
    method: 'GET',
    path: 'deferment-forbearance/hardship-summaries/current',
    summary:
      'Returns whether the borrower may apply for hardship forbearance, the loans that it would cover, and its possible period',
    access: ['borrower'],
    timeLimit: 'read',
    response: HardshipSummaryResponse,
  }),
  applyHardship: defineCall({
    ...applicationCall,
    id: 'forbearance.applyHardship',
    path: 'deferment-forbearance/hardship-forbearances',
    summary: 'Submits an application for hardship forbearance, once per idempotency key. The request has no body',
  }),
};
