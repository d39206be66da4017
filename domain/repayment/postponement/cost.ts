/** The cost of pausing payments (HEA 428H(e)(2), 34 CFR 685.202(b), 682.202(b); reference §2). */
import { type PlainDate, addMonths, daysBetween, dueDateAfter, earlier, later } from '../../calendar.ts';
import { centsOfMicros, rateOn, rateRuns } from '../../interest.ts';
import { ZERO, sumCents } from '../../money.ts';
import type { Benefit } from '../../military-benefits.ts';
import {
  type DutyPeriod,
  type GrantedPause,
  type PausedLedgerLoan,
  beginForLoan,
  dutyPeriod,
  dutyRates,
  endForLoan,
  withReducedRates,
} from '../../pause-effects.ts';
import { endAfterService } from '../../pause-end.ts';
import { isCapitalizedAfter, pauseInterest, paymentAfterPause } from '../../pause.ts';
import {
  type PostponementCoverage,
  type CoverageInput,
  type PostponableGroup,
  type PostponableLoan,
  afterPauses,
  computePostponementCoverage,
  hostilePayMonthsLeft,
  isDirect,
  isOwnedByEducation,
  monthsLeft,
} from './coverage.ts';
import type { PauseCost, PausedGroup } from './shapes.ts';
import type { Postponement } from '../../postponement-kinds.ts';

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

/** The benefits of active duty that reduce interest rates during the pause. */
export interface ReducedRates {
  readonly benefits: readonly Benefit[];
  /** Direct loans disbursed on or after this day accrue no interest in a hostile area (HEA 455(o)). */
  readonly hostilePaySince: PlainDate;
  /** The first day of active duty, from which SCRA counts. Without it, SCRA counts from the start of the pause. */
  readonly dutyStart?: PlainDate | undefined;
}

/** A pause to estimate. It takes effect today if it begins in the past. */
interface EstimatedPause extends GrantedPause {
  readonly takesEffect: PlainDate;
  readonly reduced: (ReducedRates & DutyPeriod) | undefined;
}

/** A pause of one group, with the day from which its interest counts. */
interface CountedPause extends EstimatedPause {
  readonly countedFrom: PlainDate;
}

/**
 * Returns the day from which the interest of a group is counted: when the pause takes effect, or a month before the
 * first due date with a payment if that is later. Interest from before is added with or without the pause, for example
 * while the group is paid ahead. The end of the pause if no payment would be due in it.
 */
function getFirstCountedDay({ firstDue, dueDay }: PostponableGroup, { takesEffect, end }: EstimatedPause): PlainDate {
  return firstDue === null ? end : earlier(later(takesEffect, dueDateAfter(firstDue, dueDay, -1)), end);
}

/** Estimates a pause of one loan, without a payment before its end, by the functions that charge it. */
function pausedLoan(group: PostponableGroup, loan: PostponableLoan, pause: CountedPause, today: PlainDate) {
  const { kind, end, takesEffect, countedFrom, reduced } = pause;
  const present: PausedLedgerLoan = {
    loanId: '',
    monthlyPayment: ZERO,
    fees: ZERO,
    principal: loan.principal,
    rate: loan.rate,
    reducedRates: loan.reducedRates,
    isSubsidized: loan.isSubsidized,
    accruedInterest: loan.accruedInterest ?? 0n,
    interestThrough: loan.interestThrough ?? today,
  };
  const rates = reduced === undefined ? [] : dutyRates(loan, { ...reduced, isDirect: isDirect(group) });
  const begun = beginForLoan(withReducedRates(present, rates, takesEffect), pause, takesEffect);
  const isCapitalized = isCapitalizedAfter(kind, { isFfelp: !isOwnedByEducation(group) });
  const { result } = endForLoan(begun, pause, isCapitalized);
  const interest = centsOfMicros(pauseInterest(begun, kind, countedFrom, end));
  const runs = rateRuns(begun, countedFrom, end);
  return {
    shown: {
      principal: loan.principal,
      rate: rateOn(begun, countedFrom),
      ...(runs.length > 1 && { rates: runs }),
      isSubsidized: loan.isSubsidized,
      interest,
    },
    capitalized: result.capitalized,
  };
}

