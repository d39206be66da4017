/**
 * The household of a borrower: income, family, marital status and loans elsewhere, in cents. Applications and what-if
 * estimates use it; the client builds the estimate request from it when it sends the request.
 */
import { ZERO, dollarsFromCents } from '../money.ts';
import type * as v from 'valibot';
import type { EstimatesRequest, PlanType } from './shapes.ts';

/** Income, family and loans elsewhere. The plan type decides nothing on an amount. */
export type Household = Omit<EstimatesRequest, 'planType'>;

/** The household in a request that does not depend on income and family, or for which they are unknown (R §7). */
export const UNKNOWN_HOUSEHOLD: Household = {
  adjustedGrossIncome: ZERO,
  numberOfChildDependents: 0,
  numberOfOtherDependents: 0,
  maritalStatus: 1,
  externalLoanProfiles: [],
};

/** Returns the estimate request for a household in wire format: amounts in dollars. */
export const estimatesRequestFor = (
  planType: PlanType,
  { adjustedGrossIncome, externalLoanProfiles, ...family }: Household,
): v.InferInput<typeof EstimatesRequest> => ({
  ...family,
  adjustedGrossIncome: dollarsFromCents(adjustedGrossIncome),
  planType,
  externalLoanProfiles: externalLoanProfiles.map(({ balance, ...profile }) => ({
    ...profile,
    balance: dollarsFromCents(balance),
  })),
});

/**
 * Returns the family size for the poverty guideline: With any other status only the borrower's income counts, and so the
 * spouse does not (34 CFR 685.209(b), family size).
 */
export const getFamilySize = (household: Household): number =>
  1 + (household.maritalStatus === 2 ? 1 : 0) + household.numberOfChildDependents + household.numberOfOtherDependents;

/** Returns the number of dependents for RAP: those claimed on the tax return, without the spouse (20 USC 1087e(q)). */
export const countRapDependents = (household: Household): number =>
  household.numberOfChildDependents + household.numberOfOtherDependents;

/**
 * Returns whether the ICR factors for married borrowers and heads of household apply: to borrowers who file jointly, and to
 * those who are not married or are separated and have a dependent (ruling 102).
 */
export const hasMarriedFactors = (household: Household): boolean =>
  household.maritalStatus === 2 || (household.maritalStatus !== 3 && countRapDependents(household) > 0);
