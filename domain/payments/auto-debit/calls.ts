/** The calls of auto debit (Y §2.2). The paths are ours (ruling 1). */
import { readCall } from '../../call.ts';
import { settleCall, submissionOutcome, submitCall } from '../../submission.ts';
import { AutoDebitAnswer, AutoDebitChange, AutoDebits } from './shapes.ts';

export const autoDebit = {
  read: readCall({
    id: 'autoDebit.read',
    path: 'auto-debits',
    summary: 'Returns auto debit of each account: its terms, the next draft and the history of changes',
    access: ['borrower'],
    response: AutoDebits,
  }),
  change: submitCall({
    id: 'autoDebit.change',
    path: 'auto-debit-changes',
    summary: 'Enrolls an account in auto debit, changes the terms, or stops auto debit',
    access: ['borrower'],
    body: AutoDebitChange,
    response: AutoDebitAnswer,
  }),
  settle: settleCall({
    id: 'autoDebit.settle',
    path: 'auto-debit-changes/settlements',
    summary: 'Returns the outcome of a change by its idempotency key. Closes an unknown key',
    access: ['borrower'],
    response: submissionOutcome(AutoDebitAnswer, AutoDebitChange),
  }),
};
