/**
 * The monthly payment of each repayment plan, by the formulas of the law. Amounts are exact, and the caller rounds them
 * once (ruling 41); amounts derived from income are exact to the last digit.
 */
import { type Cents, ZERO, toCents } from '../money.ts';
import {
  type Exact,
  ONE,
  toExact,
  firstOfSteps,
  interestExact,
  levelExact,
  maxExact,
  minExact,
  ratioFromInterest,
  ratioOfGrowth,
  roundExact,
  sumExact,
  timesRatio,
} from './exact.ts';
import type { IcrFactors } from './parameters/parameters.ts';

/** A balance and its rate, in thousandths of a percent a year. */
export interface Debt {
  readonly balance: Cents;
  readonly rate: number;
}

/** Some months with the same payment. */
export interface ExactRun {
  readonly months: number;
  readonly payment: Exact;
}

const dollars = (amount: number): Cents => toCents(amount * 100);

/** 10 years. */
export const STANDARD_MONTHS = 120;
/** 25 years (34 CFR 685.208). */
export const EXTENDED_MONTHS = 300;
/** 12 years, over which the first amount of ICR is computed (34 CFR 685.209(f)). */
export const ICR_MONTHS = 144;
/** The least monthly payment of the standard plan (34 CFR 685.208(b)). */
export const STANDARD_MINIMUM: Cents = dollars(50);

/** Balances below an amount have a term, in months; the last term is for all others. */
type Terms = readonly (readonly [below: number, months: number])[];

/** 34 CFR 685.208(j): by all education debt. */
const CONSOLIDATION_TERMS: Terms = [
  [7_500, 120],
  [10_000, 144],
  [20_000, 180],
  [40_000, 240],
  [60_000, 300],
  [Number.POSITIVE_INFINITY, 360],
];

/** 34 CFR 685.208(b) for loans made from 1 July 2026 on: by the Direct Loan balance. */
const TIERED_TERMS: Terms = [
  [25_000, 120],
  [50_000, 180],
  [100_000, 240],
  [Number.POSITIVE_INFINITY, 300],
];

const termFor = (terms: Terms, balance: Cents): number => terms.find(([below]) => balance < below * 100)?.[1] ?? 360;

/**
 * Returns the months of the standard and graduated plan for a consolidation loan, given all education debt. A boundary has
 * the longer term.
 */
export const consolidationMonths = (educationDebt: Cents): number => termFor(CONSOLIDATION_TERMS, educationDebt);

/** Returns the months of the Tiered Standard plan. A balance exactly on a boundary has the longer term. */
export const tieredMonths = (balance: Cents): number => termFor(TIERED_TERMS, balance);

/** Returns the level payment of one debt. */
export const levelPayment = ({ balance, rate }: Debt, months: number): Exact => levelExact(balance, rate, months);

/** Payments of a graduated plan rise every two years. */
const STEP_MONTHS = 24;
/** The last payment is at most this many times the first (34 CFR 685.208). */
const MOST_GROWTH = 3;

/** Returns the months of each step of a graduated plan; the last one has the rest of the term. */
const toSteps = (months: number): number[] =>
  Array.from({ length: Math.ceil(months / STEP_MONTHS) }, (_, step) =>
    Math.min(STEP_MONTHS, months - step * STEP_MONTHS),
  );

/**
 * Returns the payments of a graduated plan: steps of 24 months with equal ratios, the last three times the first. If the
 * first would then be less than the interest of the first month, it is that interest, and the ratio follows from the term
 * (ruling 96; the schedules are those of FSA's Loan Simulator and form tables).
 */
export function graduatedPayments({ balance, rate }: Debt, months: number): ExactRun[] {
  const steps = toSteps(months);
  const tripling = ratioOfGrowth(MOST_GROWTH, steps.length);
  const lowest = firstOfSteps(balance, rate, steps, tripling);
  const interest = interestExact(balance, rate);
  const ratio = lowest < interest ? ratioFromInterest(rate, steps, tripling) : tripling;
  let payment = maxExact(lowest, interest);
  return steps.map((length) => {
    const run = { months: length, payment };
    payment = timesRatio(payment, ratio);
    return run;
  });
}

/** Returns the sum of the 10-year payments of some debts, at least $50 (34 CFR 685.208(b)). */
export const standardTotal = (payments: readonly Exact[]): Exact =>
  maxExact(sumExact(payments), toExact(STANDARD_MINIMUM));

/** Returns the 10-year payment of one debt. */
export const standardPayment = (debt: Debt): Exact => levelPayment(debt, STANDARD_MONTHS);

/** Returns the 10-year standard amount of some debts. */
export const standardAmount = (debts: readonly Debt[]): Exact => standardTotal(debts.map(standardPayment));

/** The amounts that follow from income and family, in cents a year. */
export interface Income {
  readonly adjustedGrossIncome: Cents;
  readonly guideline: Cents;
}

