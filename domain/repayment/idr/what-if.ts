/**
 * The what-if income and family size in the comparison of plans. They are not part of the application and never change it.
 */
import * as v from 'valibot';
import { type Messages, findProblems, validatedText } from '../../issue.ts';
import { type Cents, formatUsd, parseTyped, toCents } from '../../money.ts';
import { type Household, getFamilySize, countRapDependents } from '../../plans/household.ts';
import { toHousehold } from './estimates.ts';
import { type IdrIssue, type IdrLimits, idrSchema, parseDependents, validateAgi } from './rules.ts';
import type { IdrEntry } from './shapes.ts';

/** The two fields, as typed. */
export interface WhatIf {
  readonly agi: string;
  readonly familySize: string;
}

export type WhatIfIssue =
  | Extract<IdrIssue, { code: `agi.${string}` }>
  | { readonly code: 'familySize.range'; readonly min: number; readonly max: number };

export const familySizeMessages: Messages<Extract<WhatIfIssue, { code: 'familySize.range' }>> = {
  'familySize.range': ({ min, max }) => `Family Size must be between ${min} and ${max}.`,
};

/** Returns the household of the income step; undefined until the step is complete. */
export const householdFrom = (entry: IdrEntry, limits: IdrLimits): Household | undefined =>
  findProblems(idrSchema(limits), entry.values).length > 0 ? undefined : toHousehold(entry);

/** Returns an income as the field shows it: with commas, without the dollar sign beside the field. */
export const formatIncome = (income: Cents): string => formatUsd(income).replace('$', '');

/** Returns the income as shown after the field loses focus. Leaves a text that is not an amount unchanged. */
export function normalizeIncome(typed: string): string {
  const income = parseTyped(typed);
  return income === undefined ? typed : formatIncome(income);
}

/** Returns the initial values of the fields: the borrower's answers. */
export const startingWhatIf = (household: Household): WhatIf => ({
  agi: formatIncome(household.adjustedGrossIncome),
  familySize: String(getFamilySize(household)),
});

/** Returns the number of family members who are not dependents: the borrower, and the spouse if they file jointly. */
const adultsIn = (household: Household): number => getFamilySize(household) - countRapDependents(household);

/** Returns the smallest and the largest family size that the income step allows. */
export function familySizes(
  household: Household,
  { minDependents, maxDependents }: Pick<IdrLimits, 'minDependents' | 'maxDependents'>,
): { readonly min: number; readonly max: number } {
  const adults = adultsIn(household);
  return { min: adults + 2 * minDependents, max: adults + 2 * maxDependents };
}

/** Creates the schema of the two fields, with the limits of the income step. */
export function whatIfSchema(household: Household, limits: IdrLimits) {
  const { min, max } = familySizes(household, limits);
  return v.looseObject({
    agi: validatedText((typed) => validateAgi(typed, limits)),
    familySize: validatedText((typed) => {
      const size = parseDependents(typed);
      return size === undefined || size < min || size > max ? { code: 'familySize.range', min, max } : undefined;
    }),
  });
}

/**
 * Returns the borrower's household with the what-if income and family size; undefined if one of them is invalid. Marital
 * status and loans elsewhere do not change. All dependents count alike in every formula.
 */
export function householdWith(
  { agi, familySize }: WhatIf,
  household: Household,
  limits: IdrLimits,
): Household | undefined {
  if (findProblems(whatIfSchema(household, limits), { agi, familySize }).length > 0) return undefined;
  return {
    ...household,
    adjustedGrossIncome: parseTyped(agi) ?? household.adjustedGrossIncome,
    numberOfChildDependents: (parseDependents(familySize) ?? 0) - adultsIn(household),
    numberOfOtherDependents: 0,
  };
}

/** A slider for the income, in dollars. */
export interface IncomeSlider {
  readonly max: number;
  readonly step: number;
}

const STEP = 1000;
const USUAL_MAX = 150_000;

/** Returns the range of the slider: up to twice the borrower's income, at least $150,000, and never above the limit. */
export function incomeSlider(income: Cents, { idrAgiMaxAmount }: Pick<IdrLimits, 'idrAgiMaxAmount'>): IncomeSlider {
  const twice = Math.ceil((2 * income) / toCents(STEP * 100)) * STEP;
  return { max: Math.min(idrAgiMaxAmount, Math.max(USUAL_MAX, twice)), step: STEP };
}
