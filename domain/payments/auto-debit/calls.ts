/** The calls of auto debit (Y §2.2). The paths are ours (ruling 1). */
import * as v from 'valibot';
import { defineCall } from '../../call.ts';
import { IdempotencyKey } from '../../submission.ts';
import { AutoDebitAnswer, AutoDebitChange, AutoDebitOutcome, AutoDebits } from './shapes.ts';

export const autoDebit = {
  read: defineCall({
    id: 'autoDebit.read',
    method: 'GET',
    path: 'auto-debits',
    summary: 'Returns auto debit of each account: its terms, the next draft and the history of changes',
    access: ['borrower'],
    timeLimit: 'read',
    response: AutoDebits,
  }),
  change: defineCall({
    id: 'autoDebit.change',
    method: 'POST',
    path: 'auto-debit-changes',
    summary: 'Enrolls an account in auto debit, changes the terms, or stops auto debit',
    access: ['borrower'],
    timeLimit: 'write',
    body: AutoDebitChange,
    response: AutoDebitAnswer,
    idempotent: true,
  }),
  settle: defineCall({
    id: 'autoDebit.settle',
    method: 'POST',
    path: 'auto-debit-changes/settlements',
    summary: 'Returns the outcome of a change by its idempotency key. Closes an unknown key',
    access: ['borrower'],
    timeLimit: 'read',
    body: v.strictObject({ idempotencyKey: IdempotencyKey }),
    response: AutoDebitOutcome,
  }),
};
