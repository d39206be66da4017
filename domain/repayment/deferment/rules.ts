/** The rules of deferments that the borrower chooses by type (R §4, §5). */
import * as v from 'valibot';
import { type PlainDate, addDays, addMonths, formatUsDate, parseUsDate } from '../../calendar.ts';
import { validatedText } from '../../issue.ts';
import { type Cents, isBeyondCents, parseTyped } from '../../money.ts';
import { type TermsIssue, termsEntries, termsSchema } from '../../terms.ts';
import {
  type ApplicationValues,
  DEFERMENT_TYPES,
  type DefermentEligibility,
  type DefermentOption,
  type DefermentType,
  type StartBounds,
} from './shapes.ts';
import type { StartRange, StartRanges } from '../../portal/shapes.ts';

export type DefermentIssue =
  | { code: 'familySize.range'; min: number; max: number }
  | { code: 'monthlyIncome.required' }
  | { code: 'monthlyIncome.format' }
  | { code: 'monthlyIncome.tooHigh'; max: number }
  | { code: 'startDate.required' }
  | { code: 'startDate.format' }
  | { code: 'startDate.tooEarly'; min: string }
  | { code: 'startDate.tooLate'; max: string }
  | TermsIssue;

/** The limits of family size and income, from the configuration. */
export interface IncomeLimits {
  readonly minDependents: number;
  readonly maxDependents: number;
  /** The highest yearly income, in dollars (`idrAgiMaxAmount`). */
  readonly idrAgiMaxAmount: number;
}

const IS_ELIGIBLE = {
  unemployment: 'isDefermentUnemploymentEligible',
  rehabilitation: 'isDefermentRehabEligible',
  economicHardship: 'isDefermentEconomicHardshipEligible',
} as const satisfies Record<DefermentType, keyof DefermentEligibility>;

/** Returns the types that a borrower may apply for, in display order (R §4). */
export const eligibleTypes = (eligibility: DefermentEligibility): DefermentType[] =>
  DEFERMENT_TYPES.filter((type) => eligibility[IS_ELIGIBLE[type]]);

/** Returns the deferment type in the flow's query string (ruling 67); null for a missing or unknown type. */
export function typeInQuery(query: string): DefermentType | null {
  const named = new URLSearchParams(query).get('type');
  return DEFERMENT_TYPES.find((type) => type === named) ?? null;
}

const WHOLE_NUMBER = /^\d{1,3}$/;

/** Parses the number of people in a family, including the borrower. Returns undefined unless it is a whole number. */
export const parseFamilySize = (typed: string): number | undefined =>
  WHOLE_NUMBER.test(typed.trim()) ? Number(typed) : undefined;

/** Validates a family size: one more than the allowed number of dependents (R §5). */
export function validateFamilySize(
  typed: string,
  { minDependents, maxDependents }: IncomeLimits,
): DefermentIssue | undefined {
  const [min, max] = [minDependents + 1, maxDependents + 1];
  const size = parseFamilySize(typed);
  return size === undefined || size < min || size > max ? { code: 'familySize.range', min, max } : undefined;
}

/** Returns the highest monthly income, in whole dollars: a twelfth of the highest yearly income (R §5). */
export const highestMonthlyIncome = ({ idrAgiMaxAmount }: Pick<IncomeLimits, 'idrAgiMaxAmount'>): number =>
  Math.floor(idrAgiMaxAmount / 12);

/** Rounds cents to whole dollars, half up. */
const wholeDollars = (amount: Cents): number => Math.floor((amount + 50) / 100);

/** Parses a monthly income to whole dollars. Returns undefined if the text is not an amount. */
export function parseMonthlyIncome(typed: string): number | undefined {
  const amount = parseTyped(typed.trim());
  return amount === undefined ? undefined : wholeDollars(amount);
}

/**
 * Validates a monthly income. An income equal to the maximum is valid, although the message says "less than" (ruling
 * 42).
 */
export function validateMonthlyIncome(typed: string, facts: IncomeLimits): DefermentIssue | undefined {
  if (typed.trim() === '') return { code: 'monthlyIncome.required' };
  const max = highestMonthlyIncome(facts);
  if (isBeyondCents(typed)) return { code: 'monthlyIncome.tooHigh', max };
  const income = parseMonthlyIncome(typed);
  if (income === undefined) return { code: 'monthlyIncome.format' };
  return income > max ? { code: 'monthlyIncome.tooHigh', max } : undefined;
}

/** Creates the schema of the family size and income form. */
export const incomeSchema = (facts: IncomeLimits) =>
  v.looseObject({
    familySize: validatedText((typed) => validateFamilySize(typed, facts)),
    monthlyIncome: validatedText((typed) => validateMonthlyIncome(typed, facts)),
  });

/**
 * Formats a positive income as a whole number without separators when its field loses focus (R §5). Leaves any other
 * text unchanged.
 */
export function normalizeMonthlyIncome(typed: string): string {
  const amount = parseTyped(typed);
  return amount === undefined || amount === 0 ? typed : String(wholeDollars(amount));
}

const firstDay = (range: StartRange, today: PlainDate): PlainDate =>
  'notBefore' in range ? range.notBefore : addMonths(today, -range.monthsBefore);

/** The data that the allowed start dates depend on. */
export interface StartLimits {
  readonly today: PlainDate;
  /** From the configuration. */
  readonly ranges: StartRanges;
}

/** Returns the allowed start dates of a deferment type (R §5); undefined if the form does not ask for a date. */
export function startBounds(type: DefermentType, { today, ranges }: StartLimits): StartBounds | undefined {
  if (type === 'rehabilitation') return undefined;
  const range = ranges[type];
  return { min: firstDay(range, today), max: addDays(today, range.daysAfter) };
}

/** Validates the start date of a deferment as typed (R §5, ruling 43). Both bounds are inclusive. */
export function validateStartDate(typed: string, { min, max }: StartBounds): DefermentIssue | undefined {
  if (typed.trim() === '') return { code: 'startDate.required' };
  const day = parseUsDate(typed);
  if (day === undefined) return { code: 'startDate.format' };
  if (day < min) return { code: 'startDate.tooEarly', min: formatUsDate(min) };
  return day > max ? { code: 'startDate.tooLate', max: formatUsDate(max) } : undefined;
}

/** Returns the start date as typed, or undefined if it is not valid or not asked. */
export const typedStart = (typed: string, bounds: StartBounds | undefined): PlainDate | undefined =>
  bounds === undefined || validateStartDate(typed, bounds) !== undefined ? undefined : parseUsDate(typed);

/** Creates the schema of the application form: the date, if the type has bounds, and the terms. */
export function applicationSchema(bounds: StartBounds | undefined) {
  if (bounds === undefined) return termsSchema;
  return v.looseObject({ startDate: validatedText((typed) => validateStartDate(typed, bounds)), ...termsEntries });
}

/** The initial values of the application form. */
export const startingApplication: ApplicationValues = { startDate: '', terms: false };

/**
 * Returns the option whose managed texts describe the plan. `UnemploymentBenefits` uses the texts of `Unemployment` (R
 * §3).
 */
export const toContentOption = (option: DefermentOption): DefermentOption =>
  option === 'UnemploymentBenefits' ? 'Unemployment' : option;
