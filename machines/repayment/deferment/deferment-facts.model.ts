/** Model of loading the facts for a deferment application (R §4). */
import type { DefermentEligibility } from '#domain/repayment/deferment/shapes.ts';
import { toCents } from '#domain/money.ts';
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
  isInDefault: false,
  monthlyIncomeLimits: [1995, 2705, 3415].map((dollars) => toCents(dollars * 100)),
};
export const inProcess: DefermentEligibility = { ...allEligible, hasDefermentForbearanceApplicationInProcess: true };
export const noneEligible: DefermentEligibility = {
  ...allEligible,
  isDefermentEconomicHardshipEligible: false,
  isDefermentRehabEligible: false,
  isDefermentUnemploymentEligible: false,
};
export const onlyUnemployment: DefermentEligibility = { ...noneEligible, isDefermentUnemploymentEligible: true };
export const allInDefault: DefermentEligibility = {
  ...noneEligible,
  isDefermentInSchoolEligible: false,
  isInDefault: true,
};

export default {
  ...createLoadingModel(defermentFacts, {
    inputs: { anybody: {} },
    parts: {
      eligibility: {
        answers: {
          'all three': allEligible,
          'an application in process': inProcess,
          'only unemployment': onlyUnemployment,
          none: noneEligible,
          'none, because of default': allInDefault,
        },
      },
      today: { answers: { 'the day': sampleToday } },
    },
  }),
  title: 'Deferment: Initial Data',
};
