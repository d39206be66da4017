/** The calls of the term-based repayment wizard. The paths are our own: R §7 has none. Estimates come from `plans.estimates`. */
import { applicationCall } from '../application-call.ts';
import { defineCall } from '../../call.ts';
import { TermLoanInfo, TermSubmission } from './shapes.ts';

export const term = {
  loanInfo: defineCall({
    id: 'term.loanInfo',
    method: 'GET',
    path: 'repayment-plans/term-loan-info',
    summary:
      "Returns the balances of the borrower's federal loans by program. They determine whether the wizard asks about other loans",
    access: ['borrower'],
    timeLimit: 'read',
    response: TermLoanInfo,
  }),
  apply: defineCall({
    ...applicationCall,
    id: 'term.apply',
    path: 'repayment-plans/term-applications',
    summary: 'Submits an application for term-based repayment plans, once per idempotency key',
    body: TermSubmission,
  }),
};
