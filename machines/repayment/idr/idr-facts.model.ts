/** Model of loading the initial data of an application for an income-driven plan, with failures (R §2, §7). */
import {
  deferredTooLong,
  inGraceNearby,
  inGraceTooLong,
  inRepayment,
  ineligibleEstimates,
  ofType3,
  paidInFull,
  sampleEstimates,
} from '#domain/repayment/idr/samples.ts';
import { sampleToday } from '#domain/samples.ts';
import { createLoadingModel } from '../../kit/expected-loading.ts';
import { idrFacts } from './idr-facts.machine.ts';

/** The first request has zeros, marital status 1 and plan type IDR (R §7). */
export const probe = {
  body: {
    adjustedGrossIncome: 0,
    numberOfChildDependents: 0,
    numberOfOtherDependents: 0,
    maritalStatus: 1,
    planType: 'IDR',
    externalLoanProfiles: [],
  },
};

export default {
  ...createLoadingModel(idrFacts, {
    inputs: { anybody: {} },
    parts: {
      today: { answers: { 'the day': sampleToday } },
      accounts: {
        answers: {
          'loans in repayment': inRepayment,
          'borrower type 3': ofType3,
          'loans in grace': inGraceTooLong,
          'loans in grace for 90 days': inGraceNearby,
          'deferred loans': deferredTooLong,
          'loans paid in full': paidInFull,
        },
      },
      probe: {
        request: probe,
        answers: { 'income-driven plans': sampleEstimates, 'no income-driven plan': ineligibleEstimates },
      },
    },
  }),
  title: 'Income-Driven Repayment: Initial Data',
};
