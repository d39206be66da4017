/** The income test of the economic hardship deferment (34 CFR 685.204(g), 20 USC 1085(o)). */
import { type Cents, maxCents, toCents } from '../../money.ts';
import type { PlainDate } from '../../calendar.ts';
import { type Family, latestPovertyGuideline } from '../../plans/parameters/parameters.ts';

/**
 * A year of full-time work, 40 hours in each of 52 weeks, at the federal minimum wage of $7.25 an hour (29 USC 206).
 */
const MINIMUM_WAGE_YEAR: Cents = toCents(7_25 * 40 * 52);

/**
 * Returns the yearly income limit for a yearly poverty guideline, both in cents: the higher of full-time work at the
 * minimum wage and 150 % of the guideline.
 */
export const highestYearlyIncome = (guideline: Cents): Cents =>
  maxCents(MINIMUM_WAGE_YEAR, toCents((guideline * 3) / 2));

/**
 * Returns the highest monthly income before taxes that qualifies. If the poverty guidelines for `day` are missing, the
 * latest earlier ones apply. Throws a `RangeError` before the first ones.
 */
export function monthlyIncomeLimit(family: Family, day: PlainDate): Cents {
  const guideline = latestPovertyGuideline(family, day);
  if (guideline === undefined) throw new RangeError(`The poverty guidelines in effect on ${day} are missing`);
  return toCents(Math.floor(highestYearlyIncome(guideline) / 12));
}

/**
 * Returns whether a monthly income before taxes, in whole dollars, does not exceed the limit; income equal to the limit
 * qualifies (ruling 42). Throws like {@link monthlyIncomeLimit}.
 */
export const isIncomeLowEnough = (monthlyIncome: number, family: Family, day: PlainDate): boolean =>
  monthlyIncome * 100 <= monthlyIncomeLimit(family, day);
