/** The calls about repayment plans. The paths are our own: R §7 has none. */
import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { EstimatesRequest, PlanEstimates, PlanFacts } from './shapes.ts';

const access = ['borrower'] as const;

export const plans = {
  estimates: defineCall({
    id: 'plans.estimates',
    method: 'POST',
    path: 'repayment-plans/estimates',
    summary: 'The plans that the borrower may choose for each program, with estimated payments. Nothing is stored',
    access,
    timeLimit: 'read',
    body: EstimatesRequest,
    response: PlanEstimates,
  }),
  facts: defineCall({
    id: 'plans.facts',
    method: 'GET',
    path: 'repayment-plans/facts',
    summary: 'The federal loans, and what else payments of plans are computed from',
    access,
    timeLimit: 'read',
    response: PlanFacts,
  }),
  sendIdrEmail: defineCall({
    id: 'plans.sendIdrEmail',
    method: 'POST',
    path: 'repayment-plans/idr-email-notifications',
    summary: 'Sends an email that says how to apply for an income-driven plan. It has no body',
    access,
    timeLimit: 'write',
    response: v.object({ sent: v.literal(true) }),
  }),
};