function pausedGroup(group: PostponableGroup, pause: EstimatedPause, today: PlainDate): PausedGroup {
  const { accountNumber, groupId, loanType, accountLoanType, monthlyPayment } = group;
  const countedFrom = getFirstCountedDay(group, pause);
  const paused = group.loans
    .filter(({ principal }) => principal > 0)
    .map((loan) => pausedLoan(group, loan, { ...pause, countedFrom }, today));
  const loans = paused.map(({ shown }) => shown);
  const capitalized = sumCents(paused.map((loan) => loan.capitalized));
  return {
    accountNumber,
    groupId,
    loanType,
    accountLoanType,
    countedFrom,
    loans,
    interestAdded: sumCents(loans.map(({ interest }) => interest)),
    isCapitalized: isCapitalizedAfter(pause.kind, { isFfelp: !isOwnedByEducation(group) }),
    capitalized,
    paymentNow: monthlyPayment,
    paymentAfter: paymentAfterPause(group, capitalized),
  };
}

/** Returns the number of months that one application postpones payments: the minimum over all covered groups. */
export const monthsOfPause = ({ kind, facts, eligible }: PostponementCoverage, start: PlainDate): number =>
  Math.min(GRANT_MONTHS[kind], ...eligible.map((group) => monthsLeft(group, kind, facts, start) ?? GRANT_MONTHS[kind]));

/**
 * The start of a pause and its end. If the end is unknown, the pause lasts as long as one application grants. For a
 * military deferment, the end is the last day of active duty.
 */
export interface PausePeriod {
  readonly startDate: PlainDate;
  readonly endDate?: PlainDate | undefined;
}

/**
 * Returns the first day after a pause: after the longest period that one application grants, or the given end if that is
 * earlier. A military deferment lasts longer than the service. The pause ends on the same day of a later month, so its
 * length in days is end minus start (ruling 75).
 */
export function endOfPause({ startDate, endDate: named }: PausePeriod, coverage: PostponementCoverage): PlainDate {
  const latest = addMonths(startDate, monthsOfPause(coverage, startDate));
  if (named === undefined) return latest;
  return coverage.kind === 'military' ? endAfterService(named, latest) : earlier(named, latest);
}

/**
 * Computes the cost of a pause: simple daily interest on the covered groups for the remaining days, at the rates that
 * `reduced` gives. It begins after the running pause. Only months in which a payment would be due are counted. At the
 * end, all unpaid interest since the start of the pause is capitalized, also that from before today.
 */
export function costOfPausing(
  kind: Postponement,
  { startDate: requested, endDate: named }: PausePeriod,
  facts: CoverageInput,
  reduced?: ReducedRates,
): PauseCost {
  const coverage = computePostponementCoverage(kind, facts);
  const startDate = afterPauses(coverage.eligible, requested);
  const endDate = endOfPause({ startDate, endDate: named }, coverage);
  const countedFrom = earlier(later(startDate, facts.today), endDate);
  const days = daysBetween(countedFrom, endDate);
  const hostilePayMonths = hostilePayMonthsLeft(facts);
  const duty = dutyPeriod({ start: startDate, end: endDate }, named ?? null, hostilePayMonths, reduced?.dutyStart);
  const pause = {
    kind,
    start: startDate,
    end: endDate,
    takesEffect: countedFrom,
    reduced: reduced && { ...reduced, ...duty },
  };
  const groups = coverage.eligible.map((group) => pausedGroup(group, pause, facts.today));
  const interestAdded = sumCents(groups.map((group) => group.interestAdded));
  return { startDate, endDate, countedFrom, days, groups, interestAdded };
}
