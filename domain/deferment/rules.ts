/** The rules of the deferments that are chosen by type (R §4, §5). */
import * as v from 'valibot';
import { type PlainDate, addDays, addMonths, formatUsDate, parseUsDate } from '../calendar.ts';
import { validatedText } from '../issue.ts';
import { type Cents, isBeyondCents, parseTyped } from '../money.ts';
import { type TermsIssue, termsEntries, termsSchema } from '../terms.ts';
import {
  type ApplicationValues,
  DEFERMENT_TYPES,
  type DefermentEligibility,
  type DefermentOption,
  type DefermentType,
  type StartBounds,
} from './shapes.ts';
import type { StartRange, StartRanges } from '../portal/shapes.ts';

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
export interface IncomeFacts {
  readonly minDependents: number;
  readonly maxDependents: number;
  /** The highest income of a year, in dollars (`idrAgiMaxAmount`). */
  readonly yearlyMax: number;
}

const IS_ELIGIBLE = {
  unemployment: 'isDefermentUnemploymentEligible',
  rehabilitation: 'isDefermentRehabEligible',
  economicHardship: 'isDefermentEconomicHardshipEligible',
} as const satisfies Record<DefermentType, keyof DefermentEligibility>;

/** The types that a borrower may apply for, in the order in which they are offered (R §4). */
export const eligibleTypes = (eligibility: DefermentEligibility): DefermentType[] =>
  DEFERMENT_TYPES.filter((type) => eligibility[IS_ELIGIBLE[type]]);

/** The type that the query of the flow's address names (ruling 67); null for no type and for an unknown one. */
export function typeInQuery(query: string): DefermentType | null {
  const named = new URLSearchParams(query).get('type');
  return DEFERMENT_TYPES.find((type) => type === named) ?? null;
}

const WHOLE_NUMBER = /^\d{1,3}$/;

/** The number of people in a family as typed, the borrower included; undefined where it is no whole number. */
export const parseFamilySize = (typed: string): number | undefined =>
  WHOLE_NUMBER.test(typed.trim()) ? Number(typed) : undefined;

/** Validates a family size: one more than the dependents that are possible (R §5). */
export function validateFamilySize(
  typed: string,
  { minDependents, maxDependents }: IncomeFacts,
): DefermentIssue | undefined {
  const [min, max] = [minDependents + 1, maxDependents + 1];
  const size = parseFamilySize(typed);
  return size === undefined || size < min || size > max ? { code: 'familySize.range', min, max } : undefined;
}

/** The highest monthly income, in whole dollars: a twelfth of the highest of a year (R §5). */
export const highestMonthlyIncome = ({ yearlyMax }: Pick<IncomeFacts, 'yearlyMax'>): number =>
  Math.floor(yearlyMax / 12);

/** Whole dollars, half a dollar rounded up. */
const wholeDollars = (amount: Cents): number => Math.floor((amount + 50) / 100);

/** A monthly income as typed, in whole dollars; undefined where it is no amount. */
export function parseMonthlyIncome(typed: string): number | undefined {
  const amount = parseTyped(typed.trim());
  return amount === undefined ? undefined : wholeDollars(amount);
}

/** Validates a monthly income. The highest is accepted, although the message says "less than" (ruling 42). */
export function validateMonthlyIncome(typed: string, facts: IncomeFacts): DefermentIssue | undefined {
  if (typed.trim() === '') return { code: 'monthlyIncome.required' };
  const max = highestMonthlyIncome(facts);
  if (isBeyondCents(typed)) return { code: 'monthlyIncome.tooHigh', max };
  const income = parseMonthlyIncome(typed);
  if (income === undefined) return { code: 'monthlyIncome.format' };
  return income > max ? { code: 'monthlyIncome.tooHigh', max } : undefined;
}

/** Family size and income as a form. */
export const incomeSchema = (facts: IncomeFacts) =>
  v.looseObject({
    familySize: validatedText((typed) => validateFamilySize(typed, facts)),
    monthlyIncome: validatedText((typed) => validateMonthlyIncome(typed, facts)),
  });

/** A positive income becomes a whole number without separators once its field was left (R §5); anything else stays. */
export function normalizeMonthlyIncome(typed: string): string {
  const income = parseMonthlyIncome(typed);
  return income === undefined || income === 0 ? typed : String(income);
}

const firstDay = (range: StartRange, today: PlainDate): PlainDate =>
  'notBefore' in range ? range.notBefore : addMonths(today, -range.monthsBefore);

/** What the days on which a deferment may begin depend on. */
export interface StartFacts {
  readonly today: PlainDate;
  /** From the configuration. */
  readonly ranges: StartRanges;
}

/** The days on which a deferment of a type may begin (R §5); undefined where the date is not asked for. */
export function startBounds(type: DefermentType, { today, ranges }: StartFacts): StartBounds | undefined {
  if (type === 'rehabilitation') return undefined;
  const range = ranges[type];
  return { min: firstDay(range, today), max: addDays(today, range.daysAfter) };
}

/** Validates the day on which a deferment is to begin, as typed (R §5, ruling 43). Both bounds are allowed. */
export function validateStartDate(typed: string, { min, max }: StartBounds): DefermentIssue | undefined {
  if (typed.trim() === '') return { code: 'startDate.required' };
  const day = parseUsDate(typed);
  if (day === undefined) return { code: 'startDate.format' };
  if (day < min) return { code: 'startDate.tooEarly', min: formatUsDate(min) };
  return day > max ? { code: 'startDate.tooLate', max: formatUsDate(max) } : undefined;
}

/** The application as a form: the date where there are bounds for it, and the terms. */
export function applicationSchema(bounds: StartBounds | undefined) {
  if (bounds === undefined) return termsSchema;
  return v.looseObject({ startDate: validatedText((typed) => validateStartDate(typed, bounds)), ...termsEntries });
}

/** The application as it starts. */
export const startingApplication: ApplicationValues = { startDate: '', terms: false };

/** The option under which managed texts of the plan stand: benefits share those of unemployment (R §3). */
export const contentOptionOf = (option: DefermentOption): DefermentOption =>
  option === 'UnemploymentBenefits' ? 'Unemployment' : option;
