/** Sample loans for tests of the postponement rules. */
import { toPlainDate } from '#domain/calendar.ts';
import { type Cents, toCents } from '#domain/money.ts';
import type { PostponableGroup, PostponableLoan } from '#domain/repayment/postponement/coverage.ts';

export const day = toPlainDate;
export const TODAY = day('2026-11-20');
export const dollars = (amount: number): Cents => toCents(Math.round(amount * 100));

export const createLoan = (parts: Partial<PostponableLoan> = {}): PostponableLoan => ({
  disbursedOn: day('2020-09-01'),
  principal: dollars(10_000),
  rate: 6000,
  isSubsidized: false,
  ...parts,
});

/** Returns months used, zero by default. */
export const monthsUsed = (parts: Partial<PostponableGroup['monthsUsed']> = {}): PostponableGroup['monthsUsed'] => ({
  unemployment: 0,
  economicHardship: 0,
  hardship: 0,
  ...parts,
});

export const createGroup = (parts: Partial<PostponableGroup> = {}): PostponableGroup => ({
  accountNumber: 'E100000001',
  groupId: 'A',
  loanType: 'Direct Unsubsidized',
  accountLoanType: 'Direct',
  isFederal: true,
  daysPastDue: 0,
  plan: 'STANDARD',
  monthlyPayment: dollars(111.03),
  payoff: dollars(10_012.34),
  totalDue: dollars(111.03),
  nextBill: dollars(111.03),
  dueDay: 5,
  firstDue: day('2026-12-05'),
  repaymentStarts: null,
  postponedThrough: null,
  monthsUsed: monthsUsed(),
  loans: [createLoan()],
  ...parts,
});

export const createInput = (...groups: readonly PostponableGroup[]) => ({ groups, today: TODAY });
