/** How long the plans of one borrower take to compute: estimates and outlooks, as the comparison does after each change. */
import { type PlainDate, toPlainDate } from '#domain/calendar.ts';
import { toCents } from '#domain/money.ts';
import { comparePlans } from '#domain/plans/comparison.ts';
import type { Household } from '#domain/plans/household.ts';
import { toEstimateInput } from '#domain/plans/estimates.ts';
import { levelExact } from '#domain/plans/exact.ts';
import type { PlanData, PlanLoan } from '#domain/plans/shapes.ts';

const PROGRAMS = ['Direct', 'FFELP'] as const;
const TYPES = ['IDR', 'Term'] as const;

/** The loans differ in balance, rate and program, so that no plan covers all of them by one schedule. */
const loanAt = (index: number): PlanLoan => ({
  program: index % 5 === 4 ? 'FFELP' : 'Direct',
  accountNumber: 'E100000001',
  groupId: 'A',
  loanNumber: `A${index}`,
  loanType: 'Direct Unsubsidized',
  isParentPlus: false,
  isConsolidation: index % 7 === 6,
  isSubsidized: index % 2 === 0,
  disbursedOn: toPlainDate('2015-09-01'),
  principal: toCents(350_000 + 41_700 * (index % 10)),
  interest: toCents(1_000 * (index % 10)),
  fees: toCents(0),
  rate: 3400 + 310 * (index % 10),
  currentPlanName: 'STANDARD',
  currentAmount: toCents(4_000),
  ibrCap: null,
  countedPayments: null,
  repaymentStarts: null,
});

const createFacts = (count: number, asOf: PlainDate): PlanData => ({
  asOf,
  region: 'contiguous',
  borrowerType: 1,
  extendedAbove: toCents(3_000_000),
  loans: Array.from({ length: count }, (_, index) => loanAt(index)),
});

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

/** Runs something until the engine has compiled it, then returns the median of its times in milliseconds. */
function measureTime(run: (turn: number) => void): number {
  for (let turn = 0; turn < 60; turn += 1) run(turn);
  return median(
    Array.from({ length: 60 }, (_, turn) => {
      const began = performance.now();
      run(turn);
      return performance.now() - began;
    }),
  );
}

/** One level payment, the smallest part of every estimate, by which the others are measured. */
const oneLevelPayment = (): number =>
  measureTime((turn) => {
    for (let time = 0; time < 100; time += 1) levelExact(toCents(3_000_000 + turn + time), 6000, 120);
  }) / 100;

const allPlans = (loans: number): number => {
  const facts = createFacts(loans, toPlainDate('2026-11-20'));
  return measureTime((turn) => {
    const household: Household = {
      adjustedGrossIncome: toCents(4_000_000 + 1_000 * turn),
      numberOfChildDependents: 1,
      numberOfOtherDependents: 0,
      maritalStatus: 1,
      externalLoanProfiles: [],
    };
    const estimate = toEstimateInput(facts, household);
    for (const type of TYPES) for (const program of PROGRAMS) comparePlans(type, program, estimate);
  });
};

/** The rows of a table: loans, milliseconds, and the ratio to one level payment for each loan. */
export function measurePlans(): readonly (readonly string[])[] {
  const floor = oneLevelPayment();
  const rows = [1, 10, 100].map((loans) => {
    const time = allPlans(loans);
    return [
      `all plans of ${loans} ${loans === 1 ? 'loan' : 'loans'}`,
      `${time.toFixed(2)} ms`,
      (time / (floor * loans)).toFixed(0),
    ];
  });
  return [['estimates and outlooks', 'time', 'level payments a loan'], ...rows];
}
