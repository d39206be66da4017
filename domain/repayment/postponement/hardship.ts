/** The period of a hardship forbearance (R §2, §3; 34 CFR 685.205, 682.211). */
import { type PlainDate, addMonths, findEarliest } from '../../calendar.ts';
import { monthsOfPause } from './cost.ts';
import { type PostponementCoverage, afterPauses, nextDueDate } from './coverage.ts';

/**
 * The first day of a hardship forbearance, and the first day after it (rulings 75, 106); null if the borrower may not
 * apply.
 */
export interface HardshipPeriod {
  readonly nextCycleDate: PlainDate | null;
  readonly endCycleDate: PlainDate | null;
}

/**
 * Returns the period of a hardship forbearance. It starts with the next billing cycle, on the first due date of a
 * covered group after today, or after the running pause (ruling 98), and lasts as long as one application grants.
 */
export function hardshipPeriod(coverage: PostponementCoverage): HardshipPeriod {
  const { facts, eligible } = coverage;
  const earliest = findEarliest(eligible.map((group) => nextDueDate(group, facts.today)));
  const nextCycleDate = earliest && afterPauses(eligible, earliest);
  return {
    nextCycleDate,
    endCycleDate: nextCycleDate && addMonths(nextCycleDate, monthsOfPause(coverage, nextCycleDate)),
  };
}
