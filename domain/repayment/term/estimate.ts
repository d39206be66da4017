/** Estimates of term-based plans in the browser, from the loans and the answers about loans elsewhere. */
import { type EstimateFacts, estimateFactsOf } from '../../plans/estimates.ts';
import type { PlanFacts } from '../../plans/shapes.ts';
import { termHousehold } from './qualification.ts';
import type { OtherLoansValues } from './shapes.ts';

/** Returns what estimates of term-based plans are computed from. Throws if a typed balance is no amount. */
export const termEstimateOf = (facts: PlanFacts, otherLoans: OtherLoansValues): EstimateFacts =>
  estimateFactsOf(facts, termHousehold(otherLoans));
