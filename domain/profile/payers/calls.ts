/** The calls of a borrower for authorized payers. Payers have no such page (ruling 7). */
import * as v from 'valibot';
import { defineCall } from '../../call.ts';
import { IdempotencyKey, submissionOutcome } from '../../submission.ts';
import { PayerChange, PayerChangeAnswer, PayersAnswer } from './shapes.ts';

const access = ['borrower'] as const;

export const payers = {
  list: defineCall({
    id: 'payers.list',
    method: 'GET',
    path: 'authorized-payers',
    summary: 'Returns the active authorized payers, and the open and expired invitations',
    access,
    timeLimit: 'read',
    response: PayersAnswer,
  }),
  change: defineCall({
    id: 'payers.change',
    method: 'POST',
    path: 'authorized-payers/changes',
    summary:
      'Invites a payer, sends an invitation again, or removes a payer or an invitation. Removing a payer ends all their sessions. Refuses impersonators (403)',
    access,
    limited: true,
    timeLimit: 'write',
    idempotent: true,
    body: PayerChange,
    response: PayerChangeAnswer,
  }),
  settle: defineCall({
    id: 'payers.settle',
    method: 'POST',
    path: 'authorized-payers/settlements',
    summary:
      'Returns the outcome of a change by its idempotency key. Closes an unknown key. Refuses impersonators (403)',
    access,
    timeLimit: 'read',
    body: v.strictObject({ idempotencyKey: IdempotencyKey }),
    response: submissionOutcome(PayerChangeAnswer, PayerChange),
  }),
};
