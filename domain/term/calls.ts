/** The calls of the term-based repayment wizard. The paths are our own: R §7 has none. Estimates come from `plans.estimates`. */
import { applicationCall } from '../application-call.ts';
import { defineCall } from '../call.ts';
import { TermLoanInfo, TermSubmission } from './shapes.ts';

export const term = {
  loanInfo: defineCall({
    id: 'term.loanInfo',
    method: 'GET',
    path: 'repayment-plans/term-loan-info',
    summary:
      "The balances of the borrower's federal loans by program, which decide whether other loans are asked about",
    access: ['borrower'],
    timeLimit: 'read',
    response: TermLoanInfo,
  }),
  apply: defineCall({
    ...applicationCall,
    id: 'term.apply',
    path: 'repayment-plans/term-applications',
    summary: 'Applies for term-based repayment plans, once for each key',
    body: TermSubmission,
  }),
};
