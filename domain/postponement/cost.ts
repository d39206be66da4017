/** The cost of pausing payments (HEA 428H(e)(2), 34 CFR 685.202(b), 682.202(b); reference §2). */
import { type PlainDate, addMonths, daysBetween } from '../calendar.ts';
import { centsOfMicros } from '../interest.ts';
import { ZERO, sumCents } from '../money.ts';
import { isCapitalizedAfter, pauseInterest, paymentAfterPause } from '../pause.ts';
import {
  type Coverage,
  type CoverageFacts,
  type PostponableGroup,
  coverageOf,
  isOwnedByEducation,
  monthsLeft,
} from './coverage.ts';
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

function pausedGroup(group: PostponableGroup, kind: Postponement, days: number): PausedGroup {
  const { accountNumber, groupId, loanType, accountLoanType, monthlyPayment } = group;
  const loans = group.loans
    .filter(({ principal }) => principal > 0)
    .map((loan) => ({
      principal: loan.principal,
      rate: loan.rate,
      isSubsidized: loan.isSubsidized,
      interest: centsOfMicros(pauseInterest(loan, kind, days)),
    }));
  const interestAdded = sumCents(loans.map(({ interest }) => interest));
  const isCapitalized = isCapitalizedAfter(kind, { isFfelp: !isOwnedByEducation(group) });
  return {
    accountNumber,
    groupId,
    loanType,
    accountLoanType,
    loans,
    interestAdded,
    isCapitalized,
    paymentNow: monthlyPayment,
    paymentAfter: paymentAfterPause(group, isCapitalized ? interestAdded : ZERO),
  };
}

/** Returns the longest pause that one application grants for a group, in months. */
const grantMonths = (group: PostponableGroup, { kind, facts }: Pick<Coverage, 'kind' | 'facts'>): number =>
  Math.min(GRANT_MONTHS[kind], monthsLeft(group, kind, facts) ?? GRANT_MONTHS[kind]);

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
