/**
 * The parameters of repayment plans that change each year, by effective date. A missing year yields undefined: the
 * server logs it and the portal shows "Unknown". For payments, no other year replaces it.
 */
import * as v from 'valibot';
import { type PlainDate, PlainDateFromWire } from '../../calendar.ts';
import { type Cents, toCents } from '../../money.ts';
import { onFirstUse } from '../../on-first-use.ts';
import { ICR_FACTORS } from './icr-factors.ts';
import { PLAN_DATES } from './plan-dates.ts';
import { POVERTY_GUIDELINES } from './poverty-guidelines.ts';

const dollars = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const inEffect = { from: PlainDateFromWire, through: PlainDateFromWire, source: v.pipe(v.string(), v.nonEmpty()) };
const guideline = v.strictObject({ one: dollars, eachMore: dollars });

const Guidelines = v.strictObject({
  year: v.pipe(v.number(), v.safeInteger()),
  ...inEffect,
  contiguous: guideline,
  alaska: guideline,
  hawaii: guideline,
});
export type Guidelines = v.InferOutput<typeof Guidelines>;

/** Pairs of income in dollars and factor in ten-thousandths, incomes ascending and factors not descending. */
const factors = v.pipe(
  v.array(v.tuple([dollars, dollars])),
  v.minLength(2),
  v.check(
    (rows) => rows.every((row, index) => index === 0 || isAfter(row, rows[index - 1])),
    'Incomes ascend and factors never descend',
  ),
);

function isAfter([income, factor]: readonly [number, number], before: readonly [number, number] | undefined): boolean {
  return before === undefined || (income > before[0] && factor >= before[1]);
}

const IcrFactors = v.strictObject({ ...inEffect, single: factors, married: factors });
export type IcrFactors = v.InferOutput<typeof IcrFactors>;

const PlanDates = v.strictObject({
  source: v.string(),
  rapFrom: PlainDateFromWire,
  newRulesFrom: PlainDateFromWire,
  payeAndIcrThrough: PlainDateFromWire,
  payeAndIcrChosenThrough: PlainDateFromWire,
  parentPlusOnIncomeFrom: PlainDateFromWire,
  parentPlusOnIncomeThrough: PlainDateFromWire,
  ibrNewBorrowerFrom: PlainDateFromWire,
  payeNewBorrowerFrom: PlainDateFromWire,
  payeDisbursedFrom: PlainDateFromWire,
  extendedNewBorrowerFrom: PlainDateFromWire,
});
export type PlanDates = v.InferOutput<typeof PlanDates>;

/** All parameters. Throws when it is parsed if a table is malformed. */
export const PlanParameters = v.strictObject({
  guidelines: v.array(Guidelines),
  icrFactors: v.array(IcrFactors),
  dates: PlanDates,
});
export type PlanParameters = v.InferOutput<typeof PlanParameters>;

/** The parameters of this release. */
export const planParameters = onFirstUse(() =>
  v.parse(PlanParameters, { guidelines: POVERTY_GUIDELINES, icrFactors: ICR_FACTORS, dates: PLAN_DATES }),
);

const inEffectOn = <T extends { readonly from: PlainDate; readonly through: PlainDate }>(
  rows: readonly T[],
  day: PlainDate,
): T | undefined => rows.find(({ from, through }) => from <= day && day <= through);

/** Returns the poverty guidelines in effect on a day; undefined if they are missing. */
export const guidelinesOn = (day: PlainDate, { guidelines } = planParameters()): Guidelines | undefined =>
  inEffectOn(guidelines, day);

/** Returns the ICR factors in effect on a day; undefined if they are missing. */
export const icrFactorsOn = (day: PlainDate, { icrFactors } = planParameters()): IcrFactors | undefined =>
  inEffectOn(icrFactors, day);

/** A table that lacks the year of a day. */
export type MissingParameter = 'povertyGuideline' | 'icrFactors';

/** Returns the tables that lack the year of a day. The factors of ICR are not required after its end. */
export function missingParameters(day: PlainDate, parameters = planParameters()): MissingParameter[] {
  const missing: MissingParameter[] = [];
  if (guidelinesOn(day, parameters) === undefined) missing.push('povertyGuideline');
  const hasIcr = day <= parameters.dates.payeAndIcrThrough;
  if (hasIcr && icrFactorsOn(day, parameters) === undefined) missing.push('icrFactors');
  return missing;
}

/** The regions of the guidelines. The territories have the guideline of the 48 states. */
export type GuidelineRegion = 'contiguous' | 'alaska' | 'hawaii';

/**
 * Returns the guideline region of an address: country and state as codes. Outside Alaska and Hawaii it is that of the 48
 * states.
 */
export function toGuidelineRegion({ country, state }: { readonly country: string; readonly state: string }) {
  const regions: Readonly<Record<string, GuidelineRegion>> = { AK: 'alaska', HI: 'hawaii' };
  return (country === 'US' ? regions[state] : undefined) ?? 'contiguous';
}

/** A family according to the poverty guidelines. The size includes the borrower. */
export interface Family {
  readonly size: number;
  readonly region: GuidelineRegion;
}

/**
 * Returns the poverty guideline of a year for a family, in cents a year. Throws a RangeError unless the size is a whole
 * number of at least 1.
 */
function guidelineFor({ size, region }: Family, guidelines: Guidelines | undefined): Cents | undefined {
  if (!Number.isSafeInteger(size) || size < 1) throw new RangeError(`Not a family size: ${size}`);
  const found = guidelines?.[region];
  return found && toCents((found.one + (size - 1) * found.eachMore) * 100);
}

/**
 * Returns the poverty guideline for a family of that size, in cents a year; undefined if the guidelines of the day are
 * missing. Throws a RangeError unless the size is a whole number of at least 1.
 */
export const povertyGuideline = (family: Family, day: PlainDate, parameters = planParameters()): Cents | undefined =>
  guidelineFor(family, guidelinesOn(day, parameters));

/**
 * Like {@link povertyGuideline}, but with the latest earlier guidelines if those of the day are missing: guidelines remain
 * in force until the next ones. Undefined only before the first ones.
 */
export const latestPovertyGuideline = (
  family: Family,
  day: PlainDate,
  { guidelines } = planParameters(),
): Cents | undefined =>
  guidelineFor(
    family,
    guidelines.findLast(({ from }) => from <= day),
  );
