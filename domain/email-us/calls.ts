/** The calls for messages to the servicer. For borrowers only; payers have no such page (ruling 7). */
import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { IdempotencyKey, submissionOutcome } from '../submission.ts';
import { Email, EmailAnswer, EmailPage, EmailRecord } from './shapes.ts';

const access = ['borrower'] as const;

export const emailUs = {
  send: defineCall({
    id: 'emailUs.send',
    method: 'POST',
    path: 'sent-messages',
    summary: 'Sends a message to the servicer, once for each key',
    access,
    timeLimit: 'write',
    idempotent: true,
    // A character takes up to six bytes in JSON.
    bodyLimit: 80 * 1024,
    body: Email,
    response: EmailAnswer,
  }),
  settle: defineCall({
    id: 'emailUs.settle',
    method: 'POST',
    path: 'sent-messages/settlements',
    summary: 'What became of the message with this key; a key that the server has not seen is voided',
    access,
    timeLimit: 'read',
    body: v.strictObject({ idempotencyKey: IdempotencyKey }),
    response: submissionOutcome(EmailAnswer, EmailRecord),
  }),
  sent: defineCall({
    id: 'emailUs.sent',
    method: 'GET',
    path: 'sent-messages',
    summary: 'The accounts that a message may be about, and the latest messages that were sent, the newest first',
    access,
    timeLimit: 'read',
    response: EmailPage,
  }),
};
