/** The calls for applications of all kinds and for the cost of pausing payments. R §7 specifies no paths for them. */
import * as v from 'valibot';
import { PlainDateFromWire } from '../calendar.ts';
import { defineCall } from '../call.ts';
import { IdempotencyKey, submissionOutcome } from '../submission.ts';
import { Application, ApplicationAnswer, ApplicationRecord, PauseCost, Postponement } from './shapes.ts';

const access = ['borrower'] as const;

export const postponement = {
  applications: defineCall({
    id: 'postponement.applications',
    method: 'GET',
    path: 'repayment-applications',
    summary: 'The applications of the borrower, the newest first',
    access,
    timeLimit: 'read',
    response: v.array(Application),
  }),
  settle: defineCall({
    id: 'postponement.settle',
    method: 'POST',
    path: 'repayment-applications/settlements',
    summary: 'What became of the application with this key; a key that the server has not seen is closed',
    access,
    timeLimit: 'read',
    body: v.strictObject({ idempotencyKey: IdempotencyKey }),
    response: submissionOutcome(ApplicationAnswer, ApplicationRecord),
  }),
  cost: defineCall({
    id: 'postponement.cost',
    method: 'GET',
    path: 'deferment-forbearance/cost/:postponement',
    summary:
      'What it costs to pause payments from a day on (today), through a day or for as long as one application grants at most',
    access,
    timeLimit: 'read',
    params: v.strictObject({ postponement: Postponement }),
    query: v.strictObject({ startDate: v.optional(PlainDateFromWire), endDate: v.optional(PlainDateFromWire) }),
    response: PauseCost,
  }),
};
