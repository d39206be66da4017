/** The calls about repayment plans. The paths are our own: R §7 has none. */
import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { EstimatesRequest, PlanEstimates, PlanData } from './shapes.ts';

const access = ['borrower'] as const;

export const plans = {
  estimates: defineCall({
    id: 'plans.estimates',
    method: 'POST',
    path: 'repayment-plans/estimates',
    summary: 'Returns the plans that the borrower may choose for each program, with estimated payments. Stores no data',
    access,
    timeLimit: 'read',
    body: EstimatesRequest,
    response: PlanEstimates,
  }),
  facts: defineCall({
    id: 'plans.facts',
    method: 'GET',
    path: 'repayment-plans/facts',
    summary: 'Returns the federal loans and other data for the calculation of plan payments',
    access,
    timeLimit: 'read',
    response: PlanData,
  }),
  sendIdrEmail: defineCall({
    id: 'plans.sendIdrEmail',
    method: 'POST',
    path: 'repayment-plans/idr-email-notifications',
    summary: 'Sends an email with instructions to apply for an income-driven plan. The request has no body',
    access,
    timeLimit: 'write',
    response: v.object({ sent: v.literal(true) }),
  }),
};
