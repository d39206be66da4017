/** The codes of the repayment plans, and their kinds (R §3). */
import * as v from 'valibot';

/** The code of every plan that this product knows. SAVE has ended and is never offered. */
export const PLANS = [
  'STANDARD',
  'GRADUATED',
  'EXTENDED_FIXED',
  'EXTENDED_GRADUATED',
  'TIERED_STANDARD',
  'IBR_15',
  'IBR_10',
  'PAYE',
  'ICR',
  'RAP',
  'SAVE',
  'INCOME_SENSITIVE',
] as const;
export const PlanName = v.picklist(PLANS);
export type PlanName = v.InferOutput<typeof PlanName>;

/** Plans whose payment depends on income, as the portal estimates them. */
export const INCOME_DRIVEN = ['IBR_10', 'IBR_15', 'PAYE', 'ICR', 'RAP'] as const;
export type IncomeDrivenPlan = (typeof INCOME_DRIVEN)[number];

/** Plans whose payments repay the loans within a term. */
export const TERM_BASED = ['STANDARD', 'GRADUATED', 'EXTENDED_FIXED', 'EXTENDED_GRADUATED', 'TIERED_STANDARD'] as const;
export type TermBasedPlan = (typeof TERM_BASED)[number];

/** Plans that require more debt in their program than a threshold, loans elsewhere included (R §9). */
export const EXTENDED = ['EXTENDED_FIXED', 'EXTENDED_GRADUATED'] as const;

/** Returns whether the payments of a plan rise in steps. */
export const isGraduated = (plan: string): plan is 'GRADUATED' | 'EXTENDED_GRADUATED' =>
  plan === 'GRADUATED' || plan === 'EXTENDED_GRADUATED';

export const isTermBased = (plan: string): plan is TermBasedPlan => TERM_BASED.some((each) => each === plan);

/** Returns whether a plan is income-driven: one of those that are offered, or SAVE, which has ended. */
export const isIncomeDriven = (plan: string): boolean => plan === 'SAVE' || INCOME_DRIVEN.some((each) => each === plan);

/**
 * Returns whether a plan is IBR, in either of its forms. Older rows contain `IBR`, which does not distinguish the
 * forms.
 */
export const isIbr = (plan: string): boolean => ['IBR', 'IBR_15', 'IBR_10'].includes(plan);

/** The plans of a stored group: the catalogue, and `IBR` in older rows, which do not distinguish its two forms. */
export const STORED_PLANS = [...PLANS, 'IBR'] as const;

/** The plan decides in which order a payment is applied within a loan (ruling 20). */
export type Plan = (typeof STORED_PLANS)[number];

/** Returns whether interest is paid before fees: on IBR and PAYE (ruling 20; 34 CFR 685.211(a)). */
export const paysInterestFirst = (plan: Plan): boolean => isIbr(plan) || plan === 'PAYE';

/** Returns whether the payment is set by income, and not by the balance and a term. */
export const isSetByIncome = (plan: Plan): boolean =>
  isIbr(plan) || isIncomeDriven(plan) || plan === 'INCOME_SENSITIVE';
