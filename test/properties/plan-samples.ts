/** Loans and households for tests of the rules on repayment plans. */
import { plainDateOf } from '#domain/calendar.ts';
import { type Cents, ZERO, toCents } from '#domain/money.ts';
import type { Household } from '#domain/plans/estimates.ts';
import type { ExternalLoanProfile, PlanFacts, PlanLoan } from '#domain/plans/shapes.ts';

export const day = plainDateOf;
export const TODAY = day('2026-11-20');
export const dollars = (amount: number): Cents => toCents(Math.round(amount * 100));

/** A loan of $30,000 at 6 %, made in 2015: its borrower is a new borrower of IBR and PAYE. */
export const loanOf = (parts: Partial<PlanLoan> = {}): PlanLoan => ({
  program: 'Direct',
  accountNumber: 'E100000001',
  groupId: 'A',
  loanNumber: 'A01',
  loanType: 'Direct Unsubsidized',
  isParentPlus: false,
  isConsolidation: false,
  isSubsidized: false,
  disbursedOn: day('2015-09-01'),
  principal: dollars(30_000),
  interest: ZERO,
  fees: ZERO,
  rate: 6000,
  currentPlanName: 'STANDARD',
  currentAmount: dollars(333.07),
  repaymentStarts: null,
  ...parts,
});

export const factsOf = (loans: readonly PlanLoan[], parts: Partial<PlanFacts> = {}): PlanFacts => ({
  asOf: TODAY,
  region: 'contiguous',
  borrowerType: 1,
  extendedAbove: dollars(30_000),
  loans: [...loans],
  ...parts,
});

export const householdOf = (parts: Partial<Household> = {}): Household => ({
  adjustedGrossIncome: dollars(50_000),
  numberOfChildDependents: 0,
  numberOfOtherDependents: 0,
  maritalStatus: 1,
  externalLoanProfiles: [],
  ...parts,
});

export const elsewhere = (parts: Partial<ExternalLoanProfile> = {}): ExternalLoanProfile => ({
  balance: dollars(10_000),
  owner: 'Borrower',
  program: 'Direct',
  loanType: 'Direct Unsubsidized',
  interestRate: 5,
  ...parts,
});
