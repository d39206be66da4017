/** The income test of the economic hardship deferment (34 CFR 685.204(g), 20 USC 1085(o)). */
import { type Cents, maxCents, toCents } from '../money.ts';
import type { PlainDate } from '../calendar.ts';
import { type GuidelineRegion, povertyGuideline } from '../plans/parameters/parameters.ts';

/** A year's full-time work, 40 hours in each of 52 weeks, at the federal minimum wage of $7.25 an hour (29 USC 206). */
const MINIMUM_WAGE_YEAR: Cents = toCents(7_25 * 40 * 52);

/** A family, as the guidelines count it: the borrower is one of its members. */
export interface Family {
  readonly size: number;
  readonly region: GuidelineRegion;
}

/**
 * The highest income of a year, in cents, given the poverty guideline of a year: full-time work at the minimum wage, or
 * 150 % of the guideline where that is more.
 */
export const highestYearlyIncome = (guideline: Cents): Cents =>
  maxCents(MINIMUM_WAGE_YEAR, toCents((guideline * 3) / 2));

/**
 * Whether a monthly income before taxes, in whole dollars, is low enough on a day. The limit itself is (ruling 42). Throws a
 * RangeError if the poverty guidelines of the day are missing: no other year stands in for them.
 */
export function isIncomeLowEnough(monthlyIncome: number, family: Family, day: PlainDate): boolean {
  const guideline = povertyGuideline(family, day);
  if (guideline === undefined) throw new RangeError(`The poverty guidelines in effect on ${day} are missing`);
  return monthlyIncome * 12 * 100 <= highestYearlyIncome(guideline);
}
