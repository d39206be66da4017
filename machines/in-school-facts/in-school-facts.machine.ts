/** What an application for an in-school deferment starts with (R §4 In-school). */
import { deferment } from '#domain/deferment/calls.ts';
import type { CurrentSchool, DefermentEligibility } from '#domain/deferment/shapes.ts';
import type { CoveredGroups } from '#domain/postponement/shapes.ts';
import { call } from '../kit/effect.ts';
import { loadParts } from '../kit/load-parts.machine.ts';

export interface InSchoolFacts {
  readonly eligibility: DefermentEligibility;
  /** The groups of loans that the deferment would cover, and those that it would not. */
  readonly groups: CoveredGroups;
  /** The schools of the borrower. */
  readonly schools: CurrentSchool;
}

export const inSchoolFacts = loadParts<InSchoolFacts>({
  id: 'inSchoolFacts',
  description: 'What the borrower may apply for, the loans and the schools are fetched side by side',
  parts: (part) => ({
    eligibility: part(call(deferment.eligibility), { description: 'Which deferments the borrower may apply for' }),
    groups: part(call(deferment.inSchoolGroups), { description: 'The groups of loans that would be postponed' }),
    schools: part(call(deferment.currentSchool), { description: 'The schools at which the borrower is' }),
  }),
});
