/** Loan facts of a borrower, shared by models, tests and stories. */
import { toPlainDate } from '../calendar.ts';
import { type Cents, ZERO, toCents } from '../money.ts';
import type { PlanData, PlanLoan } from './shapes.ts';

const dollars = (amount: number): Cents => toCents(amount * 100);

const loan: PlanLoan = {
  program: 'Direct',
  accountNumber: 'E100200301',
  groupId: 'A',
  loanNumber: '1',
  loanType: 'Direct Unsubsidized',
  isParentPlus: false,
  isConsolidation: false,
  isSubsidized: false,
  disbursedOn: toPlainDate('2012-09-04'),
  principal: dollars(20_000),
  interest: dollars(500),
  fees: ZERO,
  rate: 6800,
  currentPlanName: 'IBR_15',
  currentAmount: toCents(14_260),
  ibrCap: null,
  countedPayments: null,
  repaymentStarts: null,
};

/** A Direct and an FFELP loan, both on IBR. */
export const samplePlanData: PlanData = {
  asOf: toPlainDate('2026-11-20'),
  region: 'contiguous',
  borrowerType: 1,
  extendedAbove: dollars(30_000),
  loans: [
    loan,
    {
      ...loan,
      program: 'FFELP',
      accountNumber: 'D100200302',
      loanType: 'Stafford Subsidized',
      principal: dollars(5000),
      interest: ZERO,
      currentAmount: toCents(3815),
    },
  ],
};
