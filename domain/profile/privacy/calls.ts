/** The calls of the two privacy forms (P §7). */
import * as v from 'valibot';
import { defineCall } from '../../call.ts';
import { IdempotencyKey, submissionOutcome } from '../../submission.ts';
import { OptOut, PrivacyResponse, PrivacyRecord, PrivacyRequest } from './shapes.ts';

const access = ['public'] as const;
const settled = {
  method: 'POST',
  access,
  timeLimit: 'write',
  body: v.strictObject({ idempotencyKey: IdempotencyKey }),
  response: submissionOutcome(PrivacyResponse, PrivacyRecord),
} as const;

export const privacy = {
  request: defineCall({
    id: 'privacy.request',
    method: 'POST',
    path: 'forms/ca-privacy-optout',
    summary: 'Submits a California privacy rights request',
    access,
    timeLimit: 'write',
    body: PrivacyRequest,
    idempotent: true,
    limited: true,
    response: PrivacyResponse,
  }),
  settleRequest: defineCall({
    id: 'privacy.settleRequest',
    path: 'forms/ca-privacy-optout/settlements',
    summary: 'Returns the outcome of a California privacy rights request by its idempotency key. Closes an unknown key',
    ...settled,
  }),
  optOut: defineCall({
    id: 'privacy.optOut',
    method: 'POST',
    path: 'forms/privacy-optout',
    summary: 'Opts an account holder out of sharing and marketing',
    access,
    timeLimit: 'write',
    body: OptOut,
    idempotent: true,
    limited: true,
    response: PrivacyResponse,
  }),
  settleOptOut: defineCall({
    id: 'privacy.settleOptOut',
    path: 'forms/privacy-optout/settlements',
    summary: 'Returns the outcome of a privacy opt-out by its idempotency key. Closes an unknown key',
    ...settled,
  }),
};
