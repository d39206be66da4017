/** How far the repayment of an account is, and when it ends. The borrower tries extra amounts on the page itself. */
import { isNotFound } from '#domain/call.ts';
import { loans } from '#domain/accounts/loans/calls.ts';
import type { RepaymentData } from '#domain/accounts/loans/shapes.ts';
import { call } from '../../kit/effect.ts';
import { resource } from '../../kit/resource.machine.ts';

export interface LoanProgressInput {
  /** Account id from the URL, not validated. */
  readonly accountId: string;
}

export const loanProgress = resource({
  id: 'loanProgress',
  description: 'The amounts borrowed and paid on an account, and its projected repayment',
  screen: { path: '/loan-details/progress', title: 'Repayment Progress' },
  load: call(loans.repayment),
  request: ({ accountId }: LoanProgressInput) => ({ params: { accountId } }),
  data: (facts: RepaymentData) => facts,
  isMissing: isNotFound,
  isEmpty: ({ groups }) => groups.length === 0,
});
