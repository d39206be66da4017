/** The decision on an application, by the rules that decide on eligibility before sending (reference §2). */
import { type PlainDate, addDays, addMonths } from '../../calendar.ts';
import type { Benefit } from '../../military-benefits.ts';
import { type DutyPeriod, dutyPeriod } from '../../pause-effects.ts';
import { endOfPause } from './cost.ts';
import {
  type CoverageInput,
  type PostponableGroup,
  afterPauses,
  computePostponementCoverage,
  hostilePayMonthsLeft,
  loanIssue,
} from './coverage.ts';
import { isPostponement } from './rules.ts';
import type { ApplicationKind } from '../../applications/shapes.ts';
import type { DenialReason } from './shapes.ts';

/** The fields of an application that the decision depends on. */
export interface DecidableApplication {
  readonly kind: ApplicationKind;
  readonly sentOn: PlainDate;
  /** The requested dates; null if the application named none. */
  readonly startDate: PlainDate | null;
  readonly endDate: PlainDate | null;
  /** The last day of active duty; null if the application named none. */
  readonly serviceEnds: PlainDate | null;
  /** The first day of active duty, given for SCRA; null if the application named none. */
  readonly dutyStart: PlainDate | null;
  /** The requested benefits of active duty. */
  readonly benefits: readonly Benefit[];
}

/** Conditions beyond the loans. Each is true if the application does not depend on it. */
export interface OtherConditions {
  readonly isIncomeLowEnough: boolean;
  readonly isPlanOffered: boolean;
}

/** The decision. `endsOn` is the first day after the granted period; both dates are null for a new plan. */
export type ApplicationDecision =
  | { readonly outcome: 'denied'; readonly reason: DenialReason }
  | {
      readonly outcome: 'approved';
      readonly startsOn: PlainDate | null;
      readonly endsOn: PlainDate | null;
      /** The time in which benefits of active duty reduce interest rates; null for a new plan. */
      readonly duty: DutyPeriod | null;
      /** The covered groups; empty for a new plan. */
      readonly groups: readonly PostponableGroup[];
    };

/** The number of months that benefits without a pause last, if the application names no end. */
const BENEFIT_MONTHS = 12;

const denied = (reason: DenialReason): ApplicationDecision => ({ outcome: 'denied', reason });

/**
 * Decides on an application with the loans as of the day of the decision. A pause that names no start begins on the day
 * of sending. Its period is the one that the estimate of its cost shows.
 */
export function decisionOn(
  { kind, sentOn, startDate, endDate, serviceEnds, dutyStart, benefits }: DecidableApplication,
  facts: CoverageInput,
  { isIncomeLowEnough, isPlanOffered }: OtherConditions,
): ApplicationDecision {
  const issue = loanIssue(kind, facts);
  if (issue !== undefined) return denied(issue);
  if (!isIncomeLowEnough) return denied('incomeAboveLimit');
  if (!isPlanOffered) return denied('planNotOffered');
  const requested = startDate ?? sentOn;
  const hostilePayMonths = hostilePayMonthsLeft(facts);
  const dutyFrom = (start: PlainDate, end: PlainDate) =>
    dutyPeriod({ start, end }, serviceEnds, hostilePayMonths, dutyStart);
  if (kind === 'militaryBenefits') {
    if (hostilePayMonths === 0 && benefits.every((benefit) => benefit === 'hostileDuty')) {
      return denied('hostilePayLimit');
    }
    const groups = facts.groups.filter(({ isFederal, payoff }) => isFederal && payoff > 0);
    const endsOn = serviceEnds === null ? addMonths(requested, BENEFIT_MONTHS) : addDays(serviceEnds, 1);
    const startsOn = dutyStart ?? requested;
    return { outcome: 'approved', startsOn, endsOn, duty: dutyFrom(requested, endsOn), groups };
  }
  if (!isPostponement(kind)) return { outcome: 'approved', startsOn: null, endsOn: null, duty: null, groups: [] };
  const coverage = computePostponementCoverage(kind, facts);
  const groups = coverage.eligible;
  const startsOn = afterPauses(groups, requested);
  const endsOn = endOfPause({ startDate: startsOn, endDate: serviceEnds ?? endDate ?? undefined }, coverage);
  return endsOn > startsOn
    ? { outcome: 'approved', startsOn, endsOn, duty: dutyFrom(startsOn, endsOn), groups }
    : denied('noLoans');
}
