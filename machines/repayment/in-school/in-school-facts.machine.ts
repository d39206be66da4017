/** Loads the facts for an in-school deferment application (R §4 In-school). */
import { deferment } from '#domain/repayment/deferment/calls.ts';
import type { CurrentSchool, DefermentEligibility } from '#domain/repayment/deferment/shapes.ts';
import type { CoveredGroups } from '#domain/repayment/postponement/shapes.ts';
import { call } from '../../kit/effect.ts';
import { loadParts } from '../../kit/load-parts.machine.ts';

export interface InSchoolData {
  readonly eligibility: DefermentEligibility;
  /** Loan groups that the deferment covers, and those that it does not. */
  readonly groups: CoveredGroups;
  readonly schools: CurrentSchool;
}

export const inSchoolFacts = loadParts<InSchoolData>({
  id: 'inSchoolFacts',
  description: "The borrower's eligibility, the loans and the schools load in parallel",
  parts: (part) => ({
    eligibility: part(call(deferment.eligibility), { description: 'Deferments for which the borrower is eligible' }),
    groups: part(call(deferment.inSchoolGroups), { description: 'Loan groups that would be paused' }),
    schools: part(call(deferment.currentSchool), { description: 'Schools of the borrower' }),
  }),
});
