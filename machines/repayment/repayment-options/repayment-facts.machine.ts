/** Loads the data of the repayment options: the borrower's applications and eligibility. */
import { access } from '#domain/session/access/calls.ts';
import type { AccessData } from '#domain/session/access/shapes.ts';
import { postponement } from '#domain/repayment/postponement/calls.ts';
import type { Application } from '#domain/repayment/postponement/shapes.ts';
import { call } from '../../kit/effect.ts';
import { loadParts } from '../../kit/load-parts.machine.ts';

export interface RepaymentOptionsData {
  /** Applications, newest first. */
  readonly applications: readonly Application[];
  /** Eligibility, or null if it could not be loaded. */
  readonly facts: AccessData | null;
}

export const repaymentFacts = loadParts<RepaymentOptionsData>({
  id: 'repaymentFacts',
  description: "The applications and the borrower's eligibility load in parallel",
  parts: (part) => ({
    applications: part(call(postponement.applications), { description: 'Applications of the borrower' }),
    // Without the eligibility the page gives no reasons for unavailable options.
    facts: part(call(access.facts), { description: "The borrower's eligibility", default: null }),
  }),
});
