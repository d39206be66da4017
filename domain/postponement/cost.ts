/** The cost of pausing payments (HEA 428H(e)(2), 34 CFR 685.202(b), 682.202(b); reference §2). */
import { isSetByIncome } from '../accounts/shapes.ts';
import { type PlainDate, addMonths, daysBetween } from '../calendar.ts';
import { centsOfMicros, interestFor } from '../interest.ts';
import { type Cents, ZERO, sumCents, toCents } from '../money.ts';
import {
  type Coverage,
  type CoverageFacts,
  LIMITED_UNTIL,
  type PostponableGroup,
  type PostponableLoan,
  coverageOf,
  isOwnedByEducation,
  monthsLeft,
} from './coverage.ts';
import { isForbearance } from './rules.ts';
import type { PauseCost, PausedGroup, Postponement } from './shapes.ts';

/**
 * The maximum number of months that one application postpones payments. For in-school deferments this is only an
 * illustration, because they last as long as the enrollment.
 */
export const GRANT_MONTHS = {
  unemployment: 6,
  rehabilitation: 12,
  economicHardship: 12,
  inSchool: 12,
  military: 12,
  mandatoryForbearance: 12,
  hardship: 12,
} as const satisfies Record<Postponement, number>;

/** Loans made on or after 1 July 2027 get at most 9 months of general forbearance in any 24 months (P.L. 119-21). */
const GENERAL_FORBEARANCE_MONTHS = 9;

/**
 * Computes the interest of one loan during the pause, rounded once to the cent. The government pays the interest of a
 * subsidized loan during a deferment.
 */
function interestOf(loan: PostponableLoan, kind: Postponement, days: number): Cents {
  if (loan.isSubsidized && !isForbearance(kind)) return ZERO;
  return centsOfMicros(interestFor(loan.principal, loan.rate, days));
}

/**
 * Returns whether unpaid interest is capitalized after the pause: after all deferments, and after a forbearance of
 * FFELP loans (ruling 75).
 */
const isCapitalizedAfter = (group: PostponableGroup, kind: Postponement): boolean =>
  !isForbearance(kind) || !isOwnedByEducation(group);

/**
 * Computes the monthly payment after the pause. The pause does not use up the remaining term, so a level payment grows
 * in proportion to the principal, rounded up to the cent. The payment of an income-driven plan depends on income and
 * does not change.
 */
function paymentAfter({ plan, monthlyPayment, loans }: PostponableGroup, capitalized: Cents): Cents {
  const principal = BigInt(sumCents(loans.map((loan) => loan.principal)));
  if (isSetByIncome(plan) || principal <= 0n) return monthlyPayment;
  const grown = BigInt(monthlyPayment) * (principal + BigInt(capitalized));
  return toCents(Number((grown + principal - 1n) / principal));
}

function pausedGroup(group: PostponableGroup, kind: Postponement, days: number): PausedGroup {
  const { accountNumber, groupId, loanType, accountLoanType, monthlyPayment } = group;
  const loans = group.loans
    .filter(({ principal }) => principal > 0)
    .map((loan) => ({
      principal: loan.principal,
      rate: loan.rate,
      isSubsidized: loan.isSubsidized,
      interest: interestOf(loan, kind, days),
    }));
  const interestAdded = sumCents(loans.map(({ interest }) => interest));
  const isCapitalized = isCapitalizedAfter(group, kind);
  return {
    accountNumber,
    groupId,
    loanType,
    accountLoanType,
    loans,
    interestAdded,
    isCapitalized,
    paymentNow: monthlyPayment,
    paymentAfter: paymentAfter(group, isCapitalized ? interestAdded : ZERO),
  };
}

/** Returns the longest pause that one application grants for a group, in months. */
function grantMonths(group: PostponableGroup, { kind, facts }: Pick<Coverage, 'kind' | 'facts'>): number {
  const isShort = kind === 'hardship' && group.loans.some(({ disbursedOn }) => disbursedOn >= LIMITED_UNTIL);
  const most = isShort ? GENERAL_FORBEARANCE_MONTHS : GRANT_MONTHS[kind];
  return Math.min(most, monthsLeft(group, kind, facts) ?? most);
}

/** Returns the number of months that one application postpones payments: the minimum over all covered groups. */
export const monthsOfPause = (coverage: Coverage): number =>
  Math.min(GRANT_MONTHS[coverage.kind], ...coverage.eligible.map((group) => grantMonths(group, coverage)));

/** The start of a pause and its end. If the end is unknown, the pause lasts as long as one application grants. */
export interface PausePeriod {
  readonly startDate: PlainDate;
  readonly endDate?: PlainDate | undefined;
}

const later = (one: PlainDate, other: PlainDate): PlainDate => (one > other ? one : other);
const earlier = (one: PlainDate, other: PlainDate): PlainDate => (one < other ? one : other);

/**
 * Computes the cost of a pause: simple daily interest on the covered groups for the remaining days. The pause ends
 * after the longest period that one application grants, or on the given day if that is earlier.
 */
export function costOfPausing(
  kind: Postponement,
  { startDate, endDate: named }: PausePeriod,
  facts: CoverageFacts,
): PauseCost {
  const coverage = coverageOf(kind, facts);
  // The pause ends on the same day of a later month, so its length in days is end minus start (ruling 75).
  const latest = addMonths(startDate, monthsOfPause(coverage));
  const endDate = named === undefined ? latest : earlier(named, latest);
  const countedFrom = earlier(later(startDate, facts.today), endDate);
  const days = daysBetween(countedFrom, endDate);
  const groups = coverage.eligible.map((group) => pausedGroup(group, kind, days));
  const interestAdded = sumCents(groups.map((group) => group.interestAdded));
  return { startDate, endDate, countedFrom, days, groups, interestAdded };
}
