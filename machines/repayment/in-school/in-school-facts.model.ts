/** Model of loading the facts for an in-school deferment application (R §4 In-school). */
import type { CurrentSchool, DefermentEligibility } from '#domain/repayment/deferment/shapes.ts';
import { allEligible, allInDefault, inProcess } from '../deferment/deferment-facts.model.ts';
import { noGroups, sampleGroups } from '../application/expected-coverage.ts';
import { createLoadingModel } from '../../kit/expected-loading.ts';
import { inSchoolFacts } from './in-school-facts.machine.ts';

/** Eligibility of a borrower who can have other deferments, but not this one. */
export const notInSchool: DefermentEligibility = { ...allEligible, isDefermentInSchoolEligible: false };

/** Schools with enrollment reports by the first one; later ones are ignored. */
export const reporting: CurrentSchool = {
  currentSchoolList: [
    { school: 'Olentangy State University', clearingHouseFlag: true },
    { school: 'Prairie College', clearingHouseFlag: false },
  ],
};
export const notReporting: CurrentSchool = {
  currentSchoolList: [
    { school: 'Prairie College', clearingHouseFlag: false },
    { school: 'Olentangy State University', clearingHouseFlag: true },
  ],
};
export const noSchool: CurrentSchool = { currentSchoolList: [] };

export default {
  ...createLoadingModel(inSchoolFacts, {
    inputs: { anybody: {} },
    parts: {
      eligibility: {
        answers: {
          'all of them': allEligible,
          'an application in process': inProcess,
          'all but this one': notInSchool,
          'none, because of default': allInDefault,
        },
      },
      groups: { answers: { 'a group that would be postponed': sampleGroups, 'no such group': noGroups } },
      schools: {
        answers: {
          'a school that reports': reporting,
          'a school that does not report': notReporting,
          'no school': noSchool,
        },
      },
    },
  }),
  title: 'In School: Initial Data',
};
