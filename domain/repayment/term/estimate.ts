/** Estimates of term-based plans in the browser, from the loans and the answers about loans elsewhere. */
import { type EstimateInput, toEstimateInput } from '../../plans/estimates.ts';
import type { PlanData } from '../../plans/shapes.ts';
import { termHousehold } from './qualification.ts';
import type { OtherLoansValues } from './shapes.ts';

/** Returns the input for estimates of term-based plans. Throws if a typed balance is not an amount. */
export const toTermEstimate = (facts: PlanData, otherLoans: OtherLoansValues): EstimateInput =>
  toEstimateInput(facts, termHousehold(otherLoans));
