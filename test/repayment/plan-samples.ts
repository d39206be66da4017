/** Loans and households for tests of the rules on repayment plans. */
import * as fc from 'fast-check';
import { toPlainDate } from '#domain/calendar.ts';
import { type Cents, ZERO, toCents } from '#domain/money.ts';
import type { Household } from '#domain/plans/household.ts';
import { type ExternalLoanProfile, type PlanData, type PlanLoan } from '#domain/plans/shapes.ts';
import { PLANS } from '#domain/plan-names.ts';

export const day = toPlainDate;
export const TODAY = day('2026-11-20');
export const dollars = (amount: number): Cents => toCents(Math.round(amount * 100));

/** A loan of $30,000 at 6 %, made in 2015: its borrower is a new borrower of IBR and PAYE. */
export const createLoan = (parts: Partial<PlanLoan> = {}): PlanLoan => ({
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
  ibrCap: null,
  countedPayments: null,
  repaymentStarts: null,
  ...parts,
});

export const createInput = (loans: readonly PlanLoan[], parts: Partial<PlanData> = {}): PlanData => ({
  asOf: TODAY,
  region: 'contiguous',
  borrowerType: 1,
  extendedAbove: dollars(30_000),
  loans: [...loans],
  ...parts,
});

export const createHousehold = (parts: Partial<Household> = {}): Household => ({
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

/** An FFELP loan, made before the new borrowers of IBR and PAYE. */
export const createFfelpLoan = (parts: Partial<PlanLoan> = {}): PlanLoan =>
  createLoan({
    program: 'FFELP',
    accountNumber: 'D100000001',
    loanType: 'Stafford',
    disbursedOn: day('2009-09-01'),
    ...parts,
  });

const someLoan = fc
  .record({
    isFfelp: fc.boolean(),
    principal: fc.integer({ min: 1, max: 8_000_000 }).map(toCents),
    interest: fc.integer({ min: 0, max: 200_000 }).map(toCents),
    fees: fc.integer({ min: 0, max: 5000 }).map(toCents),
    rate: fc.integer({ min: 0, max: 9000 }),
    isConsolidation: fc.boolean(),
    disbursedOn: fc.constantFrom('2005-09-01', '2012-02-01', '2019-09-01', '2026-08-01').map(day),
    currentPlanName: fc.constantFrom(...PLANS),
  })
  .map(({ isFfelp, ...parts }) => (isFfelp ? createFfelpLoan(parts) : createLoan(parts)));

/** Any borrower with one to six federal loans. */
export const someInput = fc
  .array(someLoan, { minLength: 1, maxLength: 6 })
  .map((loans) => createInput(loans.map((loan, index) => ({ ...loan, loanNumber: `A0${index}` }))));

/** Any income and family. */
export const someHousehold = fc
  .record({
    adjustedGrossIncome: fc.integer({ min: 0, max: 30_000_000 }).map(toCents),
    numberOfChildDependents: fc.integer({ min: 0, max: 5 }),
    maritalStatus: fc.constantFrom(1 as const, 2 as const, 3 as const, 5 as const),
    externalLoanProfiles: fc.array(
      fc
        .record({
          balance: fc.integer({ min: 1, max: 5_000_000 }).map(toCents),
          owner: fc.constantFrom('Borrower' as const, 'Spouse' as const),
        })
        .map(elsewhere),
      { maxLength: 2 },
    ),
  })
  .map(createHousehold);
