/** The calls for applications of all kinds and for the cost of pausing payments. R §7 specifies no paths for them. */
import * as v from 'valibot';
import { PlainDateFromWire } from '../calendar.ts';
import { defineCall } from '../call.ts';
import { IdempotencyKey, submissionOutcome } from '../submission.ts';
import { Application, ApplicationResponse, ApplicationRecord, PauseCost, Postponement } from './shapes.ts';

const access = ['borrower'] as const;

export const postponement = {
  applications: defineCall({
    id: 'postponement.applications',
    method: 'GET',
    path: 'repayment-applications',
    summary: "Returns the borrower's applications, newest first",
    access,
    timeLimit: 'read',
    response: v.array(Application),
  }),
  settle: defineCall({
    id: 'postponement.settle',
    method: 'POST',
    path: 'repayment-applications/settlements',
    summary: 'Returns the outcome of an application by its idempotency key. Closes an unknown key',
    access,
    timeLimit: 'read',
    body: v.strictObject({ idempotencyKey: IdempotencyKey }),
    response: submissionOutcome(ApplicationResponse, ApplicationRecord),
  }),
  cost: defineCall({
    id: 'postponement.cost',
    method: 'GET',
    path: 'deferment-forbearance/cost/:postponement',
    summary:
      'Returns the cost of pausing payments. By default the pause starts today and lasts as long as one application allows',
    access,
    timeLimit: 'read',
    params: v.strictObject({ postponement: Postponement }),
    query: v.strictObject({ startDate: v.optional(PlainDateFromWire), endDate: v.optional(PlainDateFromWire) }),
    response: PauseCost,
  }),
};
