/** The period of a hardship forbearance (R §2, §3; 34 CFR 685.205, 682.211). */
import { type PlainDate, addMonths, dueDateAfter, earliestOf } from '../calendar.ts';
import { monthsOfPause } from './cost.ts';
import type { Coverage, PostponableGroup } from './coverage.ts';

/** When the next instalment of a group falls due after a day. */
function nextDueDate({ dueDay }: Pick<PostponableGroup, 'dueDay'>, today: PlainDate): PlainDate {
  const inMonth = dueDateAfter(today, dueDay, 0);
  return inMonth > today ? inMonth : dueDateAfter(today, dueDay, 1);
}

/** From when to when a hardship forbearance would be. Null is a borrower who may not apply. */
export interface HardshipPeriod {
  readonly nextCycleDate: PlainDate | null;
  readonly endCycleDate: PlainDate | null;
}

/**
 * It begins with the next billing cycle, on the first day after today on which an instalment of a covered group falls due,
 * and lasts as long as one grant.
 */
export function hardshipPeriod(coverage: Coverage): HardshipPeriod {
  const { facts, eligible } = coverage;
  const dates = eligible.map((group) => nextDueDate(group, facts.today));
  const nextCycleDate = earliestOf(dates);
  return {
    nextCycleDate,
    endCycleDate: nextCycleDate && addMonths(nextCycleDate, monthsOfPause(coverage)),
  };
}
