/** The calls for payment instructions. For borrowers only; payers have no such page (ruling 7). */
import * as v from 'valibot';
import { readCall } from '../../call.ts';
import { submissionOutcome, settleCall, submitCall } from '../../submission.ts';
import { ChangedInstruction, InstructionChange, InstructionsAnswer } from './shapes.ts';

const access = ['borrower'] as const;

export const instructions = {
  read: readCall({
    id: 'instructions.read',
    path: 'payment-instructions',
    summary:
      'Returns the payment instruction of an account with its history and an example; by default of the first account',
    access,
    query: v.object({ account: v.optional(InstructionChange.entries.accountId) }),
    response: InstructionsAnswer,
  }),
  change: submitCall({
    id: 'instructions.change',
    path: 'payment-instructions/changes',
    summary: 'Changes the payment instruction of an account for payments from the next banking day on',
    access,
    body: InstructionChange,
    response: ChangedInstruction,
  }),
  settle: settleCall({
    id: 'instructions.settle',
    path: 'payment-instructions/settlements',
    summary: 'Returns the outcome of a change by its idempotency key. Closes an unknown key',
    access,
    response: submissionOutcome(ChangedInstruction, InstructionChange),
  }),
};
