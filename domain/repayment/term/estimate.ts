/** Estimates of term-based plans in the browser, from the loans and the answers about loans elsewhere. */
import * as v from 'valibot';
import { type EstimateFacts, estimateFactsOf } from '../../plans/estimates.ts';
import { EstimatesRequest, type PlanFacts } from '../../plans/shapes.ts';
import { termEstimatesRequest } from './qualification.ts';
import type { OtherLoansValues } from './shapes.ts';

/** Returns what estimates of term-based plans are computed from. Throws if a typed balance is no amount. */
export const termEstimateOf = (facts: PlanFacts, otherLoans: OtherLoansValues): EstimateFacts =>
  estimateFactsOf(facts, v.parse(EstimatesRequest, termEstimatesRequest(otherLoans)));
