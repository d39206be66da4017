/** The income test of the economic hardship deferment (34 CFR 685.204(g), 20 USC 1085(o)). */
import { type Cents, maxCents, toCents } from '../../money.ts';
import type { PlainDate } from '../../calendar.ts';
import { type GuidelineRegion, povertyGuideline } from '../plans/parameters/parameters.ts';

/**
 * A year of full-time work, 40 hours in each of 52 weeks, at the federal minimum wage of $7.25 an hour (29 USC 206).
 */
const MINIMUM_WAGE_YEAR: Cents = toCents(7_25 * 40 * 52);

/** A family according to the poverty guidelines. The size includes the borrower. */
export interface Family {
  readonly size: number;
  readonly region: GuidelineRegion;
}

/**
 * Returns the yearly income limit for a yearly poverty guideline, both in cents: the higher of full-time work at the
 * minimum wage and 150 % of the guideline.
 */
export const highestYearlyIncome = (guideline: Cents): Cents =>
  maxCents(MINIMUM_WAGE_YEAR, toCents((guideline * 3) / 2));

/**
 * Returns whether a monthly income before taxes, in whole dollars, does not exceed the limit; income equal to the limit
 * qualifies (ruling 42). An income up to the minimum wage qualifies under any guideline. Throws a `RangeError` if the
 * income is higher and the poverty guidelines for `day` are missing; guidelines of another year are never used instead.
 */
export function isIncomeLowEnough(monthlyIncome: number, family: Family, day: PlainDate): boolean {
  const yearly = monthlyIncome * 12 * 100;
  if (yearly <= MINIMUM_WAGE_YEAR) return true;
  const guideline = povertyGuideline(family, day);
  if (guideline === undefined) throw new RangeError(`The poverty guidelines in effect on ${day} are missing`);
  return yearly <= highestYearlyIncome(guideline);
}
