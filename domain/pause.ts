/**
 * The cost of a pause of payments, as it is estimated before an application and charged at its end (reference §2;
 * ruling 75; 34 CFR 685.202(b), 682.202(b)).
 */
import { isSetByIncome, type Plan } from './plan-names.ts';
import type { PlainDate } from './calendar.ts';
import { type RatedLoan, interestBetween } from './interest.ts';
import { type Cents, sumCents, toCents } from './money.ts';
import { type Postponement, isForbearance } from './postponement-kinds.ts';

/** The fields of a loan that determine its interest during a pause. */
export interface PausableLoan extends RatedLoan {
  readonly principal: Cents;
  /** Whether the government pays the loan's interest during a deferment. */
  readonly isSubsidized: boolean;
}

/** Returns whether the government pays a loan's interest during the pause. */
export const isInterestPaid = ({ isSubsidized }: Pick<PausableLoan, 'isSubsidized'>, kind: Postponement): boolean =>
  isSubsidized && !isForbearance(kind);

/** Returns the interest that accrues on a loan from `start` until the day before `end`, in millionths of a cent. */
export const pauseInterest = (loan: PausableLoan, kind: Postponement, start: PlainDate, end: PlainDate): bigint =>
  isInterestPaid(loan, kind) ? 0n : interestBetween(loan, start, end);

/**
 * Returns whether unpaid interest is capitalized after the pause: after all deferments, and after a forbearance of
 * FFELP loans (ruling 75).
 */
export const isCapitalizedAfter = (kind: Postponement, { isFfelp }: { readonly isFfelp: boolean }): boolean =>
  !isForbearance(kind) || isFfelp;

/** A group of loans as it is when the pause begins or ends. */
export interface PausableGroup {
  readonly plan: Plan;
  readonly monthlyPayment: Cents;
  readonly loans: readonly Pick<PausableLoan, 'principal'>[];
}

/**
 * Returns the monthly payment after the pause. The pause does not use up the remaining term, so a level payment grows
 * in proportion to the principal, rounded up to the cent. The payment of an income-driven plan depends on income and
 * does not change. `principal` of the loans is the amount before capitalization.
 */
export function paymentAfterPause({ plan, monthlyPayment, loans }: PausableGroup, capitalized: Cents): Cents {
  const principal = BigInt(sumCents(loans.map((loan) => loan.principal)));
  if (isSetByIncome(plan) || principal <= 0n) return monthlyPayment;
  const grown = BigInt(monthlyPayment) * (principal + BigInt(capitalized));
  return toCents(Number((grown + principal - 1n) / principal));
}
