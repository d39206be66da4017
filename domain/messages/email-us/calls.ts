/** The calls for messages to the servicer. For borrowers only; payers have no such page (ruling 7). */
import * as v from 'valibot';
import { defineCall } from '../../call.ts';
import { IdempotencyKey, submissionOutcome } from '../../submission.ts';
import { Email, EmailResponse, EmailPage, EmailRecord } from './shapes.ts';

const access = ['borrower'] as const;

export const emailUs = {
  send: defineCall({
    id: 'emailUs.send',
    method: 'POST',
    path: 'sent-messages',
    summary: 'Sends a message to the servicer, once per idempotency key',
    access,
    timeLimit: 'write',
    idempotent: true,
    // A character takes up to six bytes in JSON.
    bodyLimit: 80 * 1024,
    body: Email,
    response: EmailResponse,
  }),
  settle: defineCall({
    id: 'emailUs.settle',
    method: 'POST',
    path: 'sent-messages/settlements',
    summary: 'Returns the outcome of a message by its idempotency key. Closes an unknown key',
    access,
    timeLimit: 'read',
    body: v.strictObject({ idempotencyKey: IdempotencyKey }),
    response: submissionOutcome(EmailResponse, EmailRecord),
  }),
  sent: defineCall({
    id: 'emailUs.sent',
    method: 'GET',
    path: 'sent-messages',
    summary: 'Returns the accounts that a message may concern, and the latest sent messages, newest first',
    access,
    timeLimit: 'read',
    response: EmailPage,
  }),
};
