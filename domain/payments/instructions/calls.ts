/** The calls for payment instructions. For borrowers only; payers have no such page (ruling 7). */
import * as v from 'valibot';
import { defineCall } from '../../call.ts';
import { IdempotencyKey, submissionOutcome } from '../../submission.ts';
import { ChangedInstruction, InstructionChange, InstructionsAnswer } from './shapes.ts';

const access = ['borrower'] as const;

export const instructions = {
  read: defineCall({
    id: 'instructions.read',
    method: 'GET',
    path: 'payment-instructions',
    summary: 'The payment instruction of an account with its history and an example; by default of the first account',
    access,
    timeLimit: 'read',
    query: v.object({ account: v.optional(InstructionChange.entries.accountId) }),
    response: InstructionsAnswer,
  }),
  change: defineCall({
    id: 'instructions.change',
    method: 'POST',
    path: 'payment-instructions/changes',
    summary: 'Changes the payment instruction of an account for payments from the next banking day on',
    access,
    timeLimit: 'write',
    idempotent: true,
    body: InstructionChange,
    response: ChangedInstruction,
  }),
  settle: defineCall({
    id: 'instructions.settle',
    method: 'POST',
    path: 'payment-instructions/settlements',
    summary: 'Returns the outcome of a change by its idempotency key. Closes an unknown key',
    access,
    timeLimit: 'read',
    body: v.strictObject({ idempotencyKey: IdempotencyKey }),
    response: submissionOutcome(ChangedInstruction, InstructionChange),
  }),
};