/** Returns a month's `percent` of the income above `guidelinePercent` of the poverty guideline. Zero if there is none. */
export function percentOfIncome(
  { adjustedGrossIncome, guideline }: Income,
  { percent, guidelinePercent }: { readonly percent: number; readonly guidelinePercent: number },
): Exact {
  const above = BigInt(adjustedGrossIncome) * 100n - BigInt(guideline) * BigInt(guidelinePercent);
  return above <= 0n ? 0n : (above * BigInt(percent) * ONE) / (100n * 100n * 12n);
}

/**
 * Returns the payment of IBR and PAYE before shares and small amounts: a percentage of income above 150 % of the guideline,
 * at most the `cap`.
 */
export const incomeBasedPayment = (income: Income, percent: 10 | 15, cap: Exact): Exact =>
  minExact(percentOfIncome(income, { percent, guidelinePercent: 150 }), cap);

/**
 * Returns the income percentage factor of ICR in ten-thousandths: linear between the rows of the table, rounded to a
 * ten-thousandth, and that of the first or last row beyond them.
 */
export function icrFactor(adjustedGrossIncome: Cents, rows: IcrFactors['single']): number {
  const upper = rows.findIndex(([income]) => adjustedGrossIncome <= income * 100);
  const [high, low] = [rows.at(upper), rows[upper - 1]];
  if (high === undefined) throw new RangeError('The table of ICR factors is empty');
  if (upper <= 0 || low === undefined) return high[1];
  const [rise, run] = [high[1] - low[1], (high[0] - low[0]) * 100];
  // Rounded half up on whole numbers: (2 · part + run) / (2 · run), rounded down.
  const part = (adjustedGrossIncome - low[0] * 100) * rise;
  return low[1] + Math.floor((2 * part + run) / (2 * run));
}

/** The two amounts for ICR, whose payment is the lesser. */
export interface IcrAmounts {
  /** The 12-year level payment times the factor. */
  readonly byFactor: Exact;
  /** 20 % of income above the guideline. */
  readonly byIncome: Exact;
}

/** Returns the two amounts of ICR for some debts (34 CFR 685.209(f)(4)), given the factor in ten-thousandths. */
export const icrAmounts = (income: Income, factor: number, debts: readonly Debt[]): IcrAmounts => ({
  byFactor: (sumExact(debts.map((debt) => levelPayment(debt, ICR_MONTHS))) * BigInt(factor)) / 10_000n,
  byIncome: percentOfIncome(income, { percent: 20, guidelinePercent: 100 }),
});

/** Returns the RAP payment for a year before dependents: $120, or a percentage of all income. */
export interface RapBase {
  /** 0 if the base is $120. */
  readonly percent: number;
  readonly yearly: Exact;
}

const RAP_BAND = dollars(10_000);
const RAP_YEARLY_MINIMUM = dollars(120);
const RAP_A_DEPENDENT = dollars(50);
/** The least monthly payment of RAP, and the most that the principal match adds to (20 USC 1087e(q)). */
export const RAP_MINIMUM: Cents = dollars(10);
export const RAP_MATCH: Cents = dollars(50);

/** Returns the yearly base of RAP: 1 % to 10 % by bands of $10,000; an exact multiple of $10,000 is in the lower band. */
export function rapBase(adjustedGrossIncome: Cents): RapBase {
  if (adjustedGrossIncome <= RAP_BAND) return { percent: 0, yearly: toExact(RAP_YEARLY_MINIMUM) };
  const percent = Math.min(10, Math.ceil((adjustedGrossIncome - RAP_BAND) / RAP_BAND));
  return { percent, yearly: (toExact(adjustedGrossIncome) * BigInt(percent)) / 100n };
}

/**
 * Returns the RAP payment before shares and its minimum: a twelfth of the base, less $50 for each dependent. Not below zero.
 */
export const rapPayment = (adjustedGrossIncome: Cents, dependents: number): Exact =>
  maxExact(rapBase(adjustedGrossIncome).yearly / 12n - toExact(RAP_A_DEPENDENT) * BigInt(dependents), 0n);

/** Returns `amount` times own debt / all debt. The whole amount if nothing is owed. */
export const computeShare = (amount: Exact, { own, all }: { readonly own: Cents; readonly all: Cents }): Exact =>
  all <= 0 || own === all ? amount : (amount * BigInt(own)) / BigInt(all);

/** IBR and PAYE payments below `SMALL` are $0; from there to below `NEXT` they are `NEXT` (34 CFR 685.209(g)). */
const SMALL: Cents = dollars(5);
const NEXT: Cents = dollars(10);

/**
 * Applies the rule on small payments for IBR and PAYE to the rounded amount: below $5 becomes $0, from $5 and below $10
 * becomes $10.
 */
export function smallIncomeBased(rounded: Cents): Cents {
  if (rounded < SMALL) return ZERO;
  return rounded < NEXT ? NEXT : rounded;
}

/** Applies the rule on small payments for ICR to the rounded amount: above $0 and up to $5 becomes $5. */
export const smallIcr = (rounded: Cents): Cents => (rounded > 0 && rounded <= SMALL ? SMALL : rounded);

/** Returns the RAP payment rounded to the cent, at least $10. */
export const rapRounded = (amount: Exact): Cents => roundExact(maxExact(amount, toExact(RAP_MINIMUM)));
