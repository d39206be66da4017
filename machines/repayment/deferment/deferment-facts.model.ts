/** Model of loading the facts for a deferment application (R §4). */
import type { DefermentEligibility } from '#domain/repayment/deferment/shapes.ts';
import { createLoadingModel } from '../../kit/expected-loading.ts';
import { sampleToday } from '#domain/samples.ts';
import { defermentFacts } from './deferment-facts.machine.ts';

/** Eligibility for all three deferments. */
export const allEligible: DefermentEligibility = {
  hasDefermentForbearanceApplicationInProcess: false,
  isDefermentEconomicHardshipEligible: true,
  isDefermentRehabEligible: true,
  isDefermentUnemploymentEligible: true,
  isDefermentInSchoolEligible: true,
};
export const inProcess: DefermentEligibility = { ...allEligible, hasDefermentForbearanceApplicationInProcess: true };
export const noneEligible: DefermentEligibility = {
  ...allEligible,
  isDefermentEconomicHardshipEligible: false,
  isDefermentRehabEligible: false,
  isDefermentUnemploymentEligible: false,
};

export default {
  ...createLoadingModel(defermentFacts, {
    inputs: { anybody: {} },
    parts: {
      eligibility: {
        answers: { 'all three': allEligible, 'an application in process': inProcess, none: noneEligible },
      },
      today: { answers: { 'the day': sampleToday } },
    },
  }),
  title: 'Deferment: Initial Data',
};
